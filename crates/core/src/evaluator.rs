//! Static evaluation of positions.

use std::collections::BTreeMap;

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

    /// Visits the layers of the evaluation: its terms on the board. Many terms have none.
    fn each_layer(&self, _position: &G, _visit: &mut dyn FnMut(Layer)) {}

    /// All layers.
    fn layers(&self, position: &G) -> Vec<Layer> {
        let mut layers = Vec::new();
        self.each_layer(position, &mut |layer| layers.push(layer));
        layers
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

/// What the places of the board add to an evaluation. The layers that are named like a term add up to that term, up to the
/// rounding of the evaluator; others say by their name how their points were found.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The name of the term.
    pub name: Text,
    /// Which part of the term it shows, where the term has several layers; else empty.
    pub part: Text,
    /// Points for the first player by place, an index of [`Shape::places`](crate::Shape::places). Other places add nothing.
    pub points: BTreeMap<usize, f64>,
}

impl Layer {
    /// A layer without points.
    pub const fn new(name: Text) -> Self {
        Self { name, part: Text::EMPTY, points: BTreeMap::new() }
    }

    /// A layer of a part of a term.
    pub const fn of_part(name: Text, part: Text) -> Self {
        Self { name, part, points: BTreeMap::new() }
    }

    /// Adds points to each of some places.
    pub fn add(&mut self, places: &[usize], points: f64) {
        for place in places.iter().filter(|_| points != 0.0) {
            *self.points.entry(*place).or_default() += points;
        }
    }

    /// Shares points out among some places; nothing happens where there are none.
    pub fn share(&mut self, places: &[usize], points: f64) {
        self.add(places, points / places.len() as f64);
    }

    /// The sum of all points.
    pub fn sum(&self) -> f64 {
        self.points.values().sum()
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

    fn each_layer(&self, position: &G, visit: &mut dyn FnMut(Layer)) {
        (**self).each_layer(position, visit);
    }

    fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        (**self).priors(position, moves, priors)
    }

    fn logistic_scale(&self) -> Option<f64> {
        (**self).logistic_scale()
    }
}
