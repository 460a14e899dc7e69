//! The settings of a self-play loop.

use std::path::Path;

use quevedo_catalog::{EvalRef, GameEntry, MctsSpec, PlayerSpec, RolloutKind};
use quevedo_search::mcts::Policy;
use serde::Serialize;

use crate::data::Head;

/// The share of Dirichlet noise in the root priors during self-play.
const NOISE: f64 = 0.25;

/// The settings of a loop. The same plan is the same loop, if the trainer is deterministic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZeroPlan {
    /// The game.
    pub game: GameEntry,
    /// Games of a generation.
    pub games: u64,
    /// Simulations per move.
    pub sims: u64,
    /// Leaves that a network evaluates in one batch.
    #[serde(skip_serializing_if = "is_one")]
    pub batch: usize,
    /// The number of generations whose games a network is trained on.
    pub window: usize,
    /// Random plies at the start of a game, at most.
    pub random_plies: u32,
    /// Until this ply moves are sampled in proportion to their visits (temperature 1); then the best one is played.
    #[serde(rename = "drawn_plies")]
    pub temperature_plies: u32,
    /// The player of the first generation, before there is a network.
    pub first: PlayerSpec,
    /// The gate that a network must pass to become the champion, if there is one.
    pub gate: Option<GatePlan>,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// The gate of a loop: a sequential test against the champion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GatePlan {
    /// The most games.
    pub games: u64,
    /// The Elo differences of the two hypotheses.
    pub elo: [f64; 2],
}

impl GatePlan {
    /// A match of up to this many games. If it ends without a decision, the network needs about 55 % of the points.
    pub const fn new(games: u64) -> Self {
        Self { games, elo: [0.0, 70.0] }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_one(batch: &usize) -> bool {
    *batch == 1
}

impl ZeroPlan {
    /// A loop of usual size.
    pub fn new(game: &GameEntry, sims: u64, seed: u64) -> Self {
        let first = MctsSpec { policy: Some(Policy::Puct), sims: Some(sims), ..MctsSpec::default() };
        Self {
            game: game.clone(),
            games: 1000,
            sims,
            batch: 1,
            window: 5,
            random_plies: 4,
            temperature_plies: 12,
            first: PlayerSpec::Mcts(first),
            gate: None,
            seed,
        }
    }

    /// The player of a network in self-play: with Dirichlet noise at the root.
    pub(super) fn self_player(&self, net: &Path) -> PlayerSpec {
        PlayerSpec::Mcts(MctsSpec { noise: Some(NOISE), ..self.search(net) })
    }

    /// The player of a network at full strength.
    pub fn player(&self, net: &Path) -> PlayerSpec {
        PlayerSpec::Mcts(self.search(net))
    }

    fn search(&self, net: &Path) -> MctsSpec {
        MctsSpec {
            policy: Some(Policy::Puct),
            eval: Some(EvalRef::File(net.to_owned())),
            sims: Some(self.sims),
            rollout: Some(RolloutKind::Eval),
            plies: Some(0),
            batch: (self.batch > 1).then_some(self.batch),
            ..MctsSpec::default()
        }
    }

    /// The head of its shards.
    pub(super) fn head(&self) -> Head {
        let spec = self.game.input_spec();
        let (planes, squares) = (spec.planes, spec.squares());
        Head { encoding: spec.name.into(), planes, squares, seed: self.seed, ..Head::default() }
    }
}
