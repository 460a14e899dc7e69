//! The commands: one module each, with its arguments and what it does.

#[cfg(feature = "server")]
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod best;
pub(crate) mod book;
#[cfg(feature = "train")]
pub(crate) mod datagen;
#[cfg(feature = "train")]
pub(crate) mod dataset;
#[cfg(feature = "server")]
pub(crate) mod doctor;
pub(crate) mod duel;
pub(crate) mod eval;
pub(crate) mod evals;
pub(crate) mod games;
#[cfg(feature = "train")]
pub(crate) mod gate;
pub(crate) mod manual;
pub(crate) mod matches;
pub(crate) mod nboard;
pub(crate) mod openings;
pub(crate) mod perft;
#[cfg(feature = "tui")]
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod pool;
#[cfg(feature = "train")]
pub(crate) mod probcut;
pub(crate) mod puzzles;
pub(crate) mod review;
pub(crate) mod rules;
#[cfg(feature = "server")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
#[cfg(feature = "study")]
pub(crate) mod study;
pub(crate) mod suite;
#[cfg(feature = "tournaments")]
pub(crate) mod tournament;
pub(crate) mod trace;
#[cfg(feature = "train")]
pub(crate) mod train;
#[cfg(feature = "server")]
pub(crate) mod transfer;
#[cfg(feature = "train")]
pub(crate) mod tune;
pub(crate) mod uci;
#[cfg(feature = "queue")]
pub(crate) mod worker;
#[cfg(feature = "train")]
pub(crate) mod zero;

use std::io::{self, Write};

use anyhow::{Context, Result};
use quevedo_catalog::{Catalog, GameEntry, Session};
use quevedo_core::{Language, Outcome, Reason, Score, Side, Value};
use serde::Serialize;

use crate::args::Command;
use crate::output::outcome_text;

/// Carries a command out; its results go to `out`.
pub(crate) fn run(command: Option<Command>, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
    match command {
        #[cfg(feature = "server")]
        None => serve::Serve::default().run(catalog, out),
        #[cfg(not(feature = "server"))]
        None => anyhow::bail!("name a command: `quevedo --help` lists them (this build has no page)"),
        #[cfg(feature = "server")]
        Some(Command::Serve(command)) => command.run(catalog, out),
        #[cfg(feature = "server")]
        Some(Command::Doctor(command)) => command.run(catalog, out),
        #[cfg(feature = "server")]
        Some(Command::Backup(command)) => command.run(out),
        #[cfg(feature = "server")]
        Some(Command::Export(command)) => command.run(out),
        #[cfg(feature = "server")]
        Some(Command::Import(command)) => command.run(out),
        Some(Command::Games(command)) => command.run(catalog, out),
        Some(Command::Players(command)) => command.run(out),
        Some(Command::Rules(command)) => command.run(out),
        Some(Command::Show(command)) => command.run(out),
        #[cfg(feature = "tui")]
        Some(Command::Play(command)) => command.run(catalog, out),
        Some(Command::Best(command)) => command.run(out),
        Some(Command::Duel(command)) => command.run(out),
        Some(Command::Eval(command)) => command.run(out),
        Some(Command::Evals(command)) => command.run(out),
        Some(Command::Match(command)) => command.run(catalog, out),
        #[cfg(feature = "tournaments")]
        Some(Command::Tournament(command)) => command.run(catalog, out),
        Some(Command::Openings(command)) => command.run(out),
        #[cfg(feature = "study")]
        Some(Command::Study(command)) => command.run(catalog, out),
        Some(Command::Solve(command)) => command.run(out),
        Some(Command::Trace(command)) => command.run(out),
        Some(Command::Suite(command)) => command.run(out),
        Some(Command::Review(command)) => command.run(out),
        Some(Command::Puzzles(command)) => command.run(catalog, out),
        Some(Command::Book(command)) => command.run(out),
        #[cfg(feature = "train")]
        Some(Command::Datagen(command)) => command.run(catalog, out),
        #[cfg(feature = "train")]
        Some(Command::Dataset(command)) => command.run(out),
        #[cfg(feature = "train")]
        Some(Command::Zero(command)) => command.run(out),
        #[cfg(feature = "train")]
        Some(Command::Train(command)) => command.run(catalog, out),
        #[cfg(feature = "train")]
        Some(Command::Gate(command)) => command.run(catalog, out),
        #[cfg(feature = "train")]
        Some(Command::Tune(command)) => command.run(catalog, out),
        #[cfg(feature = "train")]
        Some(Command::Probcut(command)) => command.run(out),
        Some(Command::Perft(command)) => command.run(out),
        Some(Command::Bench(command)) => command.run(catalog, out),
        #[cfg(feature = "queue")]
        Some(Command::Worker(command)) => command.run(catalog, out),
        Some(Command::Uci(command)) => command.run(catalog, out),
        Some(Command::Nboard(command)) => command.run(catalog, out),
        Some(Command::Completions(command)) => {
            command.run(out);
            Ok(())
        }
        Some(Command::Man(command)) => command.run(out),
    }
}

/// Prints the warnings about the tables of a game on this machine, each once.
fn print_warnings(game: &GameEntry, printed: &mut Vec<String>) {
    for warning in game.warnings() {
        if !printed.contains(&warning) {
            let _ = writeln!(io::stderr(), "{warning}");
            printed.push(warning);
        }
    }
}

/// What is certain, in words, for the side to move.
fn verdict(value: Value, plies: Option<u32>) -> String {
    let value = match value {
        Value::Win => "a win",
        Value::Draw => "a draw",
        Value::Loss => "a loss",
    };
    match plies {
        Some(1) => format!("{value} in 1 ply"),
        Some(plies) => format!("{value} in {plies} plies"),
        None => value.into(),
    }
}

/// A score that proves nothing, in what people count in or in points, and the chance to win.
fn score_text(game: &GameEntry, score: Score) -> String {
    let chance = 100.0 * game.chance(score);
    match (game.in_units(score), game.score_unit()) {
        (Some(units), Some(unit)) => format!("{units:+.2} {} ({chance:.0} %)", unit.en),
        _ => format!("{score:+} points ({chance:.0} %)"),
    }
}

/// The lines of a file with a position, and their numbers from 1.
fn position_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%']));
    lines.map(|(index, line)| (index + 1, line))
}

/// Whether a full-screen board can be shown and played on.
#[cfg(feature = "tui")]
fn has_screen() -> bool {
    use std::io::IsTerminal;

    let dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// A game from the start or from a position, in the words of the command line if the position is wrong. A record or a
/// transcript stands for its last position.
fn open(game: &GameEntry, position: Option<&str>) -> Result<Box<dyn Session>> {
    let Some(text) = position else { return game.session(None).context("--position") };
    Ok(game.import_one(text).context("--position")?.session)
}

/// The position that a command is about.
#[derive(Debug, clap::Args)]
struct PositionArgs {
    /// The position; the start position if left out. A record or transcript stands for its last position
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,

    /// Moves to play first, separated by blanks, or a transcript as people of the game write it
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
}

impl PositionArgs {
    /// The game at that position.
    fn open(&self, game: &GameEntry) -> Result<Box<dyn Session>> {
        let mut session = open(game, self.position.as_deref())?;
        session.play_line(&self.moves).context("--moves")?;
        Ok(session)
    }
}

/// The end of a game, as JSON.
#[derive(Serialize)]
struct Ended {
    winner: Option<Side>,
    reason: &'static Reason,
    result: &'static str,
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Self {
        Self { winner: outcome.winner, reason: outcome.reason, result: outcome.score_text() }
    }
}

/// Says how a finished game ended, where a command has nothing more to say of it.
fn write_over(out: &mut dyn Write, session: &dyn Session) -> Result<()> {
    if let Some(outcome) = session.outcome() {
        writeln!(out, "The game is over. {}", outcome_text(Language::English, session.entry(), outcome))?;
    }
    Ok(())
}
