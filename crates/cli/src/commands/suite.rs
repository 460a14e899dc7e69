//! `quevedo suite`: positions with the exact value of every move, and how well players do on them.

mod make;
mod run;

use std::io::Write;

use anyhow::Result;

use self::make::MakeSuite;
use self::run::RunSuite;

/// Test players on positions with known values, or make such positions
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Suite {
    #[command(subcommand)]
    task: Task,
}

const EXAMPLES: &str = "\
A test suite is a file with a problem a line: `POSITION; MOVE:VALUE; MOVE:VALUE;`. For Othello this
is the OBF of other programs. Values are exact, for the side to move, in the game's own count.

Examples:
  quevedo suite run othello hard.obf --player alphabeta:time=100ms,exact=on
  quevedo suite make othello --plies 36..38 --margin 2 --count 300 > hard.obf";

#[derive(Debug, clap::Subcommand)]
enum Task {
    Run(RunSuite),
    Make(Box<MakeSuite>),
}

impl Suite {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        match &self.task {
            Task::Run(task) => task.run(out),
            Task::Make(task) => task.run(out),
        }
    }
}
