//! Evaluators of the Hare and the Dogs, see [`crate::hunt`]: files are its rows, ranks its columns.

use quevedo_core::{HasEvaluators, NamedEvaluator, Score, Side};

use super::HareHounds;
use super::rules::{PLACES, POINTS};
use crate::bits::Bits;
use crate::hunt::{EVALUATORS, Frame, Hunt, HuntEval, HuntTerm as Term, Terms, weights};

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
    const BEST: Terms = weights(&[
        (Term::Rows, -298),
        (Term::Way, 172),
        (Term::Room, 26),
        (Term::Mobility, 151),
        (Term::Passed, -163),
        (Term::Gap, -18),
        (Term::Spread, 83),
        (Term::Holes, -21),
        (Term::Unsupported, 79),
        (Term::Advance, 121),
        (Term::Stall, 2),
        (Term::Tempo, 51),
        (Term::Bias, -2647),
    ]);

    #[inline]
    fn frame(&self) -> Frame {
        let pack = Bits(self.dogs.into()).fold(0, |pack, dog| pack | FRAME[usize::from(dog)]);
        Frame { lone: FRAME[usize::from(self.hare)], pack, stall: self.stall }
    }

    fn place_of(point: u8) -> usize {
        FRAME.iter().position(|place| *place == 1 << point).expect("a point of the board")
    }
}

impl HasEvaluators for HareHounds {
    type Eval = HuntEval;

    const EVALUATORS: &'static [NamedEvaluator<HuntEval>] = EVALUATORS;
}
