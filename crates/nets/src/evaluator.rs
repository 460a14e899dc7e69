//! Hand-made evaluators and networks in one type, found by name.

use std::path::Path;
use std::sync::Arc;

use quevedo_core::{Evaluator, HasEvaluators, Layer, Planes, Score, Term, Text, for_turn};

use crate::{Net, NetError, NetProblem, registry};

/// The name that stands for the strongest evaluator of a game.
pub const BEST: &str = "best";

/// A hand-made evaluator or a network. A position with a known score is not evaluated by a network.
pub enum GameEvaluator<G: HasEvaluators> {
    /// Hand-made.
    Hand(G::Eval),
    /// Learned.
    Net(Arc<Net<G>>),
}

/// Whether the name of an evaluator is the path of a file: it ends in `.qnet`, contains a folder, or is the name of a file
/// by its content on another machine, `sha256-…`.
pub fn is_file(name: &str) -> bool {
    let ends = Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("qnet"));
    ends || name.contains(['/', '\\']) || name.starts_with("sha256-")
}

impl<G: HasEvaluators + Planes> GameEvaluator<G> {
    /// The evaluator of a name: hand-made, from the registry, or in a file. `None` if there is none of this name.
    pub fn named(name: &str) -> Option<Result<Self, NetError>> {
        if name == BEST {
            let best = Self::best();
            let unknown = || NetError { file: BEST.into(), problem: NetProblem::UnknownBest(best.into()) };
            return Some(Self::named(best).unwrap_or_else(|| Err(unknown())));
        }
        if let Some(evaluator) = G::evaluator(name) {
            return Some(Ok(Self::Hand(evaluator)));
        }
        let net = if is_file(name) { Net::open(Path::new(name)) } else { Net::named(name)? };
        Some(net.map(Self::Net))
    }

    /// What `best` stands for: what the registry says, or the first hand-made evaluator.
    pub fn best() -> &'static str {
        registry::networks().best(G::NAME).unwrap_or(G::EVALUATORS[0].name)
    }

    /// Whether it has a policy: prior probabilities of moves.
    pub fn has_policy(&self) -> bool {
        matches!(self, Self::Net(net) if matches!(&**net, Net::Cnn(net) if net.has_policy()))
    }

    /// Every evaluator with its description; `best` comes first.
    pub fn all() -> Vec<(&'static str, Text)> {
        let mut named = Vec::new();
        for evaluator in G::EVALUATORS {
            named.push((evaluator.name, evaluator.meaning));
        }
        with_networks(named, G::NAME, Self::best())
    }
}

/// The name `best`, these evaluators and the networks with this encoding.
fn with_networks(mut named: Vec<(&'static str, Text)>, encoding: &str, best: &str) -> Vec<(&'static str, Text)> {
    named.extend(registry::networks().of(encoding).map(|net| (net.name.as_str(), net.description())));
    let best = named.iter().find(|(name, _)| *name == best).unwrap_or(&named[0]);
    named.insert(0, (BEST, best.1));
    named
}

impl<G: HasEvaluators> Clone for GameEvaluator<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Hand(evaluator) => Self::Hand(*evaluator),
            Self::Net(net) => Self::Net(Arc::clone(net)),
        }
    }
}

impl<G: HasEvaluators + Planes> Evaluator<G> for GameEvaluator<G> {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        match self {
            Self::Hand(evaluator) => evaluator.evaluate(position),
            Self::Net(net) => position.known_score().unwrap_or_else(|| net.evaluate(position)),
        }
    }

    fn evaluate_many(&self, positions: &[G], scores: &mut [Score]) {
        match self {
            Self::Hand(evaluator) => evaluator.evaluate_many(positions, scores),
            Self::Net(net) => {
                net.evaluate_many(positions, scores);
                for (position, score) in positions.iter().zip(scores) {
                    *score = position.known_score().unwrap_or(*score);
                }
            }
        }
    }

    fn each_term(&self, position: &G, visit: &mut dyn FnMut(Term)) {
        match self {
            Self::Hand(evaluator) => evaluator.each_term(position, visit),
            Self::Net(net) => match position.known_score() {
                Some(score) => visit(Term::new(Text::new("known ending", "final conocido"), for_turn(position, score))),
                None => net.each_term(position, visit),
            },
        }
    }

    fn each_layer(&self, position: &G, visit: &mut dyn FnMut(Layer)) {
        match self {
            Self::Hand(evaluator) => evaluator.each_layer(position, visit),
            Self::Net(net) if position.known_score().is_none() => net.each_layer(position, visit),
            Self::Net(_) => {}
        }
    }

    fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        match self {
            Self::Hand(evaluator) => evaluator.priors(position, moves, priors),
            Self::Net(net) => net.priors(position, moves, priors),
        }
    }

    fn logistic_scale(&self) -> Option<f64> {
        match self {
            Self::Hand(evaluator) => evaluator.logistic_scale(),
            Self::Net(net) => net.logistic_scale(),
        }
    }
}
