//! Retrograde analysis: backwards from the finished games.
//!
//! Positions are solved in the order of their distance to the end. When one is solved, each predecessor is won if its side to
//! move wins here; otherwise its count of unsolved moves decreases, and at zero it is lost. So a winner's distance is that of
//! its fastest win, and a loser's that of its longest defence. Positions that are never solved are draws.

use std::cmp::Reverse;
use std::marker::PhantomData;

use quevedo_core::{Game, Side};

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

/// How a position ends: who wins, and after how many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    winner: Option<Side>,
    plies: u32,
}

impl End {
    fn before(self) -> Self {
        Self { plies: self.plies + 1, ..self }
    }

    fn value(self, turn: Side) -> Value {
        match self.winner {
            None => Value::Draw,
            Some(winner) if winner == turn => Value::Win,
            Some(_) => Value::Loss,
        }
    }

    /// The order of preference of the side to move: a fast win, a draw, a late loss.
    fn preference(self, turn: Side) -> (Value, Reverse<u32>, u32) {
        match self.value(turn) {
            Value::Win => (Value::Win, Reverse(self.plies), 0),
            value => (value, Reverse(0), self.plies),
        }
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
        let mut ends: Vec<Option<End>> = vec![None; G::NUMBERS];
        let mut movers = vec![Side::First; G::NUMBERS];
        let mut unsolved_moves = vec![0_u8; G::NUMBERS];
        let mut queue = Vec::with_capacity(G::NUMBERS);
        G::each_position(|position| {
            let number = position.number();
            movers[number] = position.turn();
            unsolved_moves[number] = position.count_moves() as u8;
            if let Some(outcome) = position.outcome() {
                ends[number] = Some(End { winner: outcome.winner, plies: 0 });
                queue.push(number as u32);
            }
        });
        let predecessors = Predecessors::new::<G>();
        let mut next = 0;
        while let Some(&solved) = queue.get(next) {
            next += 1;
            let Some(end) = ends[solved as usize].map(End::before) else { continue };
            for &number in predecessors.of(solved) {
                let index = number as usize;
                unsolved_moves[index] = unsolved_moves[index].saturating_sub(1);
                if ends[index].is_none() && (end.winner == Some(movers[index]) || unsolved_moves[index] == 0) {
                    ends[index] = Some(end);
                    queue.push(number);
                }
            }
        }
        Self { ends, game: PhantomData }
    }

    fn end(&self, position: &G) -> Option<End> {
        self.ends[position.number()]
    }

    /// Who wins, and in how many plies; `None` for a draw.
    pub fn probe(&self, position: &G) -> Option<(Value, u32)> {
        self.end(position).map(|end| (end.value(position.turn()), end.plies))
    }

    /// The value of a position and all its best moves.
    pub(super) fn solve(&self, position: &G) -> Solution<G::Move> {
        let draw = End { winner: None, plies: 0 };
        let turn = position.turn();
        let (mut best, mut preference, mut nodes) = (Vec::new(), None, 1);
        position.each_move(|mv| {
            let mut next = position.clone();
            next.play(mv);
            nodes += 1;
            let next_preference = Some(self.end(&next).unwrap_or(draw).preference(turn));
            if next_preference > preference {
                best.clear();
                preference = next_preference;
            }
            if next_preference == preference {
                best.push(mv);
            }
        });
        let end = self.end(position);
        let value = end.unwrap_or(draw).value(turn);
        Solution { value, plies: end.map(|end| end.plies), score: None, best, nodes }
    }
}

/// For every position, the positions one move earlier: those of number `n` stand from `starts[n]` to `starts[n + 1]`.
struct Predecessors {
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Predecessors {
    fn new<G: Numbered>() -> Self {
        let mut starts = vec![0_u32; G::NUMBERS + 1];
        each_step::<G>(|_, to| starts[to] += 1);
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        // Every start is the end of its list now, and decreases as the list is filled.
        let mut numbers = vec![0; total as usize];
        each_step::<G>(|from, to| {
            starts[to] -= 1;
            numbers[starts[to] as usize] = from as u32;
        });
        Self { starts, numbers }
    }

    fn of(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.numbers[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// Visits every move of every position as two numbers.
fn each_step<G: Numbered>(mut visit: impl FnMut(usize, usize)) {
    G::each_position(|position| {
        let from = position.number();
        position.each_move(|mv| {
            let mut next = position.clone();
            next.play(mv);
            visit(from, next.number());
        });
    });
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
