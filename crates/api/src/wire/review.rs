//! The review of a game.

use quevedo_catalog::{MoveView, Session};
use quevedo_core::Value;
pub use quevedo_review::MoveClass;
use quevedo_review::{ExactVerdict, Review, ReviewedMove, Worth};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, ProofState, Side, TapTree};

/// Who wins under best play, from the view of the side that moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExactValue {
    /// The side that moved wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The other side wins.
    Loss,
}

impl From<Value> for ExactValue {
    fn from(value: Value) -> Self {
        match value {
            Value::Win => Self::Win,
            Value::Draw => Self::Draw,
            Value::Loss => Self::Loss,
        }
    }
}

/// What a move did to a proved value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ExactState {
    /// The value before the move.
    pub before: ExactValue,
    /// The value after it.
    pub after: ExactValue,
    /// Plies by which the win comes later, or the loss sooner, where known.
    pub plies_lost: Option<u32>,
    /// What the margin lost in the game's own count, where known: discs.
    pub margin_lost: Option<u32>,
}

impl From<ExactVerdict> for ExactState {
    fn from(exact: ExactVerdict) -> Self {
        let ExactVerdict { before, after, plies_lost, margin_lost } = exact;
        Self { before: before.into(), after: after.into(), plies_lost, margin_lost }
    }
}

/// A move of the game, judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MoveReview {
    /// Who made it.
    pub side: Side,
    /// How good it is.
    pub class: MoveClass,
    /// The expected score that was lost, 0 to 1.
    pub loss: f64,
    /// The expected score of the side that moved by the best move.
    pub before: f64,
    /// The same by the move that was played.
    pub after: f64,
    /// The best move, in move notation; the one that was played where it is as good.
    pub best: String,
    /// The better line as people write it; empty after a best move.
    pub line: Vec<String>,
    /// The taps of its first move.
    pub taps: Vec<String>,
    /// What the move did to a proved value.
    pub exact: Option<ExactState>,
    /// Whether no other move was legal.
    pub forced: bool,
    /// Whether it decided who was winning.
    pub turning: bool,
}

impl MoveReview {
    /// A move that was made in the position of `session`.
    pub fn new(judged: &ReviewedMove, session: &dyn Session, turning: bool) -> Self {
        let line = replay(session, &judged.best_line);
        Self {
            side: judged.turn.into(),
            class: judged.class,
            loss: judged.loss,
            before: judged.before.chance,
            after: judged.after.chance,
            best: judged.best.clone(),
            taps: line.first().map(|(mv, _)| mv.taps.clone()).unwrap_or_default(),
            line: line.into_iter().map(|(mv, _)| mv.pretty).collect(),
            exact: judged.exact.map(Into::into),
            forced: judged.is_forced,
            turning,
        }
    }
}

/// The moves of a line with the boards after them.
pub fn replay(session: &dyn Session, moves: &[String]) -> Vec<(MoveView, Board)> {
    let mut session = session.fork();
    moves.iter().map_while(|mv| Some((session.play(mv).ok()?, session.board().into()))).collect()
}

/// The value of a position, for the first player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewPoint {
    /// How likely the first player is to win, from 0 to 1.
    pub chance: f64,
    /// The score in what people count in: pawns, discs.
    pub units: Option<f64>,
    /// What is proved.
    pub proof: Option<ProofState>,
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct GameReview {
    /// The accuracy of the first and of the second player, 0 to 100; none for a side that had no choice.
    #[ts(type = "[number | null, number | null]")]
    pub accuracy: [Option<f64>; 2],
    /// The moves.
    pub moves: Vec<MoveReview>,
    /// Every position, from the start on.
    pub points: Vec<ReviewPoint>,
    /// The nodes that were searched for each position.
    pub nodes: u64,
}

impl GameReview {
    /// The review of a game, with the nodes for each position.
    pub fn new(game: &dyn Session, review: &Review, nodes: u64) -> Self {
        let turning = review.turning_points();
        let mut position = game.fork();
        let mut moves = Vec::with_capacity(review.moves.len());
        for (ply, judged) in review.moves.iter().enumerate().rev() {
            position.undo();
            moves.push(MoveReview::new(judged, &*position, turning.contains(&ply)));
        }
        moves.reverse();
        let point = |worth: &Worth| ReviewPoint {
            chance: worth.chance,
            units: worth.score.filter(|_| worth.proof.is_none()).and_then(|score| game.entry().in_units(score)),
            proof: worth.proof.map(|proof| ProofState::new(proof, quevedo_core::Side::First)),
        };
        Self { accuracy: review.accuracy, moves, points: review.worths.iter().map(point).collect(), nodes }
    }
}

/// How far the review of a game is.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ReviewState {
    /// Nobody has asked for it.
    None,
    /// It is being made.
    Running {
        /// Positions that were examined.
        done: usize,
        /// Positions of the game.
        total: usize,
    },
    /// It is there.
    Done {
        /// The review.
        review: GameReview,
    },
}

/// A position of a reviewed game, to try a better move.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ReviewPosition {
    /// Who moves.
    pub turn: Side,
    /// The pieces.
    pub board: Board,
    /// The legal moves.
    pub legal: TapTree,
    /// The better line.
    pub line: Vec<LineStep>,
}

/// A move of a line, and the board after it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct LineStep {
    /// The move as people write it.
    pub pretty: String,
    /// The taps that make it.
    pub taps: Vec<String>,
    /// The pieces after it.
    pub board: Board,
}

/// A try of a better move.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TryRequest {
    /// The taps of the move.
    pub taps: Vec<String>,
}

/// What the try is worth.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TryAnswer {
    /// The move as people write it.
    pub pretty: String,
    /// Whether it is good enough: the best move, or hardly worse.
    pub solved: bool,
    /// How good it is.
    pub class: MoveClass,
    /// The expected score that it loses, 0 to 1.
    pub loss: f64,
    /// What it does to a proved value.
    pub exact: Option<ExactState>,
    /// The pieces after it.
    pub board: Board,
}

/// A record to be stored as a finished game.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordRequest {
    /// Which game.
    pub game: String,
    /// The record: PGN, moves, or a format of the game's own. Of several games the first is taken.
    pub record: String,
}
