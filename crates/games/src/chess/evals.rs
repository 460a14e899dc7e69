//! The evaluators of chess.

use quevedo_core::{Evaluator, HasEvaluators, Layer, NamedEvaluator, Score, Term, Text};

use super::{Chess, classic, handmade};

/// An evaluator, in hundredths of a pawn (centipawns).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// A tapered evaluation with many terms, in well under a microsecond.
    Best,
    /// The evaluation of the Salamanca thesis: material, squares, and driving the king to the edge.
    Classic,
}

impl Evaluator<Chess> for Eval {
    #[inline]
    fn evaluate(&self, position: &Chess) -> Score {
        match self {
            Self::Best => handmade::evaluate(position.inner()),
            Self::Classic => classic::evaluate(position.inner()),
        }
    }

    fn each_term(&self, position: &Chess, visit: &mut dyn FnMut(Term)) {
        match self {
            Self::Best => handmade::each_term(position.inner(), visit),
            Self::Classic => classic::each_term(position.inner(), visit),
        }
    }

    fn each_layer(&self, position: &Chess, visit: &mut dyn FnMut(Layer)) {
        match self {
            Self::Best => handmade::each_layer(position.inner(), visit),
            Self::Classic => classic::each_layer(position.inner(), visit),
        }
    }
}

impl HasEvaluators for Chess {
    type Eval = Eval;

    const EVALUATORS: &'static [NamedEvaluator<Eval>] = &[
        NamedEvaluator {
            name: "handmade",
            meaning: Text::new(
                "material, squares, mobility, pawns, king safety, threats, and known endings",
                "material, casillas, movilidad, peones, seguridad del rey, amenazas y finales conocidos",
            ),
            evaluator: Eval::Best,
        },
        NamedEvaluator {
            name: "classic",
            meaning: Text::new(
                "material, piece-square tables, and mop-up: the enemy king is driven to the edge",
                "material, tablas de casillas y acorralar al rey enemigo en el borde",
            ),
            evaluator: Eval::Classic,
        },
    ];

    #[inline]
    fn known_score(&self) -> Option<Score> {
        handmade::known(self.inner())
    }
}
