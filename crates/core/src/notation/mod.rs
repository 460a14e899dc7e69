//! Positions and moves as text, and what is said when the text is wrong.

mod foreign;
mod grid;
pub mod messages;
mod ranks;
mod uci;

pub use foreign::{ForeignGame, move_values};
pub use grid::Grid;
pub use ranks::{read_ranks, write_ranks};
pub use uci::{SimpleFen, UciStyle, fen_ranks};

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use crate::{Game, Message, Side, Text};

/// Positions and moves as text. For every position `p` and legal move `m`: `parse(p.show()) == p` and
/// `p.parse_move(&p.show_move(m)) == m`.
pub trait Notation: Game {
    /// The PGN tag of the position in which a record begins, if it is not the usual start.
    const START_TAG: &'static str = "Position";

    /// Start positions that people choose by number, where the game has some.
    const NUMBERED_STARTS: Option<NumberedStarts> = None;

    /// Reads a position, those of [`Notation::NUMBERED_STARTS`] as well.
    fn parse(text: &str) -> Result<Self, PositionError>;

    /// Writes the position, in a form that [`Notation::parse`] reads back in full, counters included.
    fn show(&self) -> String;

    /// Reads a move that must be legal here; says what is wrong otherwise. By default it is the legal move that
    /// [`Notation::show_move`] writes so.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        let legal = self.legal_moves();
        let Some(example) = legal.first() else { return Err(MoveError::game_over(text)) };
        let found = legal.iter().find(|mv| self.show_move(**mv) == text).copied();
        found.ok_or_else(|| MoveError::illegal(text, messages::no_such_move(self.show_move(*example))))
    }

    /// Writes a legal move, differently from every other legal move.
    fn show_move(&self, mv: Self::Move) -> String;

    /// Reads the first move of a line of play, and returns what follows it. `text` begins with no blank. By default moves
    /// are words; a game whose lines are written without blanks, or without forced moves, reads them here.
    fn take_move<'a>(&self, text: &'a str) -> Result<(Self::Move, &'a str), MoveError> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Ok((self.parse_move(word)?, rest))
    }

    /// The move as people of the game write it, where that differs: SAN in chess.
    fn pretty_move(&self, mv: Self::Move) -> String {
        self.show_move(mv)
    }

    /// Reads a position as UCI programs write it, or as [`Notation::parse`] does.
    fn parse_uci(text: &str) -> Result<Self, PositionError> {
        Self::parse(text)
    }

    /// Writes the position for UCI programs, where they do it otherwise.
    fn show_uci(&self) -> String {
        self.show()
    }

    /// The style that a game from this position must be written in.
    fn uci_style(&self) -> UciStyle {
        UciStyle::Standard
    }

    /// Reads a legal move as UCI programs write it, or as [`Notation::parse_move`] does.
    fn parse_uci_move(&self, text: &str, _style: UciStyle) -> Result<Self::Move, MoveError> {
        self.parse_move(text)
    }

    /// Writes a legal move for UCI programs, where they do it otherwise.
    fn show_uci_move(&self, mv: Self::Move, _style: UciStyle) -> String {
        self.show_move(mv)
    }

    /// The formats of other programs that [`Notation::write_foreign`] writes, by name. A game with none is not asked to read
    /// any either.
    const FOREIGN_FORMATS: &'static [&'static str] = &[];

    /// Reads games and positions in the formats of other programs, told apart by their content; `None` where the text is in
    /// none of them.
    fn read_foreign(_text: &str) -> Option<Result<Vec<ForeignGame<Self>>, Message>> {
        None
    }

    /// Writes a game in one of [`Notation::FOREIGN_FORMATS`]; `None` where the format cannot hold it.
    fn write_foreign(_format: &str, _game: &ForeignGame<Self>) -> Option<String> {
        None
    }
}

/// Start positions that people choose by number. One of them is written `word:NUMBER`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberedStarts {
    /// The word before the number: `chess960`.
    pub word: &'static str,
    /// What people call a game from one of them.
    pub name: Text,
    /// How many there are; the first is number 0.
    pub count: u32,
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// Which part of the text: `board`, `side to move` …
    pub part: Message,
    /// What stands there.
    pub found: String,
    /// What would be right.
    pub expected: Message,
}

impl PositionError {
    /// An error about `part`, which reads `found`.
    pub fn new(part: Message, found: &str, expected: Message) -> Self {
        Self { part, found: clip(found), expected }
    }

    /// The error in all languages.
    pub fn message(&self) -> Message {
        if self.found.is_empty() {
            return messages::missing_part(self.part.clone(), self.expected.clone());
        }
        messages::bad_position(self.part.clone(), &self.found, self.expected.clone())
    }
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It does not read as a move of this game at all.
    Malformed {
        /// The text, or its bad part.
        found: String,
        /// What would be right.
        expected: Message,
    },
    /// It reads as a move that is not legal here.
    Illegal {
        /// The move.
        found: String,
        /// What forbids it.
        why: Message,
    },
}

impl MoveError {
    /// `found` does not read as a move.
    pub fn malformed(found: &str, expected: Message) -> Self {
        Self::Malformed { found: clip(found), expected }
    }

    /// `found` is not legal because of `why`.
    pub fn illegal(found: &str, why: Message) -> Self {
        Self::Illegal { found: clip(found), why }
    }

    /// The game is over, so nothing is legal.
    pub fn game_over(found: &str) -> Self {
        Self::illegal(found, messages::game_over())
    }

    /// The error in all languages.
    pub fn message(&self) -> Message {
        match self {
            Self::Malformed { found, expected } => messages::bad_move(found, expected.clone()),
            Self::Illegal { found, why } => messages::illegal_move(found, why.clone()),
        }
    }
}

/// Which move of a line of play cannot be played, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// Which, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub error: MoveError,
}

impl LineError {
    /// The error in all languages.
    pub fn message(&self) -> Message {
        messages::line_move(self.number, self.error.message())
    }
}

impl Display for LineError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Display for PositionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Display for MoveError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for PositionError {}
impl Error for MoveError {}
impl Error for LineError {}

/// Reads the letter of the side to move.
pub fn read_side(text: Option<&str>, first: char, second: char) -> Result<Side, PositionError> {
    let text = text.unwrap_or("");
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter == first => Ok(Side::First),
        (Some(letter), None) if letter == second => Ok(Side::Second),
        _ => Err(PositionError::new(messages::side_to_move(), text, messages::write_side(first, second))),
    }
}

/// Refuses what follows the last field of a position.
pub fn read_end(text: Option<&str>) -> Result<(), PositionError> {
    text.map_or(Ok(()), |rest| Err(PositionError::new(messages::end(), rest, messages::nothing_follows())))
}

/// Reads a small counter that may be left out, which means 0.
pub fn read_counter(text: Option<&str>, part: Message, most: u8) -> Result<u8, PositionError> {
    let Some(text) = text else { return Ok(0) };
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let value = text.parse().ok().filter(|value| digits && *value <= most);
    value.ok_or_else(|| PositionError::new(part, text, messages::number_between(0, most)))
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
