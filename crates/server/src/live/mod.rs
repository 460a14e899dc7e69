//! Live games: each is a task that owns its `Session` and receives messages.
//!
//! * [`game`] has the state of a game and the rules of what may be done in it. It does not wait and sends nothing.
//! * [`room`] is the task around a game: it stores changes, broadcasts them, and starts the searches of engines.
//! * [`hub`] has the open rooms, and opens others from the store.

mod clock;
mod engines;
mod frames;
mod game;
mod hub;
mod message;
mod room;
mod view;

pub(crate) use frames::{Frames, encode};
pub(crate) use game::{LiveGame, Viewer, clean_name, new_id, open_moves, open_position, open_start};
pub(crate) use hub::Hub;
pub(crate) use message::{Event, RoomMessage, Snapshot, Subscription};
pub(crate) use view::seats;
