//! The worker pool on other machines.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use quevedo_arena::{Jobs, MatchError, OnGame, WorkerPool};
use tokio::runtime::{Builder, Runtime};

use crate::connection::{Connection, OnEvent, QueueError};
use crate::run::Run;
use crate::streams;

/// How long a run waits for a server that does not answer.
pub(crate) const SERVER_TIMEOUT: Duration = Duration::from_mins(5);

/// The workers at a queue, as a worker pool. Any number of runs can use a queue at once.
pub struct QueuePool {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    pub(crate) connection: Connection,
    pub(crate) on_event: OnEvent,
    /// The name of the run; each run at a queue has its own.
    run: String,
    /// How many times [`WorkerPool::play`] was called. Each call has its own job numbers.
    rounds: AtomicU64,
    /// Set it to abort the run.
    pub stop: Arc<AtomicBool>,
}

/// A name that no other run has.
pub fn fresh_run() -> String {
    format!("{:016x}", fastrand::u64(..))
}

impl QueuePool {
    /// Connects to `nats://HOST[:PORT]` for a run of this name, made of letters, digits, `-` and `_`.
    pub fn connect(url: &str, run: &str, on_event: OnEvent) -> Result<Self, QueueError> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if run.is_empty() || !run.chars().all(is_allowed) {
            return Err(QueueError::Local {
                problem: format!("`{run}` is not the name of a run: use letters, digits, `-` and `_`"),
            });
        }
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| QueueError::Local { problem: error.to_string() })?;
        let connection = runtime.block_on(async {
            let connection = Connection::open(url, &format!("quevedo run {run}"), &on_event, false).await?;
            streams::jobs(&connection).await?;
            streams::results(&connection).await?;
            Ok(connection)
        })?;
        let stop = Arc::default();
        Ok(Self { runtime: Some(runtime), connection, on_event, run: run.into(), rounds: AtomicU64::new(0), stop })
    }

    /// Aborts the run and removes its jobs from the queue when the program gets a signal to end.
    pub fn stop_on_signals(&self) {
        let stop = Arc::clone(&self.stop);
        self.runtime().spawn(async move {
            crate::worker::end_signal().await;
            stop.store(true, Ordering::Relaxed);
        });
    }

    fn runtime(&self) -> &Runtime {
        self.runtime.as_ref().expect("present until it is dropped")
    }
}

impl WorkerPool for QueuePool {
    fn play(&self, jobs: Jobs<'_>, on_game: OnGame<'_>) -> Result<(), MatchError> {
        let round = self.rounds.fetch_add(1, Ordering::Relaxed);
        self.runtime().block_on(async {
            let mut run = Run::open(self, format!("{}-{round}", self.run)).await?;
            let ended = run.play(jobs, on_game).await;
            run.close().await;
            ended
        })
    }
}

impl Drop for QueuePool {
    fn drop(&mut self) {
        // Dropping a runtime blocks, which an asynchronous caller must not do.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
