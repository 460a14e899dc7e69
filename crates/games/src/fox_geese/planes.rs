//! The geese and the fox on a grid of seven by seven, on separate planes for each perspective; a move is
//! its first and its last point.

use quevedo_core::planes::asymmetric_planes;
use quevedo_core::{Planes, Side};

use super::rules::MOST_GEESE;
use super::{FoxGeese, Run};
use crate::bits::Bits;

/// The square of a point.
#[inline]
const fn square(point: u8) -> u8 {
    point / 8 * FoxGeese::WIDTH as u8 + point % 8
}

/// The squares of a set of points.
#[inline]
fn on_grid(points: u64) -> u128 {
    Bits(points).fold(0, |squares, point| squares | 1 << square(point))
}

impl Planes for FoxGeese {
    const WIDTH: usize = 7;
    const HEIGHT: usize = 7;
    type PlaneSet = [u128; 4];
    type Steps = [u8; 2];
    const MAX_ACTIVE_FEATURES: usize = 1 + MOST_GEESE as usize;
    /// Capture runs to the same point by different ways.
    const MOVES_PER_ACTION: usize = 16;

    #[inline]
    fn planes(&self, viewer: Side) -> [u128; 4] {
        asymmetric_planes(viewer, [on_grid(self.geese), on_grid(1 << self.fox)])
    }

    fn steps(&self, mv: Run) -> [u8; 2] {
        let to = mv.landings().last().unwrap_or(mv.from());
        [square(mv.from()), square(to)]
    }
}
