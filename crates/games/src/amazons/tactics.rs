//! Search parameters and move ordering of the Amazons.

use quevedo_core::{SearchParams, Tactics};

use super::{Amazons, AmazonsHalves, AmazonsMove, HalfMove};

impl<const N: usize> Tactics for Amazons<N> {
    const PARAMS: SearchParams = SearchParams {
        late_move_reductions: true,
        late_move_pruning: true,
        min_table_depth: 1,
        aspiration_window: 200,
        unit: 200,
        ..SearchParams::PLAIN
    };
    /// Queen moves from a square to another, then arrows.
    const HISTORY_KEYS: usize = N * N * N * N + N * N;

    /// The queen move and the square of the arrow, each with a history score of its own: few whole moves recur.
    #[inline]
    fn history_keys(&self, mv: AmazonsMove) -> [usize; 2] {
        let queen_move = usize::from(mv.from) * N * N + usize::from(mv.to);
        [queen_move, N * N * N * N + usize::from(mv.arrow)]
    }

    const CONTINUATION_KEYS: usize = N * N;

    /// The square of the arrow.
    #[inline]
    fn continuation_key(&self, mv: AmazonsMove) -> usize {
        usize::from(mv.arrow)
    }
}

/// The game of halves: a late queen move is reduced or pruned together with all of its arrows.
impl<const N: usize> Tactics for AmazonsHalves<N> {
    const PARAMS: SearchParams = SearchParams {
        late_move_reductions: true,
        late_move_pruning: true,
        min_table_depth: 1,
        aspiration_window: 200,
        lmr_divisor: 160,
        unit: 200,
        ..SearchParams::PLAIN
    };
    /// Queen moves from a square to another, then arrows, as for whole moves.
    const HISTORY_KEYS: usize = Amazons::<N>::HISTORY_KEYS;

    #[inline]
    fn history_keys(&self, half: HalfMove) -> [usize; 2] {
        [match half {
            HalfMove::Queen(moved) => usize::from(moved.from) * N * N + usize::from(moved.to),
            HalfMove::Arrow(arrow) => N * N * N * N + usize::from(arrow),
        }; 2]
    }

    const CONTINUATION_KEYS: usize = 2 * N * N;

    /// Where the amazon goes, or the square of the arrow.
    #[inline]
    fn continuation_key(&self, half: HalfMove) -> usize {
        match half {
            HalfMove::Queen(moved) => usize::from(moved.to),
            HalfMove::Arrow(arrow) => N * N + usize::from(arrow),
        }
    }
}
