//! What a search may know of the Amazons.

use quevedo_core::{Style, Tactics};

use super::{Amazons, Shot};

impl<const N: usize> Tactics for Amazons<N> {
    const STYLE: Style =
        Style { reductions: true, late_move_pruning: true, table_from: 1, window: 200, unit: 200, ..Style::PLAIN };
    /// Ways from a square to another, then arrows.
    const TRAITS: usize = N * N * N * N + N * N;

    /// The way of the amazon and the square of the arrow, each remembered by itself: few whole moves recur.
    #[inline]
    fn traits(&self, mv: Shot) -> [usize; 2] {
        let way = usize::from(mv.from) * N * N + usize::from(mv.to);
        [way, N * N * N * N + usize::from(mv.arrow)]
    }
}
