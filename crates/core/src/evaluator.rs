//! What judges positions without searching.

use crate::{Game, Score, Side};

/// Judges positions that are not over.
pub trait Evaluator<G: Game>: Send + Sync {
    /// How good the position is for the side to move.
    fn evaluate(&self, position: &G) -> Score;

    /// The same of many positions at once, a score for each: what a network may do faster than one after the other. Who
    /// asks for the [priors](Evaluator::priors) of these positions next pays for no second look.
    fn evaluate_many(&self, positions: &[G], scores: &mut [Score]) {
        for (position, score) in positions.iter().zip(scores) {
            *score = self.evaluate(position);
        }
    }

    /// Visits what the judgement is made of, always in the same order, each term in points for the first player; they
    /// need not add up where the evaluator weighs them by phase.
    fn each_term(&self, position: &G, visit: &mut dyn FnMut(Term));

    /// All terms.
    fn terms(&self, position: &G) -> Vec<Term> {
        let mut terms = Vec::new();
        self.each_term(position, &mut |term| terms.push(term));
        terms
    }

    /// How likely each of the moves is to be the best, written into `priors`, which add up to 1 then. Most evaluators
    /// have no opinion of moves, only of positions, and answer `false`.
    fn priors(&self, _position: &G, _moves: &[G::Move], _priors: &mut [f32]) -> bool {
        false
    }

    /// The points that make winning `e` times as likely as losing, where the evaluator knows them.
    fn scale(&self) -> Option<f64> {
        None
    }
}

/// One ingredient of a judgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What it measures.
    pub name: &'static str,
    /// Points for the first player.
    pub value: f64,
}

impl Term {
    /// A term.
    pub fn new(name: &'static str, value: impl Into<f64>) -> Self {
        Self { name, value: value.into() }
    }
}

/// A score for the first player as one for the side to move.
#[inline]
pub fn for_turn<G: Game>(position: &G, first: Score) -> Score {
    if position.turn() == Side::First { first } else { -first }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for &E {
    fn evaluate(&self, position: &G) -> Score {
        (**self).evaluate(position)
    }

    fn evaluate_many(&self, positions: &[G], scores: &mut [Score]) {
        (**self).evaluate_many(positions, scores);
    }

    fn each_term(&self, position: &G, visit: &mut dyn FnMut(Term)) {
        (**self).each_term(position, visit);
    }

    fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        (**self).priors(position, moves, priors)
    }

    fn scale(&self) -> Option<f64> {
        (**self).scale()
    }
}
