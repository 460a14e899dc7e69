//! The terms of the evaluators on the board: corners, stable discs, moves, discs of the frontier.

use quevedo_core::{Layer, Score, Side};

use super::Othello;
use super::evals::{C_SQUARES, CORNERS, COUNTS, Eval, NAMES, X_SQUARES, counts, stable};
use super::lines::{grown, placements};
use crate::bits::Bits;

/// The count of [`NAMES`] that is no difference of two numbers of squares.
const MOBILITY: usize = 7;

/// For every count the squares that it counts for the side to move, and those for the other. Having the move and the parity of
/// the empty squares belong to no square.
fn squares(own: u64, other: u64) -> [[u64; 2]; COUNTS] {
    let empty = !(own | other);
    let gifts = grown(empty & CORNERS) & (C_SQUARES | X_SQUARES);
    let (moves, replies) = (placements(own, other), placements(other, own));
    let both = |squares: u64| [own & squares, other & squares];
    [
        both(CORNERS),
        both(gifts & C_SQUARES),
        both(gifts & X_SQUARES),
        [empty & grown(other), empty & grown(own)],
        both(grown(empty)),
        stable(own, other),
        both(u64::MAX),
        [moves, replies],
        [moves & CORNERS, replies & CORNERS],
        [moves & !gifts, replies & !gifts],
        [0; 2],
        [0; 2],
        [moves & CORNERS, 0],
    ]
}

/// What each square adds to one of the counts. Every move counts alike in the mobility, where moves of both sides do not cancel
/// out exactly.
fn worth(count: usize, value: Score, [mine, theirs]: [u64; 2]) -> f64 {
    let more = mine.count_ones() as Score - theirs.count_ones() as Score;
    let all = mine.count_ones() + theirs.count_ones();
    match (count, more) {
        (MOBILITY, 0) => 100.0 / f64::from(all + 2),
        (MOBILITY, _) => f64::from(value) / f64::from(more),
        _ => 1.0,
    }
}

pub(super) fn each_layer(eval: Eval, position: &Othello, visit: &mut dyn FnMut(Layer)) {
    let (own, other) = (position.own, position.other);
    let sign = if position.turn == Side::First { 1.0 } else { -1.0 };
    let (squares, counts) = (squares(own, other), counts(own, other));
    for (count, weight) in eval.weights(position).iter().enumerate() {
        let [mine, theirs] = squares[count];
        if *weight == 0 || mine | theirs == 0 {
            continue;
        }
        let each = sign * f64::from(*weight) * worth(count, counts[count], squares[count]);
        let mut layer = Layer::new(NAMES[count]);
        for (squares, points) in [(mine, each), (theirs, -each)] {
            Bits(squares).for_each(|square| layer.add(&[square.into()], points));
        }
        visit(layer);
    }
}
