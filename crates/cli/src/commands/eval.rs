//! `quevedo eval`: the evaluation of a position.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Context, Result};
use quevedo_catalog::{EvalRef, Evaluation, GameEntry, Session};
use quevedo_core::{Layer, Score, Side};
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

    /// Draw every term on the board: what each place adds to it
    #[arg(long)]
    board: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
The score is for the side to move, in what people count in (pawns, discs) or in points, with the
chance to win; the terms are in points for the side that moves first in the game. They need not
add up: an evaluator may weigh them by how far the game has come.

With --board, every term that belongs to places is drawn as a board of numbers, which add up to
the term. Of a network, which has no terms, it shows what changes without what stands on a place
(occlusion), and of patterns the weight of each, shared among its squares. A network without --board
names the places that count most.

JSON: {\"game\", \"position\", \"eval\", \"turn\": \"first\"|\"second\", \"score\": in points, \"units\": in what
people count in or null, \"terms\": [{\"name\", \"value\"}], \"layers\": [{\"name\", \"part\": of a
term with several layers, or \"\", \"sum\", \"points\": {place: points for the side that moves first}}],
\"outcome\": null|{\"winner\", \"reason\",
\"result\"}}. A finished game has no evaluation: its score is null, and it has no terms.

Examples:
  quevedo eval chess --moves \"e4 e5 Nf3\"
  quevedo eval amazons --board
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
    layers: Vec<NamedLayer>,
    outcome: Option<Ended>,
}

#[derive(Serialize)]
struct NamedTerm {
    name: &'static str,
    value: f64,
}

/// A layer with the names of places.
#[derive(Serialize)]
struct NamedLayer {
    name: &'static str,
    part: &'static str,
    sum: f64,
    points: BTreeMap<String, f64>,
}

/// So many places of a network are named.
const MOST_PLACES: usize = 8;

impl Eval {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        // A wrong name is refused on a finished game as well: the start position is evaluated first.
        self.evaluate(&*open(&self.game, None)?)?;
        let session = self.position.open(&self.game)?;
        let evaluation = session.outcome().is_none().then(|| self.evaluate(&*session)).transpose()?;
        let layers = match &evaluation {
            Some(_) => self.game.layers(&*session, &EvalRef::new(&self.evaluator)).context("--eval")?,
            None => Vec::new(),
        };
        if self.json {
            return write_json(out, &self.evaluated(&*session, evaluation, layers));
        }
        let Some(evaluation) = &evaluation else { return write_over(out, &*session) };
        self.write_text(out, session.turn(), evaluation)?;
        if self.board {
            return layers.iter().try_for_each(|layer| self.write_layer(out, layer));
        }
        let is_term = |layer: &Layer| evaluation.terms.iter().any(|term| term.name == layer.name);
        layers.iter().filter(|layer| !is_term(layer)).try_for_each(|layer| self.write_most(out, layer))
    }

    fn evaluate(&self, session: &dyn Session) -> Result<Evaluation> {
        self.game.evaluate(session, &EvalRef::new(&self.evaluator)).context("--eval")
    }

    fn evaluated(&self, session: &dyn Session, evaluation: Option<Evaluation>, layers: Vec<Layer>) -> Evaluated<'_> {
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
            layers: layers.into_iter().map(|layer| self.named(&layer)).collect(),
            outcome: session.outcome().map(Ended::from),
        }
    }

    fn named(&self, layer: &Layer) -> NamedLayer {
        let places = self.game.shape().places;
        let points =
            layer.points.iter().map(|(place, points)| (places[*place].name.clone(), rounded(*points))).collect();
        NamedLayer { name: layer.name.en, part: layer.part.en, sum: rounded(layer.sum()), points }
    }

    /// A layer as a board of numbers.
    fn write_layer(&self, out: &mut dyn Write, layer: &Layer) -> Result<()> {
        let places = self.game.shape().places;
        let rows = places.iter().map(|place| place.row).max().unwrap_or(0);
        let columns = places.iter().map(|place| place.column).max().unwrap_or(0);
        writeln!(out, "\n{}  {:+.0}", title(layer), rounded(layer.sum()))?;
        for row in 0..=rows {
            let cell = |column: u8| {
                let place = places.iter().position(|place| (place.column, place.row) == (column, row));
                place.map_or(String::new(), |place| match layer.points.get(&place) {
                    Some(points) => format!("{:+.0}", rounded(*points)),
                    None => "·".into(),
                })
            };
            let cells: Vec<String> = (0..=columns).map(|column| format!("{:>6}", cell(column))).collect();
            writeln!(out, "{}", cells.concat().trim_end())?;
        }
        Ok(())
    }

    /// The places of a layer that count most.
    fn write_most(&self, out: &mut dyn Write, layer: &Layer) -> Result<()> {
        let places = self.game.shape().places;
        let mut points: Vec<(usize, f64)> = layer.points.iter().map(|(place, points)| (*place, *points)).collect();
        points.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        let most = points.iter().take(MOST_PLACES);
        let most: Vec<String> =
            most.map(|(place, points)| format!("{} {:+.0}", places[*place].name, rounded(*points))).collect();
        writeln!(out, "{}: {}", title(layer), most.join("  "))?;
        Ok(())
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

/// What a layer shows.
fn title(layer: &Layer) -> String {
    if layer.part.is_empty() { layer.name.en.into() } else { format!("{}, {}", layer.name.en, layer.part.en) }
}

/// To two decimals, and never a negative nothing.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}
