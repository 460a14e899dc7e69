//! Exact answers where there are any.
//!
//! One module a game; what they share stands beside them. Nothing here is a guess: an answer is proved or not given.

pub mod amazons;
pub mod book;
pub mod chess;
pub mod connect4;
mod deepening;
pub mod fox_geese;
pub mod hunt;
pub mod othello;
mod perfect;
mod prefetch;

mod solution;
mod solving;

pub use chess::open_tables;
pub use deepening::Deepening;
pub use perfect::Perfect;
pub use quevedo_core::Value;
pub use solution::Solution;
pub use solving::{Solvable, Solves};
