//! `quevedo evals`: the evaluators of a game.

use std::io::Write;

use anyhow::Result;
use quevedo_catalog::GameEntry;
use serde::Serialize;

use crate::args::game_of_catalog;
use crate::output::{write_described, write_json};

/// List the evaluators of a game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Evals {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Every player uses the first one unless its spec names another.

JSON: {\"game\", \"evaluators\": [{\"name\", \"meaning\"}]}

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
    meaning: &'static str,
}

impl Evals {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let evaluators = self.game.evaluators();
        if self.json {
            let evaluators = evaluators.into_iter().map(|(name, meaning)| Listed { name, meaning }).collect();
            return write_json(out, &Listing { game: self.game.id(), evaluators });
        }
        write_described(out, "", &evaluators)
    }
}
