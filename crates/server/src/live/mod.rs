//! Live games: each is a task that owns its `Session` and receives messages.
//!
//! * [`quevedo_api::live`] has the state of a game and the rules of what may be done in it.
//! * `engines`, `remote`: their searches, on the search pool or by workers at a queue.
//! * [`room`] is the task around a game: it stores changes, broadcasts them, and starts the searches of engines.
//! * [`hub`] has the open rooms, and opens others from the store.

mod engines;
mod frames;
mod hub;
mod message;
#[cfg(feature = "queue")]
mod remote;
mod room;

pub(crate) use frames::{Form, Frames, StateText, encode};
pub(crate) use hub::Hub;
pub(crate) use message::{Event, RoomMessage, Snapshot, Subscription};
pub(crate) use quevedo_api::live::{LiveGame, clean_name};
