//! Which move to try first.
//!
//! With few squares left the fastest move goes first: the one that leaves the opponent the fewest moves. With more of
//! them a judge has a look as well, after some plies if they are many. A judge is a guess, but what depends on it is
//! only how long the proof takes.

use arrayvec::ArrayVec;
use quevedo_core::{Evaluator, Score, Side};
use quevedo_games::othello::Eval;
use quevedo_games::{Bits, Othello};

use super::endings::final_score;
use super::lines::{flips, grown, placements};
use super::squares::{CORNERS, odd_quarters};
use super::table::Known;

/// The moves of a position, at most one for each square.
pub(super) type Children = ArrayVec<Child, 64>;

/// From here on a judge looks at the moves.
const JUDGED_FROM: u32 = 12;
/// It looks a ply deeper for every so many empty squares more.
const SQUARES_PER_PLY: u32 = 4;
/// What a hundredth of a disc by the judge counts beside the weights below.
const JUDGED: i32 = 4;
/// A move the table knows goes before all others.
const FROM_TABLE: i32 = 1 << 28;

/// A move of the opponent; one into a corner counts twice.
const MOBILITY: i32 = 1024;
/// An own corner.
const CORNER: i32 = 256;
/// An empty square beside an own disc, where the opponent may move one day.
const POTENTIAL: i32 = 32;
/// A move in a quarter with an odd number of empty squares.
const ODD: i32 = 24;

/// A disc of difference, as the judge counts.
const DISC: Score = 100;

/// A move and what it leads to, seen by the opponent.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) square: u8,
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) worth: i32,
}

impl Child {
    /// The position after a move.
    #[inline]
    pub(super) fn new(own: u64, other: u64, square: u8) -> Self {
        let turned = flips(own, other, square);
        Self { square, own: other ^ turned, other: own ^ turned ^ 1 << square, worth: 0 }
    }

    /// What the move is worth by how little it leaves the opponent; `odd` are the squares in odd quarters.
    #[inline]
    fn quick_worth(&self, odd: u64) -> i32 {
        let moves = placements(self.own, self.other);
        let mobility = moves.count_ones() + (moves & CORNERS).count_ones();
        let potential = (grown(self.other) & !(self.own | self.other)).count_ones();
        let corners = (self.other & CORNERS).count_ones();
        let parity = odd >> self.square & 1;
        CORNER * corners as i32 + ODD * parity as i32 - MOBILITY * mobility as i32 - POTENTIAL * potential as i32
    }

    /// The same, with the word of a judge some plies deeper.
    fn judged_worth(&self, odd: u64, plies: u32) -> i32 {
        let judged = -estimate(self.own, self.other, plies, -Score::MAX, Score::MAX);
        JUDGED * judged + self.quick_worth(odd)
    }
}

/// Says how promising the moves of a position are.
#[inline]
pub(super) fn rank(list: &mut Children, own: u64, other: u64, known: Known) {
    if list.len() == 1 {
        return;
    }
    let empty = !(own | other);
    let (empties, odd) = (empty.count_ones(), odd_quarters(empty));
    for child in list {
        child.worth = match known.moves.iter().position(|&square| square == child.square) {
            Some(place) => FROM_TABLE - place as i32,
            None if empties >= JUDGED_FROM => child.judged_worth(odd, (empties - JUDGED_FROM) / SQUARES_PER_PLY),
            None => child.quick_worth(odd),
        };
    }
}

/// Takes the most promising move that is left.
#[inline]
pub(super) fn take_best(list: &mut Children) -> Option<Child> {
    let best = (0..list.len()).max_by_key(|&index| list[index].worth)?;
    Some(list.swap_remove(best))
}

/// The judge's value of a position after a search of some plies.
pub(super) fn estimate(own: u64, other: u64, plies: u32, mut alpha: Score, beta: Score) -> Score {
    if plies == 0 {
        return Eval::Best.evaluate(&Othello::from_discs(own, other, Side::First));
    }
    let moves = placements(own, other);
    if moves == 0 && placements(other, own) == 0 {
        return DISC * final_score(own, other);
    }
    if moves == 0 {
        return -estimate(other, own, plies, -beta, -alpha);
    }
    let mut list: Children = Bits(moves).map(|square| Child::new(own, other, square)).collect();
    if plies > 1 {
        list.iter_mut().for_each(|child| child.worth = child.quick_worth(0));
    }
    let mut best = -Score::MAX;
    while let Some(child) = take_best(&mut list) {
        best = best.max(-estimate(child.own, child.other, plies - 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// A guess of the value of a position, in discs.
pub(super) fn guess(own: u64, other: u64) -> i32 {
    const PLIES: u32 = 5;
    (estimate(own, other, PLIES, -Score::MAX, Score::MAX) / (2 * DISC) * 2).clamp(-64, 64)
}
