//! The evaluators of the hunts.

use quevedo_core::{Evaluator, Layer, NamedEvaluator, Score, Side, Term as ShownTerm, Text, score};

use super::terms::NAMES;
use super::{Hunt, HuntTerm as Term, Terms, lens, weights};

/// An evaluator of a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HuntEval {
    /// The weights that play best in this game.
    Best,
    /// Both sides forward.
    Advance,
    /// A bit of everything.
    Balanced,
    /// The lone piece looks for weak zones and captures.
    Attack,
    /// The pack keeps its line.
    Defend,
}

const ADVANCE: Terms = weights(&[
    (Term::Rows, -40),
    (Term::Way, 40),
    (Term::Passed, 20),
    (Term::Captures, 30),
    (Term::Advance, -8),
    (Term::Stall, 3),
]);
const BALANCED: Terms = weights(&[
    (Term::Rows, -10),
    (Term::Way, 25),
    (Term::Room, 4),
    (Term::Mobility, 8),
    (Term::Passed, 25),
    (Term::Gap, 15),
    (Term::Jumps, 30),
    (Term::Exposed, 5),
    (Term::Captures, 80),
    (Term::Spread, 8),
    (Term::Holes, 6),
    (Term::Unsupported, 10),
    (Term::Stall, 3),
]);
const ATTACK: Terms = weights(&[
    (Term::Way, 20),
    (Term::Mobility, 15),
    (Term::Passed, 30),
    (Term::Gap, 30),
    (Term::Jumps, 60),
    (Term::Exposed, 15),
    (Term::Captures, 150),
    (Term::Stall, 3),
]);
const DEFEND: Terms = weights(&[
    (Term::Way, 20),
    (Term::Room, 8),
    (Term::Gap, 20),
    (Term::Jumps, 40),
    (Term::Exposed, 20),
    (Term::Captures, 100),
    (Term::Spread, 20),
    (Term::Holes, 15),
    (Term::Unsupported, 20),
    (Term::Stall, 3),
]);

/// The evaluators of every hunt.
pub(crate) const EVALUATORS: &[NamedEvaluator<HuntEval>] = &[
    NamedEvaluator {
        name: "handmade",
        meaning: Text::new("the weights that play best in this game", "los pesos que mejor juegan a este juego"),
        evaluator: HuntEval::Best,
    },
    NamedEvaluator {
        name: "advance",
        meaning: Text::new("forward, lone piece and pack alike", "adelante, tanto la pieza sola como el grupo"),
        evaluator: HuntEval::Advance,
    },
    NamedEvaluator {
        name: "balanced",
        meaning: Text::new("a bit of everything", "un poco de todo"),
        evaluator: HuntEval::Balanced,
    },
    NamedEvaluator {
        name: "attack",
        meaning: Text::new("weak zones and captures of the lone piece", "zonas débiles y capturas de la pieza sola"),
        evaluator: HuntEval::Attack,
    },
    NamedEvaluator {
        name: "defend",
        meaning: Text::new("the line of the pack, without gaps", "la línea del grupo, sin huecos"),
        evaluator: HuntEval::Defend,
    },
];

impl HuntEval {
    pub(super) const fn weights<G: Hunt>(self) -> Terms {
        match self {
            Self::Best => G::BEST,
            Self::Advance => ADVANCE,
            Self::Balanced => BALANCED,
            Self::Attack => ATTACK,
            Self::Defend => DEFEND,
        }
    }

    /// Every term times its weight: points of the lone piece.
    #[inline]
    fn weighted<G: Hunt>(self, position: &G) -> Terms {
        let terms = position.frame().measure::<G>(position.turn() == G::LONE);
        let weights = self.weights::<G>();
        std::array::from_fn(|term| terms[term] * weights[term])
    }
}

impl<G: Hunt> Evaluator<G> for HuntEval {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        let lone: Score = self.weighted(position).iter().sum();
        score::clamp(if position.turn() == G::LONE { lone } else { -lone })
    }

    fn each_term(&self, position: &G, visit: &mut dyn FnMut(ShownTerm)) {
        let sign = if G::LONE == Side::First { 1 } else { -1 };
        let terms = NAMES.iter().zip(self.weighted(position)).zip(self.weights::<G>());
        terms
            .filter(|(_, weight)| *weight != 0)
            .for_each(|((name, points), _)| visit(ShownTerm::new(*name, sign * points)));
    }

    fn each_layer(&self, position: &G, visit: &mut dyn FnMut(Layer)) {
        lens::each_layer(*self, position, visit);
    }
}
