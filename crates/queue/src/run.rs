//! One run: sends jobs, receives results, and sends lost jobs again.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::Stream;
use futures_util::{StreamExt, stream};
use quevedo_arena::{GameJob, Jobs, MatchError, OnGame};
use tokio::time::{sleep, timeout};

use crate::connection::{QueueError, REQUEST_TIMEOUT};
use crate::files::Sender;
use crate::message::{JobMessage, ResultMessage};
use crate::pool::{QueuePool, SERVER_TIMEOUT};
use crate::streams;

/// The most jobs of a run in the queue at once: enough for hundreds of machines, few enough to be listed and deleted.
const WINDOW: usize = 1000;
/// The most requests without an answer.
const MAX_REQUESTS: usize = 64;
/// How long one wait for a result lasts.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// How often lost jobs are looked for.
const LOST_JOBS_INTERVAL: Duration = Duration::from_secs(5);
/// How long there must be no result before the absence of workers is reported.
const IDLE_WARNING: Duration = Duration::from_secs(15);

/// A job without a result.
struct PendingJob {
    job: GameJob,
    message: Vec<u8>,
    /// Its sequence number in the stream, once it has one.
    sequence: Option<u64>,
    /// How many times it was sent.
    times: u32,
    /// Whether it was missing from the queue at the last check; its result may be on the way.
    is_missing: bool,
}

/// A run in progress.
pub(crate) struct Run<'a> {
    pool: &'a QueuePool,
    name: String,
    files: Sender,
    jobs: Stream,
    results: pull::Stream,
    pending: BTreeMap<u64, PendingJob>,
    /// The time of the last result.
    last_result: Instant,
    /// The time of the last check for lost jobs.
    last_check: Instant,
    /// Since when the server refuses requests.
    failing_since: Option<Instant>,
    warned_of_no_workers: bool,
}

impl<'a> Run<'a> {
    pub(crate) async fn open(pool: &'a QueuePool, name: String) -> Result<Self, QueueError> {
        let jobs = streams::jobs(&pool.connection).await?;
        let results = listen(pool, &name).await?;
        let now = Instant::now();
        Ok(Self {
            pool,
            name,
            files: Sender::default(),
            jobs,
            results,
            pending: BTreeMap::new(),
            last_result: now,
            last_check: now,
            failing_since: None,
            warned_of_no_workers: false,
        })
    }

    /// Plays all jobs.
    pub(crate) async fn play(&mut self, jobs: Jobs<'_>, on_game: OnGame<'_>) -> Result<(), MatchError> {
        let mut more = true;
        loop {
            if more && self.pending.len() <= WINDOW / 2 {
                more = self.send_next(jobs).await?;
            }
            if self.pending.is_empty() && !more {
                return Ok(());
            }
            if self.pool.stop.load(Ordering::Relaxed) {
                return Err(MatchError::Stopped);
            }
            if self.receive(on_game).await?.is_break() {
                return Ok(());
            }
            if self.last_check.elapsed() >= LOST_JOBS_INTERVAL {
                self.last_check = Instant::now();
                match self.find_lost().await {
                    Ok(lost) => self.send(lost).await?,
                    Err(error) => self.tolerate(Err(error)).await?,
                }
            }
        }
    }

    /// Sends jobs until enough are in the queue; returns whether there may be more.
    async fn send_next(&mut self, jobs: Jobs<'_>) -> Result<bool, MatchError> {
        let mut numbers = Vec::new();
        let mut more = true;
        while self.pending.len() < WINDOW {
            let Some(job) = jobs.next().transpose()? else {
                more = false;
                break;
            };
            let packed = self.files.pack(&self.pool.connection, job.clone()).await?;
            let message = JobMessage::write(packed).map_err(|error| self.pool.connection.refused(&error))?;
            numbers.push(job.number);
            self.pending.insert(job.number, PendingJob { job, message, sequence: None, times: 0, is_missing: false });
        }
        self.send(numbers).await?;
        Ok(more)
    }

    /// Sends jobs, and repeats it until all are stored.
    async fn send(&mut self, mut numbers: Vec<u64>) -> Result<(), MatchError> {
        for number in &numbers {
            if let Some(sent) = self.pending.get_mut(number) {
                sent.times += 1;
                sent.is_missing = false;
            }
        }
        while !numbers.is_empty() {
            let published = self.publish(&numbers).await;
            for (number, sequence) in published.stored {
                self.pending.entry(number).and_modify(|sent| sent.sequence = Some(sequence));
            }
            numbers = published.failed;
            self.tolerate(published.problem.map_or(Ok(()), Err)).await?;
        }
        Ok(())
    }

    /// Publishes all jobs, then waits for the acknowledgements.
    async fn publish(&self, numbers: &[u64]) -> Published {
        let mut acks = Vec::with_capacity(numbers.len());
        let mut published = Published::default();
        for number in numbers {
            let Some(sent) = self.pending.get(number) else { continue };
            // The server drops a message with the id of an earlier one: a job that is sent again needs another id.
            let id = format!("{}-{number}-{}", self.name, sent.times);
            let message = PublishMessage::build().message_id(id).payload(sent.message.clone().into());
            let subject = streams::job_subject(&self.name, *number);
            match self.pool.connection.jetstream.send_publish(subject, message).await {
                Ok(ack) => acks.push((*number, ack)),
                Err(error) => published.fail(*number, self.pool.connection.refused(&error)),
            }
        }
        for (number, ack) in acks {
            match ack.await {
                Ok(ack) => published.stored.push((number, ack.sequence)),
                Err(error) => {
                    if error.kind() == PublishErrorKind::StreamNotFound {
                        // The server was restarted without its data: create the stream again.
                        let _ = streams::jobs(&self.pool.connection).await;
                    }
                    published.fail(number, self.pool.connection.refused(&error));
                }
            }
        }
        published
    }

    /// Waits a short time for a result, and reports it.
    async fn receive(&mut self, on_game: OnGame<'_>) -> Result<ControlFlow<()>, MatchError> {
        match timeout(POLL_INTERVAL, self.results.next()).await {
            Err(_) => Ok(ControlFlow::Continue(())),
            Ok(Some(Ok(message))) => {
                self.last_result = Instant::now();
                let flow = self.report(&message, on_game);
                // If the acknowledgement is lost the same result comes again; its number is known then.
                let _ = message.ack().await;
                flow
            }
            Ok(_) => {
                let again = listen(self.pool, &self.name).await;
                let again = again.map(|results| self.results = results);
                self.tolerate(again).await?;
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    /// Reports a result, unless its number is known.
    fn report(&mut self, message: &Message, on_game: OnGame<'_>) -> Result<ControlFlow<()>, MatchError> {
        match serde_json::from_slice(&message.payload) {
            Ok(ResultMessage::Played(report)) => match self.pending.remove(&report.number) {
                Some(sent) => Ok(on_game(sent.job, report)),
                None => Ok(ControlFlow::Continue(())),
            },
            Ok(ResultMessage::Refused { number, worker, problem }) if self.pending.contains_key(&number) => {
                Err(QueueError::Worker { worker, number: number + 1, problem }.into())
            }
            Ok(ResultMessage::Refused { .. }) => Ok(ControlFlow::Continue(())),
            Err(error) => Err(self.pool.connection.refused(&format!("a result cannot be read: {error}")).into()),
        }
    }

    /// The jobs that were missing from the queue at this check and at the one before. After a server was killed a job
    /// may be stored there and count as done.
    async fn find_lost(&mut self) -> Result<Vec<u64>, QueueError> {
        let queued = self.in_queue().await?;
        let worker_status = streams::worker_status(&self.jobs).await;
        self.failing_since = None;
        let mut lost = Vec::new();
        for (number, sent) in &mut self.pending {
            let is_missing =
                !queued.contains(number) || sent.sequence.is_some_and(|sequence| sequence <= worker_status.done);
            if is_missing && sent.is_missing {
                lost.push(*number);
            }
            sent.is_missing = is_missing;
        }
        if self.last_result.elapsed() >= IDLE_WARNING && !self.warned_of_no_workers && !worker_status.is_any_active {
            self.warned_of_no_workers = true;
            let url = &self.pool.connection.url;
            (self.pool.on_event)(&format!(
                "no worker is at {url}: start `quevedo worker --queue {url}` on any machine"
            ));
        }
        self.delete(&lost).await;
        Ok(lost)
    }

    /// Deletes jobs from the queue; those that are not there are ignored.
    async fn delete(&self, numbers: &[u64]) {
        let sequences = numbers.iter().filter_map(|number| self.pending.get(number)?.sequence);
        let deleted = stream::iter(sequences).map(|sequence| self.jobs.delete_message(sequence));
        deleted.buffer_unordered(MAX_REQUESTS).for_each(|_| std::future::ready(())).await;
    }

    /// The numbers of the jobs that are in the queue.
    async fn in_queue(&self) -> Result<HashSet<u64>, QueueError> {
        let refused = |error: &dyn std::fmt::Display| self.pool.connection.refused(error);
        let info = self.jobs.info_with_subjects(streams::jobs_subject(&self.name)).await;
        let mut subjects = info.map_err(|error| refused(&error))?;
        let mut numbers = HashSet::new();
        while let Some(subject) = subjects.next().await {
            let (subject, _) = subject.map_err(|error| refused(&error))?;
            numbers.extend(streams::read_job_subject(&subject).map(|(_, number)| number));
        }
        Ok(numbers)
    }

    /// Tolerates a server that refuses requests, for a limited time.
    async fn tolerate(&mut self, result: Result<(), QueueError>) -> Result<(), MatchError> {
        let Err(error) = result else {
            self.failing_since = None;
            return Ok(());
        };
        let QueueError::Refused { url, problem } = error else { return Err(error.into()) };
        let seconds = self.failing_since.get_or_insert_with(Instant::now).elapsed().as_secs();
        if seconds >= SERVER_TIMEOUT.as_secs() {
            return Err(QueueError::Lost { url, seconds, problem }.into());
        }
        if self.pool.stop.load(Ordering::Relaxed) {
            return Err(MatchError::Stopped);
        }
        sleep(POLL_INTERVAL).await;
        Ok(())
    }

    /// Removes the data of the run. What cannot be removed now expires by age.
    pub(crate) async fn close(self) {
        let connection = &self.pool.connection;
        let clean = async {
            self.delete(&self.pending.keys().copied().collect::<Vec<_>>()).await;
            let _ = connection.client.publish(streams::over_subject(&self.name), "".into()).await;
            if let Ok(results) = streams::results(connection).await {
                let _ = results.delete_consumer(&self.name).await;
            }
            let _ = connection.client.flush().await;
        };
        let _ = timeout(REQUEST_TIMEOUT, clean).await;
    }
}

/// The result of publishing jobs: the sequence numbers of those that are stored, the others, and the last error.
#[derive(Default)]
struct Published {
    stored: Vec<(u64, u64)>,
    failed: Vec<u64>,
    problem: Option<QueueError>,
}

impl Published {
    fn fail(&mut self, number: u64, problem: QueueError) {
        self.failed.push(number);
        self.problem = Some(problem);
    }
}

/// The stream of a run's results.
async fn listen(pool: &QueuePool, run: &str) -> Result<pull::Stream, QueueError> {
    let consumer = streams::collector(&pool.connection, run).await?;
    let stream = consumer.stream().max_messages_per_batch(500).expires(Duration::from_secs(10));
    let messages = stream.heartbeat(Duration::from_secs(3)).messages().await;
    messages.map_err(|error| pool.connection.refused(&error))
}
