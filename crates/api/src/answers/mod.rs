//! What is answered to requests without a live game. A search runs on the thread of the caller, until it is done or stopped.

pub mod analysis;
pub mod catalog;
pub mod duel;
pub mod editor;
pub mod game;
pub mod lessons;
pub mod played;
pub mod puzzles;
pub mod trace;

mod body;

pub use body::read_body;
