//! The machines of a room: asked for moves, held back until their delay is over, stopped when they need not think on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quevedo_catalog::PlayerSpec;
use quevedo_core::{Clock, SearchRequest, SearchResult, Side};
use tokio::sync::mpsc;

use super::frames::encode;
use super::message::Message;
use super::table::Table;
use crate::App;
use crate::think::{Job, MAX_MOVE_TIME, Machine, Priority};
use crate::wire::{ThoughtState, ToPage};

/// Progress is told this often at most.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);
/// Of its clock, a machine spends no more than one part in so many on waiting.
const PATIENCE: u32 = 40;

/// A machine that has been asked for a move.
pub(super) struct Thinking {
    pub(super) side: Side,
    /// Tells this question from earlier ones.
    pub(super) number: u64,
    /// Whether it is the one move of a resting game.
    pub(super) step: bool,
    stop: Arc<AtomicBool>,
    /// When the move may be played at the earliest.
    ready_at: Instant,
    /// The move, once it is known.
    pub(super) found: Option<String>,
}

impl Thinking {
    /// When the move can be played, if it is known.
    pub(super) fn due(&self) -> Option<Instant> {
        self.found.as_ref().map(|_| self.ready_at)
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The machines of a game, each at its side when it is not thinking.
pub(super) struct Machines {
    at_rest: [Option<Box<Machine>>; 2],
    mailbox: mpsc::Sender<Message>,
    last_number: u64,
}

impl Machines {
    pub(super) fn new(mailbox: mpsc::Sender<Message>) -> Self {
        Self { at_rest: [None, None], mailbox, last_number: 0 }
    }

    /// A machine comes back from thinking.
    pub(super) fn put_back(&mut self, side: Side, machine: Box<Machine>) {
        self.at_rest[side.index()].get_or_insert(machine);
    }

    /// Everything they remember is forgotten.
    pub(super) fn forget(&mut self) {
        self.at_rest = [None, None];
    }

    /// Asks the machine of the side to move.
    pub(super) fn ask(&mut self, app: &App, table: &Table, spec: PlayerSpec, step: bool) -> Thinking {
        let side = table.turn();
        let made = || Box::new(app.machine(table.entry(), spec));
        let machine = self.at_rest[side.index()].take().unwrap_or_else(made);
        self.last_number += 1;
        let stop = Arc::new(AtomicBool::new(false));
        let thinking = Thinking {
            side,
            number: self.last_number,
            step,
            stop: Arc::clone(&stop),
            ready_at: table.turn_began() + delay(table, side),
            found: None,
        };
        let question = Question {
            machine,
            side,
            number: self.last_number,
            session: table.session().fork(),
            clock: clock(table, side),
            mailbox: self.mailbox.clone(),
        };
        let who = table.row().owner.clone();
        let work = Box::new(move |stop: &AtomicBool| question.work(stop));
        app.pool.submit(Job { who, priority: Priority::Move, limit: MAX_MOVE_TIME, stop, work });
        thinking
    }
}

/// How long the move is held back: what people asked for, unless the clock is short.
fn delay(table: &Table, side: Side) -> Duration {
    let wish = Duration::from_millis(table.row().delay_ms.max(0) as u64);
    let left = table.clock().map(|clock| clock.left(Instant::now())[side.index()]);
    left.map_or(wish, |left| wish.min(left / PATIENCE))
}

/// What the machine sees on its clock. The way there and back is not its own.
fn clock(table: &Table, side: Side) -> Option<Clock> {
    const MARGIN: Duration = Duration::from_millis(50);
    let clock = table.clock()?;
    let left = clock.left(Instant::now())[side.index()];
    let left = left.saturating_sub(MARGIN).max(left / 2);
    Some(Clock { left, increment: clock.increment, moves_to_go: None })
}

/// A machine on its way through the pool.
struct Question {
    machine: Box<Machine>,
    side: Side,
    number: u64,
    session: Box<dyn quevedo_catalog::Session>,
    clock: Option<Clock>,
    mailbox: mpsc::Sender<Message>,
}

impl Question {
    /// Runs on a thread of the pool.
    fn work(mut self, stop: &AtomicBool) {
        let mut shown = self.session.fork();
        let (mailbox, number, side) = (self.mailbox.clone(), self.number, self.side);
        let mut told = Instant::now();
        let mut report = |thought: &SearchResult<String>| {
            if told.elapsed() >= PROGRESS_EVERY {
                told = Instant::now();
                let thought = ThoughtState::new(thought, &mut *shown);
                let text = encode(&ToPage::Thinking { side: side.into(), thought });
                // A room that has too much to do can go without.
                let _ = mailbox.try_send(Message::Progress { number, text });
            }
        };
        let mut request = SearchRequest { clock: self.clock, ..SearchRequest::new(stop, &mut report) };
        let thought = self.machine.search(&*self.session, &mut request);
        let answer = Message::Thought { number, thought, machine: self.machine, side };
        let _ = self.mailbox.blocking_send(answer);
    }
}
