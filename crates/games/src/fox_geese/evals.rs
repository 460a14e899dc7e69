//! Judging the Fox and the Geese, see [`crate::hunt`].

use quevedo_core::{Judged, NamedJudge, Score, Side};

use super::FoxGeese;
use super::rules::{CROSS, STARS};
use crate::hunt::{Chase, Hunt, JUDGES, Judge, Measures, NOTHING};

impl Hunt for FoxGeese {
    const LONE: Side = Side::Second;
    const POINTS: u64 = CROSS;
    const STARS: u64 = STARS;
    const PACK: Score = 15;
    const JUMPS: bool = true;
    const BEST: Measures = Measures {
        rows: -8,
        way: 20,
        room: 3,
        mobility: 6,
        passed: 10,
        gap: 8,
        jumps: 30,
        exposed: 8,
        captures: 100,
        loners: 5,
        stall: 3,
        ..NOTHING
    };

    #[inline]
    fn chase(&self) -> Chase {
        Chase { lone: 1 << self.fox, pack: self.geese, stall: self.stall }
    }
}

impl Judged for FoxGeese {
    type Judge = Judge;

    const JUDGES: &'static [NamedJudge<Judge>] = JUDGES;
}
