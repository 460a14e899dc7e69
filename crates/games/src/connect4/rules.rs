//! Bit `(H + 1)·c + r` is row `r` of column `c`, row 0 at the bottom. The top bit of a column stays empty, so
//! that a shifted line never wraps into the next column. On 8x7:
//!
//! ```text
//!   7 15 23 31 39 47 55 63   always empty
//!   6 14 22 30 38 46 54 62
//!   …
//!   1  9 17 25 33 41 49 57
//!   0  8 16 24 32 40 48 56
//! ```
//!
//! 8x7 fills the 64 bits to the last one.

use quevedo_core::hash::mix;
use quevedo_core::{Game, Outcome, Rng, Side, reasons as common};

use super::reasons;
use crate::bits::{Bits, nth};

/// A position on `W` columns by `H` rows: the discs of the side to move, and all discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connect4<const W: usize, const H: usize> {
    pub(super) own: u64,
    pub(super) all: u64,
}

/// A move: the column a disc is dropped into, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub(super) u8);

impl<const W: usize, const H: usize> Connect4<W, H> {
    const STRIDE: usize = H + 1;
    /// The bottom square of every column.
    pub(super) const BOTTOM: u64 = {
        assert!(W * (H + 1) <= 64, "the board does not fit a word");
        let mut bottom = 0;
        let mut column = 0;
        while column < W {
            bottom |= 1 << (column * (H + 1));
            column += 1;
        }
        bottom
    };
    /// The highest square of every column.
    const TOP: u64 = Self::BOTTOM << (H - 1);

    /// The squares of a column.
    #[inline]
    pub(super) const fn column(column: u8) -> u64 {
        ((1 << H) - 1) << (column as usize * Self::STRIDE)
    }

    /// The bit of a square.
    #[inline]
    pub(super) const fn square(column: u8, row: u8) -> u64 {
        1 << (column as usize * Self::STRIDE + row as usize)
    }

    /// The discs of a side.
    #[inline]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.turn() { self.own } else { self.own ^ self.all }
    }

    /// The highest squares of the columns that have room.
    #[inline]
    fn open_tops(&self) -> u64 {
        Self::TOP & !self.all
    }

    /// The discs that are part of four in line.
    pub(super) fn fours(discs: u64) -> u64 {
        [1, H, H + 1, H + 2].into_iter().fold(0, |found, step| {
            let pairs = discs & (discs >> step);
            let first = pairs & (pairs >> (2 * step));
            found | first | first << step | first << (2 * step) | first << (3 * step)
        })
    }

    /// Whether the discs hold four in line.
    #[inline]
    pub(super) const fn has_four(discs: u64) -> bool {
        let mut found = 0;
        let mut i = 0;
        let steps = [1, H, H + 1, H + 2];
        while i < 4 {
            let pairs = discs & (discs >> steps[i]);
            found |= pairs & (pairs >> (2 * steps[i]));
            i += 1;
        }
        found != 0
    }

    /// Whether the side that moved last has four in line.
    #[inline]
    pub fn is_won(&self) -> bool {
        Self::has_four(self.own ^ self.all)
    }
}

impl<const W: usize, const H: usize> Game for Connect4<W, H> {
    type Move = Column;

    fn start() -> Self {
        Self { own: 0, all: 0 }
    }

    #[inline]
    fn turn(&self) -> Side {
        if self.all.count_ones() % 2 == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Column)) {
        if !self.is_won() {
            for top in Bits(self.open_tops()) {
                visit(Column(top / Self::STRIDE as u8));
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: Column) {
        self.own ^= self.all;
        self.all |= self.all + Self::square(mv.0, 0);
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        self.is_won().then(|| Outcome::win(!self.turn(), &reasons::FOUR_IN_LINE))
    }

    #[inline]
    fn stuck(&self) -> Outcome {
        Outcome::draw(&common::BOARD_FULL)
    }

    /// In each column the sum has a bit above the highest disc, and below it the discs of the side to move: one
    /// number a position.
    #[inline]
    fn hash(&self) -> u64 {
        mix(self.own.wrapping_add(self.all))
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_won() { 0 } else { u64::from(self.open_tops().count_ones()) }
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Option<Column> {
        let tops = self.open_tops();
        if tops == 0 || self.is_won() {
            return None;
        }
        let top = nth(tops, rng.u32(0..tops.count_ones()));
        Some(Column(top / Self::STRIDE as u8))
    }
}
