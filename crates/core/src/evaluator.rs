//! Static evaluation of positions.

use crate::{Game, Score, Side, Text};

/// Evaluates positions that are not over, without search.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The static evaluation, for the side to move.
    fn evaluate(&self, position: &G) -> Score;

    /// Evaluates a batch of positions, a score for each. A network may do this faster than one after the other.
    /// Implementations may cache the forward pass, so a following [`Evaluator::priors`] of the same positions is free.
    fn evaluate_many(&self, positions: &[G], scores: &mut [Score]) {
        for (position, score) in positions.iter().zip(scores) {
            *score = self.evaluate(position);
        }
    }

    /// Visits the terms of the evaluation, always in the same order, each in points for the first player. They need not
    /// add up to the score where the evaluator weights them by phase.
    fn each_term(&self, position: &G, visit: &mut dyn FnMut(Term));

    /// All terms.
    fn terms(&self, position: &G) -> Vec<Term> {
        let mut terms = Vec::new();
        self.each_term(position, &mut |term| terms.push(term));
        terms
    }

    /// Writes the policy into `priors`: for each of the moves the probability that it is the best; they add up to 1.
    /// Returns whether the evaluator has a policy. Most have none: they return `false` and leave `priors` alone.
    fn priors(&self, _position: &G, _moves: &[G::Move], _priors: &mut [f32]) -> bool {
        false
    }

    /// The scale of the logistic function that makes a winning probability of a score: so many points make winning `e`
    /// times as likely as losing. `None` where the evaluator does not know it.
    fn logistic_scale(&self) -> Option<f64> {
        None
    }
}

/// One term of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What it measures. Weight files name a term in English.
    pub name: Text,
    /// Points for the first player.
    pub value: f64,
}

impl Term {
    /// A term.
    pub fn new(name: Text, value: impl Into<f64>) -> Self {
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

    fn logistic_scale(&self) -> Option<f64> {
        (**self).logistic_scale()
    }
}
