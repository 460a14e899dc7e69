//! `quevedo rules`: how a game is played.

use std::io::Write;

use anyhow::Result;
use quevedo_catalog::GameEntry;
use quevedo_core::Language;

use crate::args::{Lang, game_of_catalog};
use crate::output::{width, wrap};

/// Print the rules of a game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Rules {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    /// The language
    #[arg(long, value_enum, default_value_t)]
    lang: Lang,
}

const EXAMPLES: &str = "\
Examples:
  quevedo rules amazons
  quevedo rules fox-geese --lang es";

impl Rules {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let language = Language::from(self.lang);
        writeln!(out, "{}\n", self.game.title(language))?;
        for line in wrap(self.game.about().rules.get(language), width()) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}
