//! The openings of a match.

use std::collections::HashSet;
use std::sync::Arc;

use quevedo_catalog::{GameEntry, Session};
use quevedo_core::Rng;
use quevedo_core::hash::combine;
use quevedo_record::Record;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How many random openings are tried before it is an error that all of them end the game.
const ATTEMPTS: u64 = 200;
/// Random plies of a game for which no openings are shipped.
const DEFAULT_PLIES: u32 = 4;

/// The beginning of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// The first position; without one, the start position of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves from there, in move notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Why openings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// The game is over before the players make a move.
    #[error("random openings of {plies} plies leave no game to play: use fewer")]
    TooLong {
        /// Their length.
        plies: u32,
    },
    /// A recorded game is not legal, or over.
    #[error("opening {number}: {problem}")]
    Record {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A line of a file is not an opening.
    #[error("line {line}: {problem}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The file is empty.
    #[error("there is no opening: write one a line, as moves separated by blanks or as a position")]
    None,
}

/// The openings of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// Random legal moves from the start, different ones for every pair of games.
    Random {
        /// How many.
        plies: u32,
    },
    /// A list. All are used once before any is used again, in an order that depends on the seed.
    List(Arc<[Opening]>),
}

impl Default for Openings {
    fn default() -> Self {
        Self::Random { plies: 0 }
    }
}

impl Openings {
    /// Reads openings from a text: game records (PGN, or another format that the game reads), or one opening a line, each a
    /// position or moves from the start. Empty lines are skipped. A `#` at the start of a line or behind a blank begins a
    /// comment.
    pub fn read(game: &GameEntry, text: &str) -> Result<Self, OpeningError> {
        Self::read_plies(game, text, usize::MAX)
    }

    /// The same with no more than the first plies of each; openings that are then the same count once.
    pub fn read_plies(game: &GameEntry, text: &str, plies: usize) -> Result<Self, OpeningError> {
        let mut list = if text.trim_start_matches('\u{feff}').trim_start().starts_with('[') {
            read_records(game, text, plies)?
        } else {
            read_lines(game, text, plies)?
        };
        if plies < usize::MAX {
            let mut seen = HashSet::new();
            list.retain(|opening| seen.insert(opening.clone()));
        }
        if list.is_empty() { Err(OpeningError::None) } else { Ok(Self::List(list.into())) }
    }

    /// The balanced openings that are shipped with the program, if the game has any.
    pub fn shipped(game: &GameEntry) -> Option<Self> {
        let text = crate::shipped::openings(game.id())?;
        Self::read(game, text).ok()
    }

    /// The shipped openings; for a game that has none, random plies.
    pub fn shipped_or_random(game: &GameEntry) -> Self {
        Self::shipped(game).unwrap_or(Self::Random { plies: DEFAULT_PLIES })
    }

    /// The opening of a pair of games.
    pub fn get(&self, game: &GameEntry, seed: u64, pair: u64) -> Result<Opening, OpeningError> {
        match self {
            Self::Random { plies } => {
                let seed = combine(seed, pair);
                let drawn = (0..ATTEMPTS).find_map(|attempt| draw(game, *plies, combine(seed, attempt)));
                drawn.ok_or(OpeningError::TooLong { plies: *plies })
            }
            Self::List(list) => {
                let mut order: Vec<usize> = (0..list.len()).collect();
                let round = pair / list.len() as u64;
                Rng::with_seed(combine(seed, round)).shuffle(&mut order);
                Ok(list[order[(pair % list.len() as u64) as usize]].clone())
            }
        }
    }
}

impl Opening {
    /// A session of the game after the opening.
    pub fn open(&self, game: &GameEntry) -> Result<Box<dyn Session>, String> {
        let mut session = game.session(self.position.as_deref()).map_err(|error| error.to_string())?;
        for (index, mv) in self.moves.iter().enumerate() {
            session.play(mv).map_err(|error| format!("move {}: {error}", index + 1))?;
        }
        Ok(session)
    }

    /// The first plies of the opening, if the game is not over after them.
    fn checked(mut self, game: &GameEntry, plies: usize) -> Result<Self, String> {
        self.moves.truncate(plies);
        match self.open(game)?.outcome() {
            Some(_) => Err("the game is over after it".into()),
            None => Ok(self),
        }
    }
}

/// Random moves from the start; `None` if they end the game.
fn draw(game: &GameEntry, plies: u32, seed: u64) -> Option<Opening> {
    let mut session = game.session(None).ok()?;
    let mut rng = Rng::with_seed(seed);
    let moves = (0..plies).map(|_| session.play_random(&mut rng).map(|mv| mv.text)).collect::<Option<_>>()?;
    session.outcome().is_none().then_some(Opening { position: None, moves })
}

fn read_records(game: &GameEntry, text: &str, plies: usize) -> Result<Vec<Opening>, OpeningError> {
    let line_error = |line, problem| OpeningError::Line { line, problem };
    let records = Record::parse_all(text).map_err(|error| line_error(error.line, error.problem))?;
    let read = |(index, record): (usize, &Record)| {
        let record_error = |problem| OpeningError::Record { number: index + 1, problem };
        let position = record.tag("Position").or_else(|| record.tag("FEN")).map(str::to_owned);
        let mut session = game.session(position.as_deref()).map_err(|error| record_error(error.to_string()))?;
        let mut moves = Vec::new();
        for mv in record.moves.iter().take(plies) {
            moves.push(session.play(&mv.text).map_err(|error| record_error(error.to_string()))?.text);
        }
        Opening { position, moves }.checked(game, plies).map_err(record_error)
    };
    records.iter().enumerate().map(read).collect()
}

/// A line without its comment. A `#` right behind a move is no comment: it is the sign of mate.
fn without_comment(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with('#') { "" } else { line.split(" #").next().unwrap_or("").trim() }
}

fn read_lines(game: &GameEntry, text: &str, plies: usize) -> Result<Vec<Opening>, OpeningError> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(without_comment).enumerate();
    let read = |(index, line): (usize, &str)| {
        let problem = |problem| OpeningError::Line { line: index + 1, problem };
        let as_moves = moves_of(game, line).and_then(|moves| moves.checked(game, plies));
        as_moves.or_else(|as_moves| read_line(game, line, plies, &as_moves)).map_err(problem)
    };
    let read: Result<Vec<Opening>, OpeningError> = lines.filter(|(_, line)| !line.is_empty()).map(read).collect();
    // A record may go over several lines.
    read.or_else(|error| {
        let games = game.import(text).unwrap_or_default();
        let openings: Result<Vec<Opening>, String> =
            games.iter().map(|import| opening_of(&*import.session).checked(game, plies)).collect();
        openings.ok().filter(|openings| !openings.is_empty()).ok_or(error)
    })
}

/// Moves from the start.
fn moves_of(game: &GameEntry, line: &str) -> Result<Opening, String> {
    let mut session = game.session(None).map_err(|error| error.to_string())?;
    session.play_line(line).map_err(|error| error.to_string())?;
    Ok(opening_of(&*session))
}

/// A line that is not moves: a position, or a game in another format.
fn read_line(game: &GameEntry, line: &str, plies: usize, as_moves: &str) -> Result<Opening, String> {
    let import = game.import_one(line);
    let opening =
        import.map_err(|error| error.to_string()).and_then(|import| opening_of(&*import.session).checked(game, plies));
    opening.map_err(|error| format!("neither moves ({as_moves}) nor a position ({error})"))
}

/// The game so far as an opening.
fn opening_of(session: &dyn Session) -> Opening {
    let start = session.start();
    let position = (start != session.entry().start_text()).then_some(start);
    Opening { position, moves: session.history().iter().map(|mv| mv.text.clone()).collect() }
}
