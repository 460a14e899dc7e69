//! The Mouse and the Cats (Fox and Hounds): one against four on the dark squares of a chess board.
//!
//! Everything moves one square diagonally, the cats only forward. The mouse wants to reach rank 8, the cats to
//! shut it in.

mod compose;
mod evals;
mod messages;
mod notation;
mod planes;
pub mod reasons;
mod rules;
mod tactics;
mod view;

pub use rules::{MouseCats, Step};
