//! Search parameters and move ordering of Connect-4.

use quevedo_core::{SearchParams, Tactics};

use super::{Column, Connect4};

impl<const W: usize, const H: usize> Tactics for Connect4<W, H> {
    const PARAMS: SearchParams =
        SearchParams { late_move_reductions: true, evaluate_last_ply: true, min_table_depth: 4, ..SearchParams::PLAIN };
    const HISTORY_KEYS: usize = 64;

    /// The square where the disc comes to rest.
    #[inline]
    fn history_keys(&self, mv: Column) -> [usize; 2] {
        let rest = (self.all & Self::column(mv.0)) + Self::square(mv.0, 0);
        [rest.trailing_zeros() as usize & 63; 2]
    }
}
