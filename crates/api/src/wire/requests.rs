//! Requests of the page over HTTP, and the smaller responses.

use quevedo_core::{Language, Message};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, OutcomeState, Side, Text};

/// A position of a game and the moves from there.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
pub struct GamePosition {
    /// Which game.
    pub game: String,
    /// The position, or a record, whose moves come first; the start position if left out.
    #[serde(default)]
    #[ts(optional)]
    pub position: Option<String>,
    /// The moves from there.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub moves: Vec<String>,
}

/// A request for a new game.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Where it begins.
    #[serde(flatten)]
    #[ts(flatten)]
    pub start: GamePosition,
    /// Who plays first, and who second.
    #[ts(type = "[SeatRequest, SeatRequest]")]
    pub seats: [SeatRequest; 2],
    /// The clocks; none if left out.
    #[serde(default)]
    #[ts(optional)]
    pub clock: Option<ClockRequest>,
    /// The least time a machine takes for a move.
    #[serde(default)]
    #[ts(optional)]
    pub delay_ms: Option<u64>,
}

/// A request for a seat.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatRequest {
    /// The visitor who makes the game.
    Human {
        /// The name of the player.
        #[serde(default)]
        #[ts(optional)]
        name: Option<String>,
    },
    /// A machine.
    Machine {
        /// Which one.
        spec: String,
        /// Its name.
        #[serde(default)]
        #[ts(optional)]
        name: Option<String>,
    },
    /// The visitor who follows the link.
    Open,
}

/// A request for clocks.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockRequest {
    /// The time of each player at the beginning.
    pub base_ms: u64,
    /// What is added after every move.
    #[serde(default)]
    pub increment_ms: u64,
}

/// A refusal.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[ts(rename = "ApiFailure")]
pub struct Failure {
    /// What is wrong, for programs.
    pub code: &'static str,
    /// The arguments of the message: texts, numbers as text, texts in both languages, or messages with a code and
    /// arguments of their own.
    #[ts(type = "{ [name: string]: unknown }")]
    #[schema(value_type = Object)]
    pub args: serde_json::Value,
    /// What is wrong, in the language of the reader.
    pub message: String,
    /// The words of a parser, in English, for programmers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub detail: Option<String>,
}

impl Failure {
    /// A refusal in one language.
    pub fn new(message: &Message, language: Language, detail: Option<String>) -> Self {
        let args = serde_json::to_value(message).map(|mut json| json["args"].take()).unwrap_or_default();
        Self { code: message.code(), args, message: message.text(language), detail }
    }
}

/// A position to check.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// Which game.
    pub game: String,
    /// The position.
    pub position: String,
}

/// A position as a board.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PositionPreview {
    /// In canonical form.
    pub position: String,
    /// The pieces.
    pub board: Board,
    /// Who moves.
    pub turn: Side,
    /// The end, if it is one.
    pub outcome: Option<OutcomeState>,
}

/// A player spec to check.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecRequest {
    /// Which game.
    pub game: String,
    /// The spec.
    pub spec: String,
}

/// A player spec, checked.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct SpecAnswer {
    /// In canonical form.
    pub spec: String,
}

/// A position to evaluate.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EvaluateRequest {
    /// Which game.
    pub game: String,
    /// The position.
    pub position: String,
    /// By which evaluator; the best if left out.
    #[serde(default)]
    #[ts(optional)]
    pub eval: Option<String>,
    /// Whether the layers are wanted: the terms on the board.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub layers: bool,
}

/// The evaluation of a position.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Evaluated {
    /// Points for the first player.
    pub score: i32,
    /// How likely the first player is to win, from 0 to 1.
    pub chance: f64,
    /// The terms of the score.
    pub terms: Vec<TermValue>,
    /// What the places of the board add to it; empty if they were not asked for.
    pub layers: Vec<LayerState>,
}

/// What the places of the board add to a term of an evaluation, or to a network.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct LayerState {
    /// The name of the term. Layers with the name of a term add up to it.
    pub name: Text,
    /// Which part of the term it is, where the term has several layers; else empty.
    pub part: Text,
    /// Points for the first player, by the index of a place. Other places add nothing.
    #[ts(type = "[number, number][]")]
    pub points: Vec<(usize, f64)>,
}

impl From<quevedo_core::Layer> for LayerState {
    fn from(layer: quevedo_core::Layer) -> Self {
        let points = layer.points.into_iter().collect();
        Self { name: layer.name.into(), part: layer.part.into(), points }
    }
}

/// A term of an evaluation.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TermValue {
    /// What it measures.
    pub name: Text,
    /// Points for the first player.
    pub value: f64,
}

/// Every position of a game, from the start on.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Boards {
    /// As boards.
    pub boards: Vec<Board>,
    /// In position notation.
    pub positions: Vec<String>,
}

/// The scores of a game.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Graph {
    /// One point for every position from the start on; none where there is no score.
    pub points: Vec<Option<GraphPoint>>,
}

/// The score of one position.
#[derive(Clone, Copy, Debug, Serialize, TS, ToSchema)]
pub struct GraphPoint {
    /// Points for the first player.
    pub score: i32,
    /// How likely the first player is to win, from 0 to 1.
    pub chance: f64,
    /// The score in what people count in: pawns, discs.
    pub units: Option<f64>,
}

/// The visitor.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Visitor {
    /// Its id, which only the visitor and the server know.
    pub id: String,
    /// Its name; may be empty.
    pub name: String,
}

/// A request for another name.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VisitorRequest {
    /// The new name.
    pub name: String,
}
