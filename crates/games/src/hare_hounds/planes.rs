//! The dogs and the hare on a grid of five by three, on separate planes for each perspective; a move is its two
//! points.

use quevedo_core::planes::asymmetric_planes;
use quevedo_core::{Planes, Side};

use super::rules::{DOGS, PLACES};
use super::{HareHounds, Step};
use crate::bits::Bits;

/// The square of a point.
#[inline]
fn square(point: u8) -> u8 {
    let (file, rank) = PLACES[usize::from(point)];
    rank * HareHounds::WIDTH as u8 + file
}

/// The squares of a set of points.
#[inline]
fn on_grid(points: u16) -> u128 {
    Bits(points.into()).fold(0, |squares, point| squares | 1 << square(point))
}

impl Planes for HareHounds {
    const WIDTH: usize = 5;
    const HEIGHT: usize = 3;
    type PlaneSet = [u128; 4];
    type Steps = [u8; 2];
    const MAX_ACTIVE_FEATURES: usize = 1 + DOGS as usize;

    #[inline]
    fn planes(&self, viewer: Side) -> [u128; 4] {
        asymmetric_planes(viewer, [on_grid(self.dogs), on_grid(1 << self.hare)])
    }

    fn steps(&self, mv: Step) -> [u8; 2] {
        [square(mv.from), square(mv.to)]
    }
}
