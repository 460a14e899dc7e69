//! Live games.
//!
//! * [`game`] has the state of a game and the rules of what may be done in it.
//! * `rows`: games as they are stored.
//! * `view`: the state of a game for a viewer.

mod clock;
pub mod game;
mod rows;
mod view;

pub use clock::Clock;
pub use game::{LiveGame, Viewer, clean_name, open_moves, open_position, open_start};
pub use rows::{DamagedGame, GameChange, GameRow, MoveRow, SeatRow, StoredGame};
pub use view::{Presence, StateBase, change, seats, state, summary};
