//! Messages to the room of a game, and the events that it sends.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use quevedo_catalog::{PlayerSpec, Session};
use quevedo_core::{Message, Outcome, SearchResult, Side};
use tokio::sync::{broadcast, oneshot};

use super::{Form, Frames, StateText};
use crate::engines::Engine;
use crate::problem::Problem;
use crate::store::GameRow;
use crate::wire::{Can, FromPage, GameState};

/// A message to a room.
pub(crate) enum RoomMessage {
    /// A connection begins.
    Subscribe { visitor: String, form: Form, reply: oneshot::Sender<Subscription> },
    /// A connection has ended.
    Unsubscribe { socket: u64 },
    /// An action of a visitor.
    Act { visitor: String, action: FromPage, reply: oneshot::Sender<Result<(), Problem>> },
    /// Asks for the state of the game.
    State { visitor: String, reply: oneshot::Sender<GameState> },
    /// The same as a message for the page.
    Text { visitor: String, form: Form, reply: oneshot::Sender<StateText> },
    /// Asks for a copy of the game.
    Snapshot { visitor: String, reply: oneshot::Sender<Snapshot> },
    /// Asks for a rematch; the reply is the id of the next game.
    Rematch { visitor: String, reply: oneshot::Sender<Result<String, Problem>> },
    /// A search has ended. The engine comes back, unless it panicked.
    SearchDone { number: u64, result: Option<SearchResult<String>>, engine: Option<Box<Engine>>, side: Side },
    /// A search has found something.
    Progress { number: u64, text: Utf8Bytes },
    /// The server closes.
    Close { reply: oneshot::Sender<()> },
}

/// A live view of a game.
pub(crate) struct Subscription {
    pub(crate) socket: u64,
    pub(crate) first: StateText,
    pub(crate) events: broadcast::Receiver<Event>,
}

/// A copy of a game.
pub(crate) struct Snapshot {
    pub(crate) session: Box<dyn Session>,
    pub(crate) row: GameRow,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) can: Can,
    /// Whether hints, analyses and evaluations are closed.
    pub(crate) help_closed: bool,
    /// The engine that gives hints in this game.
    pub(crate) hint_engine: PlayerSpec,
}

/// An event for all connections of a game.
#[derive(Clone)]
pub(crate) enum Event {
    /// The game has changed.
    State(Arc<Frames>),
    /// A text that is the same for everybody.
    Text(Utf8Bytes),
    /// The machine to move failed; how the game goes on.
    MachineFailed(Message),
}
