//! What is known of how a shipped network came to be: `NAME.json` beside `NAME.qnet`.
//!
//! ```json
//! { "command": "quevedo train recipes/othello/patterns.toml",
//!   "player": "alphabeta:depth=4", "games": 60000,
//!   "losses": [{ "epoch": 1, "loss": 0.6, "validation_loss": 0.61 }],
//!   "tests": [{ "player": "alphabeta:nodes=10000", "against": "handmade", "games": 400,
//!               "wins": 200, "draws": 50, "losses": 150, "elo": 43.7, "elo_error": 32.1 }],
//!   "generations": [{ "number": 1, "positions": 83346, "loss": 1.97, "validation_loss": 1.98, "kept": 0.96,
//!                     "elo": 230.2, "elo_error": 56.1 }] }
//! ```
//!
//! Only the command must be there; player and games are missing where the network was not taught by games of one player.
//! Facts that stand in the weight file itself are not repeated, and words that are not
//! known are passed over, so that the lines of a trainer's log may be put here as they are.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How a network was made and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "NetworkRecord"), schema(as = NetworkRecord))]
pub struct Record {
    /// The command that made it.
    pub command: String,
    /// Who played the games it learned from, where that was one player and not the network itself.
    #[serde(default)]
    pub player: Option<String>,
    /// How many games those were.
    #[serde(default)]
    pub games: Option<u64>,
    /// The loss after every epoch of the training.
    #[serde(default)]
    pub losses: Vec<EpochLoss>,
    /// Matches against other evaluators.
    #[serde(default)]
    pub tests: Vec<NetTest>,
    /// The rounds of self-play and training, for a network that taught itself.
    #[serde(default)]
    pub generations: Vec<Generation>,
}

/// How wrong a network was after an epoch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "LossState"), schema(as = LossState))]
pub struct EpochLoss {
    /// From 1.
    pub epoch: u32,
    /// On the positions it learned from.
    pub loss: f64,
    /// On positions that were kept apart.
    pub validation_loss: Option<f64>,
}

/// A match between two players that differ in their evaluators alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "NetworkTest"), schema(as = NetworkTest))]
pub struct NetTest {
    /// What both play by, apart from the evaluator.
    pub player: String,
    /// The evaluator of the other one, or a player who needs none.
    pub against: String,
    /// How many games.
    pub games: u32,
    /// Won by the network.
    pub wins: u32,
    /// Won by nobody.
    pub draws: u32,
    /// Won by the other one.
    pub losses: u32,
    /// By how much the network is better; none where one of them has all the points.
    pub elo: Option<f64>,
    /// Half of the 95 % interval.
    pub elo_error: Option<f64>,
}

/// A round of self-play and training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "GenerationState"), schema(as = GenerationState))]
pub struct Generation {
    /// Its number.
    pub number: u32,
    /// How many positions it learned from.
    pub positions: u64,
    /// How wrong its network is on them.
    pub loss: f64,
    /// The same on positions that were kept apart.
    pub validation_loss: Option<f64>,
    /// The share of its moves that a solver finds right: a win stays won, a draw drawn. None where it was not asked.
    #[serde(default)]
    pub kept: Option<f64>,
    /// By how much it is stronger than the same search without a network, where they have played.
    #[serde(default)]
    pub elo: Option<f64>,
    /// Half the 95 % interval of that.
    #[serde(default)]
    pub elo_error: Option<f64>,
}

/// What is wrong with a record.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It is damaged, or something else.
    #[error("{file}: not the record of a network: {problem}")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: serde_json::Error,
    },
    /// The games of a test are not as many as it says.
    #[error("{file}: the test against `{against}` has {games} games, but {counted} results")]
    Games {
        /// The file.
        file: String,
        /// Who was played against.
        against: String,
        /// How many games there should be.
        games: u32,
        /// How many there are.
        counted: u64,
    },
}

impl Record {
    /// Reads a record; `file` is what errors call it.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, RecordError> {
        let damaged = |problem| RecordError::Damaged { file: file.into(), problem };
        let record: Self = serde_json::from_slice(bytes).map_err(damaged)?;
        for test in &record.tests {
            test.check(file)?;
        }
        Ok(record)
    }
}

impl NetTest {
    fn check(&self, file: &str) -> Result<(), RecordError> {
        let counted = [self.wins, self.draws, self.losses].map(u64::from).iter().sum();
        if counted == u64::from(self.games) {
            return Ok(());
        }
        Err(RecordError::Games { file: file.into(), against: self.against.clone(), games: self.games, counted })
    }
}
