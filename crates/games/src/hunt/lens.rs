//! The terms of the evaluators on the board: the way to the goal, the gaps of the line, pieces that have been passed.

use quevedo_core::{Layer, Score, Side};

use super::frame::{GOAL_ROW, columns};
use super::terms::NAMES;
use super::{Frame, Hunt, HuntEval, HuntTerm as Term};
use crate::bits::Bits;

pub(super) fn each_layer<G: Hunt>(eval: HuntEval, position: &G, visit: &mut dyn FnMut(Layer)) {
    let (frame, weights) = (position.frame(), eval.weights::<G>());
    let terms = frame.measure::<G>(position.turn() == G::LONE);
    let sign = if G::LONE == Side::First { 1.0 } else { -1.0 };
    for term in Term::ALL {
        let (value, weight) = (terms[term as usize], weights[term as usize]);
        if value == 0 || weight == 0 {
            continue;
        }
        let mut layer = Layer::new(NAMES[term as usize]);
        for (points, value) in frame.shares::<G>(term, value) {
            let places: Vec<usize> = Bits(points).map(G::place_of).collect();
            layer.share(&places, sign * f64::from(weight * value));
        }
        if !layer.points.is_empty() {
            visit(layer);
        }
    }
}

impl Frame {
    /// The points that make the value of a term, and how much of it each set of them does. Captures, the move and the count of
    /// stalling belong to no point.
    fn shares<G: Hunt>(&self, term: Term, value: Score) -> Vec<(u64, Score)> {
        let whole = |points: u64| vec![(points, value)];
        match term {
            Term::Rows => whole(self.lone),
            Term::Way => whole(self.shortest_way::<G>()),
            Term::Room => whole(self.walk::<G>().0),
            Term::Mobility => whole(Self::around::<G>(self.lone) & !self.pack),
            Term::Passed => whole(self.pack & !self.before()),
            Term::Gap => whole(self.widest_zone::<G>(value)),
            Term::Jumps => whole(self.landings::<G>()),
            Term::Exposed => whole(self.between::<G>().1),
            Term::Spread => whole(self.last_row()),
            Term::Holes => whole(self.between::<G>().0),
            Term::Unsupported => whole(self.pack & !Self::around::<G>(self.pack)),
            Term::Forward => whole(self.forward::<G>()),
            Term::Advance => Bits(self.pack).map(|piece| (1 << piece, Score::from(piece) / 8)).collect(),
            Term::Captures | Term::Stall | Term::Tempo | Term::Bias => Vec::new(),
        }
    }

    /// A shortest free way of the lone piece to the goal, without the point where it stands unless that is the goal.
    fn shortest_way<G: Hunt>(&self) -> u64 {
        let mut within = vec![self.lone];
        while let Some(seen) = within.last().copied().filter(|seen| seen & GOAL_ROW == 0) {
            let further = seen | Self::around::<G>(seen) & !self.pack;
            if further == seen {
                return 0;
            }
            within.push(further);
        }
        let mut way = 0;
        let mut next = GOAL_ROW;
        for seen in within.iter().rev() {
            let step = lowest(seen & next);
            next = Self::around::<G>(step);
            way |= step;
        }
        if way == self.lone { way } else { way & !self.lone }
    }

    /// The points before the lone piece in the widest zone of columns without a piece there; those of the goal where the zone has
    /// none.
    fn widest_zone<G: Hunt>(&self, width: Score) -> u64 {
        let open = columns(G::POINTS) & !columns(self.pack & self.before());
        let zone = (1_u64 << width) - 1;
        let first = (0..8).find(|column| open >> column & zone == zone).unwrap_or(0);
        let in_zone = columns_of(zone << first) & G::POINTS;
        if in_zone & self.before() == 0 { in_zone } else { in_zone & self.before() }
    }

    /// The pieces of the pack in its last row.
    fn last_row(&self) -> u64 {
        let row = (63 - self.pack.leading_zeros().min(63)) / 8;
        self.pack & 0xff << (8 * row)
    }
}

/// All points of some columns.
const fn columns_of(columns: u64) -> u64 {
    columns * 0x0101010101010101
}

/// The lowest point of a set.
const fn lowest(points: u64) -> u64 {
    points & points.wrapping_neg()
}
