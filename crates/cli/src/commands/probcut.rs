//! `quevedo probcut`: the regression of Multi-ProbCut, measured.

use std::io::Write;

use anyhow::Result;
use indicatif::ProgressBar;
use quevedo_arena::{ProbcutSettings, Regression, probcut_regressions};
use quevedo_catalog::GameEntry;

use crate::args::game_of_catalog;
use crate::output::{terminal_bar, write_json};

/// Measure the regression of deep on shallow search scores, for Multi-ProbCut
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Probcut {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    positions: u64,

    /// The greatest depth
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(3..=30))]
    depth: u32,

    /// Random plies before each game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,

    /// Take positions up to this ply
    #[arg(long, value_name = "PLY", default_value_t = 44, value_parser = clap::value_parser!(u32).range(1..=1000))]
    max_ply: u32,

    /// Plies of a phase of the game
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    phase: u32,

    /// Nodes a move of the games that lead to the positions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// The seed of the positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How many positions to search at once; by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Plays games from random openings, searches one position of each to every depth, and prints the
regression deep = slope x shallow + intercept with the standard deviation of its residuals, by phase
of the game and pair of depths. A game that gives these deviations by `Tactics::probcut_deviation`
is searched with Multi-ProbCut.

JSON: [{\"from_ply\", \"deep\", \"shallow\", \"positions\", \"slope\", \"intercept\", \"deviation\"}]

Examples:
  quevedo probcut othello
  quevedo probcut othello --positions 2000 --depth 10 --json";

impl Probcut {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let threads = self.threads.map(usize::from);
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let settings = ProbcutSettings {
            game: self.game.clone(),
            positions: self.positions,
            depth: self.depth,
            random_plies: self.random_plies,
            max_ply: self.max_ply,
            phase: self.phase,
            nodes: self.nodes,
            seed: self.seed,
            threads: threads.unwrap_or_else(processors),
        };
        let bar = terminal_bar(ProgressBar::new(self.positions), "{wide_bar} {pos}/{len} positions, {eta} left");
        let found = probcut_regressions(&settings, &|| bar.inc(1));
        bar.finish_and_clear();
        let found = found?;
        if self.json {
            return write_json(out, &found);
        }
        writeln!(out, "from ply  deep  shallow  positions  slope  intercept  deviation")?;
        found.iter().try_for_each(|regression| write_row(out, regression))
    }
}

fn write_row(out: &mut dyn Write, regression: &Regression) -> Result<()> {
    let Regression { from_ply, deep, shallow, positions, slope, intercept, deviation } = regression;
    Ok(writeln!(
        out,
        "{from_ply:>8} {deep:>5} {shallow:>8} {positions:>10} {slope:>6.2} {intercept:>10.0} {deviation:>10.0}"
    )?)
}
