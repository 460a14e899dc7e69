//! `quevedo zero`: training by self-play.

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_train::zero::{GatePlan, Generation, MoveAccuracy, Zero, ZeroError, ZeroPlan, ZeroStep, move_accuracy};
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

    /// Sample moves in proportion to their visits (temperature 1) until this ply, then play the most visited
    #[arg(long, alias = "drawn-plies", value_name = "N", default_value_t = 12)]
    temperature_plies: u32,

    /// The player of the first generation; by default a search without a network
    #[arg(long, value_name = "SPEC")]
    first: Option<PlayerSpec>,

    /// The training program with its first arguments; by default `quevedo-train-cnn`
    #[arg(long, value_name = "COMMAND")]
    trainer: Option<String>,

    /// The recipe of the network; by default a small one, written to the folder
    #[arg(long, value_name = "RECIPE")]
    net: Option<PathBuf>,

    /// Accept a new network only if it passes a sequential test of up to this many games against the current one
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    gate: Option<u64>,

    /// Measure the move accuracy of every generation by the solver of the game, on this many positions after 8 to 24 random
    /// plies; with --generations 0 that of the best network so far
    #[arg(long, alias = "judge", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    accuracy: Option<u64>,

    /// Measure the move accuracy of this player instead, and train nothing
    #[arg(long, value_name = "SPEC", requires = "accuracy")]
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
\"gate\": {\"games\", \"score\", \"passed\"}, \"accepted\", \"accuracy\": share of moves that keep the
value}

JSON: such a line per generation; of an accuracy alone {\"player\": the player or the file of the
network, \"positions\", \"kept\": moves that keep the value, \"hard\": positions in which some move
does not, \"hard_kept\": moves that keep the value in these, \"share\": \"kept\" of \"positions\"}

Examples:
  quevedo zero connect4:7x6 --out zero --generations 8 --games 2000 --accuracy 500
  quevedo zero connect4:7x6 --out zero --trainer \"python3 training/train.py\" --gate 200
  quevedo zero connect4:7x6 --out zero --generations 0 --accuracy 1000
  quevedo zero connect4:7x6 --accuracy 1000 --player mcts:policy=puct,sims=200";

#[derive(Serialize)]
struct AccuracyReport {
    player: String,
    positions: u64,
    kept: u64,
    hard: u64,
    hard_kept: u64,
    share: f64,
}

impl PlayZero {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let Some(folder) = self.out.as_deref().filter(|_| self.player.is_none()) else {
            return self.measure_player(out);
        };
        let zero = Zero {
            plan: self.plan(),
            folder,
            trainer: self.trainer.as_deref(),
            recipe: self.net.as_deref(),
            threads: threads(self.threads),
            accuracy_positions: self.accuracy.unwrap_or(0),
        };
        if let (0, Some(positions)) = (self.generations, self.accuracy) {
            let accuracy = with_meter(positions, &|progress| zero.champion_accuracy(positions, progress))?;
            let player = zero.champion()?.map_or_else(|| zero.plan.first.to_string(), |net| net.display().to_string());
            return self.write_accuracy(out, player, accuracy);
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
            temperature_plies: self.temperature_plies,
            gate: self.gate.map(GatePlan::new),
            first: self.first.clone().unwrap_or_else(|| usual.first.clone()),
            ..usual
        }
    }

    fn show(&self, meter: &mut Meter, number: usize, step: ZeroStep) {
        let named = |what: &str| format!("{what}, generation {number}");
        let mut count = |what: &str, done: u64, length: u64| {
            meter.restart(named(what), length);
            meter.show(done, "");
        };
        match step {
            ZeroStep::Play(games) => count("games", games, self.games),
            ZeroStep::Gate(games) => count("games of the gate", games, self.gate.unwrap_or(0)),
            ZeroStep::Train => meter.announce(named("training")),
            ZeroStep::Accuracy => meter.announce(named("move accuracy")),
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
        if let Some(accuracy) = generation.accuracy {
            write!(out, ", {:.1} % of its moves keep the value", 100.0 * accuracy)?;
        }
        writeln!(out, "{}", if generation.accepted { "" } else { ": not accepted" })?;
        Ok(out.flush()?)
    }

    /// Measures the move accuracy of any player.
    fn measure_player(&self, out: &mut dyn Write) -> Result<()> {
        let (Some(player), Some(positions)) = (&self.player, self.accuracy) else { return Ok(()) };
        let threads = threads(self.threads);
        let measure =
            |progress: OnPosition<'_>| move_accuracy(&self.game, player, positions, self.seed, threads, progress);
        self.write_accuracy(out, player.to_string(), with_meter(positions, &measure)?)
    }

    fn write_accuracy(&self, out: &mut dyn Write, player: String, accuracy: MoveAccuracy) -> Result<()> {
        let MoveAccuracy { positions, kept, hard, hard_kept } = accuracy;
        let share = accuracy.share();
        if self.json {
            return write_json(out, &AccuracyReport { player, positions, kept, hard, hard_kept, share });
        }
        writeln!(out, "{player}: {kept} of {positions} moves keep the value, {:.1} %", 100.0 * share)?;
        writeln!(out, "where some move does not: {hard_kept} of {hard}")?;
        Ok(())
    }
}

/// Called after every position.
type OnPosition<'a> = &'a (dyn Fn() + Sync);

/// Measures an accuracy and shows the progress.
fn with_meter(
    positions: u64,
    measure: &dyn Fn(OnPosition<'_>) -> Result<MoveAccuracy, ZeroError>,
) -> Result<MoveAccuracy, ZeroError> {
    let meter = Mutex::new((0, Meter::new("positions", positions, METER_BAR)));
    let result = measure(&|| {
        let (done, meter) = &mut *meter.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        meter.show(*done, "");
    });
    meter.into_inner().unwrap_or_else(PoisonError::into_inner).1.end();
    result
}
