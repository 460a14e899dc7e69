//! The part of a worker that searches moves of live games, beside the games of runs.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use quevedo_catalog::{Catalog, Session};
use quevedo_core::{SearchRequest, SearchResult};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc as async_mpsc};
use tokio::time::{interval, sleep};

use crate::connection::{Connection, OnEvent};
use crate::search::{AnswerMessage, Found, SearchJob};
use crate::streams::{self, SEARCH_HEARTBEAT};
use crate::worker::{MAX_DELIVERIES, PULL_TIMEOUT, RETRY_DELAY};

/// The least time between two messages about a search.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);
/// How long a job that this worker cannot read is left to others: they may be of a newer version.
const FOR_OTHERS: Duration = Duration::from_millis(300);
/// Searches are deep.
const STACK: usize = 16 << 20;

/// A worker's searches.
pub(crate) struct Searcher {
    catalog: Catalog,
    connection: Connection,
    on_event: OnEvent,
    threads: SearchThreads,
    /// A permit for each thread.
    free: Arc<Semaphore>,
    count: usize,
    /// The stop flags of the searches, by the ends of their subjects.
    running: Mutex<HashMap<String, Arc<AtomicBool>>>,
    ending: AtomicBool,
    searches: AtomicU64,
}

impl Searcher {
    pub(crate) fn start(catalog: &Catalog, connection: &Connection, on_event: &OnEvent, threads: usize) -> Arc<Self> {
        let count = threads.max(1);
        Arc::new(Self {
            catalog: catalog.clone(),
            connection: connection.clone(),
            on_event: Arc::clone(on_event),
            threads: SearchThreads::start(count),
            free: Arc::new(Semaphore::new(count)),
            count,
            running: Mutex::default(),
            ending: AtomicBool::new(false),
            searches: AtomicU64::new(0),
        })
    }

    /// How many searches were answered.
    pub(crate) fn searches(&self) -> u64 {
        self.searches.load(Ordering::Relaxed)
    }

    /// Pulls searches without end.
    pub(crate) async fn pull(self: &Arc<Self>) {
        let mut reported = String::new();
        loop {
            let refused = match streams::searchers(&self.connection).await {
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

    /// Pulls searches until the server refuses, and returns the reason.
    async fn pull_from(self: &Arc<Self>, consumer: &PullConsumer) -> String {
        loop {
            let Ok(first) = Arc::clone(&self.free).acquire_owned().await else { return "the worker ends".into() };
            let mut permits = vec![first];
            while let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() {
                permits.push(permit);
            }
            let mut jobs = match consumer.batch().max_messages(permits.len()).expires(PULL_TIMEOUT).messages().await {
                Ok(jobs) => jobs,
                Err(error) => return error.to_string(),
            };
            while let Some(job) = jobs.next().await {
                match job {
                    Ok(message) => self.take(message, permits.pop()),
                    Err(error) => return error.to_string(),
                }
            }
        }
    }

    /// Handles a search in the background.
    fn take(self: &Arc<Self>, message: Message, permit: Option<OwnedSemaphorePermit>) {
        let searcher = Arc::clone(self);
        tokio::spawn(async move {
            let mut heartbeat = interval(SEARCH_HEARTBEAT);
            heartbeat.tick().await;
            let mut handled = std::pin::pin!(searcher.handle(&message));
            loop {
                tokio::select! {
                    () = &mut handled => break,
                    _ = heartbeat.tick() => drop(message.ack_with(AckKind::Progress).await),
                }
            }
            drop(permit);
        });
    }

    async fn handle(&self, message: &Message) {
        let Some(name) = streams::search_name(&message.subject) else {
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let job = serde_json::from_slice::<SearchJob>(&message.payload).map_err(|error| error.to_string());
        let opened = job.and_then(|job| Ok((job.open(&self.catalog)?, job)));
        let delivered = message.info().map_or(1, |info| info.delivered);
        let answer = match opened {
            Ok(_) if delivered > MAX_DELIVERIES => {
                AnswerMessage::Failed(format!("{MAX_DELIVERIES} workers took it and did not answer"))
            }
            Ok((session, job)) => match self.search(name, session, job).await {
                Some(answer) => answer,
                None if self.ending.load(Ordering::Relaxed) => {
                    let _ = message.ack_with(AckKind::Nak(None)).await;
                    return;
                }
                None => {
                    let _ = message.ack().await;
                    return;
                }
            },
            Err(_) if delivered < MAX_DELIVERIES => {
                let _ = message.ack_with(AckKind::Nak(Some(FOR_OTHERS))).await;
                return;
            }
            Err(problem) => AnswerMessage::Failed(problem),
        };
        self.publish(name, &answer).await;
        self.searches.fetch_add(1, Ordering::Relaxed);
        let _ = message.ack().await;
    }

    async fn publish(&self, name: &str, answer: &AnswerMessage) {
        let payload = serde_json::to_vec(answer).unwrap_or_default();
        // One that is lost is asked for again.
        let _ = self.connection.client.publish(streams::answer_subject(name), payload.into()).await;
    }

    /// Searches on a thread; nothing where the search is not wanted any more.
    async fn search(&self, name: &str, session: Box<dyn Session>, job: SearchJob) -> Option<AnswerMessage> {
        let stop = self.register(name);
        let (answers, mut found) = async_mpsc::unbounded_channel();
        let limit = Duration::from_millis(job.limit_ms);
        self.threads.search(Task { session, job, stop: Arc::clone(&stop.flag), answers });
        let mut late = std::pin::pin!(sleep(limit));
        let mut is_late = false;
        loop {
            let answer = tokio::select! {
                answer = found.recv() => answer?,
                () = &mut late, if !is_late => {
                    is_late = true;
                    stop.flag.store(true, Ordering::Relaxed);
                    continue;
                }
            };
            let is_unwanted = stop.flag.load(Ordering::Relaxed) && !is_late;
            match answer {
                _ if is_unwanted => return None,
                AnswerMessage::Progress(_) => self.publish(name, &answer).await,
                AnswerMessage::Done(..) | AnswerMessage::Failed(_) => return Some(answer),
            }
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn register(&self, name: &str) -> RunningSearch<'_> {
        let flag = Arc::new(AtomicBool::new(self.ending.load(Ordering::Relaxed)));
        self.running().insert(name.to_owned(), Arc::clone(&flag));
        RunningSearch { searcher: self, name: name.to_owned(), flag }
    }

    /// Stops the searches that nobody waits for any more.
    pub(crate) async fn stop_unwanted(&self) {
        loop {
            if let Ok(mut messages) = self.connection.client.subscribe(streams::search_over_subjects()).await {
                while let Some(message) = messages.next().await {
                    let stop =
                        streams::search_over_name(&message.subject).and_then(|name| self.running().get(name).cloned());
                    if let Some(stop) = stop {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// Stops all searches and gives them to other workers.
    pub(crate) async fn end(&self) {
        self.ending.store(true, Ordering::Relaxed);
        for stop in self.running().values() {
            stop.store(true, Ordering::Relaxed);
        }
        let _ = self.free.acquire_many(self.count as u32).await;
    }
}

/// A search that runs; forgotten when this is dropped.
struct RunningSearch<'a> {
    searcher: &'a Searcher,
    name: String,
    flag: Arc<AtomicBool>,
}

impl Drop for RunningSearch<'_> {
    fn drop(&mut self) {
        self.searcher.running().remove(&self.name);
    }
}

/// A search for a thread.
struct Task {
    session: Box<dyn Session>,
    job: SearchJob,
    stop: Arc<AtomicBool>,
    answers: async_mpsc::UnboundedSender<AnswerMessage>,
}

/// The threads. They end when this is dropped and their searches are over.
struct SearchThreads {
    tasks: Sender<Task>,
}

impl SearchThreads {
    fn start(count: usize) -> Self {
        let (tasks, queue) = mpsc::channel();
        let queue: Arc<Mutex<Receiver<Task>>> = Arc::new(Mutex::new(queue));
        for number in 0..count {
            let queue = Arc::clone(&queue);
            let builder = thread::Builder::new().name(format!("search {number}")).stack_size(STACK);
            builder.spawn(move || work(&queue)).expect("a thread can be started");
        }
        Self { tasks }
    }

    fn search(&self, task: Task) {
        // The threads live as long as this does.
        let _ = self.tasks.send(task);
    }
}

fn work(queue: &Mutex<Receiver<Task>>) {
    loop {
        let task = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = task else { return };
        let answer = catch_unwind(AssertUnwindSafe(|| task.search()));
        let answer = answer.unwrap_or_else(|_| AnswerMessage::Failed("the search panicked".into()));
        // Who does not wait any more needs no answer.
        let _ = task.answers.send(answer);
    }
}

impl Task {
    fn search(&self) -> AnswerMessage {
        let begin = Instant::now();
        let mut player = match self.session.entry().player(&self.job.player) {
            Ok(player) => player,
            Err(error) => return AnswerMessage::Failed(error.to_string()),
        };
        let mut sent_at = begin;
        let mut report = |result: &SearchResult<String>| {
            if sent_at.elapsed() >= PROGRESS_EVERY {
                sent_at = Instant::now();
                let _ = self.answers.send(AnswerMessage::Progress(result.into()));
            }
        };
        let mut request = SearchRequest { clock: self.job.clock(), ..SearchRequest::new(&self.stop, &mut report) };
        let found = player.search(&*self.session, &mut request);
        AnswerMessage::Done(found.as_ref().map(Found::from), begin.elapsed().as_micros() as u64)
    }
}
