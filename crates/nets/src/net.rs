//! A network of any kind as an evaluator.

use std::path::Path;
use std::sync::Arc;

use quevedo_core::{Evaluator, HasEvaluators, Planes, Score, Term, for_turn};

use crate::cnn::Cnn;
use crate::nnue::Nnue;
use crate::patterns::Patterns;
use crate::terms::Terms;
use crate::{NetError, NetProblem, WeightFile, keep, shipped};

/// A network that judges positions of a game.
pub enum Net<G: HasEvaluators> {
    /// Sparse inputs, kept up to date from position to position.
    Nnue(Nnue<G>),
    /// Contents of groups of squares.
    Patterns(Patterns<G>),
    /// A hand-made evaluator, weighed anew.
    Terms(Terms<G>),
    /// Convolutions, perhaps with an opinion of moves.
    Cnn(Box<Cnn<G>>),
}

impl<G: HasEvaluators + Planes> Net<G> {
    /// The network of a file.
    pub fn new(file: &WeightFile) -> Result<Self, NetError> {
        file.expect_sees(G::NAME)?;
        match file.kind.as_str() {
            "nnue" => Nnue::new(file).map(Self::Nnue),
            "patterns" => Patterns::new(file).map(Self::Patterns),
            "terms" => Terms::new(file).map(Self::Terms),
            "cnn" => Cnn::new(file).map(|net| Self::Cnn(Box::new(net))),
            kind => Err(file.error(NetProblem::Meta {
                key: "kind".into(),
                value: kind.into(),
                expected: "one of nnue, patterns, terms, cnn".into(),
            })),
        }
    }

    /// The network in a file on disk. It is read once, and again when the file has changed.
    pub fn open(path: &Path) -> Result<Arc<Self>, NetError> {
        keep::from_disk(path, |file| Self::new(&file))
    }

    /// The network of that name that comes with the program, if there is one.
    pub fn shipped(name: &str) -> Option<Result<Arc<Self>, NetError>> {
        let bytes = shipped::bytes(G::NAME, name)?;
        Some(keep::shipped(name, || Self::new(&WeightFile::parse(name, &bytes)?)))
    }
}

impl<G: HasEvaluators + Planes> Evaluator<G> for Net<G> {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        match self {
            Self::Nnue(net) => net.evaluate(position),
            Self::Patterns(net) => net.evaluate(position),
            Self::Terms(net) => net.evaluate(position),
            Self::Cnn(net) => net.evaluate(position),
        }
    }

    fn evaluate_many(&self, positions: &[G], scores: &mut [Score]) {
        if let Self::Cnn(net) = self {
            return net.evaluate_many(positions, scores);
        }
        for (position, score) in positions.iter().zip(scores) {
            *score = self.evaluate(position);
        }
    }

    fn each_term(&self, position: &G, visit: &mut dyn FnMut(Term)) {
        if let Self::Terms(terms) = self {
            terms.each(position, |name, points| visit(Term::new(name, points)));
            visit(Term::new("balance of the game", terms.bias()));
        } else {
            visit(Term::new("network", for_turn(position, self.evaluate(position))));
        }
    }

    fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        match self {
            Self::Cnn(net) => net.priors(position, moves, priors),
            _ => false,
        }
    }

    fn scale(&self) -> Option<f64> {
        Some(match self {
            Self::Nnue(net) => net.scale(),
            Self::Patterns(net) => net.scale(),
            Self::Terms(net) => net.scale(),
            Self::Cnn(net) => net.scale(),
        })
    }
}
