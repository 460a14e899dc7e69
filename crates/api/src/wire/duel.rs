//! Two players on the same positions.

use quevedo_catalog::Session;
use quevedo_lessons::DuelRow;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, SearchState, Side};

/// Two players that shall look at the same positions.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DuelRequest {
    /// Which game.
    pub game: String,
    /// The two players.
    #[ts(type = "[string, string]")]
    pub players: [String; 2],
    /// The positions, one a line, as positions or as moves from the start; openings of the game if left out.
    #[serde(default)]
    #[ts(optional)]
    pub positions: Option<String>,
    /// How many openings, at most 40.
    #[serde(default)]
    #[ts(optional)]
    pub count: Option<u64>,
    /// The seed of the openings.
    #[serde(default)]
    #[ts(as = "Option<u64>", optional)]
    pub seed: u64,
    /// The budget for a position in plies.
    #[serde(default)]
    #[ts(optional)]
    pub depth: Option<u32>,
    /// The budget in nodes or simulations.
    #[serde(default)]
    #[ts(optional)]
    pub nodes: Option<u64>,
    /// The budget in milliseconds, at most 2,000.
    #[serde(default)]
    #[ts(optional)]
    pub time_ms: Option<u64>,
}

/// An event of the answer: a position that both have looked at.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct DuelEvent {
    /// How many positions there are.
    pub total: usize,
    /// What they saw; none in the last event, which ends the answer.
    pub row: Option<DuelRowState>,
}

/// What two players saw in a position.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct DuelRowState {
    /// The position.
    pub position: String,
    /// Its board.
    pub board: Board,
    /// Who moves.
    pub turn: Side,
    /// What each player saw.
    #[ts(type = "[SearchState, SearchState]")]
    pub seen: [SearchState; 2],
    /// Whether each took more nodes than the budget.
    #[ts(type = "[boolean, boolean]")]
    pub over_budget: [bool; 2],
    /// Whether both chose the same move.
    pub same_move: bool,
}

impl DuelRowState {
    /// A row; the session is at its position.
    pub fn new(row: &DuelRow, session: &mut dyn Session) -> Self {
        Self {
            board: Board::of(session),
            turn: row.turn.into(),
            seen: row.seen.each_ref().map(|seen| SearchState::new(&seen.result, session)),
            over_budget: row.seen.each_ref().map(|seen| seen.over_budget),
            same_move: row.is_same_move(),
            position: row.position.clone(),
        }
    }
}
