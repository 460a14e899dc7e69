//! Own amazons, other amazons and arrows; a move is its three squares.

use quevedo_core::planes::{MOST_PLANES, MOST_STEPS};
use quevedo_core::{Planes, Side};

use super::{Amazons, Shot};

const ARROWS: usize = 2;

impl<const N: usize> Planes for Amazons<N> {
    const NAME: &'static str = match N {
        10 => "amazons",
        8 => "amazons-8x8",
        6 => "amazons-6x6",
        _ => "amazons-small",
    };
    const WIDTH: usize = N;
    const HEIGHT: usize = N;
    const PLANES: usize = 3;
    const MOST_INPUTS: usize = N * N;
    const STEPS: usize = 3;

    #[inline]
    fn planes(&self, viewer: Side) -> [u128; MOST_PLANES] {
        let mut planes = [0; MOST_PLANES];
        planes[..3].copy_from_slice(&[self.amazons(viewer), self.amazons(!viewer), self.arrows()]);
        planes
    }

    fn turned(input: usize) -> usize {
        if input < ARROWS * Self::SQUARES { (input + Self::SQUARES) % (ARROWS * Self::SQUARES) } else { input }
    }

    fn steps(&self, mv: Shot) -> [u8; MOST_STEPS] {
        [mv.from, mv.to, mv.arrow]
    }
}
