//! How a network sees a game: as planes of squares on which facts hold.
//!
//! Learned evaluators know nothing of a game but this. A fact is an *input*: number `plane · SQUARES + square`, where a
//! square is `y · WIDTH + x`. Each side sees the board its own way, so that what is learned for one holds for the other:
//! in chess planes of own and other pieces from the own first rank up, in a game of unequal sides planes of its own.

use crate::{Game, Side};

/// No game has more planes.
pub const MAX_PLANES: usize = 20;
/// No move goes by more squares than this.
pub const MAX_STEPS: usize = 3;
/// In place of a square where a move has fewer.
pub const NO_STEP: u8 = u8::MAX;

/// The planes of a game of unequal sides: each viewer has two of its own, for the two kinds of pieces.
#[inline]
pub fn unequal(viewer: Side, kinds: [u128; 2]) -> [u128; MAX_PLANES] {
    let mut planes = [0; MAX_PLANES];
    planes[kinds.len() * viewer.index()..][..kinds.len()].copy_from_slice(&kinds);
    planes
}

/// A game as networks see it.
pub trait Planes: Game {
    /// Positions of one name are seen alike, so that one network serves them all: `chess`, `connect4-7x6`.
    const NAME: &'static str;
    /// Squares in a row.
    const WIDTH: usize;
    /// Rows; there are at most 128 squares in all.
    const HEIGHT: usize;
    /// Facts that are told apart on a square.
    const PLANES: usize;
    /// No position has more inputs that hold; the share of this that is on the board tells the phase of the game.
    const MAX_ACTIVE_FEATURES: usize;
    /// By how many squares moves are told apart.
    const STEPS: usize;

    /// How many squares there are.
    const SQUARES: usize = Self::WIDTH * Self::HEIGHT;
    /// How many inputs there are.
    const FEATURES: usize = Self::PLANES * Self::SQUARES;

    /// The squares of every plane as `viewer` sees them, one bit a square; what is behind [`Planes::PLANES`] is empty.
    fn planes(&self, viewer: Side) -> [u128; MAX_PLANES];

    /// What the other side sees where one side sees `input`; turned twice, it is `input` again. Unless said otherwise, the
    /// same square half of the planes further on.
    fn turned(input: usize) -> usize {
        (input + Self::FEATURES / 2) % Self::FEATURES
    }

    /// The squares of a move as the side to move sees them, [`NO_STEP`] where there are none. Few moves of a position
    /// share them, if any: promotions, ways round that end alike.
    fn steps(&self, mv: Self::Move) -> [u8; MAX_STEPS];

    /// Visits the inputs that hold as `viewer` sees them, in rising order.
    #[inline]
    fn each_feature(&self, viewer: Side, mut visit: impl FnMut(usize)) {
        for (plane, mut squares) in self.planes(viewer).into_iter().enumerate().take(Self::PLANES) {
            while squares != 0 {
                visit(plane * Self::SQUARES + squares.trailing_zeros() as usize);
                squares &= squares - 1;
            }
        }
    }
}
