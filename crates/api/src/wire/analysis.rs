//! The analysis board: lines of play from any position.

use quevedo_catalog::{MoveView, Session, Solved};
use quevedo_core as rules;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, GamePosition, OutcomeState, ProofState, SearchState, Side, TapTree};

/// A position and the moves from there.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineRequest {
    /// Where the line begins, and its moves.
    #[serde(flatten)]
    #[ts(flatten)]
    pub line: GamePosition,
    /// The taps of one more move.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub taps: Vec<String>,
}

/// The position at the end of a line.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct LinePosition {
    /// Where the line begins.
    pub start: String,
    /// The moves of the line, those of a record included.
    pub moves: Vec<LineMove>,
    /// The position at its end.
    pub position: String,
    /// Its board.
    pub board: Board,
    /// Who moves.
    pub turn: Side,
    /// The end, if it is one.
    pub outcome: Option<OutcomeState>,
    /// The legal moves as a tree of taps.
    pub legal: TapTree,
}

impl LinePosition {
    /// The position of a session.
    pub fn new(session: &dyn Session) -> Self {
        Self {
            start: session.start(),
            moves: session.history().iter().map(LineMove::from).collect(),
            position: session.position(),
            board: Board::of(session),
            turn: session.turn().into(),
            outcome: session.outcome().map(Into::into),
            legal: TapTree::new(session, &session.legal()),
        }
    }
}

/// A move of a line.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct LineMove {
    /// In move notation.
    pub text: String,
    /// As people write it.
    pub pretty: String,
    /// The taps that make it.
    pub taps: Vec<String>,
}

impl From<&MoveView> for LineMove {
    fn from(view: &MoveView) -> Self {
        Self { text: view.text.clone(), pretty: view.pretty.clone(), taps: view.taps.clone() }
    }
}

/// A request for an analysis of the position at the end of a line.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The line.
    pub line: LineRequest,
    /// The engine; the usual one if left out.
    #[serde(default)]
    #[ts(optional)]
    pub spec: Option<String>,
    /// How many best lines are wanted.
    #[serde(default)]
    #[ts(optional)]
    pub lines: Option<u8>,
    /// How long to think, where the engine has no limit of its own kind; as the engine says if left out.
    #[serde(default)]
    #[ts(optional)]
    pub time_ms: Option<u64>,
    /// Which of several engines side by side; another request with the same number stops the one before.
    #[serde(default)]
    #[ts(as = "Option<u8>", optional)]
    pub slot: u8,
}

/// What an analysis has found so far; one event of its answer.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct AnalysisEvent {
    /// The result.
    pub thought: SearchState,
    /// Whether the analysis has ended.
    pub done: bool,
}

/// The exact values of the moves of a position.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Explored {
    /// Every legal move, the best one first.
    pub moves: Vec<ExploredMove>,
    /// Whether the value of every move is known.
    pub complete: bool,
}

/// A move and its exact value.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ExploredMove {
    /// In move notation.
    pub text: String,
    /// As people write it.
    pub pretty: String,
    /// The taps that make it.
    pub taps: Vec<String>,
    /// What it leads to under best play, counted from before the move; none where nobody knows.
    pub proof: Option<ProofState>,
}

impl ExploredMove {
    /// A move with the solution of the position behind it, for the side to move there.
    pub fn new(mv: &MoveView, proof: Option<ProofState>) -> Self {
        Self { text: mv.text.clone(), pretty: mv.pretty.clone(), taps: mv.taps.clone(), proof }
    }
}

impl ProofState {
    /// What is proved about a move, by the solution of the position behind it and the side to move there.
    pub fn of_move(solved: &Solved, turn: rules::Side) -> Self {
        let winner = match solved.value {
            rules::Value::Win => Some(turn),
            rules::Value::Draw => None,
            rules::Value::Loss => Some(!turn),
        };
        Self {
            winner: winner.map(Into::into),
            plies: solved.plies.map(|plies| plies + 1),
            margin: solved.score.map(i32::unsigned_abs),
        }
    }

    /// The same for a move that ends the game.
    pub fn of_end(outcome: rules::Outcome) -> Self {
        Self { winner: outcome.winner.map(Into::into), plies: Some(1), margin: None }
    }

    /// How good the value is for a side: wins soon or by much first, then draws, what nobody knows, and late losses
    /// before early ones.
    pub fn rank(proof: Option<&Self>, side: rules::Side) -> i64 {
        const CERTAIN: i64 = 1 << 32;
        let Some(proof) = proof else { return 0 };
        let size = i64::from(proof.margin.unwrap_or(0)) - i64::from(proof.plies.unwrap_or(0));
        match proof.winner {
            None => 1,
            Some(winner) if winner == side.into() => CERTAIN + size,
            Some(_) => -CERTAIN - size,
        }
    }
}
