//! Search parameters and move ordering of the Fox and the Geese.

use quevedo_core::{Score, SearchParams, Tactics};

use super::{FoxGeese, Run};

/// A goose, in points.
const GOOSE: Score = 100;

impl Tactics for FoxGeese {
    const PARAMS: SearchParams = SearchParams { quiescence: true, late_move_reductions: true, ..SearchParams::PLAIN };
    const HISTORY_KEYS: usize = 64 * 64;

    /// Where the move begins and ends.
    #[inline]
    fn history_keys(&self, mv: Run) -> [usize; 2] {
        let to = mv.landings().last().unwrap_or_default();
        [usize::from(mv.from()) << 6 | usize::from(to); 2]
    }

    #[inline]
    fn urgency(&self, mv: Run) -> Score {
        GOOSE * mv.jumps() as Score
    }

    #[inline]
    fn is_noisy(&self, mv: Run) -> bool {
        mv.jumps() > 0
    }
}
