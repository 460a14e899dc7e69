//! The engines of a game: their searches, the delay of their moves, and how they are stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quevedo_catalog::{PlayerSpec, Session};
use quevedo_core::{Clock, SearchRequest, SearchResult, Side};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::frames::encode;
use super::message::RoomMessage;
#[cfg(feature = "queue")]
use super::remote::{self, RemoteSearch};
use crate::App;
use crate::engines::{Engine, Job, MAX_MOVE_TIME, Priority, Workers};
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
    /// The task that waits for a worker, where one searches.
    remote: Option<AbortHandle>,
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
        if let Some(remote) = &self.remote {
            remote.abort();
        }
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

    /// The mailbox of the room.
    pub(super) fn mailbox(&self) -> &mpsc::Sender<RoomMessage> {
        &self.mailbox
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
        let engine = self.idle[side.index()].take();
        let engine = engine.unwrap_or_else(|| Box::new(app.engine(game.entry(), spec.clone())));
        self.last_number += 1;
        let stop = Arc::new(AtomicBool::new(false));
        let mut pending = PendingMove {
            side,
            number: self.last_number,
            step,
            stop: Arc::clone(&stop),
            remote: None,
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
        if let Some(workers) = &app.workers {
            pending.remote = Some(search_elsewhere(app, workers, game, spec, task, engine));
            return pending;
        }
        let work = Box::new(move |stop: &AtomicBool| task.run(engine, stop));
        let job = Job { visitor, priority: Priority::Move, limit: MAX_MOVE_TIME, stop, work };
        app.search_pool.submit_move(job);
        pending
    }
}

/// Leaves a search to a worker.
#[cfg(feature = "queue")]
fn search_elsewhere(
    app: &App,
    workers: &Workers,
    game: &LiveGame,
    spec: PlayerSpec,
    task: SearchTask,
    engine: Box<Engine>,
) -> AbortHandle {
    let millis = |time: Duration| time.as_millis() as u64;
    let clock = task.clock.map(|clock| [clock.left, clock.increment].map(millis));
    let search = workers.search(remote::job(game, app.with_effort(spec), clock));
    let (visitor, limits) = (game.row().owner.clone(), Arc::clone(&app.limits));
    tokio::spawn(RemoteSearch { task, search, engine, visitor, limits }.run()).abort_handle()
}

#[cfg(not(feature = "queue"))]
fn search_elsewhere(
    _: &App,
    workers: &Workers,
    _: &LiveGame,
    _: PlayerSpec,
    _: SearchTask,
    _: Box<Engine>,
) -> AbortHandle {
    match *workers {}
}

/// A search of a move: in the search pool, or by a worker.
pub(super) struct SearchTask {
    pub(super) session: Box<dyn Session>,
    clock: Option<Clock>,
    pub(super) number: u64,
    pub(super) side: Side,
    pub(super) mailbox: mpsc::Sender<RoomMessage>,
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
        let (number, side, mailbox) = (self.number, self.side, self.mailbox.clone());
        let mut answer = Answer { number, side, result: None, engine: None, mailbox };
        let mut shown = self.session.fork();
        let mut sent_at = Instant::now();
        let mut report = |result: &SearchResult<String>| {
            if sent_at.elapsed() >= PROGRESS_EVERY {
                sent_at = Instant::now();
                self.show(result, &mut *shown);
            }
        };
        let mut request = SearchRequest { clock: self.clock, ..SearchRequest::new(stop, &mut report) };
        answer.result = engine.search(&*self.session, &mut request);
        answer.engine = Some(engine);
    }

    /// Tells the room what was found so far. `session` is in the position that is searched.
    pub(super) fn show(&self, result: &SearchResult<String>, session: &mut dyn Session) {
        let thought = SearchState::new(result, session);
        let text = encode(&ToPage::Thinking { side: self.side.into(), thought });
        // A busy room may miss it.
        let _ = self.mailbox.try_send(RoomMessage::Progress { number: self.number, text });
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
