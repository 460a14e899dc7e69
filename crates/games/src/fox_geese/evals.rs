//! Judging the Fox and the Geese, see [`crate::hunt`].

use quevedo_core::{HasEvaluators, NamedEvaluator, Score, Side};

use super::FoxGeese;
use super::rules::{CROSS, STARS};
use crate::hunt::{Chase, EVALUATORS, Eval, Hunt, Measures, NOTHING};

impl Hunt for FoxGeese {
    const LONE: Side = Side::Second;
    const POINTS: u64 = CROSS;
    const STARS: u64 = STARS;
    const PACK: Score = 15;
    const JUMPS: bool = true;
    /// Found by hill climbing: games against the shared weights and against regressions on results of games. The
    /// start is worth nothing.
    const BEST: Measures = Measures {
        rows: -5,
        way: 1,
        room: 17,
        mobility: 10,
        passed: 15,
        gap: -20,
        jumps: 108,
        exposed: 15,
        captures: 118,
        holes: 5,
        forward: -7,
        advance: -2,
        stall: 1,
        turn: 8,
        game: -203,
        ..NOTHING
    };

    #[inline]
    fn chase(&self) -> Chase {
        Chase { lone: 1 << self.fox, pack: self.geese, stall: self.stall }
    }
}

impl HasEvaluators for FoxGeese {
    type Eval = Eval;

    const EVALUATORS: &'static [NamedEvaluator<Eval>] = EVALUATORS;
}
