//! Othello's endgame, played out.
//!
//! A position with some twenty empty squares is searched to the end of the game for its exact difference in discs.
//! Nothing but the order in which moves are tried rests on judgement.
//!
//! ```text
//! solver     windows around a guess, best moves, what callers see
//! search     the tree, down to five empty squares
//! endings    the last four
//! order      which move first
//! table      what was found before
//! stability  discs that never turn
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

pub use solver::{Progress, Solver};
