//! Judging the Hare and the Dogs, see [`crate::hunt`]: files are its rows, ranks its columns.

use quevedo_core::{HasEvaluators, NamedEvaluator, Score, Side};

use super::HareHounds;
use super::rules::{PLACES, POINTS};
use crate::bits::Bits;
use crate::hunt::{Chase, EVALUATORS, Eval, Hunt, Measures, NOTHING};

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
    /// Found by hill climbing: games against the shared weights, and moves that keep a won position won.
    const BEST: Measures = Measures {
        rows: -298,
        way: 172,
        room: 26,
        mobility: 151,
        passed: -163,
        gap: -18,
        spread: 83,
        holes: -21,
        loners: 79,
        advance: 121,
        stall: 2,
        turn: 51,
        game: -2647,
        ..NOTHING
    };

    #[inline]
    fn chase(&self) -> Chase {
        let pack = Bits(self.dogs.into()).fold(0, |pack, dog| pack | FRAME[usize::from(dog)]);
        Chase { lone: FRAME[usize::from(self.hare)], pack, stall: self.stall }
    }
}

impl HasEvaluators for HareHounds {
    type Eval = Eval;

    const EVALUATORS: &'static [NamedEvaluator<Eval>] = EVALUATORS;
}
