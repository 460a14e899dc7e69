//! Why data cannot be used.

use std::io;
use std::path::Path;

use quevedo_arena::MatchError;
use thiserror::Error;

/// Why data cannot be read, written or made.
#[derive(Debug, Error)]
pub enum DataError {
    /// The file or folder cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: String,
        /// What is wrong with it.
        error: io::Error,
    },
    /// It is something else.
    #[error("{path} is no shard of positions: it does not begin like one")]
    NoShard {
        /// The file.
        path: String,
    },
    /// It was written by another version of this program.
    #[error("{path} is a shard of version {found}; this program reads version {known}")]
    Version {
        /// The file.
        path: String,
        /// Its version.
        found: u8,
        /// Ours.
        known: u8,
    },
    /// It is not what was written.
    #[error("{path} is damaged: {problem}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// It holds positions of another game than those before it, or than the one that was asked for.
    #[error("{path} holds positions of the input encoding `{found}`: `{wanted}` is needed")]
    OtherGame {
        /// The file.
        path: String,
        /// What it holds.
        found: String,
        /// What was wanted.
        wanted: String,
    },
    /// There is more than was asked for.
    #[error("{path} holds {there} games, and {games} are wanted: ask for as many, or choose another folder")]
    MoreGames {
        /// The folder.
        path: String,
        /// Games that are there, or were.
        there: u64,
        /// Games that are wanted.
        games: u64,
    },
    /// There is nothing to read.
    #[error("{path}: no shards (*.qdat) there: make some with `quevedo datagen`")]
    Empty {
        /// Where.
        path: String,
    },
    /// The folder belongs to something else.
    #[error("{path} holds the data of another run, with other settings: {problem}; choose another folder")]
    OtherRun {
        /// The folder.
        path: String,
        /// Which setting.
        problem: String,
    },
    /// Another run writes to the folder.
    #[error("{path}: another run is writing to it: wait for it to end, or choose another folder")]
    Busy {
        /// The folder.
        path: String,
    },
    /// The games cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A position cannot be read or evaluated.
    #[error("{text}: {problem}")]
    Position {
        /// The position.
        text: String,
        /// What is wrong.
        problem: String,
    },
    /// A game that was played cannot be played again.
    #[error("game {number} cannot be replayed: {problem}")]
    Replay {
        /// Which.
        number: u64,
        /// Why.
        problem: String,
    },
}

impl DataError {
    /// What the system says of a path.
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.display().to_string(), error }
    }

    /// A file that is not what was written.
    pub(crate) fn damaged(path: &Path, problem: impl Into<String>) -> Self {
        Self::Damaged { path: path.display().to_string(), problem: problem.into() }
    }
}
