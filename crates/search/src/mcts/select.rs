//! Selection: the tree policies.
//!
//! Every function takes at least one child and returns an index. Proved children are not explored: a draw is worth a
//! half, a lost child less than any other. Scores are only compared, so single precision is enough, and faster:
//! simulations of a fast game spend most of their time here.

use quevedo_core::{Rng, Side};

use super::proof::NodeProof;
use super::settings::{Exploration, Policy, Settings, Widening};
use super::tree::{Node, Stats};

/// The score of a lost child: less than any other.
const LOST: f32 = -1.0;
/// The score of a won child: more than any other.
const WON: f32 = 1e9;

/// Selects among the children of one node.
#[derive(Clone, Copy)]
pub(super) struct ChildSelector<'a> {
    pub(super) settings: &'a Settings,
    pub(super) turn: Side,
    /// The statistics of the node.
    pub(super) parent: &'a Stats,
}

impl ChildSelector<'_> {
    /// The child to visit.
    #[inline]
    pub(super) fn select<M>(self, children: &[Node<M>], rng: &mut Rng) -> usize {
        let children = match self.settings.widening {
            Some(widening) => &children[..self.widened_count(widening, children)],
            None => children,
        };
        match self.settings.policy {
            Policy::Ucb1 | Policy::UcbCut => self.ucb1(children),
            Policy::Epsilon | Policy::EpsilonMod => self.epsilon_greedy(children, rng),
            Policy::Puct => self.puct(children),
        }
    }

    /// Progressive widening: how many children may be selected, so that as many as wanted are not lost.
    fn widened_count<M>(self, widening: Widening, children: &[Node<M>]) -> usize {
        let wanted = (widening.factor * f64::from(self.parent.visits).powf(widening.exponent)).ceil();
        let mut wanted = (wanted as usize).max(1);
        for (index, child) in children.iter().enumerate() {
            wanted -= usize::from(!self.is_lost(child));
            if wanted == 0 {
                return index + 1;
            }
        }
        children.len()
    }

    /// UCB1. Children are tried once each in order: if the last one has been tried, all have.
    #[inline]
    fn ucb1<M>(self, children: &[Node<M>]) -> usize {
        if children.last().is_some_and(|last| last.stats.visits == 0)
            && let Some(untried) = children.iter().position(|child| self.is_untried(child))
        {
            return untried;
        }
        let c = self.settings.c as f32;
        let log = (self.parent.visits.max(1) as f32).ln() * c * c;
        // The mean of the first player is m, that of the second 1 - m.
        let (rest, sign) = if self.turn == Side::First { (0.0_f32, 1.0) } else { (1.0, -1.0) };
        self.best(children, |stats| {
            let share = 1.0 / stats.visits as f32;
            rest + sign * stats.points as f32 * share + (log * share).sqrt()
        })
    }

    /// PUCT. First-play urgency: an untried child counts the mean of its parent.
    fn puct<M>(self, children: &[Node<M>]) -> usize {
        let explore = self.settings.c as f32 * (self.parent.visits.max(1) as f32).sqrt();
        let first_play_urgency = self.parent.mean(self.turn) as f32;
        self.best_node(children, |child| {
            let stats = &child.stats;
            let mean = if stats.visits == 0 { first_play_urgency } else { stats.mean(self.turn) as f32 };
            mean + explore * child.prior / (1 + stats.visits) as f32
        })
    }

    /// Epsilon-greedy. An untried child counts a half: it is selected once the best of the others is worth less.
    fn epsilon_greedy<M>(self, children: &[Node<M>], rng: &mut Rng) -> usize {
        let best = self.best(children, |stats| stats.mean(self.turn) as f32);
        if rng.f64() >= self.settings.epsilon {
            return best;
        }
        let weight = |index: usize| match self.settings.exploration {
            _ if index == best || self.is_lost(&children[index]) => 0.0,
            Exploration::Uniform => 1.0,
            Exploration::Proportional => self.laplace_mean(&children[index].stats),
        };
        let sum: f64 = (0..children.len()).map(weight).sum();
        let mut left = rng.f64() * sum;
        let chosen = (0..children.len()).find(|index| {
            left -= weight(*index);
            left < 0.0
        });
        chosen.unwrap_or(best)
    }

    /// The mean with one win and one loss added (Laplace smoothing): a child that has only lost may still be tried
    /// again.
    fn laplace_mean(self, stats: &Stats) -> f64 {
        let visits = f64::from(stats.visits);
        (stats.mean(self.turn) * visits + 1.0) / (visits + 2.0)
    }

    #[inline]
    fn best<M>(self, children: &[Node<M>], score: impl Fn(&Stats) -> f32) -> usize {
        self.best_node(children, |child| score(&child.stats))
    }

    /// The first of the children with the greatest score; a proof overrides the score.
    #[inline]
    fn best_node<M>(self, children: &[Node<M>], score: impl Fn(&Node<M>) -> f32) -> usize {
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let score = match child.stats.proof {
                NodeProof::Won { by, .. } if self.settings.solver && by == self.turn => WON,
                NodeProof::Won { .. } if self.settings.solver => LOST,
                NodeProof::Drawn if self.settings.solver => 0.5,
                _ => score(child),
            };
            // Two conditional moves instead of a branch that is hard to predict.
            best = if score > best_score { index } else { best };
            best_score = if score > best_score { score } else { best_score };
        }
        best
    }

    #[inline]
    fn is_untried<M>(self, child: &Node<M>) -> bool {
        child.stats.visits == 0 && !(self.settings.solver && child.stats.proof.is_proved())
    }

    #[inline]
    pub(super) fn is_lost<M>(self, child: &Node<M>) -> bool {
        self.settings.solver && child.stats.proof.is_win(!self.turn)
    }
}
