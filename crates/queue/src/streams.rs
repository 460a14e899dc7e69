//! The data on the server: a stream of jobs, a stream of results, a store of files.
//!
//! Jobs are a work queue, each with its own subject, `quevedo.jobs.RUN.NUMBER`, so that the jobs in the queue can be
//! listed. All workers share one durable consumer. Results are kept under `quevedo.results.RUN` until their run has read
//! them; those without a consumer are not kept. The data of a run that was killed expires by age.
//!
//! Nothing is purged by subject: server 2.9.10 then moves the consumer of the workers past jobs of other runs, which are
//! never delivered. Jobs are deleted one by one.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType, Stream};

use crate::connection::{Connection, QueueError};

const JOBS: &str = "QUEVEDO_JOBS";
const RESULTS: &str = "QUEVEDO_RESULTS";
const FILES: &str = "quevedo-files";
const WORKERS: &str = "workers";
const SEARCHES: &str = "QUEVEDO_SEARCHES";
const SEARCHERS: &str = "searchers";

const DAY: Duration = Duration::from_hours(24);
/// Within this time the server drops a message with the id of an earlier one.
const DUPLICATE_WINDOW: Duration = Duration::from_mins(2);
/// How long files are kept.
pub(crate) const FILES_AGE: Duration = Duration::from_hours(30 * 24);
/// A job whose worker sends no heartbeat for this long goes to another.
const ACK_WAIT: Duration = Duration::from_secs(15);
/// The interval of a worker's heartbeats.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(4);
/// A search whose worker sends no heartbeat for this long goes to another: people wait for it.
const SEARCH_ACK_WAIT: Duration = Duration::from_secs(2);
/// The interval of the heartbeats of a search.
pub(crate) const SEARCH_HEARTBEAT: Duration = Duration::from_millis(500);
/// A search that nobody has taken up for this long is asked for again, or not wanted any more.
const SEARCH_AGE: Duration = Duration::from_mins(10);
/// A run that does not read results for this long is over.
const RUN_AGE: Duration = Duration::from_hours(1);

/// The subject of one job.
pub(crate) fn job_subject(run: &str, number: u64) -> String {
    format!("quevedo.jobs.{run}.{number}")
}

/// The subject of all jobs of a run.
pub(crate) fn jobs_subject(run: &str) -> String {
    format!("quevedo.jobs.{run}.*")
}

/// The run and the number of a job, by its subject.
pub(crate) fn read_job_subject(subject: &str) -> Option<(&str, u64)> {
    let (run, number) = subject.strip_prefix("quevedo.jobs.")?.split_once('.')?;
    Some((run, number.parse().ok()?))
}

/// The subject of the results of a run.
pub(crate) fn results_subject(run: &str) -> String {
    format!("quevedo.results.{run}")
}

/// The subject of the message that a run is over; not kept by any stream.
pub(crate) fn over_subject(run: &str) -> String {
    format!("quevedo.over.{run}")
}

/// The run that is over.
pub(crate) fn read_over_subject(subject: &str) -> Option<&str> {
    subject.strip_prefix("quevedo.over.")
}

/// The subject of a search.
pub(crate) fn search_subject(asker: &str, number: u64) -> String {
    format!("quevedo.searches.{asker}.{number}")
}

/// What tells a search from all others: the end of its subject.
pub(crate) fn search_name(subject: &str) -> Option<&str> {
    subject.strip_prefix("quevedo.searches.")
}

/// The subject of the answers to a search; not kept by any stream.
pub(crate) fn answer_subject(name: &str) -> String {
    format!("quevedo.found.{name}")
}

/// The subject of all answers to a server.
pub(crate) fn answers_subject(asker: &str) -> String {
    format!("quevedo.found.{asker}.*")
}

/// The number of a search, by a subject that ends in it.
pub(crate) fn read_number(subject: &str) -> Option<u64> {
    subject.rsplit_once('.')?.1.parse().ok()
}

/// The subject of the message that nobody waits for a search any more; not kept by any stream.
pub(crate) fn search_over_subject(asker: &str, number: u64) -> String {
    format!("quevedo.search-over.{asker}.{number}")
}

/// The subject of all such messages.
pub(crate) fn search_over_subjects() -> String {
    "quevedo.search-over.*.*".into()
}

/// The search that is over.
pub(crate) fn search_over_name(subject: &str) -> Option<&str> {
    subject.strip_prefix("quevedo.search-over.")
}

/// The stream of the searches of live games. It is not worth a disk: what is lost is asked for again.
pub(crate) async fn searches(connection: &Connection) -> Result<Stream, QueueError> {
    let config = Config {
        name: SEARCHES.into(),
        subjects: vec!["quevedo.searches.>".into()],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::Memory,
        num_replicas: 1,
        duplicate_window: DUPLICATE_WINDOW,
        max_age: SEARCH_AGE,
        ..Config::default()
    };
    connection.jetstream.get_or_create_stream(config).await.map_err(|error| connection.refused(&error))
}

/// The consumer of the workers that search.
pub(crate) async fn searchers(connection: &Connection) -> Result<PullConsumer, QueueError> {
    let config = pull::Config {
        durable_name: Some(SEARCHERS.into()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: SEARCH_ACK_WAIT,
        max_ack_pending: -1,
        max_waiting: 1 << 14,
        ..pull::Config::default()
    };
    let made = searches(connection).await?.get_or_create_consumer(SEARCHERS, config).await;
    made.map_err(|error| connection.refused(&error))
}

/// The stream of the jobs.
pub(crate) async fn jobs(connection: &Connection) -> Result<Stream, QueueError> {
    stream(connection, JOBS, "quevedo.jobs.>", RetentionPolicy::WorkQueue).await
}

/// The stream of the results.
pub(crate) async fn results(connection: &Connection) -> Result<Stream, QueueError> {
    stream(connection, RESULTS, "quevedo.results.>", RetentionPolicy::Interest).await
}

async fn stream(
    connection: &Connection,
    name: &str,
    subjects: &str,
    retention: RetentionPolicy,
) -> Result<Stream, QueueError> {
    let config = Config {
        name: name.into(),
        subjects: vec![subjects.into()],
        retention,
        storage: StorageType::File,
        num_replicas: 1,
        duplicate_window: DUPLICATE_WINDOW,
        max_age: DAY,
        ..Config::default()
    };
    connection.jetstream.get_or_create_stream(config).await.map_err(|error| connection.refused(&error))
}

/// The consumer of the workers. It delivers a job without limit; the workers refuse one that killed others.
pub(crate) async fn workers(connection: &Connection) -> Result<PullConsumer, QueueError> {
    let config = pull::Config {
        durable_name: Some(WORKERS.into()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: -1,
        max_waiting: 1 << 14,
        ..pull::Config::default()
    };
    let made = jobs(connection).await?.get_or_create_consumer(WORKERS, config).await;
    made.map_err(|error| connection.refused(&error))
}

/// The state of the workers.
#[derive(Default)]
pub(crate) struct WorkerStatus {
    /// Whether any worker waits for a job or plays one.
    pub(crate) is_any_active: bool,
    /// Jobs of the stream up to this sequence number count as done: the server does not deliver them again.
    pub(crate) done: u64,
}

/// The state of the workers; there may be none yet.
pub(crate) async fn worker_status(jobs: &Stream) -> WorkerStatus {
    jobs.consumer_info(WORKERS).await.map_or_else(
        |_| WorkerStatus::default(),
        |info| WorkerStatus {
            is_any_active: info.num_waiting > 0 || info.num_ack_pending > 0,
            done: info.ack_floor.stream_sequence,
        },
    )
}

/// The consumer of a run's results, from the first on.
pub(crate) async fn collector(connection: &Connection, run: &str) -> Result<PullConsumer, QueueError> {
    let config = pull::Config {
        durable_name: Some(run.into()),
        ack_policy: AckPolicy::Explicit,
        filter_subject: results_subject(run),
        inactive_threshold: RUN_AGE,
        max_ack_pending: -1,
        ..pull::Config::default()
    };
    let made = results(connection).await?.get_or_create_consumer(run, config).await;
    made.map_err(|error| connection.refused(&error))
}

/// The store of the files.
pub(crate) async fn files(connection: &Connection) -> Result<ObjectStore, QueueError> {
    if let Ok(store) = connection.jetstream.get_object_store(FILES).await {
        return Ok(store);
    }
    let config = object_store::Config {
        bucket: FILES.into(),
        max_age: FILES_AGE,
        storage: StorageType::File,
        num_replicas: 1,
        ..object_store::Config::default()
    };
    connection.jetstream.create_object_store(config).await.map_err(|error| connection.refused(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_read_as_they_are_written() {
        assert_eq!(read_job_subject(&job_subject("a-1", 17)), Some(("a-1", 17)));
        assert_eq!(read_over_subject(&over_subject("a-1")), Some("a-1"));
        for wrong in ["", "quevedo.jobs.a", "quevedo.jobs.a.x", "quevedo.jobs.a.1.2", "other.jobs.a.1"] {
            assert_eq!(read_job_subject(wrong), None, "{wrong}");
        }
        let (search, over) = (search_subject("a", 7), search_over_subject("a", 7));
        assert_eq!(search_name(&search), Some("a.7"));
        assert_eq!(search_over_name(&over), Some("a.7"));
        assert_eq!(read_number(&answer_subject("a.7")), Some(7));
    }
}
