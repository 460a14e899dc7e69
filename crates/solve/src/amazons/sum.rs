//! A position as a sum of regions.
//!
//! The value of a region where only one side moves is a whole number, the moves it can make. All of these together are
//! one number, the *spare* moves of the first side (of the second side, if negative); the squares of those regions need
//! not be kept. What is left are *hot* regions with bounds.
//!
//! Who wins a sum `G` with the move depends on its comparison with 0, so bounds by whole numbers `a <= G <= b` decide many sums.
//! Two more numbers decide the rest. With the first side to move, `G + n` is won for it from some `n = -left` on, and with the second
//! side to move from some `n = -right` on: the *stops*. `right <= G <= left + 1`.
//!
//! See J. H. Conway, *On Numbers and Games*, 1976; and for the Amazons R. Snatzke, *New results of exhaustive search in
//! the game Amazons*, Theoretical Computer Science 313 (2004).

use arrayvec::ArrayVec;
use quevedo_core::Side;

use super::board::{Region, scattered};

/// Every region has an amazon, and there are no more than eight.
pub(super) const MOST_REGIONS: usize = 8;

/// Bounds of a region. All numbers are moves ahead for the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RegionBounds {
    /// The value is at least this.
    pub(super) lower: i32,
    /// The value is at most this.
    pub(super) upper: i32,
    /// The left stop is at least this.
    pub(super) left: i32,
    /// The right stop is at most this.
    pub(super) right: i32,
}

impl RegionBounds {
    /// Bounds by the value alone.
    pub(super) fn of_value(lower: i32, upper: i32) -> Self {
        Self { lower, upper, left: lower - 1, right: upper }
    }

    /// Bounds by the stops.
    pub(super) fn of_stops(stops: Stops) -> Self {
        let Stops { left, right } = stops;
        Self { lower: right, upper: left + 1, left, right }
    }
}

/// Where a sum tips over: it is won for the first side with `n` spare moves if `n + left >= 0` with the first side to move,
/// and if `n + right >= 0` with the second side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stops {
    pub(super) left: i32,
    pub(super) right: i32,
}

impl Stops {
    /// The stops of a position whose moves have these: the best right stop among what the first side can reach, the
    /// best left stop among what the second side can reach, where they have moves at all.
    ///
    /// Without spare moves the moves alone decide. With some, their owner may also spend one and hand over the turn.
    pub(super) fn of_moves(first: Option<i32>, second: Option<i32>) -> Self {
        let waiting = second.map_or(0, |second| second.min(0)) - 1;
        let left = first.map_or(waiting, |first| first.max(waiting));
        let waiting = (left + 1).max(0);
        let right = second.map_or(waiting, |second| second.min(waiting));
        Self { left, right }
    }
}

/// A hot region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) region: Region,
    pub(super) key: u128,
    pub(super) bounds: RegionBounds,
}

/// A sum of regions.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    /// Moves that the first side can make at any time, or the second, if negative.
    pub(super) spare: i32,
    /// The regions whose value is not a known number.
    pub(super) hot: ArrayVec<Term, MOST_REGIONS>,
}

impl Sum {
    /// Adds a region. One with a known value adds to the spare moves.
    #[inline]
    pub(super) fn add(&mut self, term: Term) {
        if term.bounds.lower == term.bounds.upper {
            self.spare += term.bounds.lower;
        } else {
            self.hot.push(term);
        }
    }

    /// The sum without one of its regions.
    #[inline]
    pub(super) fn without(&self, index: usize) -> Self {
        let mut rest = self.clone();
        rest.hot.swap_remove(index);
        rest
    }

    /// The lower and the upper bound of the value.
    #[inline]
    pub(super) fn bounds(&self) -> [i32; 2] {
        let bounds = self.hot.iter().map(|term| term.bounds);
        bounds.fold([self.spare; 2], |[lower, upper], region| [lower + region.lower, upper + region.upper])
    }

    /// Whether the side to move wins, if the bounds decide it.
    #[inline]
    pub(super) fn decided(&self, turn: Side) -> Option<bool> {
        let [lower, upper] = self.bounds();
        let regions = || self.hot.iter().map(|term| term.bounds);
        match turn {
            Side::First if upper <= 0 => Some(false),
            Side::First if lower > 0 || regions().any(|region| lower - region.lower + region.left >= 0) => Some(true),
            Side::Second if lower >= 0 => Some(false),
            Side::Second if upper < 0 || regions().any(|region| upper - region.upper + region.right < 0) => Some(true),
            _ => None,
        }
    }

    /// How many squares of hot regions are empty.
    pub(super) fn size(&self) -> u32 {
        self.hot.iter().map(|term| term.region.size()).sum()
    }

    /// The hash of the hot regions, in any order.
    #[inline]
    pub(super) fn hot_key(&self) -> u128 {
        self.hot.iter().fold(0, |key, term| key.wrapping_add(term.key))
    }

    /// The hash of the sum and the turn.
    #[inline]
    pub(super) fn key(&self, turn: Side) -> u128 {
        let hot = self.hot_key();
        let extra = (self.spare as u64) << 1 | turn.index() as u64;
        let high = scattered((hot >> 64) as u64 ^ extra, 0xd6e8feb86659fd93);
        let low = scattered((hot as u64).wrapping_add(extra.rotate_left(32)), 0xbf58476d1ce4e5b9);
        u128::from(high) << 64 | u128::from(low)
    }
}
