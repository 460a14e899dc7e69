//! A search as events: what `quevedo trace` writes into a file, for the page.

use quevedo_catalog as catalog;
use quevedo_core::{ExitReason, Pruning, Purpose, Value};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, GamePosition, Piece, Side};

/// A search to trace.
#[derive(Clone, Debug, Deserialize, Serialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TraceRequest {
    /// The position.
    #[serde(flatten)]
    #[ts(flatten)]
    pub position: GamePosition,
    /// The player that searches.
    pub spec: String,
    /// How many events at most, a sample of the search beyond half of them.
    #[serde(default)]
    #[ts(optional)]
    pub events: Option<u64>,
}

/// A search as events.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Trace {
    /// The player in canonical form.
    pub spec: String,
    /// The position in canonical form.
    pub position: String,
    /// Who moves there.
    pub turn: Side,
    /// The pieces there.
    pub board: Board,
    /// The pieces that the changes of boards name by their letters.
    pub pieces: Vec<Piece>,
    /// The chosen move, as people write it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The score for the side to move.
    pub value: Option<i32>,
    /// The depth in plies.
    pub depth: u32,
    /// Nodes or simulations that were searched.
    pub nodes: u64,
    /// Nodes or simulations among the events.
    pub recorded: u64,
    /// Nodes whose search ended before all moves were searched.
    pub cuts: u64,
    /// Whether the server stopped the search before its end: values are then those of an unfinished search.
    pub stopped: bool,
    /// Scores of at least this, either way, prove the end of the game.
    pub proved: i32,
    /// The score of a game that is won here and now.
    pub win: i32,
    /// What happened.
    pub events: Vec<TraceEvent>,
}

/// An event of a search. Values and windows are for the side to move at their node.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TraceEvent {
    /// The search of the root begins: an iteration of deepening, or the same again with a wider window.
    Root {
        /// The number of the node.
        id: u64,
        /// The nominal depth in plies.
        depth: u32,
        /// The window, where the search has one.
        alpha: Option<i32>,
        /// Its upper end.
        beta: Option<i32>,
        /// Which of several best lines, from 0.
        line: usize,
        /// Whether the last value was outside the aspiration window.
        again: bool,
    },
    /// A node is entered.
    Enter {
        /// The number of the node.
        id: u64,
        /// The number of the node above.
        parent: u64,
        /// The move that leads there; none for a null move and for another search of the same position.
        #[serde(rename = "move")]
        mv: Option<String>,
        /// Which half of a move of two steps it is.
        half: Option<u8>,
        /// Who moves at the node.
        turn: Option<Side>,
        /// Plies left to search.
        depth: i32,
        /// The window, where the search has one.
        alpha: Option<i32>,
        /// Its upper end.
        beta: Option<i32>,
        /// What the node is searched for.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        purpose: Purpose,
        /// How the board differs from the node above: places by their index, and the letter of the piece there.
        #[ts(type = "[number, string | null][]")]
        #[schema(value_type = Vec<Object>)]
        change: catalog::Change,
    },
    /// A node is left.
    Leave {
        /// The number of the node.
        id: u64,
        /// Its value: exact inside the window, else a bound.
        value: i32,
        /// Why its search ended.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        reason: ExitReason,
        /// The moves that were not searched.
        pruned: Vec<TracePruned>,
        /// How many nodes below it were searched but are not among the events.
        omitted: u64,
    },
    /// A simulation of a Monte Carlo search.
    Simulation {
        /// Its number, from 1.
        number: u64,
        /// The choices from the root on.
        path: Vec<TraceSelection>,
        /// How many children the tree got at the end of the path.
        expanded: usize,
        /// The points of the first player, 0 to 1.
        points: f64,
        /// Whether the points are certain.
        proved: bool,
    },
}

/// Moves that were not searched for the same reason.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TracePruned {
    /// Why.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub reason: Pruning,
    /// How many.
    pub count: usize,
    /// Their names, of the first ones only where there are many.
    pub moves: Vec<String>,
}

/// The choice of a child in a simulation.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TraceSelection {
    /// The number of the child.
    pub id: u64,
    /// The move that leads there.
    #[serde(rename = "move")]
    pub mv: String,
    /// Which half of a move of two steps it is.
    pub half: Option<u8>,
    /// Who chose it.
    pub turn: Side,
    /// The terms of the children before the choice.
    pub children: Vec<TraceChild>,
    /// At the first visit: how its board differs from the node above.
    #[ts(type = "[number, string | null][] | null")]
    #[schema(value_type = Option<Vec<Object>>)]
    pub change: Option<catalog::Change>,
}

/// The terms of a child, for the side that chooses.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TraceChild {
    /// The move that leads there.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its visits.
    pub visits: u32,
    /// Its mean, 0 to 1; none before the first visit.
    pub mean: Option<f64>,
    /// The exploration term.
    pub exploration: Option<f64>,
    /// The prior of PUCT.
    pub prior: Option<f64>,
    /// What is proved of it.
    #[ts(type = "\"win\" | \"draw\" | \"loss\" | null")]
    #[schema(value_type = Option<String>)]
    pub proof: Option<Value>,
}

impl From<catalog::TraceEvent> for TraceEvent {
    fn from(event: catalog::TraceEvent) -> Self {
        use catalog::TraceEvent as Told;

        match event {
            Told::Root { id, depth, alpha, beta, line, again } => Self::Root { id, depth, alpha, beta, line, again },
            Told::Enter { id, parent, mv, half, turn, depth, alpha, beta, purpose, change } => {
                let (turn, change) = (turn.map(Into::into), change.unwrap_or_default());
                Self::Enter { id, parent, mv, half, turn, depth, alpha, beta, purpose, change }
            }
            Told::Leave { id, value, reason, pruned, omitted } => {
                let pruned = pruned.into_iter().map(Into::into).collect();
                Self::Leave { id, value, reason, pruned, omitted }
            }
            Told::Simulation { number, path, expanded, points, proved } => {
                let path = path.into_iter().map(Into::into).collect();
                Self::Simulation { number, path, expanded, points, proved }
            }
        }
    }
}

impl From<catalog::PrunedMoves> for TracePruned {
    fn from(pruned: catalog::PrunedMoves) -> Self {
        let catalog::PrunedMoves { reason, count, moves } = pruned;
        Self { reason, count, moves }
    }
}

impl From<catalog::SelectionEvent> for TraceSelection {
    fn from(selection: catalog::SelectionEvent) -> Self {
        let catalog::SelectionEvent { id, mv, half, turn, children, change } = selection;
        let children = children.into_iter().map(Into::into).collect();
        Self { id, mv, half, turn: turn.into(), children, change }
    }
}

impl From<catalog::ChildEvent> for TraceChild {
    fn from(child: catalog::ChildEvent) -> Self {
        let catalog::ChildEvent { mv, visits, mean, exploration, prior, proof } = child;
        Self { mv, visits, mean, exploration, prior, proof }
    }
}
