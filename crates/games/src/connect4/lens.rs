//! The terms of the evaluators on the board: lines that can still become four, threats and the rows they are on.

use quevedo_core::{Game, Layer, Side, Text};

use super::Connect4;
use super::evals::{Eval, GROUPS, NEXT_MOVE, OPEN_LINES, THREATS};
use crate::bits::Bits;

/// The rows decide who profits from a threat in the end.
const PARTS: [Text; 2] = [
    Text::new("on rows that their side gets in the end", "en filas que al final tocan a su lado"),
    Text::new("on the other rows", "en las otras filas"),
];

const SIGNS: [f64; 2] = [1.0, -1.0];

pub(super) fn each_layer<const W: usize, const H: usize>(
    eval: Eval,
    position: &Connect4<W, H>,
    visit: &mut dyn FnMut(Layer),
) {
    let mut show = |layer: Layer| {
        if !layer.points.is_empty() {
            visit(layer);
        }
    };
    match eval {
        Eval::Best => {
            show(position.layer_of_lines());
            position.layers_of_threats().into_iter().for_each(&mut show);
            show(position.layer_of_next_move());
        }
        Eval::Adjacency => {
            for side in Side::BOTH {
                show(position.layer_of_groups(side));
            }
        }
    }
}

impl<const W: usize, const H: usize> Connect4<W, H> {
    fn places(squares: u64) -> Vec<usize> {
        (0..W * H).filter(|place| Self::square_of(*place) & squares != 0).collect()
    }

    fn both_discs(&self) -> [u64; 2] {
        Side::BOTH.map(|side| self.discs(side))
    }

    fn both_threats(&self) -> [u64; 2] {
        self.both_discs().map(|discs| Self::threats(discs, self.all))
    }

    /// Every line shares its points out among its four squares.
    fn layer_of_lines(&self) -> Layer {
        let mut layer = Layer::new(OPEN_LINES);
        let worth = Self::line_worth(self.all).map(|points| f64::from(points) / (W * H) as f64);
        let [first, second] = self.both_discs();
        for (sign, [own, other]) in SIGNS.into_iter().zip([[first, second], [second, first]]) {
            for step in Self::STEPS {
                for (starts, points) in Self::open_lines_along(own, other, step).into_iter().zip(worth) {
                    for start in Bits(starts) {
                        let line = (0..4).fold(0, |line, square| line | 1 << (usize::from(start) + square * step));
                        layer.share(&Self::places(line), sign * points);
                    }
                }
            }
        }
        layer
    }

    fn layers_of_threats(&self) -> [Layer; 2] {
        let mut layers = PARTS.map(|part| Layer::of_part(THREATS, part));
        for (side, sign) in SIGNS.into_iter().enumerate() {
            let claims = Self::claims(self.both_threats(), Self::playable(self.all), side);
            for (part, layer) in layers.iter_mut().enumerate() {
                layer.add(&Self::places(claims[part]), sign * f64::from(Self::CLAIMS[side][part]));
            }
        }
        layers
    }

    /// The squares where the side to move wins, or those that it has to take.
    fn layer_of_next_move(&self) -> Layer {
        let mut layer = Layer::new(NEXT_MOVE);
        let me = self.turn().index();
        let threats = self.both_threats().map(|threats| threats & Self::playable(self.all));
        let (own, other) = (threats[me], threats[1 - me]);
        let points = SIGNS[me] * f64::from(Self::urgent_points(own, other));
        layer.share(&Self::places(if own == 0 { other } else { own }), points);
        layer
    }

    /// Every disc has the groups that it sees.
    fn layer_of_groups(&self, side: Side) -> Layer {
        let mut layer = Layer::new(GROUPS[side.index()]);
        let weight = SIGNS[side.index()] * self.group_weight(side);
        Self::each_group(self.discs(side), Self::playable(self.all), |discs, points| {
            layer.add(&Self::places(discs), weight * f64::from(points));
        });
        layer
    }
}
