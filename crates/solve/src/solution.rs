//! The result of a solver.

use quevedo_core::{Game, Proof, Value};

/// The exact value of a position and the moves that keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// Who wins under best play.
    pub value: Value,
    /// The plies to the end if the winner wins as fast and the loser holds out as long as possible, where they are known.
    pub plies: Option<u32>,
    /// The margin in the units of the game, where it has one: discs in Othello, stones left in Connect-4.
    pub score: Option<i32>,
    /// Every best move: the shortest win, the longest defence, the largest margin.
    pub best: Vec<M>,
    /// How many positions were visited.
    pub nodes: u64,
}

impl<M> Solution<M> {
    /// The solution of a finished game; `None` if the game goes on.
    pub(crate) fn of_finished<G: Game<Move = M>>(position: &G) -> Option<Self> {
        let value = Value::of(position.outcome()?, position.turn());
        Some(Self { value, plies: Some(0), score: None, best: Vec::new(), nodes: 1 })
    }

    /// What is proved about the position.
    pub fn proof(&self) -> Proof {
        // Where the plies are known, the score only restates them.
        let margin = self.score.filter(|_| self.plies.is_none());
        Proof { value: self.value, plies: self.plies, margin }
    }
}

/// How far a solver has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveProgress {
    /// How many positions were visited.
    pub nodes: u64,
    /// The depth of the last finished iteration, where the solver deepens.
    pub depth: Option<u32>,
    /// Bounds of the margin for the side to move, where the game has one.
    pub bounds: Option<MarginBounds>,
}

impl SolveProgress {
    /// Nodes alone.
    pub(crate) fn of_nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::default() }
    }
}

/// The margin is at least `low` and at most `high`, in the units of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarginBounds {
    /// The margin is not less.
    pub low: i32,
    /// The margin is not more.
    pub high: i32,
    /// How sure the bounds are, in percent. At 100 they are proved.
    pub percent: u32,
}

impl MarginBounds {
    /// Whether the bounds are proved.
    pub fn is_proved(self) -> bool {
        self.percent == 100
    }

    /// Whether the margin is known.
    pub fn is_exact(self) -> bool {
        self.low == self.high && self.is_proved()
    }
}

/// How many of the best moves a caller needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BestMoves {
    /// One.
    One,
    /// One at least; more if there is time.
    Any,
    /// All of them.
    All,
}
