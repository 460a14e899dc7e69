//! The mouse and the cats, on separate planes for each perspective; a move is its two squares.

use quevedo_core::planes::asymmetric_planes;
use quevedo_core::{Planes, Side};

use super::rules::CATS;
use super::{MouseCats, Step};

impl Planes for MouseCats {
    const WIDTH: usize = 8;
    const HEIGHT: usize = 8;
    type PlaneSet = [u128; 4];
    type Steps = [u8; 2];
    const MAX_ACTIVE_FEATURES: usize = 1 + CATS as usize;

    #[inline]
    fn planes(&self, viewer: Side) -> [u128; 4] {
        asymmetric_planes(viewer, [self.mouse.into(), self.cats.into()])
    }

    fn steps(&self, mv: Step) -> [u8; 2] {
        [mv.from, mv.to]
    }
}
