//! `quevedo perft`: counting move sequences.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Context, Result};
use quevedo_catalog::GameEntry;

use crate::args::game_of_catalog;
use crate::output::short_number;

/// A limit on recursion; no count this deep ever ends.
const DEEPEST: i64 = 99;

/// Count the move sequences of a given length, to check a move generator
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Perft {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// How many plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=DEEPEST))]
    depth: u32,

    /// Where to begin; the start position if left out
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,

    /// Also print the count of every root move
    #[arg(long)]
    divide: bool,
}

const EXAMPLES: &str = "\
The last line on standard output is `nodes N`; time and speed go to standard error. A pass is a
ply; draws by claim (repetition, fifty moves, material) do not cut a line.

Examples:
  quevedo perft chess 5
  quevedo perft fox-geese 4 --divide
  quevedo perft chess 4 --position \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\"";

impl Perft {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let begin = Instant::now();
        let position = self.position.as_deref();
        let nodes = if self.divide && self.depth > 0 {
            let parts = self.game.divide(position, self.depth).context("--position")?;
            for (mv, nodes) in &parts {
                writeln!(out, "{mv} {nodes}")?;
            }
            parts.iter().map(|(_, nodes)| nodes).sum()
        } else {
            self.game.perft(position, self.depth).context("--position")?
        };
        writeln!(out, "nodes {nodes}")?;
        out.flush()?;
        let seconds = begin.elapsed().as_secs_f64();
        // A closed standard error is no failure.
        let _ = writeln!(io::stderr(), "{seconds:.3} s, {} nodes/s", short_number(nodes as f64 / seconds.max(1e-9)));
        Ok(())
    }
}
