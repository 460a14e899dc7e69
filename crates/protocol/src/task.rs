//! Work that takes long, done on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_catalog::{Player, Session};
use quevedo_core::{Clock, Limits, SearchRequest, SearchResult};

use crate::Event;

/// Work to be done, and everything it takes.
pub struct Task {
    /// The game it is about.
    pub session: Box<dyn Session>,
    /// What to do.
    pub work: Work,
    /// Set by the protocol when the result is wanted now.
    pub stop: Arc<AtomicBool>,
}

/// What a task does.
pub enum Work {
    /// Searches for a move.
    Search {
        /// The engine.
        player: Box<dyn Player>,
        /// The clock of the side to move.
        clock: Option<Clock>,
        /// How far.
        limits: Limits,
        /// The moves to choose from; all where none is named.
        search_moves: Vec<String>,
    },
    /// Counts move sequences of so many plies.
    Perft(u32),
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskResult {
    /// A move; `None` where there is none to be found.
    Move(Option<SearchResult<String>>),
    /// The sequences behind each move; `None` for a move that was not reached before the task was stopped.
    Counts(Vec<(String, Option<u64>)>),
    /// The work panicked, which is a bug.
    Failed,
}

impl Task {
    /// Does the work. `send` gets the progress and at last the end, even after a panic.
    pub fn run(self, send: &mut dyn FnMut(Event)) {
        let Self { session, work, stop } = self;
        let done = match work {
            Work::Search { mut player, clock, limits, search_moves } => {
                let mut report = |found: &SearchResult<String>| send(Event::Progress(found.clone()));
                let search_moves = &search_moves;
                let request = SearchRequest::new(&stop, &mut report);
                let mut request = SearchRequest { clock, limits, search_moves, ..request };
                // A player that panicked is not used again.
                match catch_unwind(AssertUnwindSafe(|| player.search(&*session, &mut request))) {
                    Ok(found) => Event::Done(TaskResult::Move(found), Some(player)),
                    Err(_) => Event::Done(TaskResult::Failed, None),
                }
            }
            Work::Perft(depth) => {
                let counts = catch_unwind(AssertUnwindSafe(|| count(&*session, depth, &stop)));
                Event::Done(counts.map_or(TaskResult::Failed, TaskResult::Counts), None)
            }
        };
        send(done);
    }
}

/// Counts behind each move of the position, one after the other, until it is stopped.
fn count(session: &dyn Session, depth: u32, stop: &AtomicBool) -> Vec<(String, Option<u64>)> {
    let behind = |text: &str| {
        let mut child = session.fork();
        child.play(text).ok()?;
        child.entry().perft(Some(&child.position()), depth.saturating_sub(1)).ok()
    };
    let moves = session.legal().into_iter().map(|mv| mv.text);
    let counted = moves.map(|text| {
        let stopped = stop.load(Ordering::Relaxed);
        let count = if stopped { None } else { behind(&text) };
        (text, count)
    });
    counted.collect()
}
