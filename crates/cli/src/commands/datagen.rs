//! `quevedo datagen`: training data from games.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use quevedo_arena::Openings;
use quevedo_catalog::{Catalog, GameEntry, PlayerSpec};
use quevedo_core::Score;
use quevedo_train::data::{DataPlan, DataProgress, EXACT_NODES, generate};
use serde::Serialize;

use crate::args::game_of_catalog;
use crate::commands::pool::PoolArgs;
use crate::commands::print_warnings;
use crate::meter::{METER_BAR, Meter};
use crate::output::{short_number, write_json};

/// Play games and write their positions as training data
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Datagen {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The player of both sides
    #[arg(long, value_name = "SPEC")]
    player: PlayerSpec,

    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,

    /// The folder of the shards; an interrupted run is resumed there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    pool: PoolArgs,

    /// The seed: the same seed makes the same data, on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Begin games with this many random plies, every other game with one more
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=1000))]
    random_plies: u32,

    /// Begin games from these openings: the balanced ones that are `shipped`, or a file with one opening a line (moves
    /// or a position) or game records
    #[arg(long, value_name = "FILE|shipped", conflicts_with_all = ["random_plies", "balanced"])]
    openings: Option<PathBuf>,

    /// Replace random openings whose evaluation is more points than this from 0
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(Score).range(0..))]
    balanced: Option<Score>,

    /// Leave out positions under a threat, before a noisy move (a capture, a promotion), or with a proved value
    #[arg(long)]
    quiet: bool,

    /// Label positions that the solver of the game solves quickly with their exact value
    #[arg(long)]
    exact: bool,

    /// The solver gives a position up after this many nodes
    #[arg(long, value_name = "N", default_value_t = EXACT_NODES, requires = "exact")]
    exact_nodes: u64,

    /// For every move played, draw up to this many other legal moves and search the positions after them, too: positions
    /// that searches reach and games do not
    #[arg(long, alias = "beside", value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    sibling_moves: u32,

    /// Games per shard: at most this many are lost when a run is interrupted
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games_per_shard: u64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
A position is written once, however often it occurs. docs/data.md describes the shards;
`quevedo dataset` inspects them, `quevedo train` trains on them.

JSON: {\"game\", \"player\", \"seed\", \"games\", \"positions\", \"wins\", \"draws\", \"losses\": of the side to
move, by positions, \"exact\": positions labelled by a solver, \"repeated\": repeated positions
of this run, left out, \"known_games\", \"known_positions\": from earlier runs,
\"time_ms\", \"thinking_ms\": search time of all players, \"positions_per_second\": of this run}

Examples:
  quevedo datagen othello --player alphabeta:eval=positional,depth=4 --games 4000 --out data
  quevedo datagen chess --player alphabeta:nodes=5000 --games 2000 --quiet --balanced 150 --out data
  quevedo datagen othello --player random --random-plies 0 --games 10000 --exact --out random
  quevedo datagen amazons --player alphabeta:nodes=1000 --games 1000 --sibling-moves 3 --out data
  quevedo datagen amazons:6x6 --player mcts:sims=500 --games 500 --queue nats://localhost --out data";

#[derive(Serialize)]
struct DatagenReport<'a> {
    game: &'a str,
    player: String,
    seed: u64,
    games: u64,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    exact: u64,
    repeated: u64,
    known_games: u64,
    known_positions: u64,
    time_ms: u64,
    thinking_ms: u64,
    positions_per_second: f64,
}

impl Datagen {
    pub(crate) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        let plan = self.plan()?;
        // A bad plan is refused before anything is played.
        plan.check()?;
        if self.exact {
            print_warnings(&self.game, &mut Vec::new());
        }
        let pool = self.pool.pool(catalog)?;
        let begin = Instant::now();
        let mut meter = Meter::new("games", self.games, METER_BAR);
        let made = generate(&plan, self.games, &self.out, &*pool, &mut |progress| {
            meter.show(progress.games, &describe(progress));
        });
        meter.end();
        let report = self.report(&made?, begin);
        if self.json { write_json(out, &report) } else { write_text(out, &report, &self.out) }
    }

    fn plan(&self) -> Result<DataPlan> {
        Ok(DataPlan {
            random_plies: self.random_plies,
            openings: self.openings.as_deref().map(|path| openings(&self.game, path)).transpose()?,
            balanced: self.balanced,
            quiet: self.quiet,
            exact: self.exact,
            exact_nodes: self.exact_nodes,
            sibling_moves: self.sibling_moves,
            games_per_shard: self.games_per_shard,
            ..DataPlan::new(&self.game, self.player.clone(), self.seed)
        })
    }

    fn report(&self, made: &DataProgress, begin: Instant) -> DatagenReport<'_> {
        let seconds = begin.elapsed().as_secs_f64();
        let [wins, draws, losses] = made.results;
        DatagenReport {
            game: self.game.id(),
            player: self.player.to_string(),
            seed: self.seed,
            games: made.games,
            positions: made.positions,
            wins,
            draws,
            losses,
            exact: made.exact,
            repeated: made.repeated,
            known_games: made.known_games,
            known_positions: made.known_positions,
            time_ms: begin.elapsed().as_millis() as u64,
            thinking_ms: made.thinking_us / 1000,
            positions_per_second: ((made.positions - made.known_positions) as f64 / seconds.max(1e-6)).round(),
        }
    }
}

/// What was made beside the games. Positions are written when all games of a shard are over.
pub(crate) fn describe(progress: &DataProgress) -> String {
    let counted = |count: u64, what: &str| format!("{} {what}", short_number(count as f64));
    let written = counted(progress.positions, "positions written");
    let others = [(progress.exact, "solved"), (progress.searched, "searches of sibling moves")];
    let others = others.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(count, what));
    std::iter::once(written).chain(others).collect::<Vec<_>>().join(", ")
}

/// The openings that come with the program, or those of a file.
fn openings(game: &GameEntry, path: &Path) -> Result<Openings> {
    if path.as_os_str() == "shipped" {
        return Openings::shipped(game).ok_or_else(|| anyhow!("--openings: no openings are shipped for {}", game.id()));
    }
    let named = || format!("--openings {}", path.display());
    let text = fs::read_to_string(path).map_err(|error| anyhow!("{error}")).with_context(named)?;
    Openings::read(game, &text).with_context(named)
}

fn write_text(out: &mut dyn Write, report: &DatagenReport<'_>, folder: &Path) -> Result<()> {
    let DatagenReport { games, positions, known_games, .. } = report;
    write!(out, "{positions} positions of {games} games in {}", folder.display())?;
    if *known_games > 0 {
        write!(out, ", {known_games} games from earlier runs")?;
    }
    let share = |part: u64| 100.0 * part as f64 / (*positions).max(1) as f64;
    writeln!(out)?;
    writeln!(
        out,
        "the side to move wins {:.1} %, draws {:.1} %, loses {:.1} %",
        share(report.wins),
        share(report.draws),
        share(report.losses)
    )?;
    if report.exact > 0 {
        writeln!(out, "{:.1} % labelled by the solver", share(report.exact))?;
    }
    let (repeated, seconds) = (report.repeated, report.time_ms as f64 / 1000.0);
    writeln!(
        out,
        "{repeated} repeated positions left out; {:.0} positions/s, {seconds:.1} s",
        report.positions_per_second
    )?;
    Ok(())
}
