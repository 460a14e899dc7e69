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
    pub(super) parent: Stats,
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

    /// UCB1. Without first-play urgency children are tried once each in order: if the last one has been tried, all have.
    #[inline]
    fn ucb1<M>(self, children: &[Node<M>]) -> usize {
        let urgency = self.first_play_urgency();
        if urgency.is_none()
            && children.last().is_some_and(|last| last.visits() == 0)
            && let Some(untried) = children.iter().position(|child| self.is_untried(child))
        {
            return untried;
        }
        let c = self.exploration_constant();
        let log = (self.parent.visits.max(1) as f32).ln() * c * c;
        // The mean of the first player is m, that of the second 1 - m.
        let (rest, sign) = if self.turn == Side::First { (0.0_f32, 1.0) } else { (1.0, -1.0) };
        let ucb = |child: &Node<M>| {
            let share = 1.0 / child.visits() as f32;
            rest + sign * child.points() as f32 * share + (log * share).sqrt()
        };
        let Some(urgency) = urgency else { return self.best_node(children, ucb) };
        // An untried child is explored like one that was visited once.
        let untried = urgency + log.sqrt();
        self.best_node(children, |child| if child.visits() == 0 { untried } else { ucb(child) })
    }

    /// PUCT. An untried child counts the mean of its parent, or its first-play urgency.
    fn puct<M>(self, children: &[Node<M>]) -> usize {
        let explore = self.exploration_constant() * (self.parent.visits.max(1) as f32).sqrt();
        let urgency = self.first_play_urgency().unwrap_or(self.parent.mean(self.turn) as f32);
        self.best_node(children, |child| {
            let stats = child.stats();
            let mean = if stats.visits == 0 { urgency } else { stats.mean(self.turn) as f32 };
            mean + explore * child.prior / (1 + stats.visits) as f32
        })
    }

    /// The exploration term of a child by UCB1 or PUCT, for observers; `None` where there is none.
    pub(super) fn exploration<M>(self, child: &Node<M>) -> Option<f32> {
        let (c, parent, visits) = (self.exploration_constant(), self.parent.visits.max(1) as f32, child.visits());
        match self.settings.policy {
            Policy::Epsilon | Policy::EpsilonMod => None,
            Policy::Puct => Some(c * parent.sqrt() * child.prior / (1 + visits) as f32),
            Policy::Ucb1 | Policy::UcbCut if visits == 0 && self.settings.fpu.is_none() => None,
            Policy::Ucb1 | Policy::UcbCut => Some(c * (parent.ln() / visits.max(1) as f32).sqrt()),
        }
    }

    /// First-play urgency (Gelly and Wang, 2006), relative to the parent: the value of a child before its first visit.
    #[inline]
    fn first_play_urgency(self) -> Option<f32> {
        self.settings.fpu.map(|reduction| (self.parent.mean(self.turn) - reduction) as f32)
    }

    /// The exploration constant, which may grow with the visits of the node (Silver et al., 2018).
    #[inline]
    fn exploration_constant(self) -> f32 {
        let c = self.settings.c as f32;
        self.settings.c_base.map_or(c, |base| {
            let base = base as f32;
            c + ((1.0 + self.parent.visits as f32 + base) / base).ln()
        })
    }

    /// Epsilon-greedy. An untried child counts a half: it is selected once the best of the others is worth less.
    fn epsilon_greedy<M>(self, children: &[Node<M>], rng: &mut Rng) -> usize {
        let best = self.best_node(children, |child| child.stats().mean(self.turn) as f32);
        if rng.f64() >= self.settings.epsilon {
            return best;
        }
        let weight = |index: usize| match self.settings.exploration {
            _ if index == best || self.is_lost(&children[index]) => 0.0,
            Exploration::Uniform => 1.0,
            Exploration::Proportional => self.laplace_mean(&children[index].stats()),
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

    /// The first of the children with the greatest score; a proof overrides the score.
    #[inline]
    fn best_node<M>(self, children: &[Node<M>], score: impl Fn(&Node<M>) -> f32) -> usize {
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let score = match child.proof {
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
        child.visits() == 0 && !(self.settings.solver && child.proof.is_proved())
    }

    #[inline]
    pub(super) fn is_lost<M>(self, child: &Node<M>) -> bool {
        self.settings.solver && child.proof.is_win(!self.turn)
    }
}

#[cfg(test)]
mod tests {
    use quevedo_core::{Rng, Side};

    use super::super::settings::{Policy, Settings};
    use super::super::tree::{Node, Stats};
    use super::ChildSelector;

    /// Selects between a child with one visit, worth `points`, and an untried one of the same prior; the parent has a
    /// mean of a half.
    fn selected(points: f64, settings: &Settings) -> usize {
        let mut children = [Node::new(0_u8), Node::new(1)];
        children[0].add_visit(points);
        for child in &mut children {
            child.prior = 0.5;
        }
        let parent = Stats { points: 5.0, visits: 10 };
        ChildSelector { settings, turn: Side::First, parent }.select(&children, &mut Rng::with_seed(1))
    }

    #[test]
    fn an_untried_child_counts_its_first_play_urgency() {
        for policy in [Policy::Ucb1, Policy::UcbCut] {
            let fpu = |fpu| Settings { fpu, ..Settings::new(policy) };
            assert_eq!(selected(1.0, &fpu(None)), 1, "every child is tried first");
            assert_eq!(selected(0.45, &fpu(Some(0.1))), 0);
            assert_eq!(selected(0.35, &fpu(Some(0.1))), 1);
        }
        // PUCT explores an untried child twice as much: by c·½·√10 here, which is 0.158.
        let fpu = |fpu| Settings { fpu, c: 0.1, ..Settings::new(Policy::Puct) };
        assert_eq!(selected(0.55, &fpu(None)), 1);
        assert_eq!(selected(0.55, &fpu(Some(0.0))), 1);
        assert_eq!(selected(0.55, &fpu(Some(0.1))), 0);
        assert_eq!(selected(0.45, &fpu(Some(0.1))), 1);
    }

    #[test]
    fn exploration_grows_with_visits() {
        let constant = |visits, c_base| {
            let settings = Settings { c: 1.0, c_base, ..Settings::default() };
            let parent = Stats { points: 0.0, visits };
            ChildSelector { settings: &settings, turn: Side::First, parent }.exploration_constant()
        };
        assert_eq!((constant(0, None), constant(99, None)), (1.0, 1.0));
        // AlphaZero: c + ln((1 + N + base) / base).
        assert!((constant(99, Some(100.0)) - (1.0 + 2.0_f32.ln())).abs() < 1e-6);
        assert!((constant(0, Some(1000.0)) - 1.001).abs() < 1e-5);
    }
}
