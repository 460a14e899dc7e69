//! The command line.

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use quevedo_catalog::{Catalog, GameEntry};
use quevedo_core::Language;

#[cfg(feature = "tui")]
use crate::commands::play;
#[cfg(feature = "study")]
use crate::commands::study;
#[cfg(feature = "tournaments")]
use crate::commands::tournament;
#[cfg(feature = "queue")]
use crate::commands::worker;
#[cfg(feature = "server")]
use crate::commands::{backup, doctor, serve, transfer};
use crate::commands::{
    bench, best, book, duel, eval, evals, games, manual, matches, nboard, openings, perft, players, puzzles, review,
    rules, show, solve, suite, trace, uci,
};
#[cfg(feature = "train")]
use crate::commands::{datagen, dataset, gate, probcut, train, tune, zero};

/// The name of every argument that is a game.
const GAME: &str = "game";

/// Reads the command line. Games are those of the catalog.
pub(crate) fn parse(catalog: &Catalog) -> clap::error::Result<Args> {
    let mut command = with_games(Args::command(), catalog);
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The same command line with games of the catalog.
fn with_games(command: clap::Command, catalog: &Catalog) -> clap::Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let command =
        names.iter().fold(command, |command, name| command.mut_subcommand(name, |sub| with_games(sub, catalog)));
    // `mut_args` keeps the order of positional arguments; `mut_arg` does not.
    command.mut_args(|argument| {
        if argument.get_id() != GAME {
            return argument;
        }
        let catalog = catalog.clone();
        argument.value_parser(move |id: &str| catalog.find(id).cloned())
    })
}

/// A placeholder: [`parse`] replaces it by a search of the catalog.
pub(crate) fn game_of_catalog(_id: &str) -> Result<GameEntry, String> {
    Err("no catalog was given".into())
}

/// Seven board games, every algorithm, one program.
#[derive(Debug, Parser)]
#[command(name = "quevedo", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "\
Without a command: the same as `quevedo serve`.

Examples:
  quevedo serve --open                      play in the browser
  quevedo play fox-geese                    play against the machine
  quevedo show chess --moves \"e4 e5 Nf3\"    the board and the legal moves
  quevedo best chess --moves \"e4 e5\"        the best move
  quevedo match othello easy medium         100 games between two players
  quevedo tournament autumn.toml            many players, by a file
  quevedo review chess game.pgn             every move of a game judged
  quevedo perft chess 5                     count move sequences

Exit status: 0 done, 1 a check failed, 2 bad input.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Games(games::Games),
    Players(players::Players),
    Rules(rules::Rules),
    Show(show::Show),
    #[cfg(feature = "server")]
    Serve(serve::Serve),
    #[cfg(feature = "server")]
    Doctor(doctor::Doctor),
    #[cfg(feature = "server")]
    Backup(backup::Backup),
    #[cfg(feature = "server")]
    Export(transfer::Export),
    #[cfg(feature = "server")]
    Import(transfer::Import),
    #[cfg(feature = "tui")]
    Play(play::Play),
    Best(best::Best),
    Duel(duel::CompareSearches),
    Eval(eval::Eval),
    Evals(evals::Evals),
    Match(Box<matches::Match>),
    #[cfg(feature = "tournaments")]
    Tournament(tournament::PlayTournament),
    Openings(openings::MakeOpenings),
    #[cfg(feature = "study")]
    Study(study::Study),
    Solve(solve::Solve),
    Trace(trace::Trace),
    Suite(suite::Suite),
    Review(review::ReviewGame),
    Puzzles(puzzles::Puzzles),
    Book(book::BuildBook),
    #[cfg(feature = "train")]
    Datagen(datagen::Datagen),
    #[cfg(feature = "train")]
    Dataset(dataset::Dataset),
    #[cfg(feature = "train")]
    Zero(zero::PlayZero),
    #[cfg(feature = "train")]
    Train(train::Train),
    #[cfg(feature = "train")]
    Gate(gate::Gate),
    #[cfg(feature = "train")]
    Tune(tune::Tune),
    #[cfg(feature = "train")]
    Probcut(probcut::Probcut),
    Perft(perft::Perft),
    Bench(bench::Bench),
    #[cfg(feature = "queue")]
    Worker(worker::Work),
    Uci(uci::Uci),
    Nboard(nboard::Nboard),
    Completions(manual::Completions),
    Man(manual::Man),
}

/// Reads the factor of `--effort`.
#[cfg(any(feature = "server", feature = "tui"))]
pub(crate) fn effort(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (0.01..=100.0).contains(factor));
    factor.ok_or_else(|| "a number from 0.01 to 100".into())
}

/// A language, by its two letters.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Lang {
    /// English
    #[default]
    En,
    /// Spanish
    Es,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::En => Self::English,
            Lang::Es => Self::Spanish,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        with_games(Args::command(), &Catalog::standard()).debug_assert();
    }

    #[test]
    fn every_command_has_examples() {
        for command in Args::command().get_subcommands() {
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(after.contains("Examples:\n  quevedo "), "{}", command.get_name());
            // Longer lines are wrapped by clap, and no longer look like they were written.
            assert!(after.lines().all(|line| line.chars().count() <= 100), "{}", command.get_name());
        }
    }
}
