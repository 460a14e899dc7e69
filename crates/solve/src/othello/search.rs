//! The search: alpha-beta by null windows, all the way to the end of the game.
//!
//! How a position is looked at depends on how many squares are empty:
//!
//! ```text
//! 12 and more   wide, narrow   table, stable discs, moves in the order of a judge
//!  7 to 11      narrow         table, stable discs, fastest move first
//!  5 and 6      few_left       stable discs, moves in odd quarters first
//!  4 to 1       endings        squares in odd quarters first
//! ```
//!
//! Most looks at a table are for positions with at most ten empty squares, so these have a small one that stays in
//! the cache: with a single large table the search took 1.6 times as long. A value is the final difference in discs
//! with the empty squares counted for the winner, and so it is even.
//!
//! That children are looked up before any of them is searched comes from Plaat, Schaeffer, Pijls and de Bruin,
//! "Exploiting graph properties of game trees" (1996).

use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_games::Bits;

use super::endings::{NONE, final_score};
use super::lines::{flips, placements};
use super::order::{Child, Children, rank, take_best};
use super::squares::{QUARTER, odd_quarters};
use super::stability::Stability;
use super::table::{Key, Known, NO_MOVE, Table};

/// Up to here neither a table nor an order by mobility pays.
const FEW: u32 = 6;
/// From here on children are looked up before any is searched.
const LOOK_AHEAD_FROM: u32 = 8;
/// From here on positions go to the large table.
const FAR_FROM: u32 = 11;
/// From here on the search asks whether it should stop.
const ASK_FROM: u32 = 13;

/// One thread's search.
pub(super) struct Search<'a> {
    /// What is known of positions with few empty squares.
    near: &'a Table,
    /// What is known of the others.
    far: &'a Table,
    stability: Stability,
    stop: &'a AtomicBool,
    /// Whether the search was told to stop: then no value is worth anything.
    pub(super) stopped: bool,
    /// Positions looked at.
    pub(super) nodes: u64,
}

/// The best of the moves searched.
struct Found {
    value: i32,
    square: u8,
}

impl Found {
    const NOTHING: Self = Self { value: NONE, square: NO_MOVE };
}

impl<'a> Search<'a> {
    pub(super) fn new(near: &'a Table, far: &'a Table, stop: &'a AtomicBool) -> Self {
        Self { near, far, stability: Stability::new(), stop, stopped: false, nodes: 0 }
    }

    /// The value if it is between `alpha` and `beta`; otherwise a bound of it on the same side of the window.
    pub(super) fn wide(&mut self, own: u64, other: u64, alpha: i32, beta: i32) -> i32 {
        let empties = (!(own | other)).count_ones();
        if empties <= FEW || beta - alpha <= 1 {
            return self.by_null_windows(own, other, alpha, beta);
        }
        self.nodes += 1;
        if self.must_stop(empties) {
            return 0;
        }
        let key = Key::new(own, other);
        let known = self.table(empties).probe(key).unwrap_or(Known::NOTHING);
        if let Some(bound) = cut_by_table(known, alpha, beta) {
            return bound;
        }
        let moves = placements(own, other);
        if moves == 0 {
            return pass(own, other, || -self.wide(other, own, -beta, -alpha));
        }
        let mut list: Children = Bits(moves).map(|square| Child::new(own, other, square)).collect();
        rank(&mut list, own, other, known);
        let mut found = Found::NOTHING;
        while let Some(child) = take_best(&mut list) {
            let value = self.move_value(&child, found.square == NO_MOVE, alpha.max(found.value), beta);
            if self.stopped {
                return 0;
            }
            if value > found.value {
                found = Found { value, square: child.square };
            }
            if value >= beta {
                break;
            }
        }
        self.remember(key, empties, known, &found, (alpha, beta));
        found.value
    }

    /// The value of a move: the first by the whole window, others only once they are known to be better.
    pub(super) fn move_value(&mut self, child: &Child, first: bool, alpha: i32, beta: i32) -> i32 {
        if !first {
            let value = -self.narrow(child.own, child.other, -alpha - 1);
            if value <= alpha || value >= beta || self.stopped {
                return value;
            }
        }
        -self.wide(child.own, child.other, -beta, -alpha)
    }

    /// The same as [`Self::wide`], for small trees.
    fn by_null_windows(&mut self, own: u64, other: u64, mut alpha: i32, beta: i32) -> i32 {
        loop {
            let value = self.narrow(own, other, alpha);
            if value <= alpha || value >= beta || self.stopped {
                return value;
            }
            alpha = value;
        }
    }

    /// Whether the value is above `alpha`: a lower bound that is, or an upper bound that is not.
    pub(super) fn narrow(&mut self, own: u64, other: u64, alpha: i32) -> i32 {
        let empties = (!(own | other)).count_ones();
        if empties <= FEW {
            return self.few(own, other, alpha);
        }
        self.nodes += 1;
        if self.must_stop(empties) {
            return 0;
        }
        let key = Key::new(own, other);
        self.table(empties).fetch(key);
        if let Some(bound) = self.cut_by_stability(own, other, alpha, empties) {
            return bound;
        }
        let known = self.table(empties).probe(key).unwrap_or(Known::NOTHING);
        if let Some(bound) = cut_by_table(known, alpha, alpha + 1) {
            return bound;
        }
        let moves = placements(own, other);
        if moves == 0 {
            return pass(own, other, || -self.narrow(other, own, -alpha - 1));
        }
        let mut list: Children = Bits(moves).map(|square| Child::new(own, other, square)).collect();
        if let Some(bound) = self.cut_ahead(&list, alpha, empties) {
            return bound;
        }
        rank(&mut list, own, other, known);
        let found = self.first_above(&mut list, alpha);
        if self.stopped {
            return 0;
        }
        self.remember(key, empties, known, &found, (alpha, alpha + 1));
        found.value
    }

    /// Searches moves in order until one is above `alpha`.
    #[inline]
    fn first_above(&mut self, list: &mut Children, alpha: i32) -> Found {
        let mut found = Found::NOTHING;
        while let Some(child) = take_best(list) {
            let value = -self.narrow(child.own, child.other, -alpha - 1);
            if value > found.value {
                found = Found { value, square: child.square };
            }
            if value > alpha || self.stopped {
                break;
            }
        }
        found
    }

    #[inline]
    fn must_stop(&mut self, empties: u32) -> bool {
        if empties >= ASK_FROM && self.stop.load(Ordering::Relaxed) {
            self.stopped = true;
        }
        self.stopped
    }

    #[inline]
    fn table(&self, empties: u32) -> &'a Table {
        if empties < FAR_FROM { self.near } else { self.far }
    }

    /// The opponent keeps what is stable: a bound that is not above `alpha`, if there is one. It is looked for only
    /// where few stable discs would do.
    #[inline]
    fn cut_by_stability(&self, own: u64, other: u64, alpha: i32, empties: u32) -> Option<i32> {
        if alpha < 2 * empties as i32 - 2 {
            return None;
        }
        let bound = 64 - 2 * self.stability.stable(other, own).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    /// A move to a position that is already known to be good enough.
    #[inline]
    fn cut_ahead(&self, list: &Children, alpha: i32, empties: u32) -> Option<i32> {
        if empties < LOOK_AHEAD_FROM {
            return None;
        }
        let table = self.table(empties - 1);
        let keys = list.iter().map(|child| Key::new(child.own, child.other));
        keys.clone().for_each(|key| table.fetch(key));
        let mut bounds = keys.filter_map(|key| table.probe(key)).map(|known| -i32::from(known.upper));
        bounds.find(|&bound| bound > alpha)
    }

    /// Stores what a search within a window has shown, beside what was known before.
    #[inline]
    fn remember(&self, key: Key, empties: u32, known: Known, found: &Found, (alpha, beta): (i32, i32)) {
        let value = found.value as i8;
        let lower = if found.value > alpha { known.lower.max(value) } else { known.lower };
        let upper = if found.value < beta { known.upper.min(value) } else { known.upper };
        let second = known.moves[usize::from(known.moves[0] == found.square)];
        self.table(empties).store(key, empties, Known { lower, upper, moves: [found.square, second] });
    }

    /// [`Self::narrow`] with few squares left.
    fn few(&mut self, own: u64, other: u64, alpha: i32) -> i32 {
        let empty = !(own | other);
        match empty.count_ones() {
            0..=3 => self.hardly_any(own, other),
            4 => self.four_left(own, other, four_squares(empty, odd_quarters(empty)), alpha, false),
            _ => self.few_left(own, other, odd_quarters(empty), alpha),
        }
    }

    /// The value of a position with less than four empty squares. Only roots come here, so it is done simply.
    fn hardly_any(&mut self, own: u64, other: u64) -> i32 {
        self.nodes += 1;
        let moves = placements(own, other);
        if moves == 0 {
            return pass(own, other, || -self.hardly_any(other, own));
        }
        let after = Bits(moves).map(|square| Child::new(own, other, square));
        after.map(|child| -self.hardly_any(child.own, child.other)).max().unwrap_or(NONE)
    }

    /// The value with five squares or a few more left, moves in odd quarters first.
    fn few_left(&mut self, own: u64, other: u64, odd: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        let empty = !(own | other);
        let empties = empty.count_ones();
        if let Some(bound) = self.cut_by_stability(own, other, alpha, empties) {
            return bound;
        }
        let moves = placements(own, other);
        if moves == 0 {
            return pass(own, other, || -self.few_left(other, own, odd, -alpha - 1));
        }
        let mut best = NONE;
        for square in Bits(moves & odd).chain(Bits(moves & !odd)) {
            let turned = flips(own, other, square);
            let (next, mine) = (other ^ turned, own ^ turned ^ 1 << square);
            let odd = odd ^ QUARTER[usize::from(square)];
            let value = if empties == 5 {
                -self.four_left(next, mine, four_squares(empty ^ 1 << square, odd), -alpha - 1, false)
            } else {
                -self.few_left(next, mine, odd, -alpha - 1)
            };
            best = best.max(value);
            if best > alpha {
                break;
            }
        }
        best
    }
}

/// A bound from the table that makes the search of a window needless.
#[inline]
fn cut_by_table(known: Known, alpha: i32, beta: i32) -> Option<i32> {
    let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
    if lower >= beta || lower == upper {
        return Some(lower);
    }
    (upper <= alpha).then_some(upper)
}

/// The value where there is no move: that after the pass, or that of the finished game.
#[inline]
fn pass(own: u64, other: u64, after: impl FnOnce() -> i32) -> i32 {
    if placements(other, own) == 0 { final_score(own, other) } else { after() }
}

/// The squares of a set of four, those in odd quarters first.
#[inline]
fn four_squares(empty: u64, odd: u64) -> [u8; 4] {
    let mut squares = Bits(empty & odd).chain(Bits(empty & !odd));
    std::array::from_fn(|_| squares.next().unwrap_or(0))
}
