//! The command line: what can be asked for.

use clap::{Parser, Subcommand, ValueEnum};
use quevedo_core::Language;

use crate::commands::{
    bench, best, datagen, dataset, eval, evals, games, gate, matches, nboard, openings, perft, play, players, rules,
    serve, show, solve, study, tournament, train, uci, worker, zero,
};

/// Seven board games, every algorithm, one program.
#[derive(Debug, Parser)]
#[command(name = "quevedo", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "\
Without a command: the page, as `quevedo serve`.

Examples:
  quevedo serve --open                      play in the browser
  quevedo play fox-geese                    play the geese against the machine
  quevedo show chess --moves \"e4 e5 Nf3\"    the board, and what can be played
  quevedo best chess --moves \"e4 e5\"        the move that a machine would play
  quevedo match othello easy medium         100 games between two players
  quevedo tournament autumn.toml            many players, by a file
  quevedo perft chess 5                     count move sequences

Exit status: 0 done, 1 a check failed, 2 bad input.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Games(games::Games),
    Players(players::Players),
    Rules(rules::Rules),
    Show(show::Show),
    Serve(serve::Serve),
    Play(play::Play),
    Best(best::Best),
    Eval(eval::Eval),
    Evals(evals::Evals),
    Match(matches::Match),
    Tournament(tournament::PlayTournament),
    Openings(openings::MakeOpenings),
    Study(study::Study),
    Solve(solve::Solve),
    Datagen(datagen::Datagen),
    Dataset(dataset::Dataset),
    Zero(zero::PlayZero),
    Train(train::Train),
    Gate(gate::Gate),
    Perft(perft::Perft),
    Bench(bench::Bench),
    Worker(worker::Work),
    Uci(uci::Uci),
    Nboard(nboard::Nboard),
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
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Args::command().debug_assert();
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
