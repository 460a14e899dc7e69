//! `quevedo worker`: plays games of a queue.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use quevedo_catalog::Catalog;
use quevedo_queue::{OnEvent, Worked, Worker};

use super::pool::threads;
use crate::environment::{cache_folder, worker_name};

/// Play games for matches and tournaments that run elsewhere, and search moves for servers
#[derive(Debug, clap::Args)]
#[command(name = "worker", after_help = EXAMPLES)]
pub(crate) struct Work {
    /// The queue, `nats://HOST[:PORT]`
    #[arg(long, value_name = "URL")]
    queue: String,

    /// How many games to play at once; by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Its name in messages; by default that of the machine and the number of the process
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Start the programs that jobs name (players `uci` and `nboard`): only if all users of the queue may run
    /// programs on this machine
    #[arg(long)]
    allow_engines: bool,

    /// The folder for files that players need; by default the cache folder of this system
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

const EXAMPLES: &str = "\
The queue is a NATS server with JetStream: `nats-server -js`. Start as many workers as there are
machines, then the match or tournament with the same --queue, anywhere, in any order. A worker may
be killed at any time: other workers play its games. All of them must run the same program version.
Ctrl-C ends a worker and returns its unfinished games to the queue.

Examples:
  quevedo worker --queue nats://192.168.1.5
  quevedo worker --queue nats://localhost:4222 --threads 4
  quevedo match othello hard medium --queue nats://192.168.1.5";

impl Work {
    pub(crate) fn run(self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        let worker = Worker {
            catalog: catalog.clone(),
            url: self.queue,
            name: self.name.unwrap_or_else(worker_name),
            threads: threads(self.threads),
            allow_engines: self.allow_engines,
            cache: self.cache.unwrap_or_else(cache_folder),
        };
        let Worked { games, searches } = worker.work(notice())?;
        writeln!(out, "{games} games played, {searches} moves of live games searched")?;
        Ok(())
    }
}

/// Says on standard error what happens to the queue.
pub(crate) fn notice() -> OnEvent {
    Arc::new(|text| {
        // A closed standard error is no failure.
        let _ = writeln!(io::stderr(), "queue: {text}");
    })
}
