//! What is said to a room, and what it says.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use quevedo_catalog::{PlayerSpec, Session};
use quevedo_core::{Outcome, SearchResult};
use tokio::sync::{broadcast, oneshot};

use super::Frames;
use crate::problem::Problem;
use crate::store::GameRow;
use crate::think::Machine;
use crate::wire::{Can, FromPage, GameState};

/// A message to a room.
pub(crate) enum Message {
    /// Somebody wants to see the game live.
    Watch { visitor: String, reply: oneshot::Sender<Watching> },
    /// A connection has ended.
    Leave { socket: u64 },
    /// Somebody wants to do something.
    Act { visitor: String, action: FromPage, reply: oneshot::Sender<Result<(), Problem>> },
    /// Somebody wants to see the game once.
    State { visitor: String, reply: oneshot::Sender<GameState> },
    /// The same as a message for the page.
    Text { visitor: String, reply: oneshot::Sender<Utf8Bytes> },
    /// Somebody wants to look into the game on their own.
    Snapshot { visitor: String, reply: oneshot::Sender<Snapshot> },
    /// Somebody wants to play again; the answer is the id of the next game.
    Rematch { visitor: String, reply: oneshot::Sender<Result<String, Problem>> },
    /// A machine has thought.
    Thought { number: u64, thought: Option<SearchResult<String>>, machine: Box<Machine>, side: quevedo_core::Side },
    /// A machine is thinking.
    Progress { number: u64, text: Utf8Bytes },
    /// The server is going down.
    Close { reply: oneshot::Sender<()> },
}

/// A live view of a game.
pub(crate) struct Watching {
    pub(crate) socket: u64,
    pub(crate) first: Utf8Bytes,
    pub(crate) events: broadcast::Receiver<Event>,
}

/// A copy of a game to look into.
pub(crate) struct Snapshot {
    pub(crate) session: Box<dyn Session>,
    pub(crate) row: GameRow,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) can: Can,
    /// Who gives hints in this game.
    pub(crate) adviser: PlayerSpec,
}

/// What a room says to everybody.
#[derive(Clone)]
pub(crate) enum Event {
    /// The game has changed.
    State(Arc<Frames>),
    /// Something for all alike.
    Text(Utf8Bytes),
}
