//! What a recipe says.

use std::path::PathBuf;

use quevedo_arena::{GameConditions, Openings};
use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::Score;
use quevedo_nets::NetKind;
use serde::{Deserialize, Serialize};

use crate::data::DataPlan;
use crate::fit::{Course, Symmetries};

/// How an evaluator is made. A file names its game by id, which [`read`](super::read) resolves.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe<G = GameEntry> {
    /// The game.
    pub game: G,
    /// What the evaluator is called.
    pub name: String,
    /// What it is, in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// What it learns from.
    pub data: DataSource,
    /// What it is made of.
    pub net: NetPlan,
    /// How it learns.
    #[serde(default)]
    pub train: Course,
    /// How it is tried at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<TestPlan>,
}

/// Where positions come from: games that are played, or shards that are there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataSource {
    /// Folders of shards, named from where the program is started.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shards: Vec<PathBuf>,
    /// Who plays both sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerSpec>,
    /// How many games.
    #[serde(default)]
    pub games: u64,
    /// Games begin with so many random plies, every other one with one more.
    #[serde(default = "eight")]
    pub random_plies: u32,
    /// Openings that are worth more points than this for a side are drawn anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balanced: Option<Score>,
    /// Leave out threats, noisy moves and ends in sight.
    #[serde(default)]
    pub quiet: bool,
    /// Let a solver label what is near enough for it.
    #[serde(default)]
    pub exact: bool,
    /// Beside every move up to so many others are drawn, and the positions behind them kept, too.
    #[serde(default)]
    pub beside: u32,
    /// Where all random numbers come from.
    #[serde(default = "one")]
    pub seed: u64,
}

const fn one() -> u64 {
    1
}

const fn eight() -> u32 {
    8
}

/// What an evaluator is made of. Which keys mean something depends on the kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetPlan {
    /// The kind.
    pub kind: NetKind,
    /// Points for one unit of log-odds of winning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f32>,
    /// The neurons of the hidden layer: of each side (nnue), or of the last layer but one (cnn).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<usize>,
    /// Into how many phases a game is parted by the pieces on the board (nnue, patterns).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phases: Option<usize>,
    /// Each pattern as its squares, `a1 b1 c1` (patterns).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patterns: Option<Vec<String>>,
    /// Which pictures of a position mean the same (patterns, nnue, cnn).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetries: Option<Symmetries>,
    /// Examples are learned from as if there were up to so many pieces more or fewer (patterns).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blend: Option<usize>,
    /// The evaluator whose terms are weighed (terms).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<String>,
    /// Channels of a layer (cnn).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channels: Option<usize>,
    /// Layers (cnn).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layers: Option<usize>,
    /// Planes that the value is computed from (cnn).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_planes: Option<usize>,
    /// Whether it learns moves, too (cnn).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<bool>,
    /// How much the moves count beside the value (cnn).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy_share: Option<f32>,
    /// The program that trains it and its arguments (cnn); `quevedo-train-cnn` unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trainer: Option<String>,
}

/// A match at the end: the same player with the new evaluator and with another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestPlan {
    /// The player, without its evaluator.
    pub player: PlayerSpec,
    /// The evaluator to be beaten.
    pub against: String,
    /// How many games.
    pub games: u64,
    /// Pairs of games begin with so many random plies.
    #[serde(default = "eight")]
    pub random_plies: u32,
    /// Where all random numbers come from.
    #[serde(default = "one")]
    pub seed: u64,
}

impl TestPlan {
    /// What is the same in all games of the match.
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
}

impl Recipe {
    /// Points for one unit of log-odds.
    pub fn scale(&self) -> f32 {
        self.net.scale.unwrap_or(self.game.logistic_scale() as f32)
    }

    /// Whether another program trains it.
    pub fn has_trainer(&self) -> bool {
        self.net.kind == NetKind::Cnn || self.net.trainer.is_some()
    }

    /// The games to be played, if positions come from games.
    pub fn data_plan(&self) -> Option<DataPlan> {
        let player = self.data.player.clone()?;
        Some(DataPlan {
            random_plies: self.data.random_plies,
            balanced: self.data.balanced,
            quiet: self.data.quiet,
            exact: self.data.exact,
            beside: self.data.beside,
            ..DataPlan::new(&self.game, player, self.data.seed)
        })
    }

    /// What the evaluator is, in one line.
    pub fn description(&self, positions: usize) -> String {
        let made = || format!("{} learned from {positions} positions", self.net.kind);
        self.about.clone().unwrap_or_else(made)
    }
}
