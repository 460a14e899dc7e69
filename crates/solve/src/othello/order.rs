//! Move ordering.
//!
//! With few empty squares, fastest first: the move that leaves the opponent the fewest moves. With more of them, also a
//! shallow search with an evaluator. The ordering changes how long a proof takes, never its value.

use std::sync::Arc;

use arrayvec::ArrayVec;
use quevedo_core::{Evaluator, Score, Side, Term};
use quevedo_games::{Bits, Othello};

use super::endings::final_score;
use super::lines::{flips, grown, placements};
use super::squares::{CORNERS, odd_quadrants};
use super::table::TableEntry;

/// The moves of a position, at most one for each square.
pub(super) type Children = ArrayVec<Child, 64>;

/// From this many empty squares on the evaluator is used.
const EVALUATED_FROM: u32 = 12;
/// The shallow search is a ply deeper for every further this many empty squares.
const SQUARES_PER_PLY: u32 = 4;
/// The weight of a hundredth of a disc by the evaluator.
const EVALUATION: i32 = 4;
/// The best moves of the table come first.
const FROM_TABLE: i32 = 1 << 28;

/// The weight of a move of the opponent; one into a corner counts twice.
const MOBILITY: i32 = 1024;
/// The weight of an own corner.
const CORNER: i32 = 256;
/// The weight of an empty square next to an own disc: potential mobility of the opponent.
const POTENTIAL: i32 = 32;
/// The weight of a move in a quadrant with an odd number of empty squares.
const ODD: i32 = 24;

/// A disc of difference, in points of the evaluator.
const DISC: Score = 100;

/// A move and the position after it, from the view of the opponent.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) square: u8,
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) priority: i32,
}

impl Child {
    /// The position after a move.
    #[inline]
    pub(super) fn new(own: u64, other: u64, square: u8) -> Self {
        let turned = flips(own, other, square);
        Self { square, own: other ^ turned, other: own ^ turned ^ 1 << square, priority: 0 }
    }

    /// Fastest first: a high priority leaves the opponent few moves. `odd` are the squares in odd quadrants.
    #[inline]
    fn fastest_first(&self, odd: u64) -> i32 {
        let moves = placements(self.own, self.other);
        let mobility = moves.count_ones() + (moves & CORNERS).count_ones();
        let potential = (grown(self.other) & !(self.own | self.other)).count_ones();
        let corners = (self.other & CORNERS).count_ones();
        let parity = odd >> self.square & 1;
        CORNER * corners as i32 + ODD * parity as i32 - MOBILITY * mobility as i32 - POTENTIAL * potential as i32
    }

    /// The same, and the value of a shallow search.
    fn evaluated(&self, ordering: &impl Evaluator<Othello>, odd: u64, plies: u32) -> i32 {
        let value = -shallow_search(ordering, self.own, self.other, plies, -Score::MAX, Score::MAX);
        EVALUATION * value + self.fastest_first(odd)
    }
}

/// Sets the priorities of the moves of a position.
#[inline]
pub(super) fn prioritize(
    list: &mut Children,
    own: u64,
    other: u64,
    known: TableEntry,
    ordering: &impl Evaluator<Othello>,
) {
    if list.len() == 1 {
        return;
    }
    let empty = !(own | other);
    let (empties, odd) = (empty.count_ones(), odd_quadrants(empty));
    for child in list {
        child.priority = match known.moves.iter().position(|&square| square == child.square) {
            Some(place) => FROM_TABLE - place as i32,
            None if empties >= EVALUATED_FROM => {
                child.evaluated(ordering, odd, (empties - EVALUATED_FROM) / SQUARES_PER_PLY)
            }
            None => child.fastest_first(odd),
        };
    }
}

/// Removes the remaining move with the highest priority.
#[inline]
pub(super) fn pick_best(list: &mut Children) -> Option<Child> {
    let best = (0..list.len()).max_by_key(|&index| list[index].priority)?;
    Some(list.swap_remove(best))
}

/// The value of a position by alpha-beta of some plies with the evaluator.
fn shallow_search(
    ordering: &impl Evaluator<Othello>,
    own: u64,
    other: u64,
    plies: u32,
    mut alpha: Score,
    beta: Score,
) -> Score {
    if plies == 0 {
        return ordering.evaluate(&Othello::from_discs(own, other, Side::First));
    }
    let moves = placements(own, other);
    if moves == 0 && placements(other, own) == 0 {
        return DISC * final_score(own, other);
    }
    if moves == 0 {
        return -shallow_search(ordering, other, own, plies, -beta, -alpha);
    }
    let mut list: Children = Bits(moves).map(|square| Child::new(own, other, square)).collect();
    if plies > 1 {
        list.iter_mut().for_each(|child| child.priority = child.fastest_first(0));
    }
    let mut best = -Score::MAX;
    while let Some(child) = pick_best(&mut list) {
        best = best.max(-shallow_search(ordering, child.own, child.other, plies - 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// An estimate of the value of a position in discs, the centre of the first aspiration window.
pub(super) fn estimate(ordering: &impl Evaluator<Othello>, own: u64, other: u64) -> i32 {
    const PLIES: u32 = 5;
    (shallow_search(ordering, own, other, PLIES, -Score::MAX, Score::MAX) / (2 * DISC) * 2).clamp(-64, 64)
}

/// A shared evaluator of any type, to order moves by.
pub struct Shared(pub Arc<dyn Evaluator<Othello>>);

impl Evaluator<Othello> for Shared {
    fn evaluate(&self, position: &Othello) -> Score {
        self.0.evaluate(position)
    }

    fn each_term(&self, position: &Othello, visit: &mut dyn FnMut(Term)) {
        self.0.each_term(position, visit);
    }
}
