//! Work that takes long, done beside the conversation.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_catalog::{Ask, Orders, Player, Session, Thought};
use quevedo_core::Clock;

use crate::News;

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
    /// Finds a move.
    Think {
        /// Who thinks.
        player: Box<dyn Player>,
        /// The clock of the side to move.
        clock: Option<Clock>,
        /// How far, and among which moves.
        orders: Orders,
    },
    /// Counts move sequences of so many plies.
    Perft(u32),
}

/// What a task found.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// A move; `None` where there is none to be found.
    Move(Option<Thought>),
    /// The sequences behind each move; `None` for a move that was not reached before the task was stopped.
    Counts(Vec<(String, Option<u64>)>),
    /// The work broke down, which is a bug.
    Failed,
}

impl Task {
    /// Does the work. `tell` hears of progress and at last of the end, whatever happens.
    pub fn run(self, tell: &mut dyn FnMut(News)) {
        let Self { session, work, stop } = self;
        let done = match work {
            Work::Think { mut player, clock, orders } => {
                let mut report = |thought: &Thought| tell(News::Progress(thought.clone()));
                let mut ask = Ask { clock, stop: &stop, report: &mut report };
                // A player that broke down is not asked again.
                match catch_unwind(AssertUnwindSafe(|| player.think_within(&*session, &mut ask, &orders))) {
                    Ok(thought) => News::Done(Finding::Move(thought), Some(player)),
                    Err(_) => News::Done(Finding::Failed, None),
                }
            }
            Work::Perft(depth) => {
                let counts = catch_unwind(AssertUnwindSafe(|| count(&*session, depth, &stop)));
                News::Done(counts.map_or(Finding::Failed, Finding::Counts), None)
            }
        };
        tell(done);
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
