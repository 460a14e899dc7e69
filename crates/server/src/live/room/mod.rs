//! The task that owns a game.
//!
//! Whatever changes is stored before anybody is told. Should storing fail, the room closes without a word to the
//! store: the next one who asks opens it again as it was stored last.

mod answers;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quevedo_core::Side;
use tokio::sync::{broadcast, mpsc};

use super::clock::Clock;
use super::frames::Frames;
use super::machines::{Machines, Thinking};
use super::message::{Event, Message};
use super::table::{Table, Viewer};
use super::view::Presence;
use crate::App;
use crate::problem::Problem;
use crate::wire::Status;

/// States that a slow connection may be behind.
const EVENTS: usize = 64;
/// Comings and goings are told this often at most.
const PRESENCE_EVERY: Duration = Duration::from_millis(300);
/// A running clock is stored this often.
const CLOCK_EVERY: Duration = Duration::from_secs(1);
/// A room where nothing happens and nobody looks is closed after this time.
const IDLE: Duration = Duration::from_mins(1);

/// The task that owns a game.
pub(super) struct Room {
    app: Arc<App>,
    table: Table,
    mailbox: mpsc::Receiver<Message>,
    events: broadcast::Sender<Event>,
    sockets: HashMap<u64, String>,
    last_socket: u64,
    machines: Machines,
    thinking: Option<Thinking>,
    /// When a machine may be asked that waits for its owner's engine time.
    ask_at: Option<Instant>,
    /// One more move in a resting game.
    step: bool,
    tell_presence_at: Option<Instant>,
    store_clock_at: Instant,
    quiet_since: Instant,
}

/// Whether a room goes on.
enum Next {
    GoOn,
    Close,
}

impl Room {
    pub(super) fn new(
        app: Arc<App>,
        table: Table,
        mailbox: mpsc::Receiver<Message>,
        sender: mpsc::Sender<Message>,
    ) -> Self {
        let now = Instant::now();
        Self {
            app,
            table,
            mailbox,
            events: broadcast::channel(EVENTS).0,
            sockets: HashMap::new(),
            last_socket: 0,
            machines: Machines::new(sender),
            thinking: None,
            ask_at: None,
            step: false,
            tell_presence_at: None,
            store_clock_at: now + CLOCK_EVERY,
            quiet_since: now,
        }
    }

    /// The life of a room.
    pub(super) async fn run(mut self) {
        self.ask_machine();
        loop {
            let wake = self.next_wake();
            let next = tokio::select! {
                message = self.mailbox.recv() => match message {
                    Some(message) => self.hear(message).await,
                    None => Next::Close,
                },
                () = tokio::time::sleep_until(wake.into()) => self.wake().await,
            };
            if matches!(next, Next::Close) {
                break;
            }
        }
        self.thinking = None;
        self.app.hub.close_room(&self.table.row().id);
    }

    /// When something is to be done even if nobody says anything.
    fn next_wake(&self) -> Instant {
        let flag = self.table.clock().and_then(Clock::deadline);
        let due = self.thinking.as_ref().and_then(Thinking::due);
        let store = flag.map(|_| self.store_clock_at);
        let times = [flag, due, self.ask_at, self.tell_presence_at, store, Some(self.quiet_since + IDLE)];
        times.into_iter().flatten().min().unwrap_or_else(Instant::now)
    }

    /// The time for something has come.
    async fn wake(&mut self) -> Next {
        let now = Instant::now();
        if self.table.check_flag() {
            self.thinking = None;
            return self.settle().await;
        }
        if self.thinking.as_ref().and_then(Thinking::due).is_some_and(|due| due <= now) {
            return self.play_found().await;
        }
        if self.ask_at.is_some_and(|at| at <= now) {
            self.ask_at = None;
            self.ask_machine();
        }
        if self.tell_presence_at.is_some_and(|at| at <= now) {
            self.tell_presence_at = None;
            self.tell();
        }
        if self.store_clock_at <= now {
            self.store_clock_at = now + CLOCK_EVERY;
            if let Some(change) = self.table.clock_change() {
                // A clock that was not stored costs a second of it, no more.
                let _ = self.app.store.write(vec![change]).await;
            }
        }
        if self.quiet_since + IDLE <= now {
            return self.rest();
        }
        Next::GoOn
    }

    /// Nothing has happened for a while: the machines forget, and a room that nobody needs is closed.
    fn rest(&mut self) -> Next {
        self.quiet_since = Instant::now();
        let ticks = self.table.clock().is_some_and(|clock| clock.running().is_some());
        if self.thinking.is_some() || self.ask_at.is_some() || ticks {
            return Next::GoOn;
        }
        self.machines.forget();
        if self.sockets.is_empty() { Next::Close } else { Next::GoOn }
    }

    /// The game has changed: it is stored, the next machine asked, everybody told.
    async fn settle(&mut self) -> Next {
        if self.store().await.is_err() {
            return Next::Close;
        }
        self.ask_machine();
        self.tell();
        Next::GoOn
    }

    async fn store(&mut self) -> Result<(), Problem> {
        let changes = self.table.take_changes();
        if changes.is_empty() {
            return Ok(());
        }
        self.quiet_since = Instant::now();
        Ok(self.app.store.write(changes).await?)
    }

    /// Asks the machine whose turn it is, if it is one's and it may play.
    fn ask_machine(&mut self) {
        let step = self.step && self.table.status() == Status::Paused;
        let plays = self.table.status() == Status::Running || step;
        if self.thinking.is_some() || self.ask_at.is_some() || !plays {
            return;
        }
        let Some(spec) = self.table.machine(self.table.turn()) else { return };
        let wait = self.app.limits.engine_wait(&self.table.row().owner);
        if wait > Duration::ZERO {
            self.ask_at = Some(Instant::now() + wait);
            return;
        }
        self.step = false;
        self.thinking = Some(self.machines.ask(&self.app, &self.table, spec, step));
    }

    /// Plays the move that a machine has found.
    async fn play_found(&mut self) -> Next {
        let Some(mut thinking) = self.thinking.take() else { return Next::GoOn };
        let Some(text) = thinking.found.take() else { return Next::GoOn };
        let played = if thinking.step { self.table.step(&text) } else { self.table.play(&text) };
        if let Err(problem) = played {
            eprintln!("error: game {}: {}", self.table.row().id, problem.message());
            return Next::Close;
        }
        self.settle().await
    }

    fn presence(&self) -> Presence {
        let sits = |side: Side| {
            let visitor = self.table.seat(side).visitor.as_ref();
            visitor.is_some_and(|visitor| self.sockets.values().any(|here| here == visitor))
        };
        let plays =
            |visitor: &String| Side::BOTH.iter().any(|side| self.table.seat(*side).visitor.as_ref() == Some(visitor));
        Presence {
            online: Side::BOTH.map(sits),
            watchers: self.sockets.values().filter(|visitor| !plays(visitor)).count(),
            thinking: self.thinking.as_ref().map(|thinking| thinking.side),
        }
    }

    /// Tells everybody how the game stands.
    fn tell(&mut self) {
        if self.sockets.is_empty() {
            return;
        }
        let viewers = self.sockets.values().map(|visitor| self.table.viewer(visitor));
        let frames = Frames::new(&self.table, self.presence(), viewers);
        let _ = self.events.send(Event::State(Arc::new(frames)));
    }

    /// Somebody has come or gone; those who play are told, though not of each one alone.
    fn presence_changed(&mut self) {
        self.tell_presence_at.get_or_insert(Instant::now() + PRESENCE_EVERY);
    }

    fn viewer(&self, visitor: &str) -> Viewer {
        self.table.viewer(visitor)
    }
}
