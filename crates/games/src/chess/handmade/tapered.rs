//! Two scores in one number: one for the middlegame, one for the endgame.

use std::ops::{Add, AddAssign, Mul, Sub};

use cozy_chess::{Board, Piece};
use quevedo_core::Score;

/// What a feature is worth in the middlegame (the low half) and in the endgame (the high half): both are added at
/// once. Each half has to stay within 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tapered(i32);

impl Tapered {
    pub(super) const ZERO: Self = Self(0);

    /// A score for each end of the game.
    pub(super) const fn new(middle: i32, end: i32) -> Self {
        Self(middle + (end << 16))
    }

    #[inline]
    pub(super) const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The high half, and the borrow given back that a negative low half has taken.
    #[inline]
    pub(super) const fn end(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    /// The score in between, by the phase; the endgame counts in parts of [`WHOLE`].
    #[inline]
    pub(super) const fn blend(self, phase: i32, scale: i32) -> Score {
        (self.middle() * phase + self.end() * scale / WHOLE * (OPENING - phase)) / OPENING
    }
}

impl Tapered {
    /// [`Tapered::blend`] without rounding.
    pub(super) fn exact_blend(self, phase: i32, scale: i32) -> f64 {
        let end = f64::from(self.end()) * f64::from(scale) / f64::from(WHOLE);
        (f64::from(self.middle() * phase) + end * f64::from(OPENING - phase)) / f64::from(OPENING)
    }
}

/// An endgame score that is not scaled down.
pub(super) const WHOLE: i32 = 64;

/// The phase of the start position.
pub(super) const OPENING: i32 = 24;

/// How much of the middlegame is left, by the pieces on the board: from [`OPENING`] down to 0.
#[inline]
pub(super) fn phase(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len() as i32;
    let minors = count(Piece::Knight) + count(Piece::Bishop);
    (minors + 2 * count(Piece::Rook) + 4 * count(Piece::Queen)).min(OPENING)
}

impl Add for Tapered {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}

impl Mul<u32> for Tapered {
    type Output = Self;

    #[inline]
    fn mul(self, times: u32) -> Self {
        self * times as i32
    }
}

#[cfg(test)]
mod tests {
    use super::Tapered;

    #[test]
    fn the_halves_do_not_mix() {
        for middle in [-900, -1, 0, 1, 900] {
            for end in [-900, -1, 0, 1, 900] {
                let sum = Tapered::new(middle, end) * 3_i32 + Tapered::new(7, -7) - Tapered::new(5, 5);
                assert_eq!((sum.middle(), sum.end()), (3 * middle + 2, 3 * end - 12));
            }
        }
    }
}
