//! Opening books: positions near the start whose moves were searched beforehand, with their values backed up by negamax.
//!
//! * [`Book`]: the values of the moves of every position in it, and the file it is kept in.
//! * [`Expansion`]: builds a book by best-first expansion (drop-out expansion, Lincke 2000).
//! * [`container`]: what the files of all books have in common.
//! * [`BookPlayer`]: plays from a book where it knows enough, and by another strategy elsewhere.
//!
//! A position is known by [`Tactics::symmetric_hash`](quevedo_core::Tactics::symmetric_hash), so positions that are the
//! same up to a symmetry of the board are one. The moves of a position are known by the hashes of the positions they lead
//! to, in rising order; a book holds no notation of moves. Values are estimates: `quevedo-solve` has books of proved values.
//!
//! ```
//! use std::sync::Arc;
//!
//! use quevedo_book::{Book, BookError, BookPlayer, Expansion};
//! use quevedo_core::{Game, HasEvaluators, Line, Strategy, ask};
//! use quevedo_games::Othello;
//! use quevedo_search::Minimax;
//!
//! let player = || -> Box<dyn Strategy<Othello>> { Box::new(Minimax::new(Othello::EVALUATORS[0].evaluator, 2, None)) };
//! let mut expansion = Expansion::new("othello", Othello::start());
//! while expansion.len() < 20 {
//!     expansion.expand(&player, 1).expect("Othello has more positions");
//! }
//! let book = Book::from_bytes(&expansion.book().to_bytes())?;
//! let mut from_book = BookPlayer::new(Arc::new(book), player(), Some(1));
//! let found = ask(&mut from_book, &Line::new(Othello::start())).expect("a game begins with moves");
//! assert!(found.book);
//! # Ok::<(), BookError>(())
//! ```

mod children;
pub mod container;
mod expansion;
mod file;
mod player;

use std::collections::HashMap;

pub use container::BookError;
pub use expansion::{Expansion, NewPlayer, Progress};
pub use player::BookPlayer;
use quevedo_core::Score;

/// The values of the moves of many positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    name: String,
    positions: HashMap<u64, BookPosition>,
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookPosition {
    /// Plies from the root when it was found.
    pub ply: u16,
    /// The values of its moves for the side to move, in the order of the positions they lead to.
    pub values: Vec<i16>,
}

impl BookPosition {
    /// The value of the best move.
    pub fn value(&self) -> Score {
        self.values.iter().copied().max().map_or(0, Score::from)
    }
}

impl Book {
    /// An empty book for the game of that name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), positions: HashMap::new() }
    }

    /// The game it is for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The position with that hash.
    pub fn get(&self, key: u64) -> Option<&BookPosition> {
        self.positions.get(&key)
    }

    /// The values of the moves of a position for the side to move, by the positions they lead to; `next` are the keys of all
    /// those, each once and in rising order. `None` where the position is not in the book.
    pub fn values(&self, key: u64, next: &[u64]) -> Option<Vec<(u64, Score)>> {
        let known = self.get(key).filter(|known| known.values.len() == next.len())?;
        Some(next.iter().copied().zip(known.values.iter().copied().map(Score::from)).collect())
    }

    pub(crate) fn insert(&mut self, key: u64, position: BookPosition) {
        self.positions.insert(key, position);
    }
}
