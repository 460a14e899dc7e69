//! `quevedo zero`: training by self-play.

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_train::zero::{Gate, Generation, Judgement, Step, Zero, ZeroError, ZeroPlan, judge};
use serde::Serialize;

use crate::args::game_of_catalog;
use crate::commands::pool::threads;
use crate::meter::{METER_BAR, Meter};
use crate::output::write_json;

/// Train a network by self-play, generation by generation
#[derive(Debug, clap::Args)]
#[command(name = "zero", after_help = EXAMPLES)]
pub(crate) struct PlayZero {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The folder of games, networks and the log; an interrupted run is resumed there
    #[arg(long, value_name = "DIR", required_unless_present = "player")]
    out: Option<PathBuf>,

    /// How many generations
    #[arg(long, value_name = "N", default_value_t = 10)]
    generations: usize,

    /// Games per generation
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// Simulations per move
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    sims: u64,

    /// Positions of a search that the network evaluates in one batch
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    batch: u64,

    /// Train on the games of this many generations
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    window: u16,

    /// Begin games with up to this many random plies
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    random_plies: u32,

    /// Sample moves by their visits until this ply, then play the most visited
    #[arg(long, value_name = "N", default_value_t = 12)]
    drawn_plies: u32,

    /// The player of the first generation; by default a search without a network
    #[arg(long, value_name = "SPEC")]
    first: Option<PlayerSpec>,

    /// The training program with its first arguments; by default `quevedo-train-cnn`
    #[arg(long, value_name = "COMMAND")]
    trainer: Option<String>,

    /// The recipe of the network; by default a small one, written to the folder
    #[arg(long, value_name = "RECIPE")]
    net: Option<PathBuf>,

    /// Accept a new network only if it scores 55 % in a match of this many games against the current one
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    gate: Option<u64>,

    /// Compare the moves of every generation with the solver of the game on this many positions, reached by 8 to 24 random
    /// plies; with --generations 0 those of the best network so far
    #[arg(long, alias = "judge", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    solver_check: Option<u64>,

    /// Compare this player with the solver instead, and train nothing
    #[arg(long, value_name = "SPEC", requires = "solver_check")]
    player: Option<PlayerSpec>,

    /// The seed of all games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How many games to play at once; by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print one JSON object a generation
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
A generation plays games with the best network so far, trains a new one on the games of the last
generations, and replaces it. The trainer is called as `COMMAND RECIPE --data DIR … --out FILE
[--init OLD]`. Everything is in the folder: games, networks, and generations.jsonl, a line of JSON
each: {\"number\", \"champion\": the network that played, \"games\", \"positions\", \"results\": [won, drawn,
lost] by positions, \"play_s\", \"train_s\", \"losses\": the last line of the trainer's log,
\"gate\": {\"games\", \"score\"}, \"accepted\", \"kept\": share of moves that keep the value}

JSON: such a line per generation; of a comparison alone {\"player\": the player or the file of the
network, \"positions\", \"kept\": moves that keep the value, \"hard\": positions in which some move
does not, \"hard_kept\": moves that keep the value in these, \"share\": \"kept\" of \"positions\"}

Examples:
  quevedo zero connect4:7x6 --out zero --generations 8 --games 2000 --solver-check 500
  quevedo zero connect4:7x6 --out zero --trainer \"python3 training/train.py\" --gate 200
  quevedo zero connect4:7x6 --out zero --generations 0 --solver-check 1000
  quevedo zero connect4:7x6 --solver-check 1000 --player mcts:policy=puct,sims=200";

#[derive(Serialize)]
struct SolverCheckReport {
    player: String,
    positions: u64,
    kept: u64,
    hard: u64,
    hard_kept: u64,
    share: f64,
}

impl PlayZero {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let Some(folder) = self.out.as_deref().filter(|_| self.player.is_none()) else { return self.check_player(out) };
        let zero = Zero {
            plan: self.plan(),
            folder,
            trainer: self.trainer.as_deref(),
            recipe: self.net.as_deref(),
            threads: threads(self.threads),
            judged: self.solver_check.unwrap_or(0),
        };
        if let (0, Some(positions)) = (self.generations, self.solver_check) {
            let check = with_meter(positions, &|progress| zero.judge_champion(positions, progress))?;
            let player = zero.champion()?.map_or_else(|| zero.plan.first.to_string(), |net| net.display().to_string());
            return self.write_check(out, player, check);
        }
        let mut meter = Meter::new("", self.games, METER_BAR);
        let bar = meter.bar().clone();
        let mut written = Ok(());
        let progress = &mut |number, step| self.show(&mut meter, number, step);
        let made = zero.run(self.generations, progress, &mut |generation| {
            if written.is_ok() {
                written = bar.suspend(|| self.write_generation(out, generation));
            }
        });
        meter.end();
        made?;
        written
    }

    fn plan(&self) -> ZeroPlan {
        let usual = ZeroPlan::new(&self.game, self.sims, self.seed);
        ZeroPlan {
            games: self.games,
            batch: self.batch as usize,
            window: self.window.into(),
            random_plies: self.random_plies,
            drawn_plies: self.drawn_plies,
            gate: self.gate.map(Gate::new),
            first: self.first.clone().unwrap_or_else(|| usual.first.clone()),
            ..usual
        }
    }

    fn show(&self, meter: &mut Meter, number: usize, step: Step) {
        let named = |what: &str| format!("{what}, generation {number}");
        let mut count = |what: &str, done: u64, length: u64| {
            meter.restart(named(what), length);
            meter.show(done, "");
        };
        match step {
            Step::Play(games) => count("games", games, self.games),
            Step::Gate(games) => count("games of the gate", games, self.gate.unwrap_or(0)),
            Step::Train => meter.announce(named("training")),
            Step::Eval => meter.announce(named("comparison with the solver")),
        }
    }

    fn write_generation(&self, out: &mut dyn Write, generation: &Generation) -> Result<()> {
        if self.json {
            write_json(out, generation)?;
            return Ok(out.flush()?);
        }
        let Generation { number, games, positions, play_s, train_s, .. } = generation;
        write!(out, "{number}: {games} games, {positions} positions in {play_s:.0} s, trained in {train_s:.0} s")?;
        if let Some(gate) = generation.gate {
            write!(out, ", {:.1} % against the champion", 100.0 * gate.score)?;
        }
        if let Some(kept) = generation.kept {
            write!(out, ", {:.1} % of its moves keep the value", 100.0 * kept)?;
        }
        writeln!(out, "{}", if generation.accepted { "" } else { ": not accepted" })?;
        Ok(out.flush()?)
    }

    /// Compares any player with the solver.
    fn check_player(&self, out: &mut dyn Write) -> Result<()> {
        let (Some(player), Some(positions)) = (&self.player, self.solver_check) else { return Ok(()) };
        let threads = threads(self.threads);
        let check = |progress: OnPosition<'_>| judge(&self.game, player, positions, self.seed, threads, progress);
        self.write_check(out, player.to_string(), with_meter(positions, &check)?)
    }

    fn write_check(&self, out: &mut dyn Write, player: String, check: Judgement) -> Result<()> {
        let Judgement { positions, kept, hard, hard_kept } = check;
        let share = check.share();
        if self.json {
            return write_json(out, &SolverCheckReport { player, positions, kept, hard, hard_kept, share });
        }
        writeln!(out, "{player}: {kept} of {positions} moves keep the value, {:.1} %", 100.0 * share)?;
        writeln!(out, "where some move does not: {hard_kept} of {hard}")?;
        Ok(())
    }
}

/// Called after every position.
type OnPosition<'a> = &'a (dyn Fn() + Sync);

/// Compares a player with the solver and shows the progress.
fn with_meter(
    positions: u64,
    check: &dyn Fn(OnPosition<'_>) -> Result<Judgement, ZeroError>,
) -> Result<Judgement, ZeroError> {
    let meter = Mutex::new((0, Meter::new("positions", positions, METER_BAR)));
    let result = check(&|| {
        let (done, meter) = &mut *meter.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        meter.show(*done, "");
    });
    meter.into_inner().unwrap_or_else(PoisonError::into_inner).1.end();
    result
}
