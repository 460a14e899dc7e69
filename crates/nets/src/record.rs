//! The record of a network: how it was made and tested, in `NAME.json` beside `NAME.qnet`.
//!
//! ```json
//! { "command": "quevedo train recipes/othello/patterns.toml",
//!   "about_es": "46 patrones en 16 fases",
//!   "player": "alphabeta:depth=4", "games": 60000,
//!   "losses": [{ "epoch": 1, "loss": 0.6, "validation_loss": 0.61 }],
//!   "tests": [{ "player": "alphabeta:nodes=10000", "against": "handmade", "games": 400,
//!               "wins": 200, "draws": 50, "losses": 150, "elo": 43.7, "elo_error": 32.1 }],
//!   "generations": [{ "number": 1, "positions": 83346, "loss": 1.97, "validation_loss": 1.98, "kept": 0.96,
//!                     "elo": 230.2, "elo_error": 56.1 }] }
//! ```
//!
//! Only the command is required. Player and games are missing if the training games were not those of one player. The metadata
//! of the weight file is not repeated. Unknown keys are ignored, so that the lines of a trainer's log can be copied here.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How a network was made and tested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "NetworkRecord"), schema(as = NetworkRecord))]
pub struct Record {
    /// The command that made it.
    pub command: String,
    /// Its description in Spanish; the weight file has the one in English.
    #[serde(default)]
    pub about_es: Option<String>,
    /// The player of the training games, if it was one player and not the network itself.
    #[serde(default)]
    pub player: Option<String>,
    /// The number of training games.
    #[serde(default)]
    pub games: Option<u64>,
    /// The loss after every epoch of the training.
    #[serde(default)]
    pub losses: Vec<EpochLoss>,
    /// Matches against other evaluators.
    #[serde(default)]
    pub tests: Vec<NetTest>,
    /// The generations of self-play and training, for a network trained by self-play.
    #[serde(default)]
    pub generations: Vec<Generation>,
}

/// The loss of a network after an epoch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "LossState"), schema(as = LossState))]
pub struct EpochLoss {
    /// From 1.
    pub epoch: u32,
    /// On the training set.
    pub loss: f64,
    /// On the validation set.
    pub validation_loss: Option<f64>,
}

/// A match between two players that differ only in their evaluators.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "NetworkTest"), schema(as = NetworkTest))]
pub struct NetTest {
    /// The spec of both players, without the evaluator.
    pub player: String,
    /// The evaluator of the opponent, or a player that needs none.
    pub against: String,
    /// The number of games.
    pub games: u32,
    /// Games won by the network.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games lost by the network.
    pub losses: u32,
    /// The Elo difference in favour of the network; none if one side has all the points.
    pub elo: Option<f64>,
    /// Half of the 95 % confidence interval.
    pub elo_error: Option<f64>,
}

/// A generation of self-play and training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "GenerationState"), schema(as = GenerationState))]
pub struct Generation {
    /// Its number.
    pub number: u32,
    /// The number of training positions.
    pub positions: u64,
    /// The training loss.
    pub loss: f64,
    /// The validation loss.
    pub validation_loss: Option<f64>,
    /// The share of its moves that keep the game-theoretic value, by a solver; none if it was not measured.
    #[serde(default)]
    pub kept: Option<f64>,
    /// The Elo difference to the same search without a network, if they have played.
    #[serde(default)]
    pub elo: Option<f64>,
    /// Half of the 95 % confidence interval of that.
    #[serde(default)]
    pub elo_error: Option<f64>,
}

/// An error of a record.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It is damaged, or not a record.
    #[error("{file}: not the record of a network: {problem}")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: serde_json::Error,
    },
    /// The results of a test do not add up to its number of games.
    #[error("{file}: the test against `{against}` has {games} games, but {counted} results")]
    Games {
        /// The file.
        file: String,
        /// The opponent.
        against: String,
        /// The number of games.
        games: u32,
        /// The number of results.
        counted: u64,
    },
}

impl Record {
    /// Reads a record; `file` is its name in error messages.
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
