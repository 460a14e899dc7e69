//! Bit `8·r + c` is column `c` of row `r`, row 0 at the top, as positions are written:
//!
//! ```text
//!      a  b  c  d  e  f  g  h
//!  1   0  1  2  3  4  5  6  7
//!  2   8  9 10 11 12 13 14 15
//!  …
//!  8  56 57 58 59 60 61 62 63
//! ```
//!
//! Moves and flips are found along four lines at once, see [`super::lines`].

use quevedo_core::hash::{combine, mix};
use quevedo_core::{Game, Outcome, Rng, Side};

use super::lines::{flips, placements};
use super::reasons;
use crate::bits::{Bits, nth};

/// A position: the discs of the side to move and those of the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) turn: Side,
}

/// A move: a square to put a disc on, or a forced pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(pub(super) u8);

impl Placement {
    /// The forced pass.
    pub const PASS: Self = Self(64);

    /// A disc on a square, 0 to 63.
    #[inline]
    pub fn on(square: u8) -> Self {
        debug_assert!(square < 64, "there are 64 squares");
        Self(square)
    }

    /// The square, 0 to 63; `None` for a pass.
    pub fn square(self) -> Option<u8> {
        (self != Self::PASS).then_some(self.0)
    }
}

impl Othello {
    /// The position with these discs of the side to move and of the other one; no square is in both sets.
    #[inline]
    pub fn from_discs(own: u64, other: u64, turn: Side) -> Self {
        debug_assert!(own & other == 0, "a square has one disc");
        Self { own, other, turn }
    }

    /// The discs of a side, one bit a square.
    #[inline]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.turn { self.own } else { self.other }
    }

    /// The discs of a side less those of the other one; empty squares go to the winner, as a finished game is counted.
    pub fn margin(&self, side: Side) -> i32 {
        let count = |side| self.discs(side).count_ones() as i32;
        let (own, other) = (count(side), count(!side));
        own - other + (own - other).signum() * (u64::BITS as i32 - own - other)
    }

    /// The squares where the side to move can put a disc.
    #[inline]
    pub fn placements(&self) -> u64 {
        placements(self.own, self.other)
    }

    #[inline]
    fn must_pass(&self) -> bool {
        placements(self.other, self.own) != 0
    }
}

impl Game for Othello {
    type Move = Placement;

    fn start() -> Self {
        let (black, white) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);
        Self { own: black, other: white, turn: Side::First }
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Placement)) {
        let squares = self.placements();
        if squares != 0 {
            for square in Bits(squares) {
                visit(Placement(square));
            }
        } else if self.must_pass() {
            visit(Placement::PASS);
        }
    }

    #[inline]
    fn play(&mut self, mv: Placement) {
        if let Some(square) = mv.square() {
            let turned = flips(self.own, self.other, square);
            self.own |= 1 << square | turned;
            self.other &= !turned;
        }
        (self.own, self.other) = (self.other, self.own);
        self.turn = !self.turn;
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        None
    }

    fn stuck(&self) -> Outcome {
        let (own, other) = (self.own.count_ones(), self.other.count_ones());
        let winner = if own > other { self.turn } else { !self.turn };
        if own == other { Outcome::draw(&reasons::DISCS) } else { Outcome::win(winner, &reasons::DISCS) }
    }

    #[inline]
    fn hash(&self) -> u64 {
        combine(mix(self.own), self.other) ^ self.turn as u64
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        let squares = self.placements();
        if squares == 0 { u64::from(self.must_pass()) } else { u64::from(squares.count_ones()) }
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Option<Placement> {
        let squares = self.placements();
        if squares == 0 {
            return self.must_pass().then_some(Placement::PASS);
        }
        Some(Placement(nth(squares, rng.u32(0..squares.count_ones()))))
    }
}
