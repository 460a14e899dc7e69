//! Own discs and the opponent's discs; a move is its square.

use quevedo_core::planes::NO_STEP;
use quevedo_core::{Planes, Side};

use super::{Othello, Placement};

impl Planes for Othello {
    const WIDTH: usize = 8;
    const HEIGHT: usize = 8;
    type PlaneSet = [u128; 2];
    type Steps = [u8; 1];
    /// The squares and the pass.
    const ACTIONS: usize = Self::SQUARES + 1;

    #[inline]
    fn planes(&self, viewer: Side) -> [u128; 2] {
        [viewer, !viewer].map(|side| self.discs(side).into())
    }

    fn steps(&self, mv: Placement) -> [u8; 1] {
        [mv.square().unwrap_or(NO_STEP)]
    }

    fn action([square]: [u8; 1]) -> usize {
        usize::from(square).min(Self::SQUARES)
    }
}
