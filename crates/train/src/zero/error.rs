//! Why a loop cannot continue.

use std::io;
use std::path::Path;

use quevedo_arena::MatchError;
use quevedo_catalog::SpecError;
use thiserror::Error;

use crate::TrainerError;
use crate::data::DataError;

/// Why a loop cannot continue.
#[derive(Debug, Error)]
pub enum ZeroError {
    /// The games cannot be written or read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The match of the gate cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The player cannot be made: a network that does not fit, say.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A file of the loop cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: String,
        /// What is wrong with it.
        error: io::Error,
    },
    /// The content of a file is wrong.
    #[error("{path}: {problem}")]
    Wrong {
        /// Which.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The trainer did not train.
    #[error(transparent)]
    Trainer(#[from] TrainerError),
    /// The player does not count visits, so there is no policy target.
    #[error("`{player}` does not count visits: use `mcts`")]
    NoVisits {
        /// The player.
        player: String,
    },
    /// Random moves end the game before it begins.
    #[error("{plies} random plies leave no game to play: use fewer")]
    NoGame {
        /// How many.
        plies: u32,
    },
    /// The solver does not reach the positions of the move accuracy.
    #[error("the solver of {game} does not reach the positions: move accuracy cannot be measured")]
    NoSolver {
        /// The game.
        game: String,
    },
}

impl ZeroError {
    pub(super) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.display().to_string(), error }
    }

    pub(super) fn wrong(path: &Path, problem: &impl ToString) -> Self {
        Self::Wrong { path: path.display().to_string(), problem: problem.to_string() }
    }
}
