//! Who plays the games of a match or tournament: threads here, or workers elsewhere.

use std::thread;

use anyhow::{Context, Result};
use quevedo_arena::{Threads, WorkerPool};
use quevedo_queue::{Remote, fresh_run};

use super::worker::notice;
use crate::interrupt;

/// Who plays the games.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct PoolArgs {
    /// How many games to play at once; by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Leave the games to the workers at this queue, `nats://HOST[:PORT]` (see `quevedo worker`)
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    queue: Option<String>,
}

impl PoolArgs {
    /// Those who play; they stop when the program is asked to end.
    pub(crate) fn pool(&self) -> Result<Box<dyn WorkerPool>> {
        self.crew_or(None)
    }

    /// Those who play; so many threads where the command does not say how many.
    pub(crate) fn crew_or(&self, count: Option<u16>) -> Result<Box<dyn WorkerPool>> {
        if self.queue.is_some() {
            return self.plain_crew();
        }
        let count = threads(self.threads.or(count));
        Ok(Box::new(Threads { stop: interrupt::heed(), ..Threads::new(count) }))
    }

    /// Those who play for somebody with other work than games, which does not hear that the program is to end: threads
    /// here end with it.
    pub(crate) fn plain_crew(&self) -> Result<Box<dyn WorkerPool>> {
        let Some(url) = &self.queue else { return Ok(Box::new(Threads::new(self.threads()))) };
        let remote = Remote::connect(url, &fresh_run(), notice()).context("--queue")?;
        remote.heed_signals();
        Ok(Box::new(remote))
    }

    /// How many threads may work here.
    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// As many threads as were asked for, or as there are processors.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let asked = asked.map(usize::from);
    asked.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1)
}
