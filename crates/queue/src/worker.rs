//! A worker: takes jobs off a queue and plays them until it is asked to end.
//!
//! The order of things is what makes a run safe: play, publish the result and see it stored, then take the job off the
//! queue and see that, too. While a job is held the server is told so every few seconds; a worker that dies falls
//! silent, and the server gives its jobs to others.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Message};
use etcetera::BaseStrategy;
use futures_util::StreamExt;
use quevedo_arena::MatchError;
use tokio::runtime::Builder;
use tokio::sync::Notify;
use tokio::time::{interval, sleep, timeout};

use crate::files::Cache;
use crate::link::{ANSWER, Link, Notice, QueueError};
use crate::message::{Answer, Order};
use crate::players::Players;
use crate::streams::{self, BEAT};

/// A job that was taken up so many times without a result kills workers; nobody takes it up again.
const DELIVERIES: i64 = 5;
/// Games shorter than this are fetched ahead, or the threads would wait for the network.
const SHORT: Duration = Duration::from_millis(50);
/// How many short games are held for each thread.
const AHEAD: usize = 8;
/// How long one request for jobs stands.
const REQUEST: Duration = Duration::from_secs(5);
/// The pause before the server is asked again for what it refused.
const PAUSE: Duration = Duration::from_secs(1);
/// How long games may take to end when the worker is asked to.
const FAREWELL: Duration = Duration::from_secs(10);

/// A worker to be.
pub struct Worker {
    /// The queue, `nats://HOST[:PORT]`.
    pub url: String,
    /// Its name, for messages.
    pub name: String,
    /// How many games it plays at once.
    pub threads: usize,
    /// Whether it starts programs that a job names.
    pub allow_engines: bool,
    /// Where it keeps files that came over the queue.
    pub cache: PathBuf,
}

/// Where files that came over a queue are kept unless one says otherwise.
pub fn cache_folder() -> PathBuf {
    let base = etcetera::choose_base_strategy().map(|base| base.cache_dir());
    base.unwrap_or_else(|_| std::env::temp_dir()).join("quevedo").join("files")
}

/// A name for the worker: that of the machine and the number of the process.
pub fn machine_name() -> String {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let named = kernel.or_else(|| std::env::var("HOSTNAME").ok()).or_else(|| std::env::var("COMPUTERNAME").ok());
    let machine = named.as_deref().map_or("worker", str::trim);
    format!("{machine}-{}", std::process::id())
}

/// Returns when the program is asked to end, by Ctrl-C or by the system.
pub(crate) async fn asked_to_end() {
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
    /// Works until the program is asked to end. A server that is not there, or no longer there, is waited for.
    /// Returns how many games were played.
    pub fn work(self, notice: Notice) -> Result<u64, QueueError> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| QueueError::Here { problem: error.to_string() })?;
        let games = runtime.block_on(self.serve(notice));
        // A player that does not listen must not keep the program alive.
        runtime.shutdown_background();
        games
    }

    async fn serve(self, notice: Notice) -> Result<u64, QueueError> {
        let link = Link::open(&self.url, &format!("quevedo worker {}", self.name), &notice, true).await?;
        let shop = Arc::new(Shop {
            link,
            notice,
            players: Players::start(self.threads),
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
            () = shop.take_jobs() => {}
            () = shop.hear_of_ends() => {}
            () = asked_to_end() => {}
        }
        shop.end().await;
        Ok(shop.games.load(Ordering::Relaxed))
    }
}

/// A worker at work.
struct Shop {
    worker: Worker,
    link: Link,
    notice: Notice,
    players: Players,
    cache: Cache,
    threads: usize,
    /// How many jobs it holds.
    held: AtomicUsize,
    /// Rung when a job goes.
    freed: Notify,
    /// Whether the last game was a short one.
    short: AtomicBool,
    /// Whether it gives back what it holds.
    ending: AtomicBool,
    /// The run and the stop flag of every game it holds.
    playing: Mutex<Vec<(String, Arc<AtomicBool>)>>,
    games: AtomicU64,
}

/// Why there is no answer to an order.
enum Dropped {
    /// The worker ends: somebody else shall play the game.
    Ending,
    /// The run is over: nobody needs the game.
    Over,
}

impl Shop {
    /// Takes jobs for ever.
    async fn take_jobs(self: &Arc<Self>) {
        let mut told = String::new();
        loop {
            let refused = match streams::workers(&self.link).await {
                Ok(consumer) => {
                    told.clear();
                    self.take_from(&consumer).await
                }
                Err(error) => error.to_string(),
            };
            if refused != told {
                (self.notice)(&refused);
                told = refused;
            }
            sleep(PAUSE).await;
        }
    }

    /// Takes jobs until the server refuses, and says why it did.
    async fn take_from(self: &Arc<Self>, consumer: &PullConsumer) -> String {
        loop {
            let room = self.room().await;
            let mut jobs = match consumer.batch().max_messages(room).expires(REQUEST).messages().await {
                Ok(jobs) => jobs,
                Err(error) => return error.to_string(),
            };
            while let Some(job) = jobs.next().await {
                match job {
                    Ok(message) => self.take(message),
                    Err(error) => return error.to_string(),
                }
            }
        }
    }

    /// How many more jobs it can hold, once it can hold any.
    async fn room(&self) -> usize {
        loop {
            let each = if self.short.load(Ordering::Relaxed) { AHEAD } else { 1 };
            let room = (self.threads * each).saturating_sub(self.held.load(Ordering::Relaxed));
            if room > 0 {
                return room;
            }
            self.freed.notified().await;
        }
    }

    fn take(self: &Arc<Self>, message: Message) {
        self.held.fetch_add(1, Ordering::Relaxed);
        let shop = Arc::clone(self);
        tokio::spawn(async move {
            shop.deal_with(&message).await;
            shop.held.fetch_sub(1, Ordering::Relaxed);
            shop.freed.notify_one();
        });
    }

    /// Deals with a job, giving signs of life until it is dealt with.
    async fn deal_with(&self, message: &Message) {
        let mut beat = interval(BEAT);
        beat.tick().await;
        let mut dealt = std::pin::pin!(self.play_and_answer(message));
        loop {
            tokio::select! {
                () = &mut dealt => return,
                _ = beat.tick() => {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    async fn play_and_answer(&self, message: &Message) {
        let Some((run, number)) = streams::read_job_subject(&message.subject) else {
            // Not from us, and nobody could be told of it.
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let answer = match self.play(message, run, number).await {
            Ok(answer) => answer,
            Err(Dropped::Ending) => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                return;
            }
            Err(Dropped::Over) => {
                let _ = message.ack().await;
                return;
            }
        };
        if self.publish(run, number, answer).await {
            self.take_off(message).await;
        } else {
            let _ = message.ack_with(AckKind::Nak(None)).await;
        }
    }

    /// Plays a game, or says why it cannot be played.
    async fn play(&self, message: &Message, run: &str, number: u64) -> Result<Answer, Dropped> {
        let refused = |problem: String| Ok(self.refusal(number, problem));
        if message.info().is_ok_and(|info| info.delivered > DELIVERIES) {
            return refused(format!("{DELIVERIES} workers took it up and fell silent"));
        }
        let unpacked = match self.unpack(&message.payload).await {
            Ok(unpacked) => unpacked,
            Err(problem) => return refused(problem),
        };
        let stop = self.enter(run);
        let (played, time) = self.players.play(unpacked.job.clone(), Arc::clone(&stop.flag)).await;
        self.short.store(time < SHORT, Ordering::Relaxed);
        match played {
            Ok(report) => {
                self.games.fetch_add(1, Ordering::Relaxed);
                Ok(Answer::Played(report))
            }
            Err(MatchError::Stopped) if self.ending.load(Ordering::Relaxed) => Err(Dropped::Ending),
            Err(MatchError::Stopped) => Err(Dropped::Over),
            Err(error) => refused(error.to_string()),
        }
    }

    /// Reads a job and fetches what it needs.
    async fn unpack(&self, order: &[u8]) -> Result<crate::files::Unpacked, String> {
        let job = Order::read(order)?;
        if let Some(player) = job.players.iter().find(|player| player.is_external())
            && !self.worker.allow_engines
        {
            let advice = "start it with --allow-engines if everybody at the queue is to be trusted";
            return Err(format!("it does not start programs such as `{player}`: {advice}"));
        }
        self.cache.unpack(&self.link, job).await.map_err(|error| error.to_string())
    }

    fn refusal(&self, number: u64, problem: String) -> Answer {
        Answer::Refused { number, worker: self.worker.name.clone(), problem }
    }

    /// Publishes an answer until the server has it; `false` if the worker ends before.
    async fn publish(&self, run: &str, number: u64, mut answer: Answer) -> bool {
        loop {
            let payload = serde_json::to_vec(&answer).unwrap_or_default();
            let message = PublishMessage::build().payload(payload.into());
            let sent = self.link.jetstream.send_publish(streams::results_subject(run), message).await;
            let stored = match sent {
                Ok(ack) => ack.await,
                Err(error) => Err(error),
            };
            match stored.map_err(|error| error.kind()) {
                Ok(_) => return true,
                Err(PublishErrorKind::MaxPayloadExceeded) => {
                    let problem = "its record is longer than the server takes: raise its max_payload";
                    answer = self.refusal(number, problem.into());
                }
                Err(PublishErrorKind::StreamNotFound) => {
                    let _ = streams::results(&self.link).await;
                    sleep(PAUSE).await;
                }
                Err(_) => sleep(PAUSE).await,
            }
            if self.ending.load(Ordering::Relaxed) {
                return false;
            }
        }
    }

    /// Takes a job off the queue. One that stays is played again, and known by its number.
    async fn take_off(&self, message: &Message) {
        for _ in 0..3 {
            if message.double_ack().await.is_ok() || self.ending.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    /// Notes that a game of a run is played.
    fn enter(&self, run: &str) -> Entry<'_> {
        let flag = Arc::new(AtomicBool::new(self.ending.load(Ordering::Relaxed)));
        self.playing().push((run.to_owned(), Arc::clone(&flag)));
        Entry { shop: self, flag }
    }

    fn playing(&self) -> std::sync::MutexGuard<'_, Vec<(String, Arc<AtomicBool>)>> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives up the games of runs that are over.
    async fn hear_of_ends(&self) {
        loop {
            if let Ok(mut ends) = self.link.client.subscribe(streams::over_subject("*")).await {
                while let Some(message) = ends.next().await {
                    let over = streams::read_over_subject(&message.subject);
                    self.stop_games(|run| Some(run) == over);
                }
            }
            sleep(PAUSE).await;
        }
    }

    fn stop_games(&self, which: impl Fn(&str) -> bool) {
        for (_, flag) in self.playing().iter().filter(|(run, _)| which(run)) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Gives back everything it holds.
    async fn end(&self) {
        self.ending.store(true, Ordering::Relaxed);
        self.stop_games(|_| true);
        let given_back = async {
            while self.held.load(Ordering::Relaxed) > 0 {
                self.freed.notified().await;
            }
        };
        let _ = timeout(FAREWELL, given_back).await;
        let _ = timeout(ANSWER, self.link.client.flush()).await;
    }
}

/// A game that is played; noted no longer when this goes.
struct Entry<'a> {
    shop: &'a Shop,
    flag: Arc<AtomicBool>,
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        self.shop.playing().retain(|(_, flag)| !Arc::ptr_eq(flag, &self.flag));
    }
}
