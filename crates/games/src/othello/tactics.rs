//! Search parameters and move ordering of Othello.

use quevedo_core::{SearchParams, Tactics};

use super::{Othello, Placement};

impl Tactics for Othello {
    const PARAMS: SearchParams = SearchParams { late_move_reductions: true, ..SearchParams::PLAIN };
    const HISTORY_KEYS: usize = 65;

    #[inline]
    fn history_keys(&self, mv: Placement) -> [usize; 2] {
        [usize::from(mv.0); 2]
    }
}
