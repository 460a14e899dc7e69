//! The command `position`: a start, and moves from there.

use quevedo_catalog::{GameEntry, Session};
use quevedo_core::{MoveError, PositionError, UciStyle};
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

/// A game from its usual start, without draws by claim: a question about a position gets an answer.
pub(super) fn start(game: &GameEntry) -> Box<dyn Session> {
    let mut session = game.session(None).expect("the usual start is a position");
    session.waive_claims();
    session
}

/// The game that follows `position`.
pub(super) fn read(game: &GameEntry, style: UciStyle, text: &str) -> Result<Box<dyn Session>, PlaceError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let mut session = match words[..end].split_first() {
        Some((&"startpos", [])) => start(game),
        Some((&"fen", [])) | None => return Err(PlaceError::Syntax),
        Some((&"fen", fen)) => game.uci_session(&fen.join(" "))?,
        Some(_) => return Err(PlaceError::Syntax),
    };
    session.waive_claims();
    for (index, text) in words.iter().skip(end + 1).enumerate() {
        let played = session.play_uci(text, style);
        played.map_err(|error| PlaceError::Move { number: index + 1, error })?;
    }
    Ok(session)
}
