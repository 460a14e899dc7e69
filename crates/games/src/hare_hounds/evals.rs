//! Judging the Hare and the Dogs, see [`crate::hunt`]: files are its rows, ranks its columns.

use quevedo_core::{Judged, NamedJudge, Score, Side};

use super::HareHounds;
use super::rules::{PLACES, POINTS};
use crate::bits::Bits;
use crate::hunt::{Chase, Hunt, JUDGES, Judge, Measures, NOTHING};

/// Each point in the frame of the hunt.
const FRAME: [u64; POINTS] = {
    let mut frame = [0; POINTS];
    let mut point = 0;
    while point < POINTS {
        frame[point] = 1 << (8 * PLACES[point].0 + PLACES[point].1);
        point += 1;
    }
    frame
};

impl Hunt for HareHounds {
    const LONE: Side = Side::Second;
    const POINTS: u64 = 0x0207070702;
    const STARS: u64 = 0x0205020502;
    const PACK: Score = 3;
    const JUMPS: bool = false;
    /// Fitted by logistic regression to the exact values of 200,000 positions from games with some bad moves; the
    /// sign is right in nine of ten. 100 points are odds of e to 1.
    const BEST: Measures = Measures {
        rows: -297,
        way: 8,
        room: 24,
        mobility: 108,
        passed: -113,
        gap: -19,
        spread: 55,
        holes: -35,
        loners: 40,
        forward: -1,
        advance: 126,
        turn: 51,
        game: -405,
        ..NOTHING
    };

    #[inline]
    fn chase(&self) -> Chase {
        let pack = Bits(self.dogs.into()).fold(0, |pack, dog| pack | FRAME[usize::from(dog)]);
        Chase { lone: FRAME[usize::from(self.hare)], pack, stall: self.stall }
    }
}

impl Judged for HareHounds {
    type Judge = Judge;

    const JUDGES: &'static [NamedJudge<Judge>] = JUDGES;
}
