//! A network of any kind as an evaluator.

use std::path::Path;
use std::sync::Arc;

use quevedo_core::{Evaluator, HasEvaluators, Layer, Planes, Score, Term, Text, for_turn};

use crate::cnn::Cnn;
use crate::nnue::Nnue;
use crate::patterns::Patterns;
use crate::registry::{self, Source};
use crate::terms::Terms;
use crate::{NetError, NetKind, WeightFile, cache};

/// A network that evaluates positions of a game.
pub enum Net<G: HasEvaluators> {
    /// An efficiently updatable network.
    Nnue(Nnue<G>),
    /// Weights for the configurations of groups of squares.
    Patterns(Patterns<G>),
    /// A hand-made evaluator with learned weights.
    Terms(Terms<G>),
    /// A convolutional network, perhaps with a policy head.
    Cnn(Box<Cnn<G>>),
}

impl<G: HasEvaluators + Planes> Net<G> {
    /// The network of a file.
    pub fn new(file: &WeightFile) -> Result<Self, NetError> {
        match file.kind {
            NetKind::Nnue => Nnue::new(file).map(Self::Nnue),
            NetKind::Patterns => Patterns::new(file).map(Self::Patterns),
            NetKind::Terms => Terms::new(file).map(Self::Terms),
            NetKind::Cnn => Cnn::new(file).map(|net| Self::Cnn(Box::new(net))),
        }
    }

    /// The network in a file on disk. It is read once, and again when the file has changed.
    pub fn open(path: &Path) -> Result<Arc<Self>, NetError> {
        cache::from_disk(path, |file| Self::new(&file))
    }

    /// The network of that name in the registry, if there is one.
    pub fn named(name: &str) -> Option<Result<Arc<Self>, NetError>> {
        Some(match registry::networks().find(G::NAME, name)? {
            Source::File(path) => Self::open(&path),
            Source::Embedded(bytes) => cache::embedded(name, || Self::new(&WeightFile::parse(name, bytes)?)),
        })
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
            visit(Term::new(Text::new("balance of the game", "equilibrio del juego"), terms.bias()));
        } else {
            visit(Term::new(Text::new("network", "red"), for_turn(position, self.evaluate(position))));
        }
    }

    fn each_layer(&self, position: &G, visit: &mut dyn FnMut(Layer)) {
        match self {
            Self::Terms(terms) => terms.each_layer(position, visit),
            _ => self.each_layer_of_inputs(position, visit),
        }
    }

    fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        match self {
            Self::Cnn(net) => net.priors(position, moves, priors),
            _ => false,
        }
    }

    fn logistic_scale(&self) -> Option<f64> {
        Some(match self {
            Self::Nnue(net) => net.scale(),
            Self::Patterns(net) => net.scale(),
            Self::Terms(net) => net.scale(),
            Self::Cnn(net) => net.scale(),
        })
    }
}
