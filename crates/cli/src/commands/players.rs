//! `quevedo players`: who can play.

use std::io::Write;

use anyhow::Result;
use quevedo_catalog::{GameEntry, PlayerSpec, find_game};

/// List the players and their settings
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Players {
    /// The game they are to play; all of today's players play every game
    #[arg(value_parser = find_game)]
    game: Option<&'static GameEntry>,
}

const EXAMPLES: &str = "\
A player is a line of text: NAME or NAME:KEY=VALUE,KEY=VALUE, the same in every command.

Examples:
  quevedo players
  quevedo players othello
  quevedo play othello --second random:seed=7";

impl Players {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        if let Some(game) = self.game {
            writeln!(out, "Players of {}:", game.id)?;
        }
        for (name, meaning, keys) in PlayerSpec::describe_all() {
            writeln!(out, "{name:<10}  {meaning}")?;
            for (key, value) in keys {
                writeln!(out, "  {:<8}  {value}", format!("{key}="))?;
            }
        }
        Ok(())
    }
}
