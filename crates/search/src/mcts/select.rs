//! Which child to go on with: the policies.
//!
//! Every function looks at children that are at least one, and answers with the index of one of them. What is
//! proved is not explored: a draw is worth a half, a lost child less than any other. Scores are compared and
//! forgotten, so single precision does, and is faster: this is where a search of a quick game spends its time.

use quevedo_core::{Rng, Side};

use super::proof::Proof;
use super::settings::{Exploration, Policy, Settings, Widening};
use super::tree::{Node, Stats};

/// Less than any child that is not lost.
const LOST: f32 = -1.0;
/// More than any child that is not won.
const WON: f32 = 1e9;

/// Who chooses, where, and how.
#[derive(Clone, Copy)]
pub(super) struct Chooser<'a> {
    pub(super) settings: &'a Settings,
    pub(super) turn: Side,
    /// What is known of the node whose children are chosen from.
    pub(super) parent: &'a Stats,
}

impl Chooser<'_> {
    /// The child to go on with.
    #[inline]
    pub(super) fn choose<M>(self, children: &[Node<M>], rng: &mut Rng) -> usize {
        let children = match self.settings.widening {
            Some(widening) => &children[..self.breadth(widening, children)],
            None => children,
        };
        match self.settings.policy {
            Policy::Ucb1 | Policy::UcbCut => self.ucb1(children),
            Policy::Epsilon | Policy::EpsilonMod => self.epsilon(children, rng),
            Policy::Puct => self.puct(children),
        }
    }

    /// How many of the children are looked at: enough that as many are not lost as widening wants.
    fn breadth<M>(self, widening: Widening, children: &[Node<M>]) -> usize {
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

    /// Children are tried once each, in their order: when the last one has been tried, all have.
    #[inline]
    fn ucb1<M>(self, children: &[Node<M>]) -> usize {
        if children.last().is_some_and(|last| last.stats.visits == 0)
            && let Some(untried) = children.iter().position(|child| self.is_untried(child))
        {
            return untried;
        }
        let c = self.settings.c as f32;
        let log = (self.parent.visits.max(1) as f32).ln() * c * c;
        // The points of a side are those of the first player, or what they leave.
        let (rest, sign) = if self.turn == Side::First { (0.0_f32, 1.0) } else { (1.0, -1.0) };
        self.best(children, |stats| {
            let share = 1.0 / stats.visits as f32;
            rest + sign * stats.points as f32 * share + (log * share).sqrt()
        })
    }

    /// An untried child is worth what its parent is.
    fn puct<M>(self, children: &[Node<M>]) -> usize {
        let explore = self.settings.c as f32 * (self.parent.visits.max(1) as f32).sqrt();
        let unknown = self.parent.mean(self.turn) as f32;
        self.best_node(children, |child| {
            let stats = &child.stats;
            let mean = if stats.visits == 0 { unknown } else { stats.mean(self.turn) as f32 };
            mean + explore * child.prior / (1 + stats.visits) as f32
        })
    }

    /// An untried child counts a half: it is tried as soon as the best of the tried ones is worth less.
    fn epsilon<M>(self, children: &[Node<M>], rng: &mut Rng) -> usize {
        let best = self.best(children, |stats| stats.mean(self.turn) as f32);
        if rng.f64() >= self.settings.epsilon {
            return best;
        }
        let weight = |index: usize| match self.settings.exploration {
            _ if index == best || self.is_lost(&children[index]) => 0.0,
            Exploration::Uniform => 1.0,
            Exploration::Proportional => self.prospect(&children[index].stats),
        };
        let sum: f64 = (0..children.len()).map(weight).sum();
        let mut left = rng.f64() * sum;
        let chosen = (0..children.len()).find(|index| {
            left -= weight(*index);
            left < 0.0
        });
        chosen.unwrap_or(best)
    }

    /// The mean with a win and a loss added (Laplace): a child that has only lost so far may still be tried again.
    fn prospect(self, stats: &Stats) -> f64 {
        let visits = f64::from(stats.visits);
        (stats.mean(self.turn) * visits + 1.0) / (visits + 2.0)
    }

    #[inline]
    fn best<M>(self, children: &[Node<M>], score: impl Fn(&Stats) -> f32) -> usize {
        self.best_node(children, |child| score(&child.stats))
    }

    /// The first of the children with the greatest score, where nothing better is known.
    #[inline]
    fn best_node<M>(self, children: &[Node<M>], score: impl Fn(&Node<M>) -> f32) -> usize {
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let score = match child.stats.proof {
                Proof::Won { by, .. } if self.settings.solver && by == self.turn => WON,
                Proof::Won { .. } if self.settings.solver => LOST,
                Proof::Drawn if self.settings.solver => 0.5,
                _ => score(child),
            };
            // Two selections instead of one branch that nobody can predict.
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
