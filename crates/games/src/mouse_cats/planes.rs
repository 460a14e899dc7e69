//! The mouse and the cats, on planes of their own for each viewer; a move is its two squares.

use quevedo_core::planes::{MAX_PLANES, MAX_STEPS, NO_STEP, unequal};
use quevedo_core::{Planes, Side};

use super::rules::CATS;
use super::{MouseCats, Step};

impl Planes for MouseCats {
    const NAME: &'static str = "mouse-cats";
    const WIDTH: usize = 8;
    const HEIGHT: usize = 8;
    const PLANES: usize = 4;
    const MAX_ACTIVE_FEATURES: usize = 1 + CATS as usize;
    const STEPS: usize = 2;

    #[inline]
    fn planes(&self, viewer: Side) -> [u128; MAX_PLANES] {
        unequal(viewer, [self.mouse.into(), self.cats.into()])
    }

    fn steps(&self, mv: Step) -> [u8; MAX_STEPS] {
        [mv.from, mv.to, NO_STEP]
    }
}
