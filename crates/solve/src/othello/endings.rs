//! The last four empty squares, one function each: no move list, no table, no move generation.
//!
//! All of them are fail-soft null-window searches: the result is a lower bound of the value if it is above `alpha`, an upper
//! bound if not.

use quevedo_games::othello::lines::{NEIGHBOURS, flips, turned_by_last};

use super::search::Search;

/// Less than every score.
pub(super) const NONE: i32 = -127;

/// The score of a finished game: the difference in discs, empty squares going to the winner.
#[inline]
pub(super) fn final_score(own: u64, other: u64) -> i32 {
    let (own, other) = (own.count_ones() as i32, other.count_ones() as i32);
    match own - other {
        0 => 0,
        more @ 1.. => more + 64 - own - other,
        less => less - (64 - own - other),
    }
}

/// Whether two squares lie in the same quadrant.
#[inline]
fn same_quadrant(a: u8, b: u8) -> bool {
    (a ^ b) & 0o44 == 0
}

/// The value with one square left.
#[inline]
fn one_left(own: u64, square: u8, alpha: i32) -> i32 {
    let discs = own.count_ones() as i32;
    let turned = turned_by_last(own, square) as i32;
    if turned > 0 {
        return 2 * (discs + 1 + turned) - 64;
    }
    // Nobody moves, or the other side does and takes more.
    let untouched = 2 * discs - if discs >= 32 { 62 } else { 64 };
    if untouched <= alpha {
        return untouched;
    }
    let lost = turned_by_last(!own & !(1 << square), square) as i32;
    if lost > 0 { 2 * (discs - lost) - 64 } else { untouched }
}

/// The discs that `own` flips on the square. Most squares that are no move have no adjacent disc of the other side.
#[inline]
fn flips_quickly(own: u64, other: u64, square: u8) -> u64 {
    if NEIGHBOURS[usize::from(square)] & other == 0 { 0 } else { flips(own, other, square) }
}

impl Search<'_> {
    #[inline]
    fn two_left(&mut self, own: u64, other: u64, squares: [u8; 2], alpha: i32, passed: bool) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        for (square, last) in [(squares[0], squares[1]), (squares[1], squares[0])] {
            let turned = flips_quickly(own, other, square);
            if turned != 0 {
                self.nodes += 1;
                best = best.max(-one_left(other ^ turned, last, -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
        }
        match best {
            NONE if passed => final_score(own, other),
            NONE => -self.two_left(other, own, squares, -alpha - 1, true),
            _ => best,
        }
    }

    fn three_left(&mut self, own: u64, other: u64, squares: [u8; 3], alpha: i32, passed: bool) -> i32 {
        self.nodes += 1;
        let [a, b, c] = squares;
        // Parity: the quadrant with one square first.
        let order = if same_quadrant(a, b) {
            [(c, [a, b]), (a, [b, c]), (b, [a, c])]
        } else if same_quadrant(a, c) {
            [(b, [a, c]), (a, [b, c]), (c, [a, b])]
        } else {
            [(a, [b, c]), (b, [a, c]), (c, [a, b])]
        };
        let mut best = NONE;
        for (square, rest) in order {
            let turned = flips_quickly(own, other, square);
            if turned != 0 {
                let (next, mine) = (other ^ turned, own ^ turned ^ 1 << square);
                best = best.max(-self.two_left(next, mine, rest, -alpha - 1, false));
                if best > alpha {
                    return best;
                }
            }
        }
        match best {
            NONE if passed => final_score(own, other),
            NONE => -self.three_left(other, own, squares, -alpha - 1, true),
            _ => best,
        }
    }

    /// The value with four squares left, those in odd quadrants first.
    pub(super) fn four_left(&mut self, own: u64, other: u64, squares: [u8; 4], alpha: i32, passed: bool) -> i32 {
        self.nodes += 1;
        let [a, b, c, d] = squares;
        let mut best = NONE;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            let turned = flips_quickly(own, other, square);
            if turned != 0 {
                let (next, mine) = (other ^ turned, own ^ turned ^ 1 << square);
                best = best.max(-self.three_left(next, mine, rest, -alpha - 1, false));
                if best > alpha {
                    return best;
                }
            }
        }
        match best {
            NONE if passed => final_score(own, other),
            NONE => -self.four_left(other, own, squares, -alpha - 1, true),
            _ => best,
        }
    }
}
