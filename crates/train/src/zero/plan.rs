//! What decides a loop.

use std::path::Path;

use quevedo_catalog::{GameEntry, PlayerSpec, SpecError};
use serde::{Deserialize, Serialize};

use crate::data::Head;

/// How much of the priors of the root is noise during self-play.
const NOISE: &str = "0.25";

/// What decides a loop: the same plan, with a trainer that repeats itself, is the same loop again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZeroPlan {
    /// The game.
    pub game: &'static GameEntry,
    /// Games of a generation.
    pub games: u64,
    /// Simulations a move.
    pub sims: u64,
    /// Leaves that a network judges at once; 1 for one after the other.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub batch: u64,
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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

/// Plans of old say nothing of batches.
const fn one() -> u64 {
    1
}

fn is_one(batch: &u64) -> bool {
    *batch == one()
}

impl ZeroPlan {
    /// A loop of usual size.
    pub fn new(game: &'static GameEntry, sims: u64, seed: u64) -> Result<Self, SpecError> {
        let first = format!("mcts:policy=puct,sims={sims}").parse()?;
        let batch = one();
        Ok(Self {
            game,
            games: 1000,
            sims,
            batch,
            window: 5,
            random_plies: 4,
            drawn_plies: 12,
            first,
            gate: None,
            seed,
        })
    }

    /// The player of a network as it plays to learn.
    pub(super) fn learner(&self, net: &Path) -> Result<PlayerSpec, SpecError> {
        format!("{},noise={NOISE}", self.spec(net)).parse()
    }

    /// The player of a network as it plays to win.
    pub fn player(&self, net: &Path) -> Result<PlayerSpec, SpecError> {
        self.spec(net).parse()
    }

    fn spec(&self, net: &Path) -> String {
        let batch = if self.batch > 1 { format!(",batch={}", self.batch) } else { String::new() };
        format!("mcts:policy=puct,eval={},rollout=eval,plies=0,sims={}{batch}", net.display(), self.sims)
    }

    /// The head of its shards.
    pub(super) fn head(&self) -> Head {
        let sees = self.game.sees();
        let (planes, squares) = (sees.planes, sees.squares());
        Head { sees: sees.name.into(), planes, squares, seed: self.seed, ..Head::default() }
    }
}
