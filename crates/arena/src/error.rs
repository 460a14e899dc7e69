//! Why games cannot be played.

use quevedo_catalog::{SpecError, UnknownGame};
use thiserror::Error;

use crate::OpeningError;

/// Why a match cannot be played, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchError {
    /// A player is a person.
    #[error("`human` cannot play a match: name two engines, or use `quevedo play` to play yourself")]
    Human,
    /// The catalog does not have the game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A player cannot play this game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A match without games.
    #[error("a match has at least 1 game")]
    NoGames,
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The opening of a job is not legal.
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
    /// An external engine cannot be used.
    #[error("cannot use the engine `{engine}`: {problem}")]
    Engine {
        /// The program.
        engine: String,
        /// What is wrong with it.
        problem: String,
    },
    /// An engine failed in a run that stops at faults.
    #[error("game {number}: `{player}` failed: {problem}")]
    Failed {
        /// The game, from 1.
        number: u64,
        /// The player.
        player: String,
        /// What it did.
        problem: String,
    },
    /// The workers on other machines cannot be reached.
    #[error("queue: {problem}")]
    Queue {
        /// What is wrong with it.
        problem: String,
    },
    /// The stop flag was set.
    #[error("stopped")]
    Stopped,
}
