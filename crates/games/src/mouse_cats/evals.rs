//! Judging the Mouse and the Cats, see [`crate::hunt`]: its rows are the ranks, from rank 8 down.

use quevedo_core::{HasEvaluators, NamedEvaluator, Score, Side};

use super::MouseCats;
use crate::hunt::{Chase, EVALUATORS, Eval, Hunt, Measures, NOTHING};

impl Hunt for MouseCats {
    const LONE: Side = Side::First;
    const POINTS: u64 = 0x55aa55aa55aa55aa;
    const STARS: u64 = Self::POINTS;
    const PACK: Score = 4;
    const JUMPS: bool = false;
    /// Found by hill climbing: games against the shared weights, and moves that keep a won position won.
    const BEST: Measures = Measures {
        rows: -18,
        way: 112,
        room: 5,
        mobility: 11,
        passed: 33,
        gap: 15,
        spread: 79,
        loners: 7,
        advance: 3,
        turn: 45,
        game: -1613,
        ..NOTHING
    };

    #[inline]
    fn chase(&self) -> Chase {
        Chase { lone: self.mouse.swap_bytes(), pack: self.cats.swap_bytes(), stall: 0 }
    }
}

impl HasEvaluators for MouseCats {
    type Eval = Eval;

    const EVALUATORS: &'static [NamedEvaluator<Eval>] = EVALUATORS;
}
