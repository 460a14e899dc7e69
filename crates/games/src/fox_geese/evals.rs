//! Evaluators of the Fox and the Geese, see [`crate::hunt`].

use quevedo_core::{HasEvaluators, NamedEvaluator, Score, Side};

use super::FoxGeese;
use super::rules::{CROSS, STARS};
use super::view::points;
use crate::hunt::{EVALUATORS, Frame, Hunt, HuntEval, HuntTerm as Term, Terms, weights};

impl Hunt for FoxGeese {
    const LONE: Side = Side::Second;
    const POINTS: u64 = CROSS;
    const STARS: u64 = STARS;
    const PACK: Score = 15;
    const JUMPS: bool = true;
    /// Found by hill climbing: games against the shared weights and against regressions on results of games. The
    /// start is worth nothing.
    const BEST: Terms = weights(&[
        (Term::Rows, -5),
        (Term::Way, 1),
        (Term::Room, 17),
        (Term::Mobility, 10),
        (Term::Passed, 15),
        (Term::Gap, -20),
        (Term::Jumps, 108),
        (Term::Exposed, 15),
        (Term::Captures, 118),
        (Term::Holes, 5),
        (Term::Forward, -7),
        (Term::Advance, -2),
        (Term::Stall, 1),
        (Term::Tempo, 8),
        (Term::Bias, -203),
    ]);

    #[inline]
    fn frame(&self) -> Frame {
        Frame { lone: 1 << self.fox, pack: self.geese, stall: self.stall }
    }

    fn place_of(point: u8) -> usize {
        points().iter().position(|place| *place == point).expect("a point of the cross")
    }
}

impl HasEvaluators for FoxGeese {
    type Eval = HuntEval;

    const EVALUATORS: &'static [NamedEvaluator<HuntEval>] = EVALUATORS;
}
