//! `quevedo eval`: the evaluation of a position.

use std::io::Write;

use anyhow::{Context, Result};
use quevedo_catalog::{EvalRef, Evaluation, GameEntry, Session};
use quevedo_core::{Score, Side};
use serde::Serialize;

use super::{Ended, PositionArgs, open, score_text, write_over};
use crate::args::game_of_catalog;
use crate::output::write_json;

/// Evaluate a position without search: the score and its terms
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Eval {
    /// The game, as `quevedo games` lists it
    #[arg(value_parser = game_of_catalog)]
    game: GameEntry,

    #[command(flatten)]
    position: PositionArgs,

    /// The evaluator, as `quevedo evals` lists it
    #[arg(long = "eval", value_name = "E", default_value = "best")]
    evaluator: String,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
The score is for the side to move, in what people count in (pawns, discs) or in points, with the
chance to win; the terms are in points for the side that moves first in the game. They need not
add up: an evaluator may weigh them by how far the game has come.

JSON: {\"game\", \"position\", \"eval\", \"turn\": \"first\"|\"second\", \"score\": in points, \"units\": in what
people count in or null, \"terms\": [{\"name\", \"value\"}], \"outcome\": null|{\"winner\", \"reason\",
\"result\"}}. A finished game has no evaluation: its score is null, and it has no terms.

Examples:
  quevedo eval chess --moves \"e4 e5 Nf3\"
  quevedo eval chess --eval classic --json";

#[derive(Serialize)]
struct Evaluated<'a> {
    game: &'a str,
    position: String,
    eval: &'a str,
    turn: Side,
    score: Option<Score>,
    units: Option<f64>,
    terms: Vec<NamedTerm>,
    outcome: Option<Ended>,
}

#[derive(Serialize)]
struct NamedTerm {
    name: &'static str,
    value: f64,
}

impl Eval {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        // A wrong name is refused on a finished game as well: the start position is evaluated first.
        self.evaluate(&*open(&self.game, None)?)?;
        let session = self.position.open(&self.game)?;
        let evaluation = session.outcome().is_none().then(|| self.evaluate(&*session)).transpose()?;
        if self.json {
            return write_json(out, &self.evaluated(&*session, evaluation));
        }
        match &evaluation {
            Some(evaluation) => self.write_text(out, session.turn(), evaluation),
            None => write_over(out, &*session),
        }
    }

    fn evaluate(&self, session: &dyn Session) -> Result<Evaluation> {
        self.game.evaluate(session, &EvalRef::new(&self.evaluator)).context("--eval")
    }

    fn evaluated(&self, session: &dyn Session, evaluation: Option<Evaluation>) -> Evaluated<'_> {
        let score = evaluation.as_ref().map(|evaluation| evaluation.score);
        let terms = evaluation.into_iter().flat_map(|evaluation| evaluation.terms);
        Evaluated {
            game: self.game.id(),
            position: session.position(),
            eval: &self.evaluator,
            turn: session.turn(),
            score,
            units: score.and_then(|score| self.game.in_units(score)),
            terms: terms.map(|term| NamedTerm { name: term.name.en, value: term.value }).collect(),
            outcome: session.outcome().map(Ended::from),
        }
    }

    fn write_text(&self, out: &mut dyn Write, turn: Side, evaluation: &Evaluation) -> Result<()> {
        let name = |side| self.game.side_name(side).en;
        writeln!(out, "score  {} for {}, to move", score_text(&self.game, evaluation.score), name(turn))?;
        if evaluation.terms.is_empty() {
            return Ok(());
        }
        writeln!(out, "terms  in points for {}:", name(Side::First))?;
        let width = evaluation.terms.iter().map(|term| term.name.en.chars().count()).max().unwrap_or(0);
        let whole = evaluation.terms.iter().all(|term| term.value.fract() == 0.0);
        let decimals = if whole { 0 } else { 2 };
        for term in &evaluation.terms {
            writeln!(out, "  {:<width$}  {:>+9.decimals$}", term.name.en, rounded(term.value))?;
        }
        Ok(())
    }
}

/// To two decimals, and never a negative nothing.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}
