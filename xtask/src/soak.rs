//! `cargo xtask soak`: what takes too long for every change and is worth a night now and then.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::shell::{self, cargo, seconds};
use crate::{fuzz, nats, schemathesis, tools};

/// The variable by which tests learn where the peers' data files are.
const PEER_DATA: &str = "QUEVEDO_PEER_DATA";

/// What to run, and for how long.
#[derive(Args)]
pub(crate) struct Soak {
    /// How many minutes of processor time to fuzz each target; the other parts take as long as they take
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    minutes: u64,
    /// Run these parts only
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    only: Vec<Part>,
    /// Fuzz these targets only
    #[arg(long, value_name = "TARGET", value_delimiter = ',')]
    targets: Vec<String>,
    /// A folder with files of other programs: `chess/perft_standard.epd`, `chess/syzygy3`, `connect4`, `othello`
    #[arg(long, value_name = "DIR")]
    peer_data: Option<PathBuf>,
}

/// A part of the long run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Every perft table in full
    Perft,
    /// Many random games of every game under the law suite
    Laws,
    /// Won chess endings, won by `hard`
    Endings,
    /// Solvers against brute force and, with --peer-data, published positions and tables
    Solve,
    /// A hundred games against Stockfish, which must be installed
    Engines,
    /// The server with many spectators, and killed a thousand times on a file and on a database server
    Server,
    /// Five thousand pages at three hundred games for ten minutes
    Load,
    /// The API, driven from its own description by schemathesis, where Python is there
    Api,
    /// Several servers and workers on one database and one queue, some of them killed; it needs a `PostgreSQL`
    Cluster,
    /// What games cost: bytes, processor time and memory
    Capacity,
    /// A match over a queue whose server is killed
    Queue,
    /// The studies that take longest, with two games a row
    Studies,
    /// How quick the page is, in a real browser
    Page,
    /// Every fuzz target
    Fuzz,
    /// Licences, advisories and sources of all dependencies, by cargo-deny, if it is installed
    Deny,
}

impl Soak {
    /// Runs the parts one after the other, stopping at the first failure.
    pub(crate) fn run(&self) -> Result<()> {
        let parts = if self.only.is_empty() { Part::value_variants() } else { &self.only };
        for part in parts {
            println!("==== {part:?} ====");
            let begin = Instant::now();
            match part {
                Part::Perft => run_ignored("catalog", "perft", self.peer_data()?)?,
                Part::Laws => run_ignored("catalog", "laws", None)?,
                Part::Endings => run_ignored("catalog", "endings", None)?,
                Part::Solve => self.solve()?,
                Part::Engines => run_ignored("arena", "engines", None)?,
                Part::Server => with_program("soak")?,
                Part::Load => with_program("load")?,
                Part::Api => schemathesis::run()?,
                Part::Cluster => {
                    nats::ensure()?;
                    run_ignored("server", "cluster", None)?;
                }
                Part::Capacity => with_program("capacity")?,
                Part::Queue => {
                    nats::ensure()?;
                    run_ignored("cli", "queue", None)?;
                }
                Part::Studies => run_ignored("cli", "study", None)?,
                Part::Page => page()?,
                Part::Fuzz => fuzz::run(self.minutes, &self.targets)?,
                Part::Deny => deny()?,
            }
            println!("==== {part:?} passed in {} ====\n", seconds(begin.elapsed()));
        }
        Ok(())
    }

    /// Tests that need published files are run only where these are given.
    fn solve(&self) -> Result<()> {
        let peer_data = self.peer_data()?;
        run_ignored("solve", "amazons", None)?;
        run_ignored("solve", "amazons_filling", None)?;
        run_ignored("solve-build", "amazons", None)?;
        if peer_data.is_none() {
            println!("Othello, chess and the published sets of Connect-4 are left out: they need --peer-data DIR");
            return run_ignored_but("solve", "connect4", Some("positions_of_others"), None);
        }
        ["connect4", "othello", "chess"].into_iter().try_for_each(|file| run_ignored("solve", file, peer_data.clone()))
    }

    /// The folder of the peers' files, absolute: a test runs in the folder of its crate, not in ours.
    fn peer_data(&self) -> Result<Option<PathBuf>> {
        let Some(folder) = &self.peer_data else { return Ok(None) };
        let absolute = folder.canonicalize().with_context(|| format!("no folder {}", folder.display()))?;
        if !absolute.is_dir() {
            bail!("{} is not a folder", folder.display());
        }
        Ok(Some(absolute))
    }
}

/// Runs the tests of one file of a crate that ordinary test runs leave out, one at a time.
fn run_ignored(owner: &str, file: &str, peer_data: Option<PathBuf>) -> Result<()> {
    run_ignored_but(owner, file, None, peer_data)
}

/// The same without those whose names contain some word.
fn run_ignored_but(owner: &str, file: &str, left_out: Option<&str>, peer_data: Option<PathBuf>) -> Result<()> {
    let package = if owner == "cli" { "quevedo".into() } else { format!("quevedo-{owner}") };
    let test = ["test", "--release", "--locked", "--package", &package, "--test", file, "--", "--ignored"];
    // A file without such tests passes silently; that would be a soak that cannot fail.
    let list = shell::read(cargo(&test).arg("--list"))?;
    if !list.lines().any(|line| line.ends_with(": test")) {
        bail!("test file `{file}` of {package} has no test that is left out of ordinary runs");
    }
    let mut command = cargo(&test);
    command.args(["--nocapture", "--test-threads", "1"]);
    command.args(left_out.iter().flat_map(|word| ["--skip", word]));
    if let Some(folder) = peer_data {
        command.env(PEER_DATA, folder);
    }
    shell::run(&mut command)
}

/// Asks cargo-deny about everything in `deny.toml`.
fn deny() -> Result<()> {
    if !shell::succeeds(&mut cargo(&["deny", "--version"])) {
        println!("left out: `cargo install cargo-deny --locked` installs what it needs");
        return Ok(());
    }
    shell::run(&mut cargo(&["deny", "--locked", "check"]))
}

/// Tests of the server that start it as people run it.
fn with_program(file: &str) -> Result<()> {
    let program = program()?;
    let test = ["test", "--locked", "--package", "quevedo-server", "--test", file, "--", "--ignored", "--nocapture"];
    shell::run(cargo(&test).args(["--test-threads", "1"]).env("QUEVEDO_PROGRAM", program))
}

/// The program as people run it.
pub(crate) fn program() -> Result<PathBuf> {
    shell::run(&mut cargo(&["build", "--release", "--locked", "--package", "quevedo"]))?;
    Ok(shell::root().join(shell::target()).join("release/quevedo"))
}

/// The page is measured with the program as people run it.
fn page() -> Result<()> {
    if !tools::ensure_browser() {
        bail!("the page cannot be measured without a browser");
    }
    shell::run(&mut cargo(&["build", "--release", "--locked", "--package", "quevedo"]))?;
    run_ignored("page-tests", "speed", None)
}
