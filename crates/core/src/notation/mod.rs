//! Positions and moves as text, and what is said when the text is wrong.

mod grid;
mod ranks;

pub use grid::Grid;
pub use ranks::{read_ranks, write_ranks};

use thiserror::Error;

use crate::{Game, Side};

/// Positions and moves as text. For every position `p` and legal move `m`: `parse(p.show()) == p` and
/// `p.parse_move(&p.show_move(m)) == m`.
pub trait Notation: Game {
    /// The tag by which a record tells that it begins elsewhere than at the usual start.
    const START_TAG: &'static str = "Position";

    /// Reads a position.
    fn parse(text: &str) -> Result<Self, PositionError>;

    /// Writes the position, in a form that [`Notation::parse`] reads back in full, counters included.
    fn show(&self) -> String;

    /// Reads a move that must be legal here; says what is wrong otherwise.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// Writes a legal move, differently from every other legal move.
    fn show_move(&self, mv: Self::Move) -> String;

    /// The move as people of the game write it, where that differs: SAN in chess.
    fn pretty_move(&self, mv: Self::Move) -> String {
        self.show_move(mv)
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad {part} `{found}`: {expected}")]
pub struct PositionError {
    /// Which part of the text: `board`, `side to move`, `stall counter` …
    pub part: &'static str,
    /// What stands there.
    pub found: String,
    /// What would be right.
    pub expected: String,
}

impl PositionError {
    /// An error about `part`, which reads `found`.
    pub fn new(part: &'static str, found: &str, expected: impl Into<String>) -> Self {
        Self { part, found: clip(found), expected: expected.into() }
    }
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// It does not read as a move of this game at all.
    #[error("`{found}` does not read as a move: {expected}")]
    Malformed {
        /// The text, or its bad part.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// It reads as a move that is not legal here.
    #[error("`{found}` is not legal: {why}")]
    Illegal {
        /// The move.
        found: String,
        /// What forbids it.
        why: String,
    },
}

impl MoveError {
    /// `found` does not read as a move.
    pub fn malformed(found: &str, expected: impl Into<String>) -> Self {
        Self::Malformed { found: clip(found), expected: expected.into() }
    }

    /// `found` is not legal because of `why`.
    pub fn illegal(found: &str, why: impl Into<String>) -> Self {
        Self::Illegal { found: clip(found), why: why.into() }
    }

    /// The game is over, so nothing is legal.
    pub fn game_over(found: &str) -> Self {
        Self::illegal(found, "the game is over")
    }
}

/// Reads the letter of the side to move.
pub fn read_side(text: Option<&str>, first: char, second: char) -> Result<Side, PositionError> {
    let text = text.unwrap_or("");
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter == first => Ok(Side::First),
        (Some(letter), None) if letter == second => Ok(Side::Second),
        _ => Err(PositionError::new("side to move", text, format!("write `{first}` or `{second}` after the board"))),
    }
}

/// Refuses what follows the last field of a position.
pub fn read_end(text: Option<&str>) -> Result<(), PositionError> {
    text.map_or(Ok(()), |rest| Err(PositionError::new("end", rest, "nothing may follow here")))
}

/// Reads a small counter that may be left out, which means 0.
pub fn read_counter(text: Option<&str>, part: &'static str, most: u8) -> Result<u8, PositionError> {
    let Some(text) = text else { return Ok(0) };
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let value = text.parse().ok().filter(|value| digits && *value <= most);
    value.ok_or_else(|| PositionError::new(part, text, format!("a number from 0 to {most}")))
}

/// Shortens a text for an error message and takes control characters out.
pub fn clip(text: &str) -> String {
    const MOST: usize = 60;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.chars().take(MOST).map(clean).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}
