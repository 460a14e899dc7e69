//! The pool that plays the games of a match or tournament: threads of this process, or workers at a queue.

use std::thread;

#[cfg(feature = "queue")]
use anyhow::Context;
use anyhow::Result;
use quevedo_arena::{ThreadPool, WorkerPool};
use quevedo_catalog::Catalog;
#[cfg(feature = "queue")]
use quevedo_queue::{QueuePool, fresh_run};

#[cfg(feature = "queue")]
use super::worker::notice;
use crate::interrupt;

/// The pool that plays the games.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct PoolArgs {
    /// How many games to play at once; by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Leave the games to the workers at this queue, `nats://HOST[:PORT]` (see `quevedo worker`)
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    queue: Option<String>,
}

impl PoolArgs {
    /// The pool. Ctrl-C stops its games.
    pub(crate) fn pool(&self, catalog: &Catalog) -> Result<Box<dyn WorkerPool>> {
        self.pool_of(catalog, None)
    }

    /// The pool, with `count` threads unless the command line says otherwise.
    pub(crate) fn pool_of(&self, catalog: &Catalog, count: Option<u16>) -> Result<Box<dyn WorkerPool>> {
        if let Some(remote) = self.remote()? {
            return Ok(remote);
        }
        let count = threads(self.threads.or(count));
        Ok(Box::new(ThreadPool { stop: interrupt::stop_flag(), ..ThreadPool::new(catalog, count) }))
    }

    /// The pool of a command that does more than play games: Ctrl-C ends the program.
    #[cfg(feature = "train")]
    pub(crate) fn plain_pool(&self, catalog: &Catalog) -> Result<Box<dyn WorkerPool>> {
        Ok(self.remote()?.unwrap_or_else(|| Box::new(ThreadPool::new(catalog, self.threads()))))
    }

    /// The workers at the queue, if one is named.
    #[cfg(feature = "queue")]
    fn remote(&self) -> Result<Option<Box<dyn WorkerPool>>> {
        let Some(url) = &self.queue else { return Ok(None) };
        let remote = QueuePool::connect(url, &fresh_run(), notice()).context("--queue")?;
        remote.stop_on_signals();
        Ok(Some(Box::new(remote)))
    }

    #[cfg(not(feature = "queue"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as with the queue")]
    fn remote(&self) -> Result<Option<Box<dyn WorkerPool>>> {
        Ok(None)
    }

    /// How many threads may work here.
    #[cfg(feature = "train")]
    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// As many threads as were asked for, or as there are processors.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let asked = asked.map(usize::from);
    asked.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1)
}
