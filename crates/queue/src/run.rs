//! One run: jobs go out, results come in, and what got lost goes out again.

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
use quevedo_arena::{Done, GameJob, Jobs, MatchError};
use tokio::time::{sleep, timeout};

use crate::files::Sender;
use crate::link::{ANSWER, QueueError};
use crate::message::{Answer, Order};
use crate::remote::{PATIENCE, Remote};
use crate::streams;

/// How many jobs of a run are out at once, at most: enough for hundreds of machines, few enough to be looked through
/// and to be thrown away.
const WINDOW: usize = 1000;
/// How many requests wait for an answer at once.
const AT_ONCE: usize = 64;
/// How long to wait for a result before looking around.
const GLANCE: Duration = Duration::from_millis(200);
/// How often to look for jobs that got lost.
const SEARCH: Duration = Duration::from_secs(5);
/// How long there must be no result before one asks whether there is any worker.
const QUIET: Duration = Duration::from_secs(15);

/// A job that is out.
struct Sent {
    job: GameJob,
    order: Vec<u8>,
    /// Its place in the stream, once it has one.
    place: Option<u64>,
    /// How many times it went out.
    times: u32,
    /// Whether nobody could get it from the queue when one looked last; its result may be on its way.
    absent: bool,
}

/// A run that goes on.
pub(crate) struct Run<'a> {
    remote: &'a Remote,
    name: String,
    files: Sender,
    jobs: Stream,
    results: pull::Stream,
    out: BTreeMap<u64, Sent>,
    /// When the last result came.
    heard: Instant,
    /// When one looked for lost jobs last.
    searched: Instant,
    /// Since when the server does not do its part.
    trouble: Option<Instant>,
    asked_for_workers: bool,
}

impl<'a> Run<'a> {
    pub(crate) async fn open(remote: &'a Remote, name: String) -> Result<Self, QueueError> {
        let jobs = streams::jobs(&remote.link).await?;
        let results = listen(remote, &name).await?;
        let now = Instant::now();
        Ok(Self {
            remote,
            name,
            files: Sender::default(),
            jobs,
            results,
            out: BTreeMap::new(),
            heard: now,
            searched: now,
            trouble: None,
            asked_for_workers: false,
        })
    }

    /// Plays all jobs.
    pub(crate) async fn play(&mut self, jobs: Jobs<'_>, done: Done<'_>) -> Result<(), MatchError> {
        let mut more = true;
        loop {
            if more && self.out.len() <= WINDOW / 2 {
                more = self.send_next(jobs).await?;
            }
            if self.out.is_empty() && !more {
                return Ok(());
            }
            if self.remote.stop.load(Ordering::Relaxed) {
                return Err(MatchError::Stopped);
            }
            if self.hear(done).await?.is_break() {
                return Ok(());
            }
            if self.searched.elapsed() >= SEARCH {
                self.searched = Instant::now();
                match self.find_lost().await {
                    Ok(lost) => self.send(lost).await?,
                    Err(error) => self.bear(Err(error)).await?,
                }
            }
        }
    }

    /// Sends jobs until enough are out; whether there may be more.
    async fn send_next(&mut self, jobs: Jobs<'_>) -> Result<bool, MatchError> {
        let mut numbers = Vec::new();
        let mut more = true;
        while self.out.len() < WINDOW {
            let Some(job) = jobs.next().transpose()? else {
                more = false;
                break;
            };
            let packed = self.files.pack(&self.remote.link, job.clone()).await?;
            let order = Order::write(packed).map_err(|error| self.remote.link.unfit(&error))?;
            numbers.push(job.number);
            self.out.insert(job.number, Sent { job, order, place: None, times: 0, absent: false });
        }
        self.send(numbers).await?;
        Ok(more)
    }

    /// Sends these jobs, however often that takes.
    async fn send(&mut self, mut numbers: Vec<u64>) -> Result<(), MatchError> {
        for number in &numbers {
            if let Some(sent) = self.out.get_mut(number) {
                sent.times += 1;
                sent.absent = false;
            }
        }
        while !numbers.is_empty() {
            let tried = self.publish(&numbers).await;
            for (number, place) in tried.placed {
                self.out.entry(number).and_modify(|sent| sent.place = Some(place));
            }
            numbers = tried.left;
            self.bear(tried.problem.map_or(Ok(()), Err)).await?;
        }
        Ok(())
    }

    /// Publishes jobs, all before the first acknowledgement is waited for.
    async fn publish(&self, numbers: &[u64]) -> Tried {
        let mut acks = Vec::with_capacity(numbers.len());
        let mut tried = Tried::default();
        for number in numbers {
            let Some(sent) = self.out.get(number) else { continue };
            // Within two minutes the server drops what has the id of something it had: a job sent again needs another.
            let id = format!("{}-{number}-{}", self.name, sent.times);
            let message = PublishMessage::build().message_id(id).payload(sent.order.clone().into());
            let subject = streams::job_subject(&self.name, *number);
            match self.remote.link.jetstream.send_publish(subject, message).await {
                Ok(ack) => acks.push((*number, ack)),
                Err(error) => tried.fail(*number, self.remote.link.unfit(&error)),
            }
        }
        for (number, ack) in acks {
            match ack.await {
                Ok(ack) => tried.placed.push((number, ack.sequence)),
                Err(error) => {
                    if error.kind() == PublishErrorKind::StreamNotFound {
                        // A server that came back with nothing: what is made here is all it needs.
                        let _ = streams::jobs(&self.remote.link).await;
                    }
                    tried.fail(number, self.remote.link.unfit(&error));
                }
            }
        }
        tried
    }

    /// Waits a moment for a result, and tells it.
    async fn hear(&mut self, done: Done<'_>) -> Result<ControlFlow<()>, MatchError> {
        match timeout(GLANCE, self.results.next()).await {
            Err(_) => Ok(ControlFlow::Continue(())),
            Ok(Some(Ok(message))) => {
                self.heard = Instant::now();
                let told = self.tell(&message, done);
                // An acknowledgement that gets lost brings the same result again, and it is known by its number.
                let _ = message.ack().await;
                told
            }
            Ok(_) => {
                let again = listen(self.remote, &self.name).await;
                let again = again.map(|results| self.results = results);
                self.bear(again).await?;
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    /// Tells a result, unless it is known.
    fn tell(&mut self, message: &Message, done: Done<'_>) -> Result<ControlFlow<()>, MatchError> {
        match serde_json::from_slice(&message.payload) {
            Ok(Answer::Played(report)) => match self.out.remove(&report.number) {
                Some(sent) => Ok(done(sent.job, report)),
                None => Ok(ControlFlow::Continue(())),
            },
            Ok(Answer::Refused { number, worker, problem }) if self.out.contains_key(&number) => {
                Err(QueueError::Worker { worker, number: number + 1, problem }.into())
            }
            Ok(Answer::Refused { .. }) => Ok(ControlFlow::Continue(())),
            Err(error) => Err(self.remote.link.unfit(&format!("a result cannot be read: {error}")).into()),
        }
    }

    /// What is out but not to be had from the queue, and was not the last time, either. After a server was killed a
    /// job may lie there and count as done.
    async fn find_lost(&mut self) -> Result<Vec<u64>, QueueError> {
        let there = self.in_queue().await?;
        let staff = streams::staff(&self.jobs).await;
        self.trouble = None;
        let mut lost = Vec::new();
        for (number, sent) in &mut self.out {
            let absent = !there.contains(number) || sent.place.is_some_and(|place| place <= staff.done);
            if absent && sent.absent {
                lost.push(*number);
            }
            sent.absent = absent;
        }
        if self.heard.elapsed() >= QUIET && !self.asked_for_workers && !staff.is_there {
            self.asked_for_workers = true;
            let url = &self.remote.link.url;
            (self.remote.notice)(&format!("no worker is at {url}: start `quevedo worker --queue {url}` somewhere"));
        }
        self.delete(&lost).await;
        Ok(lost)
    }

    /// Deletes jobs from the queue, where they are there.
    async fn delete(&self, numbers: &[u64]) {
        let places = numbers.iter().filter_map(|number| self.out.get(number)?.place);
        let deleted = stream::iter(places).map(|place| self.jobs.delete_message(place));
        deleted.buffer_unordered(AT_ONCE).for_each(|_| std::future::ready(())).await;
    }

    /// The numbers of the jobs that are in the queue.
    async fn in_queue(&self) -> Result<HashSet<u64>, QueueError> {
        let unfit = |error: &dyn std::fmt::Display| self.remote.link.unfit(error);
        let info = self.jobs.info_with_subjects(streams::jobs_subject(&self.name)).await;
        let mut subjects = info.map_err(|error| unfit(&error))?;
        let mut numbers = HashSet::new();
        while let Some(subject) = subjects.next().await {
            let (subject, _) = subject.map_err(|error| unfit(&error))?;
            numbers.extend(streams::read_job_subject(&subject).map(|(_, number)| number));
        }
        Ok(numbers)
    }

    /// Bears with a server that does not do its part, for a while.
    async fn bear(&mut self, tried: Result<(), QueueError>) -> Result<(), MatchError> {
        let Err(error) = tried else {
            self.trouble = None;
            return Ok(());
        };
        let QueueError::Unfit { url, problem } = error else { return Err(error.into()) };
        let seconds = self.trouble.get_or_insert_with(Instant::now).elapsed().as_secs();
        if seconds >= PATIENCE.as_secs() {
            return Err(QueueError::Lost { url, seconds, problem }.into());
        }
        if self.remote.stop.load(Ordering::Relaxed) {
            return Err(MatchError::Stopped);
        }
        sleep(GLANCE).await;
        Ok(())
    }

    /// Leaves nothing behind. What cannot be removed now goes by its age.
    pub(crate) async fn close(self) {
        let link = &self.remote.link;
        let clean = async {
            self.delete(&self.out.keys().copied().collect::<Vec<_>>()).await;
            let _ = link.client.publish(streams::over_subject(&self.name), "".into()).await;
            if let Ok(results) = streams::results(link).await {
                let _ = results.delete_consumer(&self.name).await;
            }
            let _ = link.client.flush().await;
        };
        let _ = timeout(ANSWER, clean).await;
    }
}

/// What came of sending jobs: where they are, those that did not go, and why the last did not.
#[derive(Default)]
struct Tried {
    placed: Vec<(u64, u64)>,
    left: Vec<u64>,
    problem: Option<QueueError>,
}

impl Tried {
    fn fail(&mut self, number: u64, problem: QueueError) {
        self.left.push(number);
        self.problem = Some(problem);
    }
}

/// The results of a run as they come.
async fn listen(remote: &Remote, run: &str) -> Result<pull::Stream, QueueError> {
    let consumer = streams::collector(&remote.link, run).await?;
    let stream = consumer.stream().max_messages_per_batch(500).expires(Duration::from_secs(10));
    let messages = stream.heartbeat(Duration::from_secs(3)).messages().await;
    messages.map_err(|error| remote.link.unfit(&error))
}
