//! What can be set about a Monte Carlo tree search.

use std::f64::consts::SQRT_2;
use std::time::Duration;

/// Simulations when neither their number nor the time is limited.
pub(super) const DEFAULT_SIMS: u64 = 1000;
/// 256 MiB where a node has 32 bytes.
const DEFAULT_NODES: usize = 8 << 20;

/// How the next child is chosen on the way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The greatest upper confidence bound, `mean + c·√(ln N / n)`; every child is tried once first (Auer,
    /// Cesa-Bianchi and Fischer, 2002; Kocsis and Szepesvári, 2006).
    Ucb1,
    /// The same among the [`Settings::width`] children that the evaluator likes best.
    UcbCut,
    /// The child of best mean, and with probability [`Settings::epsilon`] another one.
    Epsilon,
    /// The same, and a rollout counts for more the freer its winner was at the end: see [`graded`](super::graded).
    EpsilonMod,
    /// `mean + c·prior·√N / (1 + n)` with priors (Rosin, 2011; Silver et al., 2017): the evaluator's of the moves, where
    /// it has any, and then a node gets its children with its first visit; else what it thinks of the positions after
    /// them.
    Puct,
}

impl Policy {
    /// Whether the children are judged by the evaluator when they are made.
    pub(super) const fn judges(self) -> bool {
        matches!(self, Self::UcbCut | Self::Puct)
    }
}

/// By what distribution an epsilon policy explores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exploration {
    /// Every child is as likely as any other.
    Uniform,
    /// A child is as likely as its mean value is high; one that was never tried counts a half.
    Proportional,
}

/// How a position at the edge of the tree is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rollout {
    /// By the result of a random game.
    Random,
    /// By the evaluator after a few random moves, which is less noise for games whose random ends mean little
    /// (Lorentz, 2008, on the Amazons).
    Eval {
        /// Random plies ahead of the judgement; may be 0.
        plies: u32,
    },
}

impl Rollout {
    /// By the evaluator after six random plies.
    pub const EVAL: Self = Self::Eval { plies: 6 };
}

/// Progressive widening: a node that was visited `n` times looks at its `⌈factor·n^exponent⌉` best children by
/// the evaluator, and at more of them as it is visited more (Coulom, 2007; Chaslot et al., 2008).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widening {
    /// How many children the first visit looks at.
    pub factor: f64,
    /// How fast the others follow, between 0 and 1.
    pub exponent: f64,
}

impl Default for Widening {
    fn default() -> Self {
        Self { factor: 2.0, exponent: 0.5 }
    }
}

/// Noise on the priors of the root, by which self-play meets moves that its priors think nothing of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// How much of a prior is noise, 0 to 1.
    pub share: f64,
    /// The sum of the parameters of the Dirichlet distribution, above 0: the less, the more the noise is on few moves.
    /// Divided by the number of moves, so that one number suits games with few and with many.
    pub concentration: f64,
}

impl Default for Noise {
    fn default() -> Self {
        Self { share: 0.25, concentration: 10.0 }
    }
}

/// A Monte Carlo tree search, except for its game and its evaluator.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How the next child is chosen on the way down.
    pub policy: Policy,
    /// Simulations a move, at most. Neither this nor a time, and no clock: 1000.
    pub sims: Option<u64>,
    /// Time a move, at most.
    pub time: Option<Duration>,
    /// How much [`Policy::Ucb1`], [`Policy::UcbCut`] and [`Policy::Puct`] explore. Values are between 0 and 1.
    pub c: f64,
    /// How often the epsilon policies explore.
    pub epsilon: f64,
    /// And by what distribution.
    pub exploration: Exploration,
    /// How many children [`Policy::UcbCut`] makes.
    pub width: usize,
    /// How a position at the edge of the tree is judged.
    pub rollout: Rollout,
    /// The points of the evaluator that make winning `e` times as likely as losing. Turns scores into values,
    /// values into scores, and scores into priors; an evaluator that knows better overrules it.
    pub scale: f64,
    /// Progressive widening, if at all.
    pub widening: Option<Widening>,
    /// Noise on the priors of the root, if at all; for [`Policy::Puct`].
    pub noise: Option<Noise>,
    /// Whether wins, losses and draws are proved in the tree.
    pub solver: bool,
    /// Leaves that the evaluator judges at once, at most, where [`Rollout::Eval`] asks it; 1 for one after the other. A
    /// network is quicker with many, but a simulation knows less of those just before it.
    pub batch: usize,
    /// Trees grown at the same time, one a thread; the simulations are divided between them.
    pub threads: usize,
    /// Nodes of all trees together, at most; full trees are searched on without growing.
    pub nodes: usize,
    /// Chooses the same again for the same seed, unless time decides; `None` for different games every time.
    pub seed: Option<u64>,
}

impl Settings {
    /// The usual settings of a policy.
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            sims: None,
            time: None,
            c: if policy == Policy::Puct { 1.0 } else { SQRT_2 },
            epsilon: 0.1,
            exploration: Exploration::Uniform,
            width: 48,
            rollout: Rollout::Random,
            scale: 100.0,
            widening: None,
            noise: None,
            solver: true,
            batch: 1,
            threads: 1,
            nodes: DEFAULT_NODES,
            seed: None,
        }
    }

    /// Whether the evaluator puts the children of a node in order.
    pub(super) fn judges(&self) -> bool {
        self.policy.judges() || self.widening.is_some()
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(Policy::Ucb1)
    }
}
