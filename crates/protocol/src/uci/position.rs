//! The command `position`: a start, and moves from there.

use quevedo_catalog::{Dialect, GameEntry, Session};
use quevedo_core::{MoveError, PositionError};
use thiserror::Error;

/// Why a position was not taken over.
#[derive(Debug, Error)]
pub(super) enum PlaceError {
    #[error("write `position startpos` or `position fen FEN`, then `moves` and moves if there are any")]
    Syntax,
    #[error("{0}")]
    Position(#[from] PositionError),
    #[error("move {number}: {error}")]
    Move { number: usize, error: MoveError },
}

/// A game from its usual start, in which nobody claims draws: whoever asks about a position wants an answer.
pub(super) fn start(game: &'static GameEntry) -> Box<dyn Session> {
    let mut session = game.session(None).expect("the usual start is a position");
    session.waive_claims();
    session
}

/// The game that follows `position`.
pub(super) fn read(game: &'static GameEntry, dialect: Dialect, text: &str) -> Result<Box<dyn Session>, PlaceError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let mut session = match words[..end].split_first() {
        Some((&"startpos", [])) => start(game),
        Some((&"fen", [])) | None => return Err(PlaceError::Syntax),
        Some((&"fen", fen)) => dialect.open(game, &fen.join(" "))?,
        Some(_) => return Err(PlaceError::Syntax),
    };
    session.waive_claims();
    for (index, text) in words.iter().skip(end + 1).enumerate() {
        let played = dialect.play(&mut *session, text);
        played.map_err(|error| PlaceError::Move { number: index + 1, error })?;
    }
    Ok(session)
}
