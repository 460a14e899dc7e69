//! A server's end of the queue of searches: asks for moves, and hears what workers find.
//!
//! A search is a message of a work queue in the memory of the NATS server, so it goes to one worker at a time, and to another
//! one when that worker dies. Answers are not stored: where one is lost, the search is gone from the queue without an answer,
//! and is asked for again.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::Subscriber;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::connection::{Connection, OnEvent, QueueError};
use crate::pool::fresh_run;
use crate::search::{AnswerMessage, SearchAnswer, SearchJob};
use crate::streams;

/// The delay before a refused request is repeated.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How often it is looked whether a search is still in the queue.
const CHECK_EVERY: Duration = Duration::from_secs(3);

type Waiting = HashMap<u64, mpsc::UnboundedSender<SearchAnswer>>;

/// The workers at a queue, for the searches of live games.
#[derive(Clone)]
pub struct SearchQueue {
    shared: Arc<Shared>,
}

struct Shared {
    connection: Connection,
    /// This end, among those that use the queue.
    asker: String,
    last_number: AtomicU64,
    waiting: Mutex<Waiting>,
}

impl SearchQueue {
    /// Connects to `nats://HOST[:PORT]`. A server that does not answer yet is tried until it does; searches wait for it.
    pub async fn connect(url: &str, on_event: OnEvent) -> Result<Self, QueueError> {
        let asker = fresh_run();
        let connection = Connection::open(url, &format!("quevedo server {asker}"), &on_event, true).await?;
        let answers = connection.client.subscribe(streams::answers_subject(&asker)).await;
        let answers = answers.map_err(|error| connection.refused(&error))?;
        let (last_number, waiting) = (AtomicU64::new(0), Mutex::default());
        let shared = Arc::new(Shared { connection, asker, last_number, waiting });
        tokio::spawn(hear(Arc::downgrade(&shared), answers));
        Ok(Self { shared })
    }

    /// Asks for a search. It is over when the answer is dropped.
    pub fn search(&self, job: SearchJob) -> Search {
        let number = self.shared.last_number.fetch_add(1, Ordering::Relaxed);
        let (sender, answers) = mpsc::unbounded_channel();
        self.shared.waiting().insert(number, sender);
        let sequence = Arc::new(AtomicU64::new(0));
        let publisher = tokio::spawn(publish(Arc::clone(&self.shared), number, job, Arc::clone(&sequence)));
        Search { shared: Arc::clone(&self.shared), number, answers, sequence, publisher, is_done: false }
    }

    /// How many searches have no answer yet.
    pub fn waiting(&self) -> usize {
        self.shared.waiting().len()
    }
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes a search from the queue, and stops the worker that has it.
    async fn cancel(&self, number: u64, sequence: u64) {
        let over = streams::search_over_subject(&self.asker, number);
        // Where either fails a worker searches for nobody, until its limit of time.
        let _ = self.connection.client.publish(over, Vec::new().into()).await;
        if sequence > 0
            && let Ok(stream) = streams::searches(&self.connection).await
        {
            let _ = stream.delete_message(sequence).await;
        }
    }
}

/// A search that was asked for.
pub struct Search {
    shared: Arc<Shared>,
    number: u64,
    answers: mpsc::UnboundedReceiver<SearchAnswer>,
    /// Its message in the stream; 0 while there is none.
    sequence: Arc<AtomicU64>,
    publisher: JoinHandle<()>,
    is_done: bool,
}

impl Search {
    /// The next answer. `Done` and `Failed` are the last.
    pub async fn next(&mut self) -> Option<SearchAnswer> {
        let answer = self.answers.recv().await;
        self.is_done |= !matches!(answer, Some(SearchAnswer::Progress(_)));
        answer
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.publisher.abort();
        self.shared.waiting().remove(&self.number);
        if self.is_done {
            return;
        }
        let (shared, number, sequence) = (Arc::clone(&self.shared), self.number, self.sequence.load(Ordering::Relaxed));
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { shared.cancel(number, sequence).await });
        }
    }
}

/// Hands answers to those who wait for them.
async fn hear(shared: std::sync::Weak<Shared>, mut answers: Subscriber) {
    while let Some(message) = answers.next().await {
        let Some(shared) = shared.upgrade() else { return };
        let number = streams::read_number(&message.subject);
        let answer = serde_json::from_slice::<AnswerMessage>(&message.payload).ok();
        if let (Some(number), Some(answer)) = (number, answer)
            && let Some(waiting) = shared.waiting().get(&number)
        {
            // Who does not wait any more needs no answer.
            let _ = waiting.send(answer.into());
        }
    }
}

/// Puts a search into the queue, and again whenever it is gone from there: until it is answered and this is aborted.
async fn publish(shared: Arc<Shared>, number: u64, job: SearchJob, sequence: Arc<AtomicU64>) {
    let subject = streams::search_subject(&shared.asker, number);
    let payload = serde_json::to_vec(&job).unwrap_or_default();
    for attempt in 0_u64.. {
        let id = format!("{}-{number}-{attempt}", shared.asker);
        while sequence.load(Ordering::Relaxed) == 0 {
            let message = PublishMessage::build().payload(payload.clone().into()).message_id(&id);
            let stored = match shared.connection.jetstream.send_publish(subject.clone(), message).await {
                Ok(ack) => ack.await,
                Err(error) => Err(error),
            };
            match stored.map_err(|error| error.kind()) {
                Ok(ack) => sequence.store(ack.sequence, Ordering::Relaxed),
                Err(PublishErrorKind::StreamNotFound) => drop(streams::searches(&shared.connection).await),
                Err(_) => sleep(RETRY_DELAY).await,
            }
        }
        sleep(CHECK_EVERY).await;
        while is_queued(&shared.connection, &subject).await {
            sleep(CHECK_EVERY).await;
        }
        sequence.store(0, Ordering::Relaxed);
    }
}

/// Whether a search is in the queue, or held by a worker; so is one that nobody can be asked about.
async fn is_queued(connection: &Connection, subject: &str) -> bool {
    let Ok(stream) = streams::searches(connection).await else { return true };
    let found = stream.get_last_raw_message_by_subject(subject).await;
    !found.is_err_and(|error| error.kind() == LastRawMessageErrorKind::NoMessageFound)
}
