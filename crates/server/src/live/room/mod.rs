//! The task that owns a game.
//!
//! Every change is stored before it is broadcast. If storing fails, the room closes and stores nothing more: the next
//! request opens it again as it was stored last.

mod answers;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quevedo_core::Side;
use tokio::sync::{broadcast, mpsc};

use super::engines::{Engines, PendingMove};
use super::frames::{Form, Frames};
use super::message::{Event, RoomMessage};
use crate::App;
use crate::problem::Problem;
use crate::store::{GameChange, Lease, StoreError, game_changes};
use crate::wire::Status;
use quevedo_api::live::{Clock, LiveGame, Presence, StateBase, Viewer};

/// States that a slow connection may be behind.
const EVENTS: usize = 64;
/// The least time between two broadcasts of who is connected.
const PRESENCE_EVERY: Duration = Duration::from_millis(300);
/// How often a running clock is stored.
const CLOCK_EVERY: Duration = Duration::from_secs(1);
/// A room without changes and connections is closed after this time.
const IDLE: Duration = Duration::from_mins(1);

/// The task that owns a game.
pub(super) struct Room {
    app: Arc<App>,
    game: LiveGame,
    /// The right to write to the game, where several servers share the database.
    lease: Option<Lease>,
    mailbox: mpsc::Receiver<RoomMessage>,
    events: broadcast::Sender<Event>,
    sockets: HashMap<u64, Socket>,
    /// What was broadcast last.
    base: Option<StateBase>,
    last_socket: u64,
    engines: Engines,
    pending: Option<PendingMove>,
    /// When the next search may start, if it waits for the owner's engine time.
    search_at: Option<Instant>,
    /// One more move in a paused game.
    step: bool,
    /// How often the search for the next move has panicked.
    failures: u32,
    broadcast_presence_at: Option<Instant>,
    store_clock_at: Instant,
    idle_since: Instant,
}

/// A connection.
struct Socket {
    visitor: String,
    form: Form,
}

/// Whether a room continues.
enum Next {
    Continue,
    Close,
}

impl Room {
    pub(super) fn new(
        app: Arc<App>,
        game: LiveGame,
        lease: Option<Lease>,
        mailbox: mpsc::Receiver<RoomMessage>,
        sender: mpsc::Sender<RoomMessage>,
    ) -> Self {
        let now = Instant::now();
        Self {
            app,
            game,
            lease,
            mailbox,
            events: broadcast::channel(EVENTS).0,
            sockets: HashMap::new(),
            base: None,
            last_socket: 0,
            engines: Engines::new(sender),
            pending: None,
            search_at: None,
            step: false,
            failures: 0,
            broadcast_presence_at: None,
            store_clock_at: now + CLOCK_EVERY,
            idle_since: now,
        }
    }

    /// Handles messages and timers until the room closes.
    pub(super) async fn run(mut self) {
        self.start_search();
        loop {
            let wake = self.next_timer();
            let next = tokio::select! {
                message = self.mailbox.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => Next::Close,
                },
                () = tokio::time::sleep_until(wake.into()) => self.on_timer().await,
            };
            if matches!(next, Next::Close) {
                break;
            }
        }
        self.pending = None;
        self.app.hub.close_room(&self.game.row().id, self.engines.mailbox());
    }

    /// When something has to be done without a message.
    fn next_timer(&self) -> Instant {
        let flag = self.game.clock().and_then(Clock::deadline);
        let due = self.pending.as_ref().and_then(PendingMove::due);
        let store = flag.map(|_| self.store_clock_at);
        let times = [flag, due, self.search_at, self.broadcast_presence_at, store, Some(self.idle_since + IDLE)];
        times.into_iter().flatten().min().unwrap_or_else(Instant::now)
    }

    /// Does what is due.
    async fn on_timer(&mut self) -> Next {
        let now = Instant::now();
        if self.game.check_flag() {
            self.pending = None;
            return self.store_and_broadcast().await;
        }
        if self.pending.as_ref().and_then(PendingMove::due).is_some_and(|due| due <= now) {
            return self.play_found().await;
        }
        if self.search_at.is_some_and(|at| at <= now) {
            self.search_at = None;
            self.start_search();
        }
        if self.broadcast_presence_at.is_some_and(|at| at <= now) {
            self.broadcast_presence_at = None;
            self.broadcast();
        }
        if self.store_clock_at <= now {
            self.store_clock_at = now + CLOCK_EVERY;
            if let Some(change) = self.game.clock_change() {
                // If it is not stored, the clock is wrong by a second after a crash.
                let _ = self.write(vec![change]).await;
            }
        }
        if self.idle_since + IDLE <= now {
            return self.on_idle().await;
        }
        Next::Continue
    }

    /// Nothing has happened for a while: the engines are dropped, and a room without connections closes.
    async fn on_idle(&mut self) -> Next {
        self.idle_since = Instant::now();
        let ticks = self.game.clock().is_some_and(|clock| clock.running().is_some());
        if self.pending.is_some() || self.search_at.is_some() || ticks {
            return Next::Continue;
        }
        self.engines.clear();
        if !self.sockets.is_empty() {
            return Next::Continue;
        }
        if let (Some(cluster), Some(lease)) = (&self.app.cluster, &self.lease) {
            cluster.release(lease).await;
        }
        Next::Close
    }

    /// Stores a change, starts the next search and broadcasts the state.
    async fn store_and_broadcast(&mut self) -> Next {
        if self.store().await.is_err() {
            return Next::Close;
        }
        self.start_search();
        self.broadcast();
        Next::Continue
    }

    async fn store(&mut self) -> Result<(), Problem> {
        let changes = self.game.take_changes();
        if changes.is_empty() {
            return Ok(());
        }
        self.idle_since = Instant::now();
        let moves = changes.iter().filter(|change| matches!(change, GameChange::Move(..))).count();
        self.write(changes).await?;
        let by_machine = self.game.movers().last().is_some_and(|side| self.game.engine(*side).is_some());
        (0..moves).for_each(|_| self.app.metrics.count_move(by_machine));
        if self.game.status() == Status::Finished {
            self.app.uncounted.notify_one();
        }
        Ok(())
    }

    /// A room is not shared between threads: hence `mut`.
    async fn write(&mut self, changes: Vec<GameChange>) -> Result<(), StoreError> {
        self.app.store.write(game_changes(self.lease.as_ref(), changes)).await
    }

    /// Starts the search of the engine to move, if there is one and it may play.
    fn start_search(&mut self) {
        let step = self.step && self.game.status() == Status::Paused;
        let plays = self.game.status() == Status::Running || step;
        if self.pending.is_some() || self.search_at.is_some() || !plays {
            return;
        }
        let Some(spec) = self.game.engine(self.game.turn()) else { return };
        let wait = self.app.limits.engine_wait(&self.game.row().owner);
        if wait > Duration::ZERO {
            self.search_at = Some(Instant::now() + wait);
            return;
        }
        self.step = false;
        self.pending = Some(self.engines.start_search(&self.app, &self.game, spec, step));
    }

    /// Plays the move that an engine has found.
    async fn play_found(&mut self) -> Next {
        let Some(mut pending) = self.pending.take() else { return Next::Continue };
        let Some(text) = pending.found.take() else { return Next::Continue };
        let thought = pending.thought.take();
        let played = if pending.step { self.game.step(&text, thought) } else { self.game.play(&text, thought) };
        if let Err(problem) = played {
            tracing::error!(game = self.game.row().id, problem = %problem.message(), "the move of a machine is refused");
            return Next::Close;
        }
        self.store_and_broadcast().await
    }

    fn presence(&self) -> Presence {
        let sits = |side: Side| {
            let visitor = self.game.seat(side).visitor.as_ref();
            visitor.is_some_and(|visitor| self.sockets.values().any(|here| here.visitor == *visitor))
        };
        let plays =
            |visitor: &String| Side::BOTH.iter().any(|side| self.game.seat(*side).visitor.as_ref() == Some(visitor));
        Presence {
            online: Side::BOTH.map(sits),
            watchers: self.sockets.values().filter(|here| !plays(&here.visitor)).count(),
            searching: self.pending.as_ref().map(|pending| pending.side),
        }
    }

    /// The same as if the visitor were connected.
    fn presence_with(&self, visitor: &str) -> Presence {
        let presence = self.presence();
        let is_here = self.sockets.values().any(|here| here.visitor == *visitor);
        let joins = !is_here && self.viewer(visitor).seats == [false; 2];
        Presence { watchers: presence.watchers + usize::from(joins), ..presence }
    }

    /// Sends the state to all connections.
    fn broadcast(&mut self) {
        if self.sockets.is_empty() {
            return;
        }
        let viewers = self.sockets.values().map(|here| (self.game.viewer(&here.visitor), here.form));
        let frames = Frames::new(&self.game, self.presence(), viewers, self.base.as_ref());
        self.base = Some(StateBase::new(&self.game));
        let _ = self.events.send(Event::State(Arc::new(frames)));
    }

    /// A connection has begun or ended. Several of them are broadcast together.
    fn presence_changed(&mut self) {
        self.broadcast_presence_at.get_or_insert(Instant::now() + PRESENCE_EVERY);
    }

    fn viewer(&self, visitor: &str) -> Viewer {
        self.game.viewer(visitor)
    }
}
