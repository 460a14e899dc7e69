//! Learned weights for the terms of a hand-made evaluator.
//!
//! The hand-made evaluator computes its terms; the weight of each was fitted to the results of games. A term that the
//! file does not name has weight 1: it was too rare to be learned.

use quevedo_core::{Evaluator, HasEvaluators, Layer, Planes, Score, Text, for_turn, score};

use crate::{NetError, WeightFile};

/// A hand-made evaluator with learned weights for its terms.
pub struct Terms<G: HasEvaluators> {
    evaluator: G::Eval,
    /// By name, in the order in which the evaluator visits them.
    weights: Vec<(String, f64)>,
    /// Points for the first player in every position.
    bias: f64,
    scale: f64,
}

impl<G: HasEvaluators + Planes> Terms<G> {
    /// The network of a file of kind `terms`.
    pub fn new(file: &WeightFile) -> Result<Self, NetError> {
        file.expect_encoding(G::NAME)?;
        let known = || G::EVALUATORS.iter().map(|known| known.name).collect::<Vec<_>>().join(", ");
        let evaluator =
            G::evaluator(file.text("eval")?).ok_or_else(|| file.meta_error("eval", &format!("one of {}", known())))?;
        let (weights, bias) = read_weights(file)?;
        Ok(Self { evaluator, weights, bias, scale: file.scale.into() })
    }
}

/// The weights of a file by the names of their terms, and the points in every position.
fn read_weights(file: &WeightFile) -> Result<(Vec<(String, f64)>, f64), NetError> {
    let names: Vec<String> = serde_json::from_str(file.text("names")?)
        .map_err(|_| file.meta_error("names", "a list of the names of terms"))?;
    let weights = file.shaped("weight", &[names.len()])?.iter().map(|weight| f64::from(*weight));
    Ok((names.into_iter().zip(weights).collect(), f64::from(file.shaped("bias", &[1])?[0])))
}

impl<G: HasEvaluators> Terms<G> {
    /// Points for one unit of log-odds.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The score of the position for the side to move.
    pub fn evaluate(&self, position: &G) -> Score {
        let mut sum = self.bias;
        self.each(position, |_, points| sum += points);
        for_turn(position, score::clamp(sum.round() as Score))
    }

    /// Visits every term with its weighted points for the first player.
    pub fn each(&self, position: &G, mut visit: impl FnMut(Text, f64)) {
        let mut next = 0;
        self.evaluator
            .each_term(position, &mut |term| visit(term.name, self.weight(term.name, &mut next) * term.value));
    }

    /// Visits the layers of the hand-made evaluator with the learned weights.
    pub fn each_layer(&self, position: &G, visit: &mut dyn FnMut(Layer)) {
        let mut next = 0;
        self.evaluator.each_layer(position, &mut |mut layer| {
            let weight = self.weight(layer.name, &mut next);
            layer.points.values_mut().for_each(|points| *points *= weight);
            visit(layer);
        });
    }

    /// The weight of a term. Terms come in the same order, some of them left out: the next name is mostly the right one.
    fn weight(&self, name: Text, next: &mut usize) -> f64 {
        let mut at = (0..self.weights.len()).map(|step| (*next + step) % self.weights.len());
        match at.find(|at| self.weights[*at].0 == name.en) {
            Some(at) => {
                *next = at + 1;
                self.weights[at].1
            }
            None => 1.0,
        }
    }

    /// Points for the first player in every position.
    pub fn bias(&self) -> f64 {
        self.bias
    }
}
