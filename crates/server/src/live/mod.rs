//! Games being played: each a task that owns its `Session`, reached by messages.
//!
//! * [`table`] knows what may be done at a game and what it changes; it neither waits nor speaks to anybody.
//! * [`room`] is the task around a table: it stores what changed, tells everybody, and asks the machines.
//! * [`hub`] knows the rooms, and opens them from the store.

mod clock;
mod frames;
mod hub;
mod machines;
mod message;
mod room;
mod table;
mod view;

pub(crate) use frames::{Frames, encode};
pub(crate) use hub::Hub;
pub(crate) use message::{Event, Message, Snapshot, Watching};
pub(crate) use table::{Table, Viewer, clean_name, new_id};
pub(crate) use view::seats;
