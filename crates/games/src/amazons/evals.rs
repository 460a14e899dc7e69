//! Evaluators of the Amazons: territory by distances, see [`super::distances`].
//!
//! The terms are those of J. Lieberum, *An evaluation function for the game of amazons*, Theoretical Computer
//! Science 349 (2005). Points are hundredths of a square.

use quevedo_core::{Evaluator, Game, HasEvaluators, Layer, NamedEvaluator, Score, Term, Text, for_turn, score};

use super::distances::{DistanceMaps, LEAD};
use super::rays::{Occupied, each_bit};
use super::{Amazons, lens};

/// An evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Territory by queen and by king, local advantage and the freedom of each amazon, weighed by phase.
    Best,
    /// Moves, arrows included. Points are moves.
    Mobility,
    /// Squares reached in fewer queen moves.
    Territory,
    /// By how many queen moves each square is reached earlier.
    RelativeTerritory,
    /// Territory, and how far each amazon can go, the more of it the more is contested.
    TerritoryMobility,
}

/// How the terms of [`Eval::Best`] are weighed when so much is contested.
struct Weights {
    /// The phase, see [`DistanceMaps::phase`], as on a board of a hundred squares.
    phase: Score,
    /// Points for a square nearer by queen moves, nearer by king steps, as near as for the opponent with the move,
    /// and for a lead of [`LEAD`] king steps.
    queens: Score,
    kings: Score,
    ties: Score,
    local_advantage: Score,
    /// Points for an amazon that cannot move to any contested square, see [`CRAMPED`].
    cramped: Score,
}

/// Fitted by logistic regression to the results of 3,000 games of a one-move search with itself on 10x10; 300
/// points are odds of e to 1. Lieberum's c1, the difference of the sums of 2^-distance, adds nothing to these.
const WEIGHTS: [Weights; 6] = [
    Weights { phase: 0, queens: 176, kings: 34, ties: 0, local_advantage: 63, cramped: -106 },
    Weights { phase: 800, queens: 85, kings: 48, ties: 42, local_advantage: 16, cramped: -166 },
    Weights { phase: 1600, queens: 38, kings: 25, ties: 19, local_advantage: 32, cramped: -266 },
    Weights { phase: 2800, queens: 14, kings: 21, ties: 9, local_advantage: 34, cramped: -360 },
    Weights { phase: 4200, queens: 8, kings: 7, ties: 4, local_advantage: 40, cramped: -483 },
    Weights { phase: 6200, queens: 0, kings: 5, ties: 1, local_advantage: 0, cramped: -464 },
];

/// The names of the terms of [`Eval::Best`].
pub(super) const BEST_NAMES: [Text; 5] = [
    Text::new("territory by queen", "territorio de dama"),
    Text::new("territory by king", "territorio de rey"),
    Text::new("ties", "empates"),
    Text::new("local advantage by king", "ventaja local de rey"),
    Text::new("cramped amazons", "amazonas encerradas"),
];
pub(super) const MOVES: Text = Text::new("moves", "jugadas");
pub(super) const TERRITORY: Text = Text::new("territory", "territorio");
pub(super) const RELATIVE_TERRITORY: Text = Text::new("relative territory", "territorio relativo");
pub(super) const MOBILITY: Text = Text::new("mobility of the amazons", "movilidad de las amazonas");

impl Weights {
    /// The weights in the order of the terms, times [`BLEND`]: those of the two phases around this one, blended.
    #[inline]
    fn at(phase: Score) -> [Score; 5] {
        let last = WEIGHTS.len() - 1;
        let next = (1..last).find(|index| phase < WEIGHTS[*index].phase).unwrap_or(last);
        let (low, high) = (&WEIGHTS[next - 1], &WEIGHTS[next]);
        let share = (phase.min(high.phase) - low.phase) * BLEND / (high.phase - low.phase);
        let blend = |low: Score, high: Score| low * (BLEND - share) + high * share;
        [
            blend(low.queens, high.queens),
            blend(low.kings, high.kings),
            blend(low.ties, high.ties),
            blend(low.local_advantage, high.local_advantage),
            blend(low.cramped, high.cramped),
        ]
    }
}

/// One of each term, in the unit it is counted in, times the precision of the blended weights.
const UNITS: [Score; 5] = [BLEND, BLEND, BLEND, BLEND * LEAD as Score, BLEND * CRAMPED[0]];
const BLEND: Score = 256;

/// How cramped an amazon is who can go to so many contested squares: 0.7 to that power, in thousandths.
pub(super) const CRAMPED: [Score; 16] = [1000, 700, 490, 343, 240, 168, 118, 82, 58, 40, 28, 20, 14, 10, 7, 0];

/// What the freedom of an amazon is worth to [`Eval::TerritoryMobility`] that can move to so many squares, some of them contested.
#[inline]
pub(super) const fn free(phase: Score, squares: u32, contested: u32) -> Score {
    if contested == 0 { 0 } else { phase * squares as Score / 100 }
}

impl<const N: usize> Amazons<N> {
    /// The amazons of the side to move, and those of the other.
    #[inline]
    pub(super) fn both(&self) -> [u128; 2] {
        [self.amazons(self.turn()), self.amazons(!self.turn())]
    }

    /// The distances in queen moves.
    #[inline]
    pub(super) fn queen_distances(&self) -> DistanceMaps {
        DistanceMaps::of_queens(self.both(), &self.propagators())
    }

    /// The sum of `worth` over the amazons of the side to move, less that over the others. `worth` gets how many squares
    /// an amazon can move to, and how many of these are contested.
    #[inline]
    fn over_amazons(&self, contested: u128, worth: impl Fn(u32, u32) -> Score) -> Score {
        let (occupied, contested) = (Occupied::new(self.occupied), Occupied::new(contested));
        let [own, other] = self.both().map(|amazons| {
            let mut sum = 0;
            each_bit(amazons, |square| {
                let reach = Self::RAYS.reach(square, occupied);
                sum += worth(reach.count(), reach.count_among(contested));
            });
            sum
        });
        own - other
    }

    fn territory_and_mobility(&self) -> [Score; 2] {
        let distances = self.queen_distances();
        let phase = distances.phase();
        let free = |squares, contested| free(phase, squares, contested);
        [100 * distances.territory().0, self.over_amazons(distances.contested(), free)]
    }

    /// The terms of [`Eval::Best`] as `WEIGHTS` weighs them: queens, kings, ties, local advantage, cramped amazons.
    #[inline]
    fn weighed(&self) -> [Score; 5] {
        let propagators = self.propagators();
        let queens = DistanceMaps::of_queens(self.both(), &propagators);
        let kings = DistanceMaps::of_kings(self.both(), &propagators);
        let (nearer, ties) = queens.territory();
        let advantage = kings.own.local_advantage(&kings.other) - kings.other.local_advantage(&kings.own);
        let cramped = self.over_amazons(queens.contested(), |_, contested| CRAMPED[(contested as usize).min(15)]);
        // A cramped amazon costs a share of the board.
        let terms = [nearer, kings.territory().0, ties, advantage, cramped * (N * N) as Score / 100];
        let weights = Self::weights(&queens);
        std::array::from_fn(|term| terms[term] * weights[term] / UNITS[term])
    }

    /// The weights of [`Eval::Best`] at these distances.
    #[inline]
    fn weights(queens: &DistanceMaps) -> [Score; 5] {
        Weights::at(queens.phase() * 100 / (N * N) as Score)
    }

    /// Points for one of each term of [`Eval::Best`].
    pub(super) fn points_of_terms(queens: &DistanceMaps) -> [f64; 5] {
        let weights = Self::weights(queens);
        std::array::from_fn(|term| f64::from(weights[term]) / f64::from(UNITS[term]))
    }
}

impl<const N: usize> Evaluator<Amazons<N>> for Eval {
    #[inline]
    fn evaluate(&self, position: &Amazons<N>) -> Score {
        score::clamp(match self {
            Self::Best => position.weighed().iter().sum(),
            Self::Mobility => {
                let [own, other] = [position.turn(), !position.turn()].map(|side| position.count_moves_of(side));
                own as Score - other as Score
            }
            Self::Territory => 100 * position.queen_distances().territory().0,
            Self::RelativeTerritory => 100 * position.queen_distances().relative_territory(),
            Self::TerritoryMobility => position.territory_and_mobility().iter().sum(),
        })
    }

    fn each_term(&self, position: &Amazons<N>, visit: &mut dyn FnMut(Term)) {
        let mut term = |name: Text, value: Score| visit(Term::new(name, for_turn(position, value)));
        match self {
            Self::Best => {
                BEST_NAMES.into_iter().zip(position.weighed()).for_each(|(name, value)| term(name, value));
            }
            Self::Mobility => term(MOVES, self.evaluate(position)),
            Self::Territory => term(TERRITORY, self.evaluate(position)),
            Self::RelativeTerritory => term(RELATIVE_TERRITORY, self.evaluate(position)),
            Self::TerritoryMobility => {
                let [territory, mobility] = position.territory_and_mobility();
                term(TERRITORY, territory);
                term(MOBILITY, mobility);
            }
        }
    }

    fn each_layer(&self, position: &Amazons<N>, visit: &mut dyn FnMut(Layer)) {
        lens::each_layer(*self, position, visit);
    }
}

impl<const N: usize> HasEvaluators for Amazons<N> {
    type Eval = Eval;

    const EVALUATORS: &'static [NamedEvaluator<Eval>] = &[
        NamedEvaluator {
            name: "handmade",
            meaning: Text::new(
                "territory by queen and king, local advantage and cramped amazons, weighed by phase",
                "territorio por dama y por rey, ventaja local y amazonas encerradas, con pesos según la fase",
            ),
            evaluator: Eval::Best,
        },
        NamedEvaluator {
            name: "mobility",
            meaning: Text::new("difference of moves", "diferencia de jugadas"),
            evaluator: Eval::Mobility,
        },
        NamedEvaluator {
            name: "territory",
            meaning: Text::new(
                "squares reached in fewer queen moves",
                "casillas a las que se llega en menos jugadas de dama",
            ),
            evaluator: Eval::Territory,
        },
        NamedEvaluator {
            name: "relative_territory",
            meaning: Text::new(
                "by how many queen moves squares are reached earlier",
                "cuántas jugadas de dama antes se llega a cada casilla",
            ),
            evaluator: Eval::RelativeTerritory,
        },
        NamedEvaluator {
            name: "territory_mobility",
            meaning: Text::new(
                "territory, and how far each amazon can go while squares are contested",
                "territorio, y hasta dónde llega cada amazona mientras haya casillas en disputa",
            ),
            evaluator: Eval::TerritoryMobility,
        },
    ];
}
