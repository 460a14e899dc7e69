//! The engines of a game: their searches, the delay of their moves, and how they are stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quevedo_catalog::{PlayerSpec, Session};
use quevedo_core::{Clock, SearchRequest, SearchResult, Side};
use tokio::sync::mpsc;

use super::frames::encode;
use super::message::RoomMessage;
use crate::App;
use crate::engines::{Engine, Job, MAX_MOVE_TIME, Priority};
use crate::wire::{MoveThought, SearchState, ToPage};
use quevedo_api::live::LiveGame;

/// The least time between two messages about a search.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);

/// A search for the next move.
pub(super) struct PendingMove {
    pub(super) side: Side,
    /// Tells this search from earlier ones.
    pub(super) number: u64,
    /// Whether it is the one move of a paused game.
    pub(super) step: bool,
    stop: Arc<AtomicBool>,
    /// The earliest time at which the move may be played.
    ready_at: Instant,
    /// The move, once it is known.
    pub(super) found: Option<String>,
    /// What the engine thought.
    pub(super) thought: Option<MoveThought>,
}

impl PendingMove {
    /// When the move can be played, if it is known.
    pub(super) fn due(&self) -> Option<Instant> {
        self.found.as_ref().map(|_| self.ready_at)
    }
}

impl Drop for PendingMove {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The engines of a game, by side. An engine that searches is not here.
pub(super) struct Engines {
    idle: [Option<Box<Engine>>; 2],
    mailbox: mpsc::Sender<RoomMessage>,
    last_number: u64,
}

impl Engines {
    pub(super) fn new(mailbox: mpsc::Sender<RoomMessage>) -> Self {
        Self { idle: [None, None], mailbox, last_number: 0 }
    }

    /// Puts an engine back after its search.
    pub(super) fn put_back(&mut self, side: Side, engine: Box<Engine>) {
        self.idle[side.index()].get_or_insert(engine);
    }

    /// Drops the engines and their tables.
    pub(super) fn clear(&mut self) {
        self.idle = [None, None];
    }

    /// Starts the search of the side to move.
    pub(super) fn start_search(&mut self, app: &App, game: &LiveGame, spec: PlayerSpec, step: bool) -> PendingMove {
        let side = game.turn();
        let engine = self.idle[side.index()].take().unwrap_or_else(|| Box::new(app.engine(game.entry(), spec)));
        self.last_number += 1;
        let stop = Arc::new(AtomicBool::new(false));
        let pending = PendingMove {
            side,
            number: self.last_number,
            step,
            stop: Arc::clone(&stop),
            ready_at: game.ready_at(side),
            found: None,
            thought: None,
        };
        let task = SearchTask {
            session: game.session().fork(),
            clock: game.machine_clock(side),
            number: self.last_number,
            side,
            mailbox: self.mailbox.clone(),
        };
        let visitor = game.row().owner.clone();
        let work = Box::new(move |stop: &AtomicBool| task.run(engine, stop));
        let job = Job { visitor, priority: Priority::Move, limit: MAX_MOVE_TIME, stop, work };
        app.search_pool.submit_move(job);
        pending
    }
}

/// A search in the search pool.
struct SearchTask {
    session: Box<dyn Session>,
    clock: Option<Clock>,
    number: u64,
    side: Side,
    mailbox: mpsc::Sender<RoomMessage>,
}

/// The answer of a search that runs. It is sent when it is dropped, so that the room gets it even if the search panics.
struct Answer {
    number: u64,
    side: Side,
    result: Option<SearchResult<String>>,
    engine: Option<Box<Engine>>,
    mailbox: mpsc::Sender<RoomMessage>,
}

impl Drop for Answer {
    fn drop(&mut self) {
        let Self { number, side, .. } = *self;
        let message = RoomMessage::SearchDone { number, result: self.result.take(), engine: self.engine.take(), side };
        let _ = self.mailbox.blocking_send(message);
    }
}

impl SearchTask {
    /// Runs on a thread of the search pool.
    fn run(self, mut engine: Box<Engine>, stop: &AtomicBool) {
        let Self { session, clock, number, side, mailbox } = self;
        let mut answer = Answer { number, side, result: None, engine: None, mailbox: mailbox.clone() };
        let mut shown = session.fork();
        let mut sent_at = Instant::now();
        let mut report = |result: &SearchResult<String>| {
            if sent_at.elapsed() >= PROGRESS_EVERY {
                sent_at = Instant::now();
                let thought = SearchState::new(result, &mut *shown);
                let text = encode(&ToPage::Thinking { side: side.into(), thought });
                // A busy room may miss it.
                let _ = mailbox.try_send(RoomMessage::Progress { number, text });
            }
        };
        let mut request = SearchRequest { clock, ..SearchRequest::new(stop, &mut report) };
        answer.result = engine.search(&*session, &mut request);
        answer.engine = Some(engine);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_search_that_panics_is_answered() {
        let (mailbox, mut messages) = mpsc::channel(1);
        let answer = Answer { number: 7, side: Side::First, result: None, engine: None, mailbox };
        let search = std::thread::spawn(move || {
            let _answer = answer;
            panic!("a search fails in this test");
        });
        let message = messages.recv().await;
        assert!(search.join().is_err());
        let is_empty = |message| {
            matches!(
                message,
                Some(RoomMessage::SearchDone { number: 7, result: None, engine: None, side: Side::First })
            )
        };
        assert!(is_empty(message));
    }
}
