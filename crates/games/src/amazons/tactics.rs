//! What a search may know of the Amazons.

use quevedo_core::{SearchParams, Tactics};

use super::{Amazons, Shot};

impl<const N: usize> Tactics for Amazons<N> {
    const PARAMS: SearchParams = SearchParams {
        late_move_reductions: true,
        late_move_pruning: true,
        min_table_depth: 1,
        aspiration_window: 200,
        unit: 200,
        ..SearchParams::PLAIN
    };
    /// Ways from a square to another, then arrows.
    const HISTORY_KEYS: usize = N * N * N * N + N * N;

    /// The way of the amazon and the square of the arrow, each remembered by itself: few whole moves recur.
    #[inline]
    fn history_keys(&self, mv: Shot) -> [usize; 2] {
        let way = usize::from(mv.from) * N * N + usize::from(mv.to);
        [way, N * N * N * N + usize::from(mv.arrow)]
    }
}
