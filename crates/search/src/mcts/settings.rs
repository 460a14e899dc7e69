//! The settings of a Monte Carlo tree search.

use std::f64::consts::SQRT_2;
use std::time::Duration;

/// Simulations when neither their number nor the time is limited.
pub(super) const DEFAULT_SIMS: u64 = 1000;
/// 256 MiB of nodes of 32 bytes.
const DEFAULT_NODES: usize = 8 << 20;

/// The tree policy: how a child is selected on the way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// UCB1 (UCT): the greatest `mean + c·√(ln N / n)`; every child is tried once first (Auer, Cesa-Bianchi and
    /// Fischer, 2002; Kocsis and Szepesvári, 2006).
    Ucb1,
    /// UCB1 among the [`Settings::width`] best children by static evaluation.
    UcbCut,
    /// Epsilon-greedy: the child of best mean, and with probability [`Settings::epsilon`] another one.
    Epsilon,
    /// Epsilon-greedy with [graded](super::graded) results: a win counts more the more moves the winner had left.
    EpsilonMod,
    /// PUCT: the greatest `mean + c·prior·√N / (1 + n)` (Rosin, 2011; Silver et al., 2017). An evaluator with a policy
    /// gives the priors, and a node is expanded at its first visit. Otherwise the priors are a softmax of the static
    /// evaluations of the children.
    Puct,
}

impl Policy {
    /// Whether expansion evaluates the children.
    pub(super) const fn evaluates_children(self) -> bool {
        matches!(self, Self::UcbCut | Self::Puct)
    }
}

/// How an epsilon-greedy policy chooses another child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exploration {
    /// All children are equally likely.
    Uniform,
    /// The probability is proportional to the mean value; an untried child counts a half.
    Proportional,
}

/// How a leaf of the tree is valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rollout {
    /// By the result of a random game.
    Random,
    /// By the evaluator after a few random moves: less noise where the result of a random game says little (Lorentz,
    /// 2008, on the Amazons).
    Eval {
        /// Random plies before the evaluation; may be 0.
        plies: u32,
    },
}

impl Rollout {
    /// By the evaluator after six random plies.
    pub const EVAL: Self = Self::Eval { plies: 6 };
}

/// Progressive widening: a node with `n` visits selects among its `⌈factor·n^exponent⌉` best children by static
/// evaluation (Coulom, 2007; Chaslot et al., 2008).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widening {
    /// The number of children at the first visit.
    pub factor: f64,
    /// How fast the number grows, between 0 and 1.
    pub exponent: f64,
}

impl Default for Widening {
    fn default() -> Self {
        Self { factor: 2.0, exponent: 0.5 }
    }
}

/// Dirichlet noise on the priors of the root, so that self-play tries moves of low prior (Silver et al., 2017).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DirichletNoise {
    /// The weight of the noise in a prior, 0 to 1.
    pub share: f64,
    /// The sum of the parameters of the Dirichlet distribution, above 0; a smaller sum puts the noise on fewer moves.
    /// Each move gets an equal part of it, so that one value suits games with few and with many moves.
    pub concentration: f64,
}

impl Default for DirichletNoise {
    fn default() -> Self {
        Self { share: 0.25, concentration: 10.0 }
    }
}

/// The settings of a Monte Carlo tree search.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The tree policy.
    pub policy: Policy,
    /// Maximum simulations per move. Without this, a time and a clock: 1000.
    pub sims: Option<u64>,
    /// Maximum time per move.
    pub time: Option<Duration>,
    /// The exploration constant of [`Policy::Ucb1`], [`Policy::UcbCut`] and [`Policy::Puct`]. Mean values are between 0
    /// and 1.
    pub c: f64,
    /// The exploration constant grows with the visits `N` of a node: `c + ln((1 + N + c_base) / c_base)` (`AlphaZero`:
    /// Silver et al., 2018). Without it the constant stays.
    pub c_base: Option<f64>,
    /// First-play urgency: a child without visits counts the mean of its parent less this. Without it
    /// [`Policy::Ucb1`] and [`Policy::UcbCut`] try every child once first, and [`Policy::Puct`] takes 0.
    pub fpu: Option<f64>,
    /// How often the epsilon-greedy policies explore.
    pub epsilon: f64,
    /// How they explore.
    pub exploration: Exploration,
    /// How many children [`Policy::UcbCut`] keeps.
    pub width: usize,
    /// How a leaf is valued.
    pub rollout: Rollout,
    /// The score that makes a win `e` times as likely as a loss. It converts between scores and values, and is the
    /// temperature of the softmax from scores to priors. An evaluator with a scale of its own overrides it.
    pub scale: f64,
    /// Progressive widening, if any.
    pub widening: Option<Widening>,
    /// Dirichlet noise on the priors of the root, if any; for [`Policy::Puct`].
    pub noise: Option<DirichletNoise>,
    /// MCTS-Solver: whether wins, losses and draws are proved in the tree.
    pub solver: bool,
    /// Maximum leaves of one batch, for [`Rollout::Eval`]; 1 evaluates them one by one. A network is faster on a large
    /// batch, but a simulation does not know the results of those in the same batch.
    pub batch: usize,
    /// Threads, all in one tree; the simulations are divided between them.
    pub threads: usize,
    /// Maximum nodes of the tree; a full tree is searched on without growing.
    pub nodes: usize,
    /// The same seed gives the same result, unless time is the limit or there are several threads; without a seed every
    /// search differs.
    pub seed: Option<u64>,
}

impl Settings {
    /// The default settings of a policy.
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            sims: None,
            time: None,
            c: if policy == Policy::Puct { 1.0 } else { SQRT_2 },
            c_base: None,
            fpu: None,
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

    /// Whether expansion orders the children by static evaluation.
    pub(super) fn orders_children(&self) -> bool {
        self.policy.evaluates_children() || self.widening.is_some()
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(Policy::Ucb1)
    }
}
