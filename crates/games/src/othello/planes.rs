//! Own discs and other discs; a move is its square.

use quevedo_core::planes::{MAX_PLANES, MAX_STEPS, NO_STEP};
use quevedo_core::{Planes, Side};

use super::{Othello, Placement};

impl Planes for Othello {
    const NAME: &'static str = "othello";
    const WIDTH: usize = 8;
    const HEIGHT: usize = 8;
    const PLANES: usize = 2;
    const MAX_ACTIVE_FEATURES: usize = 64;
    const STEPS: usize = 1;

    #[inline]
    fn planes(&self, viewer: Side) -> [u128; MAX_PLANES] {
        let mut planes = [0; MAX_PLANES];
        planes[..2].copy_from_slice(&[viewer, !viewer].map(|side| self.discs(side).into()));
        planes
    }

    fn steps(&self, mv: Placement) -> [u8; MAX_STEPS] {
        [mv.square().unwrap_or(NO_STEP), NO_STEP, NO_STEP]
    }
}
