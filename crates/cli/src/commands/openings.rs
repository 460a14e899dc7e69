//! `quevedo openings`: balanced openings of a game, as matches take them.

use std::io::Write;
use std::thread;

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use quevedo_arena::{BalanceSettings, EvaluatedOpening, balanced_openings};
use quevedo_catalog::{GameEntry, PlayerSpec};

use crate::args::game_of_catalog;
use crate::output::terminal_bar;

/// Choose balanced openings for matches
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MakeOpenings {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// How many random plies an opening has
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=100))]
    plies: u32,

    /// How many openings to keep
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    keep: u64,

    /// How many random openings to evaluate; by default ten times as many as are kept
    #[arg(long, alias = "draws", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    candidates: Option<u64>,

    /// The player that evaluates them; without a time limit the result is reproducible
    #[arg(long, alias = "judge", value_name = "SPEC", default_value = "alphabeta:nodes=100000,hash=16")]
    evaluator: PlayerSpec,

    /// The seed of the random openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How many to evaluate at once; by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

const EXAMPLES: &str = "\
Prints one opening a line, best balanced first: its moves, then behind a # its score for the side to
move in units of the game, or the proved number of plies to the end. `quevedo match --openings FILE`
reads it.

Examples:
  quevedo openings chess --plies 8 > chess.txt
  quevedo openings amazons --plies 4 --keep 50 --evaluator alphabeta:eval=territory,depth=2
  quevedo openings othello --candidates 5000 --seed 7";

impl MakeOpenings {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let candidates = self.candidates.unwrap_or(10 * self.keep);
        let threads = self.threads.map(usize::from).or_else(|| thread::available_parallelism().ok().map(usize::from));
        let settings = BalanceSettings {
            game: self.game.clone(),
            plies: self.plies,
            candidates,
            keep: self.keep as usize,
            player: self.evaluator.clone(),
            seed: self.seed,
            threads: threads.unwrap_or(1),
        };
        let bar = terminal_bar(ProgressBar::new(candidates), "{wide_bar} {pos}/{len} openings, {eta} left");
        let openings = balanced_openings(&settings, &|| bar.inc(1));
        bar.finish_and_clear();
        let openings = openings?;
        if openings.is_empty() {
            bail!(
                "`{}` gives no scores: name an evaluator that searches, such as alphabeta:nodes=100000",
                self.evaluator
            );
        }
        writeln!(out, "# {}: {} openings of {} plies", self.game.id(), openings.len(), self.plies)?;
        writeln!(
            out,
            "# the best of {candidates} random openings with seed {}, evaluated by {}",
            self.seed, self.evaluator
        )?;
        openings.iter().try_for_each(|opening| write_opening(out, &self.game, opening))
    }
}

fn write_opening(out: &mut dyn Write, game: &GameEntry, evaluated: &EvaluatedOpening) -> Result<()> {
    let moves = evaluated.opening.moves.join(" ");
    match evaluated.plies_to_end {
        Some(plies) if evaluated.score > 0 => writeln!(out, "{moves} # wins in {plies}")?,
        Some(plies) => writeln!(out, "{moves} # loses in {plies}")?,
        None => writeln!(out, "{moves} # {:+.2}", f64::from(evaluated.score) / f64::from(game.unit()))?,
    }
    Ok(())
}
