//! `quevedo show`: a position, and what can be played in it.

use std::io::Write;

use anyhow::{Context, Result, bail};
use quevedo_catalog::{GameEntry, Session};
use quevedo_core::notation::clip;
use quevedo_core::{Language, Side};
use serde::Serialize;

use super::{Ended, PositionArgs};
use crate::args::game_of_catalog;
use crate::board::{PieceStyle, text_board};
use crate::output::{join, outcome_text, width, write_json};

/// The format of records of every game.
const PGN: &str = "pgn";
/// More moves than this are not all listed unless asked for.
const MANY_MOVES: usize = 60;
/// How many of them are listed then.
const FEW_MOVES: usize = 12;

/// Show a position: the board, the side to move, the legal moves, the outcome
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Show {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    #[command(flatten)]
    position: PositionArgs,

    /// List all legal moves, however many
    #[arg(long)]
    all: bool,

    /// Draw pieces and lines with Unicode characters
    #[arg(long)]
    unicode: bool,

    /// Print the game so far in this format alone: `pgn`, or one of other programs of the game
    #[arg(long, value_name = "FORMAT", conflicts_with = "json")]
    format: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
JSON: {\"game\", \"start\": the position before the moves, \"played\": the moves, \"position\",
\"turn\": \"first\"|\"second\", \"outcome\": null|{\"winner\": \"first\"|\"second\"|null, \"reason\",
\"result\": \"1-0\"|\"0-1\"|\"1/2-1/2\"}, \"moves\": all legal moves}

Examples:
  quevedo show fox-geese
  quevedo show chess --moves \"e4 e5 Nf3\" --unicode
  quevedo show amazons --all
  quevedo show othello --moves f5d6c3d3c4 --format ggf
  quevedo show hare-hounds --position \"D-D----D--h d 0\" --json";

#[derive(Serialize)]
struct Shown {
    game: String,
    start: String,
    played: Vec<String>,
    position: String,
    turn: Side,
    outcome: Option<Ended>,
    moves: Vec<String>,
}

impl Show {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let session = self.position.open(&self.game)?;
        if let Some(format) = &self.format {
            return self.write_format(&*session, format, out);
        }
        if self.json { write_json(out, &shown(&*session)) } else { self.write_text(&*session, out) }
    }

    fn write_format(&self, session: &dyn Session, format: &str, out: &mut dyn Write) -> Result<()> {
        if format == PGN {
            write!(out, "{}", session.record(&[]))?;
            return Ok(());
        }
        let known = self.game.foreign_formats();
        if !known.contains(&format) {
            let all: Vec<&str> = [PGN].into_iter().chain(known.iter().copied()).collect();
            bail!("--format: no `{}` of this game: there is {}", clip(format), all.join(", "));
        }
        let text = session.export(format, &[]);
        writeln!(out, "{}", text.with_context(|| format!("--format: `{format}` cannot hold this game"))?)?;
        Ok(())
    }

    fn write_text(&self, session: &dyn Session, out: &mut dyn Write) -> Result<()> {
        let style = if self.unicode { PieceStyle::Glyph } else { PieceStyle::Letter };
        writeln!(out, "{}\n", self.game.title(Language::English))?;
        for line in text_board(&self.game.shape(), &session.board(), style) {
            writeln!(out, "  {line}")?;
        }
        writeln!(out, "\nposition  {}", session.position())?;
        if let Some(outcome) = session.outcome() {
            let said = outcome_text(Language::English, &self.game, outcome);
            writeln!(out, "outcome   {} {said}", outcome.score_text())?;
            return Ok(());
        }
        writeln!(out, "to move   {}", self.game.side_name(session.turn()).en)?;
        self.write_moves(session, out)
    }

    fn write_moves(&self, session: &dyn Session, out: &mut dyn Write) -> Result<()> {
        let legal = session.legal();
        let shown = if self.all || legal.len() <= MANY_MOVES { legal.len() } else { FEW_MOVES };
        writeln!(out, "moves     {}", legal.len())?;
        for line in join(legal[..shown].iter().map(|mv| mv.pretty.as_str()), "  ", width() - 2) {
            writeln!(out, "  {line}")?;
        }
        if shown < legal.len() {
            writeln!(out, "  and {} more: --all lists them", legal.len() - shown)?;
        }
        Ok(())
    }
}

fn shown(session: &dyn Session) -> Shown {
    Shown {
        game: session.entry().id().to_owned(),
        start: session.start(),
        played: session.history().iter().map(|mv| mv.text.clone()).collect(),
        position: session.position(),
        turn: session.turn(),
        outcome: session.outcome().map(Ended::from),
        moves: session.legal().into_iter().map(|mv| mv.text).collect(),
    }
}
