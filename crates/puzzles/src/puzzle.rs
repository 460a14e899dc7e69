//! A puzzle, and how it is written.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What the side to move has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// The game is won, and every other move throws the win away.
    Win,
    /// The game is drawn, and every other move loses.
    Draw,
    /// The game is won within so many plies; no other move wins as fast.
    WinIn(u32),
    /// The game ends with this margin in its own count. Others keep the value too, but end with less.
    Score(i32),
}

impl Goal {
    /// The goal after the move of the solution and the reply to it.
    #[must_use]
    pub(crate) fn after_two_plies(self) -> Self {
        match self {
            Self::WinIn(plies) => Self::WinIn(plies.saturating_sub(2)),
            goal => goal,
        }
    }
}

/// A position in which one move alone reaches the goal. As text it is a JSON object:
///
/// ```
/// use quevedo_puzzles::{Goal, Puzzle};
///
/// let line = r#"{"position":"44332","solution":["1"],"rating":800,"goal":"win","origin":7}"#;
/// let puzzle: Puzzle = serde_json::from_str(line).unwrap();
/// assert_eq!((puzzle.goal, puzzle.origin), (Goal::Win, 7));
/// assert_eq!(serde_json::to_string(&puzzle).unwrap(), line);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The position, in its notation.
    pub position: String,
    /// Moves of the side to move, each the only one, and between them the best replies. The first and the last are moves
    /// of the side to move.
    pub solution: Vec<String>,
    /// How hard it is, see `docs/puzzles.md`.
    pub rating: u32,
    /// What has to be reached.
    pub goal: Goal,
    /// The number of the game in which it was found.
    pub origin: u64,
}

/// A line that is no puzzle.
#[derive(Debug, Error)]
#[error("line {line} is no puzzle: {problem}")]
pub struct PuzzleError {
    /// Its number from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: serde_json::Error,
}

/// Reads puzzles, one a line. Empty lines are skipped.
pub fn read_puzzles(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(index, line)| serde_json::from_str(line).map_err(|problem| PuzzleError { line: index + 1, problem });
    lines.map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_line_is_named() {
        let error = read_puzzles("\n{\"position\":\"4\"}\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2 is no puzzle: missing field"), "{error}");
        assert!(read_puzzles("").unwrap().is_empty());
    }
}
