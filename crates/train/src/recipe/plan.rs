//! The content of a recipe.

use std::path::PathBuf;

use quevedo_arena::{GameConditions, Openings};
use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::Score;
use quevedo_nets::NetKind;
use serde::{Deserialize, Serialize};

use crate::data::{DataPlan, EXACT_NODES};
use crate::fit::{Symmetries, TrainingSchedule};

/// How an evaluator is made. A file names its game by id, which [`read`](super::read) resolves.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe<G = GameEntry> {
    /// The game.
    pub game: G,
    /// The name of the evaluator.
    pub name: String,
    /// A description in one line.
    #[serde(default)]
    pub about: Option<String>,
    /// The training data.
    pub data: DataSource,
    /// The network.
    pub net: NetPlan,
    /// The training.
    #[serde(default)]
    pub train: TrainingSchedule,
    /// The match at the end.
    #[serde(default)]
    pub test: Option<TestPlan>,
}

/// Where positions come from: games that are played, or existing shards.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataSource {
    /// Folders of shards, relative to the working directory.
    #[serde(default)]
    pub shards: Vec<PathBuf>,
    /// The player of both sides.
    #[serde(default)]
    pub player: Option<PlayerSpec>,
    /// The number of games.
    #[serde(default)]
    pub games: u64,
    /// Random plies at the start of a game; every other game gets one more.
    #[serde(default = "eight")]
    pub random_plies: u32,
    /// Openings worth more points than this for a side are drawn again.
    #[serde(default)]
    pub balanced: Option<Score>,
    /// Leave out threats, noisy moves and proved scores.
    #[serde(default)]
    pub quiet: bool,
    /// Let a solver label the positions it can solve.
    #[serde(default)]
    pub exact: bool,
    /// The solver gives a position up after this many nodes.
    #[serde(default = "exact_nodes")]
    pub exact_nodes: u64,
    /// For every move, draw up to this many other moves, and keep the positions after them as well.
    #[serde(default, alias = "beside")]
    pub sibling_moves: u32,
    /// The seed of all random numbers.
    #[serde(default = "one")]
    pub seed: u64,
}

const fn one() -> u64 {
    1
}

const fn exact_nodes() -> u64 {
    EXACT_NODES
}

const fn eight() -> u32 {
    8
}

/// The network of a recipe. Each kind has its own keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum NetPlan {
    /// Sparse features of both sides, one hidden layer.
    Nnue(NnuePlan),
    /// A weight for each configuration of each pattern.
    Patterns(PatternsPlan),
    /// Multipliers for the terms of a hand-made evaluator.
    Terms(TermsPlan),
    /// A convolutional network.
    Cnn(CnnPlan),
}

/// The keys of an NNUE.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NnuePlan {
    /// Points for one unit of log-odds of winning.
    #[serde(default)]
    pub scale: Option<f32>,
    /// Neurons of the hidden layer, for each side.
    pub hidden: usize,
    /// Output buckets by the number of pieces on the board.
    #[serde(default = "one_phase")]
    pub phases: usize,
    /// Whether the network has weights for each input bucket of the game.
    #[serde(default, skip_serializing_if = "is_false")]
    pub buckets: bool,
    /// The symmetries of the board that training draws from.
    #[serde(default)]
    pub symmetries: Symmetries,
    /// An external trainer and its arguments; without one it is trained here.
    #[serde(default)]
    pub trainer: Option<String>,
}

/// The keys of a pattern evaluator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternsPlan {
    /// Points for one unit of log-odds of winning.
    #[serde(default)]
    pub scale: Option<f32>,
    /// Each pattern as its squares, `a1 b1 c1`.
    pub patterns: Vec<String>,
    /// Weights are shared between the images of a pattern under these symmetries.
    #[serde(default)]
    pub symmetries: Symmetries,
    /// Weight sets by the number of pieces on the board.
    #[serde(default = "one_phase")]
    pub phases: usize,
    /// Training varies the number of pieces of a position by up to this many.
    #[serde(default)]
    pub blend: usize,
}

/// The keys of tuned terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermsPlan {
    /// Points for one unit of log-odds of winning.
    #[serde(default)]
    pub scale: Option<f32>,
    /// The hand-made evaluator whose terms are tuned; by default the first one of the game.
    #[serde(default)]
    pub eval: Option<String>,
}

/// The keys of a convolutional network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CnnPlan {
    /// Points for one unit of log-odds of winning.
    pub scale: Option<f32>,
    /// Channels of each convolution.
    pub channels: usize,
    /// Convolutions.
    pub layers: usize,
    /// Planes of the value head.
    pub value_planes: usize,
    /// Neurons of the hidden layer of the value head.
    pub hidden: usize,
    /// Whether it has a policy head.
    pub policy: bool,
    /// The weight of the policy loss; the value loss has weight 1.
    pub policy_share: f32,
    /// The symmetries of the board that training draws from.
    pub symmetries: Symmetries,
    /// The external trainer and its arguments; `quevedo-train-cnn` by default.
    pub trainer: Option<String>,
}

impl Default for CnnPlan {
    fn default() -> Self {
        Self {
            scale: None,
            channels: 32,
            layers: 3,
            value_planes: 2,
            hidden: 32,
            policy: false,
            policy_share: 1.0,
            symmetries: Symmetries::default(),
            trainer: None,
        }
    }
}

const fn one_phase() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_false(is: &bool) -> bool {
    !*is
}

impl NetPlan {
    /// The kind of network.
    pub fn kind(&self) -> NetKind {
        match self {
            Self::Nnue(_) => NetKind::Nnue,
            Self::Patterns(_) => NetKind::Patterns,
            Self::Terms(_) => NetKind::Terms,
            Self::Cnn(_) => NetKind::Cnn,
        }
    }

    pub(super) fn scale(&self) -> Option<f32> {
        match self {
            Self::Nnue(net) => net.scale,
            Self::Patterns(net) => net.scale,
            Self::Terms(net) => net.scale,
            Self::Cnn(net) => net.scale,
        }
    }

    pub(super) fn symmetries(&self) -> Symmetries {
        match self {
            Self::Nnue(net) => net.symmetries,
            Self::Patterns(net) => net.symmetries,
            Self::Terms(_) => Symmetries::None,
            Self::Cnn(net) => net.symmetries,
        }
    }

    /// The command of the external trainer, if the recipe names one.
    pub(super) fn trainer(&self) -> Option<&str> {
        match self {
            Self::Nnue(NnuePlan { trainer, .. }) | Self::Cnn(CnnPlan { trainer, .. }) => trainer.as_deref(),
            Self::Patterns(_) | Self::Terms(_) => None,
        }
    }
}

/// A match at the end: the same player with the new evaluator and with another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestPlan {
    /// The player, without its evaluator.
    pub player: PlayerSpec,
    /// The evaluator of the opponent.
    pub against: String,
    /// The number of games.
    pub games: u64,
    /// Random plies at the start of each pair of games.
    #[serde(default = "eight")]
    pub random_plies: u32,
    /// The seed of all random numbers.
    #[serde(default = "one")]
    pub seed: u64,
}

impl TestPlan {
    /// What all games of the match have in common.
    pub(super) fn conditions(&self, game: &GameEntry) -> GameConditions {
        GameConditions {
            openings: Openings::Random { plies: self.random_plies },
            ..GameConditions::new(game, self.seed)
        }
    }
}

impl<G> Recipe<G> {
    /// The same recipe with its game resolved.
    pub(super) fn with_game<H>(self, game: H) -> Recipe<H> {
        let Self { game: _, name, about, data, net, train, test } = self;
        Recipe { game, name, about, data, net, train, test }
    }

    /// Whether an external program trains the network.
    pub fn has_trainer(&self) -> bool {
        matches!(self.net, NetPlan::Cnn(_)) || self.net.trainer().is_some()
    }

    /// The description of the evaluator, in one line.
    pub fn description(&self, positions: usize) -> String {
        let default = || format!("{} learned from {positions} positions", self.net.kind());
        self.about.clone().unwrap_or_else(default)
    }
}

impl Recipe {
    /// Points for one unit of log-odds.
    pub fn scale(&self) -> f32 {
        self.net.scale().unwrap_or(self.game.logistic_scale() as f32)
    }

    /// The games to be played, if positions come from games.
    pub fn data_plan(&self) -> Option<DataPlan> {
        let player = self.data.player.clone()?;
        Some(DataPlan {
            random_plies: self.data.random_plies,
            balanced: self.data.balanced,
            quiet: self.data.quiet,
            exact: self.data.exact,
            exact_nodes: self.data.exact_nodes,
            sibling_moves: self.data.sibling_moves,
            ..DataPlan::new(&self.game, player, self.data.seed)
        })
    }
}
