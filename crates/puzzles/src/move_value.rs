//! The value of a move.

use std::cmp::Reverse;

use quevedo_catalog::Solved;
use quevedo_core::Value;
use serde::Serialize;

/// The proved value of a move, for the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveValue {
    /// The move, in move notation.
    pub mv: String,
    /// Who wins after it; `None` where only that it misses the goal is known.
    pub value: Option<Value>,
    /// How many plies until the end, this move included, where it is known.
    pub plies: Option<u32>,
    /// The margin in the game's own count, where the game has one.
    pub score: Option<i32>,
}

impl MoveValue {
    /// The value of a move by the solution of the position after it.
    pub(crate) fn after(mv: &str, solved: &Solved, same_side: bool) -> Self {
        let value = match solved.value {
            value if same_side => value,
            Value::Win => Value::Loss,
            Value::Draw => Value::Draw,
            Value::Loss => Value::Win,
        };
        // Where the plies are known, the score only restates them.
        let score = solved.score.filter(|_| solved.plies.is_none());
        let score = score.map(|score| if same_side { score } else { -score });
        Self { mv: mv.into(), value: Some(value), plies: solved.plies.map(|plies| plies + 1), score }
    }

    /// A move of which nothing more is known than that it misses the goal.
    pub(crate) fn unknown(mv: &str) -> Self {
        Self { mv: mv.into(), value: None, plies: None, score: None }
    }

    /// Larger for better moves: by score, else by value, a fast win first and a fast loss last.
    fn rank(&self) -> (Option<i32>, i64) {
        let plies = i64::from(self.plies.unwrap_or(0));
        let rank = match self.value {
            Some(Value::Win) => 1_000_000 - plies,
            Some(Value::Draw) => 0,
            Some(Value::Loss) => plies - 2_000_000,
            None => -1_000_000,
        };
        (self.score, rank)
    }

    /// Sorts them, the best first.
    pub(crate) fn sort_best_first(values: &mut [Self]) {
        values.sort_by_key(|value| Reverse(value.rank()));
    }
}
