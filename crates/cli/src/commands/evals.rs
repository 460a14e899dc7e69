//! `quevedo evals`: the evaluators of a game.

use std::io::Write;

use anyhow::Result;
use quevedo_catalog::GameEntry;
use quevedo_core::{Language, Text};
use serde::Serialize;

use crate::args::{Lang, game_of_catalog};
use crate::output::{write_described, write_json};

/// List the evaluators of a game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Evals {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The language of the descriptions
    #[arg(long, value_enum, default_value_t)]
    lang: Lang,

    /// Print one JSON object, in both languages
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Every player uses the first one unless its spec names another.

JSON: {\"game\", \"evaluators\": [{\"name\", \"meaning\": {\"en\", \"es\"}}]}

Examples:
  quevedo evals amazons
  quevedo evals othello --json
  quevedo match othello greedy:eval=best random";

#[derive(Serialize)]
struct Listing<'a> {
    game: &'a str,
    evaluators: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    meaning: Text,
}

impl Evals {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        if self.json {
            let evaluators =
                self.game.evaluators().into_iter().map(|(name, meaning)| Listed { name, meaning }).collect();
            return write_json(out, &Listing { game: self.game.id(), evaluators });
        }
        write_described(out, "", &evaluators(&self.game, self.lang.into()))
    }
}

/// The evaluators of a game with their descriptions.
pub(super) fn evaluators(game: &GameEntry, language: Language) -> Vec<(&'static str, &'static str)> {
    game.evaluators().into_iter().map(|(name, meaning)| (name, meaning.get(language))).collect()
}
