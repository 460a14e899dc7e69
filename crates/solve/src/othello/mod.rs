//! The Othello endgame solver.
//!
//! A position with some twenty empty squares is searched to the end of the game for its exact difference in discs.
//! An evaluator is used for move ordering only.
//!
//! ```text
//! solver     the interface: aspiration windows, best moves
//! search     the tree, down to five empty squares
//! endings    the last four
//! order      move ordering: fastest first, parity, evaluator
//! table      the transposition table
//! stability  stable discs
//! lines      moves and flips
//! ```

mod endings;
pub mod lines;
mod order;
mod search;
mod solver;
mod squares;
pub mod stability;
mod table;

pub use order::Shared;
pub use solver::{OthelloProgress, OthelloSolver};
