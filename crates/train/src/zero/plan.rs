//! What decides a loop.

use std::path::Path;

use quevedo_catalog::{EvalRef, GameEntry, MctsSpec, PlayerSpec, RolloutKind};
use quevedo_search::mcts::Policy;
use serde::Serialize;

use crate::data::Head;

/// How much of the priors of the root is noise during self-play.
const NOISE: f64 = 0.25;

/// What decides a loop: the same plan, with a trainer that repeats itself, is the same loop again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZeroPlan {
    /// The game.
    pub game: GameEntry,
    /// Games of a generation.
    pub games: u64,
    /// Simulations a move.
    pub sims: u64,
    /// Leaves that a network judges at once; 1 for one after the other.
    #[serde(skip_serializing_if = "is_one")]
    pub batch: usize,
    /// Generations whose games a network learns from.
    pub window: usize,
    /// Games begin with up to so many random plies.
    pub random_plies: u32,
    /// Until this ply moves are drawn by their visits, then the best is played.
    pub drawn_plies: u32,
    /// Who plays while there is no network.
    pub first: PlayerSpec,
    /// Whether a network must win a match to take over.
    pub gate: Option<Gate>,
    /// Where all random numbers come from.
    pub seed: u64,
}

/// A match that a new network must win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Gate {
    /// How many games.
    pub games: u64,
    /// The share of the points it must make.
    pub share: f64,
}

impl Gate {
    /// A match of so many games, to be won by 55 %.
    pub const fn new(games: u64) -> Self {
        Self { games, share: 0.55 }
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
            drawn_plies: 12,
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
        Head { sees: spec.name.into(), planes, squares, seed: self.seed, ..Head::default() }
    }
}
