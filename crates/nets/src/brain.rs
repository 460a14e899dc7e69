//! Everything that can judge a game, in one type and by name.

use std::path::Path;
use std::sync::Arc;

use quevedo_core::{Evaluator, HasEvaluators, Planes, Score, Term, for_turn};

use crate::{Net, NetError, shipped};

/// The name that stands for the evaluator that plays best.
pub const BEST: &str = "best";

/// A hand-made evaluator or a network. What is known without judgement a network is not asked.
pub enum GameEvaluator<G: HasEvaluators> {
    /// Made by hand.
    Hand(G::Eval),
    /// Learned.
    Net(Arc<Net<G>>),
}

/// Whether the name of an evaluator is the path of a file: it ends in `.qnet`, or there is a folder in it. A file that
/// travels by its content to another machine is one as well.
pub fn is_file(name: &str) -> bool {
    let ends = Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("qnet"));
    ends || name.contains(['/', '\\']) || name.starts_with("sha256-")
}

impl<G: HasEvaluators + Planes> GameEvaluator<G> {
    /// The evaluator of a name: made by hand, shipped, or in a file; `None` if nobody is called so.
    pub fn named(name: &str) -> Option<Result<Self, NetError>> {
        let name = if name == BEST { Self::best() } else { name };
        if let Some(judge) = G::judge(name) {
            return Some(Ok(Self::Hand(judge)));
        }
        let net = if is_file(name) { Net::open(Path::new(name)) } else { Net::shipped(name)? };
        Some(net.map(Self::Net))
    }

    /// What `best` stands for: what the shipped networks say, or the first evaluator made by hand.
    pub fn best() -> &'static str {
        shipped::best(G::NAME).unwrap_or(G::EVALUATORS[0].name)
    }

    /// Whether it has an opinion of moves as well as of positions.
    pub fn knows_moves(&self) -> bool {
        matches!(self, Self::Net(net) if matches!(&**net, Net::Cnn(net) if net.has_policy()))
    }

    /// Every evaluator with what it is; `best` comes first.
    pub fn all() -> Vec<(&'static str, &'static str)> {
        let hand = G::EVALUATORS.iter().map(|judge| (judge.name, judge.meaning));
        let nets = shipped::all(G::NAME).map(|net| (net.name.as_str(), net.about.as_str()));
        let named: Vec<(&str, &str)> = hand.chain(nets).collect();
        let best = named.iter().find(|(name, _)| *name == Self::best()).unwrap_or(&named[0]);
        [&[(BEST, best.1)], &named[..]].concat()
    }
}

impl<G: HasEvaluators> Clone for GameEvaluator<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Hand(judge) => Self::Hand(*judge),
            Self::Net(net) => Self::Net(Arc::clone(net)),
        }
    }
}

impl<G: HasEvaluators + Planes> Evaluator<G> for GameEvaluator<G> {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        match self {
            Self::Hand(judge) => judge.evaluate(position),
            Self::Net(net) => position.known_score().unwrap_or_else(|| net.evaluate(position)),
        }
    }

    fn evaluate_many(&self, positions: &[G], scores: &mut [Score]) {
        match self {
            Self::Hand(judge) => judge.evaluate_many(positions, scores),
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
            Self::Hand(judge) => judge.each_term(position, visit),
            Self::Net(net) => match position.known_score() {
                Some(score) => visit(Term::new("known ending", for_turn(position, score))),
                None => net.each_term(position, visit),
            },
        }
    }

    fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        match self {
            Self::Hand(judge) => judge.priors(position, moves, priors),
            Self::Net(net) => net.priors(position, moves, priors),
        }
    }

    fn scale(&self) -> Option<f64> {
        match self {
            Self::Hand(judge) => judge.scale(),
            Self::Net(net) => net.scale(),
        }
    }
}
