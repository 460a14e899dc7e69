//! Judging the Mouse and the Cats, see [`crate::hunt`]: its rows are the ranks, from rank 8 down.

use quevedo_core::{Judged, NamedJudge, Score, Side};

use super::MouseCats;
use crate::hunt::{Chase, Hunt, JUDGES, Judge, Measures, NOTHING};

impl Hunt for MouseCats {
    const LONE: Side = Side::First;
    const POINTS: u64 = 0x55aa55aa55aa55aa;
    const STARS: u64 = Self::POINTS;
    const PACK: Score = 4;
    const JUMPS: bool = false;
    /// Fitted by logistic regression to the exact values of 160,000 positions from games with some bad moves; the
    /// sign is right in nine of ten. 100 points are odds of e to 1.
    const BEST: Measures = Measures {
        rows: 40,
        way: 112,
        room: -9,
        mobility: 26,
        passed: 33,
        gap: 28,
        spread: 97,
        holes: 1,
        loners: 9,
        forward: -49,
        advance: 14,
        turn: 22,
        game: -1527,
        ..NOTHING
    };

    #[inline]
    fn chase(&self) -> Chase {
        Chase { lone: self.mouse.swap_bytes(), pack: self.cats.swap_bytes(), stall: 0 }
    }
}

impl Judged for MouseCats {
    type Judge = Judge;

    const JUDGES: &'static [NamedJudge<Judge>] = JUDGES;
}
