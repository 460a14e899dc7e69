//! A worker: pulls jobs from a queue and plays them until the program gets a signal to end. Searches of live games have
//! threads of their own beside them, see `searcher`.
//!
//! The order of the steps makes a run safe: play, publish the result and wait until it is stored, then acknowledge the
//! job. While it holds a job the worker sends heartbeats to the server. When a worker dies they stop, and the server
//! gives its jobs to others.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use quevedo_arena::MatchError;
use quevedo_catalog::Catalog;
use tokio::runtime::Builder;
use tokio::sync::Notify;
use tokio::time::{interval, sleep, timeout};

use crate::connection::{Connection, OnEvent, QueueError, REQUEST_TIMEOUT};
use crate::files::{Cache, LocalJob};
use crate::game_threads::GameThreads;
use crate::message::{JobMessage, ResultMessage};
use crate::searcher::Searcher;
use crate::streams::{self, HEARTBEAT};

/// A job that was delivered so many times without a result kills workers; it is refused from then on.
pub(crate) const MAX_DELIVERIES: i64 = 5;
/// Games shorter than this are prefetched, or the threads would wait for the network.
const SHORT_GAME: Duration = Duration::from_millis(50);
/// Short games that are held for each thread.
const PREFETCH: usize = 8;
/// The timeout of one request for jobs.
pub(crate) const PULL_TIMEOUT: Duration = Duration::from_secs(5);
/// The delay before a refused request is repeated.
pub(crate) const RETRY_DELAY: Duration = Duration::from_secs(1);
/// How long games may take to stop when the worker ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// The settings of a worker.
pub struct Worker {
    /// The games it can play.
    pub catalog: Catalog,
    /// The queue, `nats://HOST[:PORT]`.
    pub url: String,
    /// Its name, for messages.
    pub name: String,
    /// How many games it plays at once.
    pub threads: usize,
    /// Whether it starts external engines that a job names.
    pub allow_engines: bool,
    /// The folder for files that came over the queue.
    pub cache: PathBuf,
}

/// What a worker has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worked {
    /// Games of runs.
    pub games: u64,
    /// Searches of live games.
    pub searches: u64,
}

/// Returns when the program gets a signal to end: SIGINT or SIGTERM.
pub(crate) async fn end_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

impl Worker {
    /// Works until the program gets a signal to end. Waits for a server that does not answer.
    pub fn work(self, on_event: OnEvent) -> Result<Worked, QueueError> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| QueueError::Local { problem: error.to_string() })?;
        let worked = runtime.block_on(self.serve(on_event));
        // A player that does not react to its stop flag must not keep the program alive.
        runtime.shutdown_background();
        worked
    }

    async fn serve(self, on_event: OnEvent) -> Result<Worked, QueueError> {
        let connection = Connection::open(&self.url, &format!("quevedo worker {}", self.name), &on_event, true).await?;
        let searcher = Searcher::start(&self.catalog, &connection, &on_event, self.threads);
        let active = Arc::new(ActiveWorker {
            connection,
            on_event,
            game_threads: GameThreads::start(&self.catalog, self.threads),
            cache: Cache::new(self.cache.clone()),
            threads: self.threads.max(1),
            worker: self,
            held: AtomicUsize::new(0),
            freed: Notify::new(),
            short: AtomicBool::new(false),
            ending: AtomicBool::new(false),
            playing: Mutex::default(),
            games: AtomicU64::new(0),
        });
        tokio::select! {
            () = active.pull_jobs() => {}
            () = active.stop_ended_runs() => {}
            () = searcher.pull() => {}
            () = searcher.stop_unwanted() => {}
            () = end_signal() => {}
        }
        let _ = timeout(SHUTDOWN_TIMEOUT, searcher.end()).await;
        active.end().await;
        Ok(Worked { games: active.games.load(Ordering::Relaxed), searches: searcher.searches() })
    }
}

/// A running worker.
struct ActiveWorker {
    worker: Worker,
    connection: Connection,
    on_event: OnEvent,
    game_threads: GameThreads,
    cache: Cache,
    threads: usize,
    /// The number of jobs it holds.
    held: AtomicUsize,
    /// Notified when a job is finished.
    freed: Notify,
    /// Whether the last game was short.
    short: AtomicBool,
    /// Whether the worker ends.
    ending: AtomicBool,
    /// The run and the stop flag of every game it holds.
    playing: Mutex<Vec<(String, Arc<AtomicBool>)>>,
    games: AtomicU64,
}

/// Why a job has no result.
enum NoResult {
    /// The worker ends: another one plays the game.
    Ending,
    /// The run is over: the game is not needed.
    Over,
}

impl ActiveWorker {
    /// Pulls jobs without end.
    async fn pull_jobs(self: &Arc<Self>) {
        let mut reported = String::new();
        loop {
            let refused = match streams::workers(&self.connection).await {
                Ok(consumer) => {
                    reported.clear();
                    self.pull_from(&consumer).await
                }
                Err(error) => error.to_string(),
            };
            if refused != reported {
                (self.on_event)(&refused);
                reported = refused;
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// Pulls jobs until the server refuses, and returns the reason.
    async fn pull_from(self: &Arc<Self>, consumer: &PullConsumer) -> String {
        loop {
            let room = self.room().await;
            let mut jobs = match consumer.batch().max_messages(room).expires(PULL_TIMEOUT).messages().await {
                Ok(jobs) => jobs,
                Err(error) => return error.to_string(),
            };
            while let Some(job) = jobs.next().await {
                match job {
                    Ok(message) => self.start(message),
                    Err(error) => return error.to_string(),
                }
            }
        }
    }

    /// Waits until there is room for a job, and returns for how many.
    async fn room(&self) -> usize {
        loop {
            let each = if self.short.load(Ordering::Relaxed) { PREFETCH } else { 1 };
            let room = (self.threads * each).saturating_sub(self.held.load(Ordering::Relaxed));
            if room > 0 {
                return room;
            }
            self.freed.notified().await;
        }
    }

    /// Handles a job in the background.
    fn start(self: &Arc<Self>, message: Message) {
        self.held.fetch_add(1, Ordering::Relaxed);
        let active = Arc::clone(self);
        tokio::spawn(async move {
            active.handle(&message).await;
            active.held.fetch_sub(1, Ordering::Relaxed);
            active.freed.notify_one();
        });
    }

    /// Handles a job, with heartbeats until it is finished.
    async fn handle(&self, message: &Message) {
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.tick().await;
        let mut finished = std::pin::pin!(self.play_and_answer(message));
        loop {
            tokio::select! {
                () = &mut finished => return,
                _ = heartbeat.tick() => {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    async fn play_and_answer(&self, message: &Message) {
        let Some((run, number)) = streams::read_job_subject(&message.subject) else {
            // Not a job of this program; no run waits for its result.
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let result = match self.play(message, run, number).await {
            Ok(result) => result,
            Err(NoResult::Ending) => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                return;
            }
            Err(NoResult::Over) => {
                let _ = message.ack().await;
                return;
            }
        };
        if self.publish(run, number, result).await {
            self.acknowledge(message).await;
        } else {
            let _ = message.ack_with(AckKind::Nak(None)).await;
        }
    }

    /// Plays a game, or returns why it cannot be played.
    async fn play(&self, message: &Message, run: &str, number: u64) -> Result<ResultMessage, NoResult> {
        let refused = |problem: String| Ok(self.refusal(number, problem));
        if message.info().is_ok_and(|info| info.delivered > MAX_DELIVERIES) {
            return refused(format!("{MAX_DELIVERIES} workers took it and did not answer"));
        }
        let local = match self.unpack(&message.payload).await {
            Ok(local) => local,
            Err(problem) => return refused(problem),
        };
        let game = self.register(run);
        let (played, time) = self.game_threads.play(local.job.clone(), Arc::clone(&game.stop)).await;
        self.short.store(time < SHORT_GAME, Ordering::Relaxed);
        match played {
            Ok(report) => {
                self.games.fetch_add(1, Ordering::Relaxed);
                Ok(ResultMessage::Played(report))
            }
            Err(MatchError::Stopped) if self.ending.load(Ordering::Relaxed) => Err(NoResult::Ending),
            Err(MatchError::Stopped) => Err(NoResult::Over),
            Err(error) => refused(error.to_string()),
        }
    }

    /// Reads a job and fetches its files.
    async fn unpack(&self, message: &[u8]) -> Result<LocalJob, String> {
        let job = JobMessage::read(message)?;
        self.worker.catalog.find(&job.game).map_err(|error| error.to_string())?;
        if let Some(player) = job.players.iter().find(|player| player.is_external())
            && !self.worker.allow_engines
        {
            let advice = "start it with --allow-engines if you trust everybody who can reach the queue";
            return Err(format!("it does not start programs such as `{player}`: {advice}"));
        }
        self.cache.unpack(&self.connection, job).await.map_err(|error| error.to_string())
    }

    fn refusal(&self, number: u64, problem: String) -> ResultMessage {
        ResultMessage::Refused { number, worker: self.worker.name.clone(), problem }
    }

    /// Publishes a result until it is stored; `false` if the worker ends before.
    async fn publish(&self, run: &str, number: u64, mut result: ResultMessage) -> bool {
        loop {
            let payload = serde_json::to_vec(&result).unwrap_or_default();
            let message = PublishMessage::build().payload(payload.into());
            let sent = self.connection.jetstream.send_publish(streams::results_subject(run), message).await;
            let stored = match sent {
                Ok(ack) => ack.await,
                Err(error) => Err(error),
            };
            match stored.map_err(|error| error.kind()) {
                Ok(_) => return true,
                Err(PublishErrorKind::MaxPayloadExceeded) => {
                    let problem = "its result is larger than the server accepts: raise max_payload of the server";
                    result = self.refusal(number, problem.into());
                }
                Err(PublishErrorKind::StreamNotFound) => {
                    let _ = streams::results(&self.connection).await;
                    sleep(RETRY_DELAY).await;
                }
                Err(_) => sleep(RETRY_DELAY).await,
            }
            if self.ending.load(Ordering::Relaxed) {
                return false;
            }
        }
    }

    /// Removes a job from the queue. If that fails it is played again, and its number is known then.
    async fn acknowledge(&self, message: &Message) {
        for _ in 0..3 {
            if message.double_ack().await.is_ok() || self.ending.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    /// Registers a game of a run.
    fn register(&self, run: &str) -> RegisteredGame<'_> {
        let stop = Arc::new(AtomicBool::new(self.ending.load(Ordering::Relaxed)));
        self.playing().push((run.to_owned(), Arc::clone(&stop)));
        RegisteredGame { worker: self, stop }
    }

    fn playing(&self) -> std::sync::MutexGuard<'_, Vec<(String, Arc<AtomicBool>)>> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the games of runs that are over.
    async fn stop_ended_runs(&self) {
        loop {
            if let Ok(mut messages) = self.connection.client.subscribe(streams::over_subject("*")).await {
                while let Some(message) = messages.next().await {
                    let over = streams::read_over_subject(&message.subject);
                    self.stop_games(|run| Some(run) == over);
                }
            }
            sleep(RETRY_DELAY).await;
        }
    }

    fn stop_games(&self, which: impl Fn(&str) -> bool) {
        for (_, stop) in self.playing().iter().filter(|(run, _)| which(run)) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops all games and returns their jobs to the queue.
    async fn end(&self) {
        self.ending.store(true, Ordering::Relaxed);
        self.stop_games(|_| true);
        let all_returned = async {
            while self.held.load(Ordering::Relaxed) > 0 {
                self.freed.notified().await;
            }
        };
        let _ = timeout(SHUTDOWN_TIMEOUT, all_returned).await;
        let _ = timeout(REQUEST_TIMEOUT, self.connection.client.flush()).await;
    }
}

/// A registered game; unregistered when this is dropped.
struct RegisteredGame<'a> {
    worker: &'a ActiveWorker,
    stop: Arc<AtomicBool>,
}

impl Drop for RegisteredGame<'_> {
    fn drop(&mut self) {
        self.worker.playing().retain(|(_, stop)| !Arc::ptr_eq(stop, &self.stop));
    }
}
