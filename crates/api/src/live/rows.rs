//! Games as they are stored, and what changes in them.

use quevedo_catalog::GameEntry;
use quevedo_core::{Outcome, RecordedOutcome, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::wire::{MoveThought, SeatKind, Status};

/// A game with its moves.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct StoredGame {
    /// All but the moves.
    pub row: GameRow,
    /// The moves.
    pub moves: Vec<MoveRow>,
}

/// A game without its moves.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct GameRow {
    /// Its name in addresses.
    pub id: String,
    /// The game, by its id in the catalog.
    pub game: String,
    /// The visitor who made it.
    pub owner: String,
    /// Whether it is played.
    pub status: Status,
    /// Counts the changes.
    pub version: i64,
    /// The position at the start.
    pub start: String,
    /// The position now.
    pub position: String,
    /// The side to move.
    pub turn: Side,
    /// The number of moves.
    pub plies: i64,
    /// Who plays.
    pub seats: [SeatRow; 2],
    /// Base and increment of the clocks.
    pub clock: Option<(i64, i64)>,
    /// What both have left.
    pub left_ms: [i64; 2],
    /// The least time of an engine's move.
    pub delay_ms: i64,
    /// Who offers a draw.
    pub draw_offer: Option<Side>,
    /// Who asks to take a move back.
    pub undo_offer: Option<Side>,
    /// Who asks to open hints and analysis.
    pub help_offer: Option<Side>,
    /// Whether both persons have agreed to hints and analysis.
    pub help_open: bool,
    /// How it ended.
    pub outcome: Option<RecordedOutcome>,
    /// The game that follows.
    pub rematch: Option<String>,
    /// When it was made.
    pub created_ms: i64,
    /// When it changed last.
    pub updated_ms: i64,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct SeatRow {
    /// A person, a machine, or nobody yet.
    pub kind: SeatKind,
    /// The name that is shown.
    pub name: String,
    /// The spec of a machine.
    pub spec: Option<String>,
    /// The visitor of a person.
    pub visitor: Option<String>,
}

/// A move that was played, and the clocks after it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct MoveRow {
    /// The move in the notation of the game.
    pub text: String,
    /// How long it took.
    pub ms: i64,
    /// What the first side had left.
    pub left_1_ms: i64,
    /// What the second side had left.
    pub left_2_ms: i64,
    /// What the machine thought that played it.
    pub thought: Option<MoveThought>,
}

/// Something to be stored.
#[derive(Clone, Debug)]
pub enum GameChange {
    /// A new game.
    New(Box<GameRow>),
    /// The row of a game has changed.
    Row(Box<GameRow>),
    /// A move was played, the first one at ply 0.
    Move(String, i64, MoveRow),
    /// The moves from this ply on were taken back.
    Truncate(String, i64),
    /// A running clock, between two moves.
    Clocks(String, [i64; 2]),
}

/// A stored game that no version of this program has written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{id} cannot be read: {problem}")]
pub struct DamagedGame {
    /// The game.
    pub id: String,
    /// What is wrong with it.
    pub problem: String,
}

impl GameRow {
    /// The outcome with its reason; `None` if the game is not over or has no such reason.
    pub fn outcome_in(&self, game: &GameEntry) -> Option<Outcome> {
        let RecordedOutcome { winner, reason } = self.outcome.as_ref()?;
        Some(Outcome { winner: *winner, reason: game.reason(reason)? })
    }
}
