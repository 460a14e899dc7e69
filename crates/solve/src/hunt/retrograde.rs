//! The complete table of a small game, by retrograde analysis.

use std::marker::PhantomData;

use quevedo_core::Game;

use crate::retrograde::{End, Place, PositionSet, analyse, best_moves};
use crate::{Solution, Value};

/// A game with so few positions that a table holds all of them. It is [`Solvable`](crate::Solvable) by its table.
pub trait Numbered: Game {
    /// All numbers are less.
    const NUMBERS: usize;

    /// The number of a position; no other has the same.
    fn number(&self) -> usize;

    /// Visits every position, in any order.
    fn each_position(visit: impl FnMut(Self));

    /// The table of all positions, built on first use.
    fn table() -> &'static RetrogradeTable<Self>;
}

/// All positions of a game.
struct WholeGame<G>(PhantomData<fn() -> G>);

impl<G: Numbered> PositionSet for WholeGame<G> {
    type Game = G;

    fn numbers(&self) -> usize {
        G::NUMBERS
    }

    fn find(&self, position: &G) -> Place {
        Place::Inside(position.number())
    }

    fn each_position(&self, mut visit: impl FnMut(usize, G)) {
        G::each_position(|position| visit(position.number(), position));
    }
}

/// Every position of a game and its end.
pub struct RetrogradeTable<G> {
    ends: Vec<Option<End>>,
    game: PhantomData<fn() -> G>,
}

impl<G: Numbered> RetrogradeTable<G> {
    /// Builds the table.
    pub fn build() -> Self {
        Self { ends: analyse(&WholeGame::<G>(PhantomData)), game: PhantomData }
    }

    /// Who wins, and in how many plies; `None` for a draw.
    pub fn probe(&self, position: &G) -> Option<(Value, u32)> {
        self.ends[position.number()].map(|end| (end.value(position.turn()), end.plies))
    }

    /// The value of a position and all its best moves.
    pub(super) fn solve(&self, position: &G) -> Solution<G::Move> {
        let end = self.ends[position.number()];
        let (best, nodes) = best_moves(position, |next| Some(self.ends[next.number()])).unwrap_or_default();
        let value = end.map_or(Value::Draw, |end| end.value(position.turn()));
        Solution { value, plies: end.map(|end| end.plies), score: None, best, nodes }
    }
}

/// The sets of `size` among the lowest `points` bits, in increasing order, which is the order of [`rank`].
pub(super) fn sets(points: u32, size: u32) -> impl Iterator<Item = u64> {
    let first = (1_u64 << size) - 1;
    let following = |set: &u64| {
        // The lowest run of bits moves one bit up, and all but its highest bit fall to the bottom.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        Some(carried | ((set ^ carried) / lowest) >> 2)
    };
    std::iter::successors(Some(first), following).take_while(move |set| set >> points == 0)
}

/// The number of a set among those of its size, counted from 0.
pub(super) fn rank(set: u64) -> usize {
    let (mut left, mut rank, mut size) = (set, 0, 0);
    while left != 0 {
        size += 1;
        rank += binomial(left.trailing_zeros() as usize, size);
        left &= left - 1;
    }
    rank
}

const fn binomial(n: usize, k: usize) -> usize {
    let (mut product, mut taken) = (1, 0);
    while taken < k {
        if taken == n {
            return 0;
        }
        product = product * (n - taken) / (taken + 1);
        taken += 1;
    }
    product
}
