//! The dogs and the hare on a grid of five by three, on planes of their own for each viewer; a move is its two points.

use quevedo_core::planes::{MAX_PLANES, MAX_STEPS, NO_STEP, unequal};
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
    const NAME: &'static str = "hare-hounds";
    const WIDTH: usize = 5;
    const HEIGHT: usize = 3;
    const PLANES: usize = 4;
    const MAX_ACTIVE_FEATURES: usize = 1 + DOGS as usize;
    const STEPS: usize = 2;

    #[inline]
    fn planes(&self, viewer: Side) -> [u128; MAX_PLANES] {
        unequal(viewer, [on_grid(self.dogs), on_grid(1 << self.hare)])
    }

    fn steps(&self, mv: Step) -> [u8; MAX_STEPS] {
        [square(mv.from), square(mv.to), NO_STEP]
    }
}
