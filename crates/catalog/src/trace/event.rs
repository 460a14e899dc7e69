//! What happens in a search, for readers outside.

use quevedo_core::{ExitReason, Pruning, Purpose, Score, Side, Value};
use serde::Serialize;

/// An event of a search. Values and windows are for the side to move at their node.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TraceEvent {
    /// The search of the root begins: an iteration of deepening, or the same again with a wider window.
    Root {
        /// The number of the node.
        id: u64,
        /// The nominal depth in plies.
        depth: u32,
        /// The window, where the search has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        alpha: Option<Score>,
        /// Its upper end.
        #[serde(skip_serializing_if = "Option::is_none")]
        beta: Option<Score>,
        /// Which of several best lines, from 0.
        #[serde(skip_serializing_if = "is_zero")]
        line: usize,
        /// Whether the last value was outside the aspiration window.
        #[serde(skip_serializing_if = "is_false")]
        again: bool,
    },
    /// A node is entered.
    Enter {
        /// The number of the node.
        id: u64,
        /// The number of the node above.
        parent: u64,
        /// The move that leads there; none for a null move and for another search of the same position.
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        mv: Option<String>,
        /// Which half of a move of two steps it is.
        #[serde(skip_serializing_if = "Option::is_none")]
        half: Option<u8>,
        /// Who moves at the node.
        #[serde(skip_serializing_if = "Option::is_none")]
        turn: Option<Side>,
        /// Plies left to search.
        depth: i32,
        /// The window, where the search has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        alpha: Option<Score>,
        /// Its upper end.
        #[serde(skip_serializing_if = "Option::is_none")]
        beta: Option<Score>,
        /// What the node is searched for; left out for the value of a move.
        #[serde(skip_serializing_if = "is_move")]
        purpose: Purpose,
        /// How the board differs from that of the node above.
        #[serde(skip_serializing_if = "Option::is_none")]
        change: Option<Change>,
    },
    /// A node is left; the last one that was entered and not left yet.
    Leave {
        /// The number of the node.
        id: u64,
        /// Its value: exact inside the window, else a bound.
        value: Score,
        /// Why its search ended.
        reason: ExitReason,
        /// The moves that were not searched.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pruned: Vec<PrunedMoves>,
        /// How many nodes below it were searched but not written.
        #[serde(skip_serializing_if = "is_none_omitted")]
        omitted: u64,
    },
    /// A simulation of a Monte Carlo search.
    Simulation {
        /// Its number, from 1.
        number: u64,
        /// The choices from the root on.
        path: Vec<SelectionEvent>,
        /// How many children the tree got at the end of the path.
        expanded: usize,
        /// The points of the first player, 0 to 1.
        points: f64,
        /// Whether the points are certain.
        #[serde(skip_serializing_if = "is_false")]
        proved: bool,
    },
}

/// How a board differs from another: places by their index, and the letter of the piece that stands there now.
pub type Change = Vec<(usize, Option<char>)>;

/// Moves that were left out for the same reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PrunedMoves {
    /// Why.
    pub reason: Pruning,
    /// How many.
    pub count: usize,
    /// Their names, of the first ones only where there are many.
    pub moves: Vec<String>,
}

/// The choice of a child in a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SelectionEvent {
    /// The number of the child.
    pub id: u64,
    /// The move that leads there.
    #[serde(rename = "move")]
    pub mv: String,
    /// Which half of a move of two steps it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half: Option<u8>,
    /// Who chose it.
    pub turn: Side,
    /// The terms of the children before the choice.
    pub children: Vec<ChildEvent>,
    /// At the first visit: how its board differs from that of the node above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
}

/// The terms of a child, for the side that chooses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChildEvent {
    /// The move that leads there.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its visits.
    pub visits: u32,
    /// Its mean, 0 to 1; none before the first visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The exploration term.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploration: Option<f64>,
    /// The prior of PUCT.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior: Option<f64>,
    /// What is proved of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Value>,
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_zero(value: &usize) -> bool {
    *value == 0
}

fn is_none_omitted(value: &u64) -> bool {
    *value == 0
}

fn is_move(purpose: &Purpose) -> bool {
    *purpose == Purpose::Move
}
