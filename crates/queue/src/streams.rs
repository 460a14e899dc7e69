//! What lies on the server: a stream of jobs, a stream of results, a store of files.
//!
//! Jobs are a work queue, each with a subject of its own, `quevedo.jobs.RUN.NUMBER`, so that it can be asked which
//! ones are there. All workers share one durable consumer. Results lie under `quevedo.results.RUN` until their run has
//! them; every run reads its own, and those that nobody waits for are not kept. What a run leaves behind when it is
//! killed goes by its age.
//!
//! Nothing is ever purged by its subject: server 2.9.10 then moves the consumer of the workers past jobs of other runs,
//! which nobody gets any more. Jobs are deleted one by one.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType, Stream};

use crate::link::{Link, QueueError};

const JOBS: &str = "QUEVEDO_JOBS";
const RESULTS: &str = "QUEVEDO_RESULTS";
const FILES: &str = "quevedo-files";
const WORKERS: &str = "workers";

const DAY: Duration = Duration::from_hours(24);
/// Within this time a message of the same id is the same message.
const SAME_MESSAGE: Duration = Duration::from_mins(2);
/// How long files are kept.
pub(crate) const FILES_AGE: Duration = Duration::from_hours(30 * 24);
/// A job whose worker gives no sign of life for this long goes to another.
const ACK_WAIT: Duration = Duration::from_secs(15);
/// How often a worker gives a sign of life.
pub(crate) const BEAT: Duration = Duration::from_secs(4);
/// A run that is not heard of for this long is over.
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

/// The subject on which workers hear that a run is over; not kept by any stream.
pub(crate) fn over_subject(run: &str) -> String {
    format!("quevedo.over.{run}")
}

/// The run that is over.
pub(crate) fn read_over_subject(subject: &str) -> Option<&str> {
    subject.strip_prefix("quevedo.over.")
}

/// The stream of the jobs.
pub(crate) async fn jobs(link: &Link) -> Result<Stream, QueueError> {
    stream(link, JOBS, "quevedo.jobs.>", RetentionPolicy::WorkQueue).await
}

/// The stream of the results.
pub(crate) async fn results(link: &Link) -> Result<Stream, QueueError> {
    stream(link, RESULTS, "quevedo.results.>", RetentionPolicy::Interest).await
}

async fn stream(link: &Link, name: &str, subjects: &str, retention: RetentionPolicy) -> Result<Stream, QueueError> {
    let config = Config {
        name: name.into(),
        subjects: vec![subjects.into()],
        retention,
        storage: StorageType::File,
        num_replicas: 1,
        duplicate_window: SAME_MESSAGE,
        max_age: DAY,
        ..Config::default()
    };
    link.jetstream.get_or_create_stream(config).await.map_err(|error| link.unfit(&error))
}

/// Where workers get their jobs from. It delivers for ever; it is the workers who give up a job that killed others.
pub(crate) async fn workers(link: &Link) -> Result<PullConsumer, QueueError> {
    let config = pull::Config {
        durable_name: Some(WORKERS.into()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: -1,
        max_waiting: 1 << 14,
        ..pull::Config::default()
    };
    let made = jobs(link).await?.get_or_create_consumer(WORKERS, config).await;
    made.map_err(|error| link.unfit(&error))
}

/// How the workers stand.
#[derive(Default)]
pub(crate) struct Staff {
    /// Whether any of them waits for a job or plays one.
    pub(crate) is_there: bool,
    /// Jobs up to this one in the stream are done, as far as the server knows: none of them is ever handed out again.
    pub(crate) done: u64,
}

/// Asks how the workers stand; there may be none yet.
pub(crate) async fn staff(jobs: &Stream) -> Staff {
    jobs.consumer_info(WORKERS).await.map_or_else(
        |_| Staff::default(),
        |info| Staff {
            is_there: info.num_waiting > 0 || info.num_ack_pending > 0,
            done: info.ack_floor.stream_sequence,
        },
    )
}

/// Where a run gets its results from, from the first on.
pub(crate) async fn collector(link: &Link, run: &str) -> Result<PullConsumer, QueueError> {
    let config = pull::Config {
        durable_name: Some(run.into()),
        ack_policy: AckPolicy::Explicit,
        filter_subject: results_subject(run),
        inactive_threshold: RUN_AGE,
        max_ack_pending: -1,
        ..pull::Config::default()
    };
    let made = results(link).await?.get_or_create_consumer(run, config).await;
    made.map_err(|error| link.unfit(&error))
}

/// The store of the files.
pub(crate) async fn files(link: &Link) -> Result<ObjectStore, QueueError> {
    if let Ok(store) = link.jetstream.get_object_store(FILES).await {
        return Ok(store);
    }
    let config = object_store::Config {
        bucket: FILES.into(),
        max_age: FILES_AGE,
        storage: StorageType::File,
        num_replicas: 1,
        ..object_store::Config::default()
    };
    link.jetstream.create_object_store(config).await.map_err(|error| link.unfit(&error))
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
    }
}
