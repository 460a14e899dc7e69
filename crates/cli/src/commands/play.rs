//! `quevedo play`: a game in the terminal.

use std::io::{self, Write};

use anyhow::{Context, Result, bail};
use quevedo_catalog::{Catalog, GameEntry, PlayerSpec};

use super::{has_screen, open};
use crate::args::{Lang, effort, game_of_catalog};
use crate::board::PieceStyle;
use crate::terminal::{self, Setup};

/// Play a game in the terminal, with keys and mouse
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The game, as `quevedo games` lists it; a menu of all games if left out
    #[arg(value_parser = game_of_catalog)]
    game: Option<GameEntry>,

    /// The player of the side that moves first
    #[arg(long, value_name = "SPEC", default_value = "human")]
    first: PlayerSpec,

    /// The player of the other side
    #[arg(long, value_name = "SPEC", default_value = "medium")]
    second: PlayerSpec,

    /// Where to begin; the start position if left out
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,

    /// Multiply nodes and time of all levels by this factor, unless a player sets its own
    #[arg(long, value_name = "X", value_parser = effort)]
    effort: Option<f64>,

    /// The language
    #[arg(long, value_enum, default_value_t)]
    lang: Lang,

    /// Draw pieces as letters, for terminals without the characters
    #[arg(long)]
    letters: bool,
}

const EXAMPLES: &str = "\
Press ? on the board for the rules and all keys. Where input or output is not a terminal, lines
are read from standard input: a move, `hint`, `undo`, `moves`, `board`, `help` or `quit`. Hints
come from a player like the machine opponent, or from `hard` where two people play.

Examples:
  quevedo play
  quevedo play fox-geese
  quevedo play chess --first hard --second human
  quevedo play othello --first level=3 --second alphabeta:eval=best,depth=4
  printf 'd3\\nc5\\n' | quevedo play othello --second human";

impl Play {
    pub(crate) fn run(&self, catalog: &Catalog, out: &mut dyn Write) -> Result<()> {
        let Some(game) = &self.game else { return self.run_menu(catalog) };
        // Errors are reported before the screen is taken.
        let position = self.position.as_deref().map(|text| open(game, Some(text))).transpose()?;
        for (spec, option) in [(&self.first, "--first"), (&self.second, "--second")] {
            if !spec.is_human() {
                game.check_player(spec).context(option)?;
            }
        }
        let setup = Setup {
            game: game.clone(),
            position: position.map(|session| session.position()),
            players: [&self.first, &self.second].map(|spec| self.with_effort(spec)),
            language: self.lang.into(),
            style: if self.letters { PieceStyle::Letter } else { PieceStyle::Glyph },
        };
        if has_screen() {
            terminal::run_game(setup)
        } else {
            terminal::run_lines(&setup, &mut io::stdin().lock(), out, &mut io::stderr())
        }
    }

    fn with_effort(&self, spec: &PlayerSpec) -> PlayerSpec {
        match self.effort {
            Some(factor) => spec.clone().with_default_effort(factor),
            None => spec.clone(),
        }
    }

    /// The menu has its own choice of sides and opponents.
    fn run_menu(&self, catalog: &Catalog) -> Result<()> {
        if self.position.is_some() || !has_screen() {
            bail!("name a game: `quevedo play GAME`; `quevedo games` lists them");
        }
        terminal::run_menu(catalog)
    }
}
