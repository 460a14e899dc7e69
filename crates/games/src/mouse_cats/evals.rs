//! Evaluators of the Mouse and the Cats, see [`crate::hunt`]: its rows are the ranks, from rank 8 down.

use quevedo_core::{HasEvaluators, NamedEvaluator, Score, Side};

use super::MouseCats;
use crate::hunt::{EVALUATORS, Frame, Hunt, HuntEval, HuntTerm as Term, Terms, weights};

impl Hunt for MouseCats {
    const LONE: Side = Side::First;
    const POINTS: u64 = 0x55aa55aa55aa55aa;
    const STARS: u64 = Self::POINTS;
    const PACK: Score = 4;
    const JUMPS: bool = false;
    /// Found by hill climbing: games against the shared weights, and moves that keep a won position won.
    const BEST: Terms = weights(&[
        (Term::Rows, -18),
        (Term::Way, 112),
        (Term::Room, 5),
        (Term::Mobility, 11),
        (Term::Passed, 33),
        (Term::Gap, 15),
        (Term::Spread, 79),
        (Term::Unsupported, 7),
        (Term::Advance, 3),
        (Term::Tempo, 45),
        (Term::Bias, -1613),
    ]);

    #[inline]
    fn frame(&self) -> Frame {
        Frame { lone: self.mouse.swap_bytes(), pack: self.cats.swap_bytes(), stall: 0 }
    }

    fn place_of(point: u8) -> usize {
        point.into()
    }
}

impl HasEvaluators for MouseCats {
    type Eval = HuntEval;

    const EVALUATORS: &'static [NamedEvaluator<HuntEval>] = EVALUATORS;
}
