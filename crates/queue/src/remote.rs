//! The pool that plays elsewhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use quevedo_arena::{Done, Jobs, MatchError, WorkerPool};
use tokio::runtime::{Builder, Runtime};

use crate::link::{Link, Notice, QueueError};
use crate::run::Run;
use crate::streams;

/// How long a run waits for a server that is gone.
pub(crate) const PATIENCE: Duration = Duration::from_mins(5);

/// Workers at a queue, as a pool. Any number of runs can use a queue at once.
pub struct Remote {
    /// Gone only while it is dropped.
    runtime: Option<Runtime>,
    pub(crate) link: Link,
    pub(crate) notice: Notice,
    /// The name of the run; no two runs at a queue may have the same.
    run: String,
    /// How many times games were asked for: the numbers of each time are its own.
    rounds: AtomicU64,
    /// Set by anyone: give up the run.
    pub stop: Arc<AtomicBool>,
}

/// A name that no other run has.
pub fn fresh_run() -> String {
    format!("{:016x}", fastrand::u64(..))
}

impl Remote {
    /// Connects to `nats://HOST[:PORT]` for a run of this name, made of letters, digits, `-` and `_`.
    pub fn connect(url: &str, run: &str, notice: Notice) -> Result<Self, QueueError> {
        let is_fine = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if run.is_empty() || !run.chars().all(is_fine) {
            return Err(QueueError::Here { problem: format!("`{run}` is no name of a run") });
        }
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| QueueError::Here { problem: error.to_string() })?;
        let link = runtime.block_on(async {
            let link = Link::open(url, &format!("quevedo run {run}"), &notice, false).await?;
            streams::jobs(&link).await?;
            streams::results(&link).await?;
            Ok(link)
        })?;
        let stop = Arc::default();
        Ok(Self { runtime: Some(runtime), link, notice, run: run.into(), rounds: AtomicU64::new(0), stop })
    }

    /// Gives up the run, and takes its jobs off the queue, when the program is asked to end.
    pub fn heed_signals(&self) {
        let stop = Arc::clone(&self.stop);
        self.runtime().spawn(async move {
            crate::worker::asked_to_end().await;
            stop.store(true, Ordering::Relaxed);
        });
    }

    fn runtime(&self) -> &Runtime {
        self.runtime.as_ref().expect("there until it is dropped")
    }
}

impl WorkerPool for Remote {
    fn play(&self, jobs: Jobs<'_>, done: Done<'_>) -> Result<(), MatchError> {
        let round = self.rounds.fetch_add(1, Ordering::Relaxed);
        self.runtime().block_on(async {
            let mut run = Run::open(self, format!("{}-{round}", self.run)).await?;
            let ended = run.play(jobs, done).await;
            run.close().await;
            ended
        })
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        // An asynchronous caller must not be made to wait.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
