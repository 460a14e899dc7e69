//! Game review: every move of a game judged, by one engine throughout.
//!
//! Every position of the game is solved where its solver or its tables reach it, and searched with the same number of nodes
//! elsewhere. A move is worth what the position after it is worth. The best move of the engine is valued in the same way, by
//! the position after it, so a move is never blamed because one of the two was searched deeper.
//!
//! * **Loss**: the expected score (0 to 1) of the best move less that of the move that was played; never negative. Scores
//!   become expected scores on the curve of the game ([`chance`](quevedo_catalog::AnyGame)), proved values are 1, ½ and 0.
//! * **Class** ([`MoveClass`]): by the loss.
//! * **Accuracy** ([`accuracy`]): one number a side, from 0 to 100.
//! * **Turning points** ([`Review::turning_points`]): the mistakes that decided who was winning.
//!
//! Positions are examined in groups of fixed size, from the last to the first. Each group has an engine of its own, so the
//! review is the same on any number of threads.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use quevedo_catalog::Catalog;
//! use quevedo_review::{MoveClass, ReviewSettings, review};
//!
//! let mut game = Catalog::standard().find("chess")?.session(None)?;
//! game.play_line("f3 e5 g4 Qh4")?;
//! let settings = ReviewSettings { nodes: 2000, ..ReviewSettings::default() };
//! let review = review(&*game, &settings, &AtomicBool::new(false), &|_| {})?;
//! assert_eq!(review.moves[2].class, MoveClass::Blunder);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod accuracy;
mod annotate;
mod class;
mod examine;
mod reviewed;

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use quevedo_catalog::{Session, SpecError};
use thiserror::Error;

pub use annotate::{annotated_record, pretty_line};
pub use class::MoveClass;
use examine::{Examined, Examiner};
pub use reviewed::{ExactVerdict, Review, ReviewedMove, Worth};

/// The nodes for a position unless the caller says otherwise.
pub const DEFAULT_NODES: u64 = 40_000;
/// Positions that one engine examines. Fixed, so that the number of threads changes nothing.
const GROUP: usize = 12;

/// How a game is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewSettings {
    /// Nodes for the search of a position. Solvers get a multiple of it.
    pub nodes: u64,
    /// The number of threads.
    pub threads: usize,
}

impl Default for ReviewSettings {
    fn default() -> Self {
        Self { nodes: DEFAULT_NODES, threads: 1 }
    }
}

/// How far a review has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions that were examined.
    pub done: usize,
    /// Positions of the game.
    pub total: usize,
}

/// Why there is no review.
#[derive(Clone, Debug, Error)]
pub enum ReviewError {
    /// The stop flag was set.
    #[error("the review was stopped")]
    Stopped,
    /// The move cannot be played.
    #[error("`{mv}` is not legal here")]
    IllegalMove {
        /// The move.
        mv: String,
    },
    /// The game has no engine.
    #[error(transparent)]
    Engine(#[from] SpecError),
}

/// Judges a move in the position of a session, as a review does.
pub fn judge_move(session: &dyn Session, mv: &str, nodes: u64, stop: &AtomicBool) -> Result<ReviewedMove, ReviewError> {
    let mut played = session.fork();
    let mv = played.play(mv).map_err(|_| ReviewError::IllegalMove { mv: mv.to_owned() })?.text;
    let last = played.history().len();
    let positions = Examiner::new(session, nodes, stop)?.examine(&*played, last - 1..last + 1, &|| {})?;
    Ok(reviewed::judge(&mv, &positions[0], &positions[1]))
}

/// Reviews the moves of a game, finished or not. `progress` is called after every position, from any thread.
pub fn review(
    game: &dyn Session,
    settings: &ReviewSettings,
    stop: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Review, ReviewError> {
    let total = game.history().len() + 1;
    let done = AtomicUsize::new(0);
    let report = || progress(Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, total });
    let groups = total.div_ceil(GROUP);
    let next = AtomicUsize::new(0);
    let examined: Mutex<Vec<Option<Vec<Examined>>>> = Mutex::new(vec![None; groups]);
    // A session cannot be shared between threads, so each gets a copy.
    let forks: Vec<_> = (0..settings.threads.clamp(1, groups)).map(|_| game.fork()).collect();
    thread::scope(|scope| {
        let work = |fork: Box<dyn Session>| -> Result<(), ReviewError> {
            loop {
                let group = next.fetch_add(1, Ordering::Relaxed);
                if group >= groups {
                    return Ok(());
                }
                let positions = group * GROUP..total.min((group + 1) * GROUP);
                let result = Examiner::new(&*fork, settings.nodes, stop)?.examine(&*fork, positions, &report)?;
                examined.lock().unwrap_or_else(PoisonError::into_inner)[group] = Some(result);
            }
        };
        if forks.len() == 1 {
            return forks.into_iter().try_for_each(work);
        }
        let workers: Vec<_> = forks.into_iter().map(|fork| scope.spawn(move || work(fork))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Err(ReviewError::Stopped)))
    })?;
    let examined = examined.into_inner().unwrap_or_else(PoisonError::into_inner);
    let positions: Vec<Examined> = examined.into_iter().flatten().flatten().collect();
    if positions.len() < total {
        return Err(ReviewError::Stopped);
    }
    Ok(Review::new(game, &positions))
}
