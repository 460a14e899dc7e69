//! What a search shows of itself to those who watch it.
//!
//! A search that finds an [`Observer`] in its [`SearchRequest`](crate::SearchRequest) tells it every node that it enters
//! and leaves, in order: calls of [`enter`](Observer::enter) and [`leave`](Observer::leave) nest as the tree does. Scores
//! are for the side to move at their node, as everywhere. An observed search runs on one thread, and is otherwise the
//! search that nobody watches: the same nodes, the same result.

use serde::{Deserialize, Serialize};

use crate::{Board, Score, Side, Value};

/// Watches a search.
pub trait Observer<M> {
    /// The search of the root begins: an iteration of deepening, or the same once more with a wider window.
    fn enter_root(&mut self, root: &RootEntry);

    /// The search of the root ends with this value.
    fn leave_root(&mut self, value: Score);

    /// A node is entered. Returns whether the observer wants to see what is below; if not, the caller may replace
    /// all nodes below it by calls of [`Observer::pass_over`]. It is left in any case.
    fn enter(&mut self, node: &NodeEntry<M>) -> bool;

    /// The node that was entered last and not left yet has its value.
    fn leave(&mut self, exit: NodeExit);

    /// A node below one that the observer did not want was searched.
    fn pass_over(&mut self, exit: NodeExit);

    /// A move of the current node is left out; one of many that are not named if there is no step. Those that a
    /// quiescence search leaves out after a cutoff are not told.
    fn prune(&mut self, step: Option<Step<M>>, reason: Pruning);

    /// A simulation of a Monte Carlo search is done.
    fn simulate(&mut self, simulation: &Simulation<M>);
}

/// How the search of the root begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootEntry {
    /// The nominal depth in plies.
    pub depth: u32,
    /// The window; `None` for a search without one.
    pub window: Option<(Score, Score)>,
    /// Which of several best lines is searched, from 0.
    pub line: usize,
    /// Whether the value was outside the aspiration window before.
    pub is_re_search: bool,
}

/// How a node is reached from its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// By a move.
    Move(M),
    /// By the first half of this move: all its taps but the last.
    FirstHalf(M),
    /// By the second half of this move.
    SecondHalf(M),
    /// By a null move.
    Null,
    /// It is the same position, searched in another way.
    Stay,
}

impl<M> Step<M> {
    /// The same step with another form of its move.
    pub fn map<N>(self, convert: impl FnOnce(M) -> N) -> Step<N> {
        match self {
            Self::Move(mv) => Step::Move(convert(mv)),
            Self::FirstHalf(mv) => Step::FirstHalf(convert(mv)),
            Self::SecondHalf(mv) => Step::SecondHalf(convert(mv)),
            Self::Null => Step::Null,
            Self::Stay => Step::Stay,
        }
    }
}

/// A node when it is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeEntry<M> {
    /// How it is reached.
    pub step: Step<M>,
    /// Plies left to search, before extensions; 0 or less at the horizon.
    pub depth: i32,
    /// The window; `None` for a search without one.
    pub window: Option<(Score, Score)>,
    /// What it is searched for.
    pub purpose: Purpose,
    /// What people see there. A search does not tell it: who writes moves as text may.
    pub view: Option<NodeView>,
}

/// What people see of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeView {
    /// Who moves.
    pub turn: Side,
    /// The board.
    pub board: Board,
}

/// What a node is searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The value of a move.
    #[default]
    Move,
    /// The same to a reduced depth (late move reductions).
    Reduced,
    /// Again to the full depth, because the reduced search raised alpha.
    LmrReSearch,
    /// Again with the full window, because the null window raised alpha (principal variation search).
    PvsReSearch,
    /// Whether the side to move could even pass (null-move pruning).
    NullMove,
    /// Whether a cutoff by a null move holds without null moves.
    Verification,
    /// Whether a capture is far above beta (`ProbCut`).
    Probcut,
    /// Whether a shallow search is far outside the window (Multi-ProbCut).
    MultiProbcut,
    /// Whether the table move is better than all others (singular extension).
    Singular,
    /// A noisy move below the horizon (quiescence search).
    Quiescence,
}

/// A node when it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeExit {
    /// Its value, for the side to move there: exact inside the window, else a bound.
    pub value: Score,
    /// Why its search ended.
    pub reason: ExitReason,
}

/// Why the search of a node ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExitReason {
    /// All its moves were searched or pruned.
    #[default]
    Searched,
    /// A move reached beta.
    Beta,
    /// The game is over.
    GameOver,
    /// The position was repeated, which counts as a draw.
    Repetition,
    /// It is at the horizon, and has its static evaluation.
    Evaluation,
    /// Below the horizon the static evaluation reaches beta.
    StandPat,
    /// A table of exact values has it.
    Oracle,
    /// A shorter win or loss is known already (mate distance pruning).
    MateDistance,
    /// The transposition table has it.
    Table,
    /// The transposition table has a child that reaches beta (enhanced transposition cutoff).
    TableOfChild,
    /// Far below alpha, and captures do not help (razoring).
    Razoring,
    /// The static evaluation is far above beta (reverse futility pruning).
    ReverseFutility,
    /// Even a pass reaches beta (null-move pruning).
    NullMove,
    /// A capture is far above beta in a reduced search (`ProbCut`).
    Probcut,
    /// A shallow search is far outside the window (Multi-ProbCut).
    MultiProbcut,
    /// Several moves reach beta in a reduced search.
    Multicut,
    /// The search was stopped: the value means nothing.
    Stopped,
}

impl ExitReason {
    /// Its name, as in a trace.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Searched => "searched",
            Self::Beta => "beta",
            Self::GameOver => "game_over",
            Self::Repetition => "repetition",
            Self::Evaluation => "evaluation",
            Self::StandPat => "stand_pat",
            Self::Oracle => "oracle",
            Self::MateDistance => "mate_distance",
            Self::Table => "table",
            Self::TableOfChild => "table_of_child",
            Self::Razoring => "razoring",
            Self::ReverseFutility => "reverse_futility",
            Self::NullMove => "null_move",
            Self::Probcut => "probcut",
            Self::MultiProbcut => "multi_probcut",
            Self::Multicut => "multicut",
            Self::Stopped => "stopped",
        }
    }

    /// Whether moves of the node were left out because of it.
    pub fn is_cutoff(self) -> bool {
        !matches!(self, Self::Searched | Self::GameOver | Self::Repetition | Self::Evaluation | Self::Stopped)
    }
}

/// Why a move is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pruning {
    /// An earlier move reached beta.
    Beta,
    /// The position is far below alpha (futility pruning).
    Futility,
    /// It comes late in the move ordering (late move pruning).
    LateMove,
    /// It was bad elsewhere (history pruning).
    History,
    /// It loses material (static exchange evaluation).
    Exchange,
    /// Below the horizon: what it captures does not reach alpha (delta pruning).
    Delta,
    /// Below the horizon: the capture loses material.
    LosingCapture,
}

/// One simulation of a Monte Carlo search.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation<M> {
    /// The nodes below the root, in order.
    pub path: Vec<Selection<M>>,
    /// How many children the tree got at the end of the path; 0 if none.
    pub expanded: usize,
    /// The points of the first player, 0 to 1, that were backed up.
    pub points: f64,
    /// Whether the points are certain: the game is over at the end of the path, or solved.
    pub is_proved: bool,
}

/// The choice of one child.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection<M> {
    /// The child.
    pub step: Step<M>,
    /// Who chose it.
    pub turn: Side,
    /// The terms of all children at that moment, this one included.
    pub children: Vec<ChildTerms<M>>,
    /// What people see at the child. A search does not tell it.
    pub view: Option<NodeView>,
}

/// What the choice of a child depends on: the sum of `mean` and `exploration`, unless the child is proved.
#[derive(Clone, Debug, PartialEq)]
pub struct ChildTerms<M> {
    /// The child.
    pub step: Step<M>,
    /// Its visits before.
    pub visits: u32,
    /// Its mean for the side that chooses, 0 to 1; `None` before the first visit.
    pub mean: Option<f64>,
    /// The exploration term of UCB1 or PUCT; `None` where there is none, and before the first visit if every child is
    /// tried once.
    pub exploration: Option<f64>,
    /// Its prior, for PUCT.
    pub prior: Option<f64>,
    /// What is proved of it, for the side that chooses.
    pub proof: Option<Value>,
}
