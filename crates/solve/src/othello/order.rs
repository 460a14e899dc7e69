//! Move ordering.
//!
//! With few empty squares, fastest first: the move that leaves the opponent the fewest moves. With more of them, also a
//! shallow search with an evaluator. The ordering changes how long a proof takes, never its value.

use arrayvec::ArrayVec;
use quevedo_core::Score;
use quevedo_games::Bits;
use quevedo_games::othello::lines::{flips, grown, placements};

use super::middle::{DISC, INFINITE};
use super::search::Search;
use super::squares::{CORNERS, odd_quadrants};
use super::table::EndEntry;

/// The moves of a position, at most one for each square.
pub(super) type Children = ArrayVec<Child, 64>;

/// From this many empty squares on the evaluator is used.
const EVALUATED_FROM: u32 = 12;
/// The shallow search is a ply deeper for every further this many empty squares.
const SQUARES_PER_PLY: u32 = 4;
/// The weight of a hundredth of a disc by the evaluator.
const EVALUATION: i32 = 4;
/// The best moves of the table come first.
pub(super) const FROM_TABLE: i32 = 1 << 28;

/// The weight of a move of the opponent; one into a corner counts twice.
const MOBILITY: i32 = 1024;
/// The weight of an own corner.
const CORNER: i32 = 256;
/// The weight of an empty square next to an own disc: potential mobility of the opponent.
const POTENTIAL: i32 = 32;
/// The weight of a move in a quadrant with an odd number of empty squares.
const ODD: i32 = 24;

/// How far below `alpha` the exact value of a move no longer matters, in points of the evaluator.
pub(super) const FAR_BELOW: Score = 8 * DISC;

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
    pub(super) fn fastest_first(&self, odd: u64) -> i32 {
        let moves = placements(self.own, self.other);
        let mobility = moves.count_ones() + (moves & CORNERS).count_ones();
        let potential = (grown(self.other) & !(self.own | self.other)).count_ones();
        let corners = (self.other & CORNERS).count_ones();
        let parity = odd >> self.square & 1;
        CORNER * corners as i32 + ODD * parity as i32 - MOBILITY * mobility as i32 - POTENTIAL * potential as i32
    }

    /// The same, and the value of a shallow search.
    #[inline]
    pub(super) fn evaluated(&self, value: Score, odd: u64) -> i32 {
        EVALUATION * value + self.fastest_first(odd)
    }
}

/// The positions after these moves.
#[inline]
pub(super) fn children(own: u64, other: u64, moves: u64) -> Children {
    let mut list = Children::new_const();
    for square in Bits(moves) {
        list.push(Child::new(own, other, square));
    }
    list
}

/// How moves are ordered at a node: by shallow searches of so many plies, or without the evaluator.
#[inline]
fn plies_of_ordering(empties: u32) -> Option<u32> {
    (empties >= EVALUATED_FROM).then(|| (empties - EVALUATED_FROM) / SQUARES_PER_PLY)
}

impl Search<'_> {
    /// Sets the priorities of the moves of a position that is searched with the lower bound `alpha`.
    #[inline]
    pub(super) fn prioritize(&mut self, list: &mut Children, empty: u64, known: EndEntry, alpha: i32) {
        if list.len() == 1 {
            return;
        }
        let odd = odd_quadrants(empty);
        let plies = plies_of_ordering(empty.count_ones());
        for child in list {
            child.priority = match known.moves.iter().position(|&square| square == child.square) {
                Some(place) => FROM_TABLE - place as i32,
                None => match plies {
                    Some(plies) => child.evaluated(self.shallow_value(child, plies, alpha), odd),
                    None => child.fastest_first(odd),
                },
            };
        }
    }

    /// The value of a move by a shallow search. How bad a move far below `alpha` is does not matter.
    fn shallow_value(&mut self, child: &Child, plies: u32, alpha: i32) -> Score {
        let least = DISC * alpha - FAR_BELOW;
        -self.middle(child.own, child.other, plies, -INFINITE, -least)
    }
}

/// Removes the remaining move with the highest priority.
#[inline]
pub(super) fn pick_best(list: &mut Children) -> Option<Child> {
    let best = (0..list.len()).max_by_key(|&index| list[index].priority)?;
    Some(list.swap_remove(best))
}
