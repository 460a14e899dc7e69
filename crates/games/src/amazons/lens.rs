//! The terms of the evaluators on the board: whose territory each square is, and how free each amazon is.

use quevedo_core::{Game, Layer, Score, Side, Text};

use super::Amazons;
use super::distances::{ALONE, DistanceMaps, LEAD};
use super::evals::{BEST_NAMES, CRAMPED, Eval, MOBILITY, MOVES, RELATIVE_TERRITORY, TERRITORY, free};
use super::rays::{Occupied, each_bit};

/// The same for both sides, with the sign of each.
const SIGNS: [f64; 2] = [1.0, -1.0];

pub(super) fn each_layer<const N: usize>(eval: Eval, position: &Amazons<N>, visit: &mut dyn FnMut(Layer)) {
    match eval {
        Eval::Best => position.layers_of_best().into_iter().for_each(visit),
        Eval::Mobility => visit(position.layer_of_moves()),
        Eval::Territory => visit(position.layer_of_territory()),
        Eval::RelativeTerritory => visit(position.layer_of_leads()),
        Eval::TerritoryMobility => {
            visit(position.layer_of_territory());
            visit(position.layer_of_mobility());
        }
    }
}

/// The place of a square; squares are counted from the lowest rank, places from the highest.
const fn place_of<const N: usize>(square: u8) -> usize {
    let square = square as usize;
    (N - 1 - square / N) * N + square % N
}

impl<const N: usize> Amazons<N> {
    /// A layer to which squares add points of the side to move.
    fn layer(&self, name: Text, fill: impl FnOnce(&mut dyn FnMut(u8, f64))) -> Layer {
        let sign = if self.turn() == Side::First { 1.0 } else { -1.0 };
        let mut layer = Layer::new(name);
        fill(&mut |square, points| layer.add(&[place_of::<N>(square)], sign * points));
        layer
    }

    /// The squares nearer to each side.
    fn layer_of_nearer(&self, name: Text, distances: &DistanceMaps, points: f64) -> Layer {
        let (own, other) = (distances.own.nearer(&distances.other), distances.other.nearer(&distances.own));
        self.layer(name, |add| {
            for (squares, sign) in [own, other].into_iter().zip(SIGNS) {
                each_bit(squares, |square| add(square, sign * points));
            }
        })
    }

    fn layers_of_best(&self) -> [Layer; 5] {
        let propagators = self.propagators();
        let queens = DistanceMaps::of_queens(self.both(), &propagators);
        let kings = DistanceMaps::of_kings(self.both(), &propagators);
        let [queen, king, tie, advantage, cramped] = Self::points_of_terms(&queens);
        let ties = queens.contested() & !(queens.own.nearer(&queens.other) | queens.other.nearer(&queens.own));
        [
            self.layer_of_nearer(BEST_NAMES[0], &queens, queen),
            self.layer_of_nearer(BEST_NAMES[1], &kings, king),
            self.layer(BEST_NAMES[2], |add| each_bit(ties, |square| add(square, tie))),
            self.layer(BEST_NAMES[3], |add| {
                each_bit(self.empty(), |square| add(square, advantage * lead(&kings, square)));
            }),
            self.layer_of_amazons(BEST_NAMES[4], queens.contested(), |_, contested| {
                cramped * f64::from(CRAMPED[(contested as usize).min(15)]) * (N * N) as f64 / 100.0
            }),
        ]
    }

    fn empty(&self) -> u128 {
        ((1 << (N * N)) - 1) & !self.occupied
    }

    fn layer_of_territory(&self) -> Layer {
        self.layer_of_nearer(TERRITORY, &self.queen_distances(), 100.0)
    }

    /// By how many queen moves each square is reached earlier.
    fn layer_of_leads(&self) -> Layer {
        let queens = self.queen_distances();
        self.layer(RELATIVE_TERRITORY, |add| {
            each_bit(self.empty(), |square| {
                let moves = match (queens.own.distance(square), queens.other.distance(square)) {
                    (Some(own), Some(other)) => other as Score - own as Score,
                    (Some(_), None) => ALONE,
                    (None, Some(_)) => -ALONE,
                    (None, None) => 0,
                };
                add(square, 100.0 * f64::from(moves));
            });
        })
    }

    /// What every amazon adds. `worth` gets how many squares she can move to, and how many of these are contested.
    fn layer_of_amazons(&self, name: Text, contested: u128, worth: impl Fn(u32, u32) -> f64) -> Layer {
        let contested = Occupied::new(contested);
        self.layer(name, |add| {
            for (amazons, sign) in self.both().into_iter().zip(SIGNS) {
                each_bit(amazons, |square| {
                    let reach = self.reach(square);
                    add(square, sign * worth(reach.count(), reach.count_among(contested)));
                });
            }
        })
    }

    fn layer_of_mobility(&self) -> Layer {
        let queens = self.queen_distances();
        let phase = queens.phase();
        self.layer_of_amazons(MOBILITY, queens.contested(), |squares, contested| free(phase, squares, contested).into())
    }

    /// The moves of every amazon, arrows included.
    fn layer_of_moves(&self) -> Layer {
        self.layer(MOVES, |add| {
            for (side, sign) in [self.turn(), !self.turn()].into_iter().zip(SIGNS) {
                self.each_queen_move(side, |from, _, arrows| add(from, sign * f64::from(arrows.count())));
            }
        })
    }
}

/// By how many king steps the side to move is nearer to a square, at most [`LEAD`] either way.
fn lead(kings: &DistanceMaps, square: u8) -> f64 {
    let lead = LEAD as Score;
    let steps = match (kings.own.distance(square), kings.other.distance(square)) {
        (Some(own), Some(other)) => (other as Score - own as Score).clamp(-lead, lead),
        (Some(_), None) => lead,
        (None, Some(_)) => -lead,
        (None, None) => 0,
    };
    f64::from(steps)
}
