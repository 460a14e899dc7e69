//! Why games cannot be played.

use quevedo_catalog::SpecError;
use thiserror::Error;

use crate::OpeningError;

/// Why a match cannot be played, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchError {
    /// A person was invited.
    #[error("`human` cannot play a match: name two machines, or use `quevedo play` to play yourself")]
    Human,
    /// A player cannot play this game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// There is nothing to play.
    #[error("a match has at least 1 game")]
    NoGames,
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The opening of a job is wrong.
    #[error("the opening of a game cannot be played: {problem}")]
    BadOpening {
        /// What is wrong with it.
        problem: String,
    },
    /// A player did not move in a game that is not over.
    #[error("a player has no move in `{position}`")]
    NoMove {
        /// Where it happened.
        position: String,
    },
    /// A program from outside cannot be used.
    #[error("cannot use the engine `{engine}`: {problem}")]
    Engine {
        /// The program.
        engine: String,
        /// What is wrong with it.
        problem: String,
    },
    /// An engine failed, and the run was to stop then.
    #[error("game {number}: `{player}` failed: {problem}")]
    Failed {
        /// The game, from 1.
        number: u64,
        /// The player.
        player: String,
        /// What it did.
        problem: String,
    },
    /// Those who play elsewhere cannot be reached.
    #[error("queue: {problem}")]
    Queue {
        /// What is wrong with it.
        problem: String,
    },
    /// Somebody said stop.
    #[error("stopped")]
    Stopped,
}
