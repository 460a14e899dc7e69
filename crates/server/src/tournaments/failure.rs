//! Why a tournament cannot continue, as the store keeps it.

use quevedo_core::Message;
use serde::{Deserialize, Serialize};

use crate::messages;

/// Why a tournament cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub(crate) enum TournamentFailure {
    /// It needs external programs or files.
    CommandLine,
    /// A player took too long for a move.
    MoveTooLong {
        /// The seconds allowed.
        seconds: u64,
    },
    /// A player failed.
    PlayerFailed,
    /// Something else, which the log of the server says.
    Internal,
}

impl TournamentFailure {
    /// The failure of a text in the store. Earlier versions stored other texts.
    pub(crate) fn read(text: &str) -> Option<Self> {
        (!text.is_empty()).then(|| serde_json::from_str(text).unwrap_or(Self::Internal))
    }

    /// The failure as the store keeps it.
    pub(crate) fn write(failure: Option<Self>) -> String {
        failure.map(|failure| serde_json::to_string(&failure).expect("plain data")).unwrap_or_default()
    }

    /// The failure in words.
    pub(crate) fn message(self) -> Message {
        match self {
            Self::CommandLine => messages::command_line_tournament(),
            Self::MoveTooLong { seconds } => messages::move_too_long(seconds),
            Self::PlayerFailed => messages::player_failed(),
            Self::Internal => messages::tournament_failed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_stored_and_read() {
        for failure in [
            TournamentFailure::CommandLine,
            TournamentFailure::MoveTooLong { seconds: 60 },
            TournamentFailure::PlayerFailed,
            TournamentFailure::Internal,
        ] {
            assert_eq!(TournamentFailure::read(&TournamentFailure::write(Some(failure))), Some(failure));
        }
        assert_eq!(TournamentFailure::read(&TournamentFailure::write(None)), None);
        assert_eq!(TournamentFailure::read("a player failed"), Some(TournamentFailure::Internal));
    }
}
