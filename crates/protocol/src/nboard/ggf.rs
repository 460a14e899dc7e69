//! Games of Othello in the Generic Game Format: `(;GM[Othello]…BO[8 -…O*…*O…- *]B[F5]W[F6//1.5];)`.

use quevedo_catalog::{GameEntry, Session};
use quevedo_core::notation::clip;
use quevedo_core::{MoveError, PositionError, Side};
use thiserror::Error;

/// Why a text is not a game.
#[derive(Debug, Error)]
pub(super) enum GgfError {
    #[error("`{0}` is no game: write `(;GM[Othello]BO[8 BOARD *]B[F5]W[F6];)`")]
    Syntax(String),
    #[error("the board has {0} squares: write 8, then 64 of `-`, `*` and `O`, then who moves")]
    Board(usize),
    #[error("{0}")]
    Position(#[from] PositionError),
    #[error("move {number}: {error}")]
    Move { number: usize, error: MoveError },
}

/// Reads a game. Without a board it begins at the usual start.
pub(super) fn read(game: &GameEntry, text: &str) -> Result<Box<dyn Session>, GgfError> {
    let body = text.trim().strip_prefix("(;").and_then(|rest| rest.rsplit_once(";)"));
    let (body, _) = body.ok_or_else(|| GgfError::Syntax(clip(text)))?;
    let tags = tags(body).ok_or_else(|| GgfError::Syntax(clip(text)))?;
    let board = tags.iter().find(|(name, _)| *name == "BO").map(|(_, value)| position(value)).transpose()?;
    let mut session = game.session(board.as_deref())?;
    let moves = tags.iter().filter_map(|(name, value)| match *name {
        "B" => Some((Side::First, *value)),
        "W" => Some((Side::Second, *value)),
        _ => None,
    });
    for (index, (side, value)) in moves.enumerate() {
        // Some programs leave passes out.
        if side != session.turn() {
            let _ = session.play("pass");
        }
        let played = session.play(&read_move(value));
        played.map_err(|error| GgfError::Move { number: index + 1, error })?;
    }
    Ok(session)
}

/// A move with its evaluation and time, `F5/1.5/2`, as we write it.
pub(super) fn read_move(text: &str) -> String {
    let square = text.split('/').next().unwrap_or("").trim().to_ascii_lowercase();
    if square == "pa" { "pass".into() } else { square }
}

/// A move as the protocol writes it.
pub(super) fn show_move(text: &str) -> String {
    if text == "pass" { "PA".into() } else { text.to_ascii_uppercase() }
}

/// Names and values in brackets, one after the other.
fn tags(mut text: &str) -> Option<Vec<(&str, &str)>> {
    let mut tags = Vec::new();
    while !text.trim().is_empty() {
        let (name, rest) = text.split_once('[')?;
        let (value, behind) = rest.split_once(']')?;
        tags.push((name.trim(), value));
        text = behind;
    }
    Some(tags)
}

/// `8 -…O*…*O…- *` in our notation.
fn position(value: &str) -> Result<String, GgfError> {
    let squares = value.trim().strip_prefix('8').unwrap_or("").chars().filter(|letter| !letter.is_whitespace());
    let letters: Vec<char> = squares.map(|letter| if letter == '*' { 'X' } else { letter }).collect();
    match letters.split_last() {
        Some((turn, board)) if board.len() == 64 => Ok(format!("{} {turn}", board.iter().collect::<String>())),
        _ => Err(GgfError::Board(letters.len().saturating_sub(1))),
    }
}
