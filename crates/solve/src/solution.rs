//! What a solver answers.

use quevedo_core::{Game, Proof, Value};

/// The exact value of a position and the moves that keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// Who wins under best play.
    pub value: Value,
    /// How many plies until the end when the winner hurries and the loser delays, where it is known.
    pub plies: Option<u32>,
    /// The margin in the game's own count, where it has one: discs in Othello, stones left in Connect-4.
    pub score: Option<i32>,
    /// Every best move: the shortest win, the longest defence, the largest margin.
    pub best: Vec<M>,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl<M> Solution<M> {
    /// What there is to say of a game that is over; `None` if it is not.
    pub(crate) fn of_finished<G: Game<Move = M>>(position: &G) -> Option<Self> {
        let value = Value::of(position.outcome()?, position.turn());
        Some(Self { value, plies: Some(0), score: None, best: Vec::new(), nodes: 1 })
    }

    /// What is certain about the position.
    pub fn proof(&self) -> Proof {
        // A number of discs left over is another way of telling the plies.
        let margin = self.score.filter(|_| self.plies.is_none());
        Proof { value: self.value, plies: self.plies, margin }
    }
}
