//! The Othello endgame solver.
//!
//! A position with some twenty empty squares is searched to the end of the game for its exact difference in discs.
//! An evaluator orders the moves and guides selective searches before the exact one; no value depends on it.
//!
//! ```text
//! solver     the interface: phases of rising confidence, aspiration windows, best moves
//! search     the tree, down to five empty squares
//! endings    the last four
//! probcut    selective cuts (Multi-ProbCut) below full confidence
//! middle     searches of a few plies with the evaluator
//! shared     what threads share
//! order      move ordering: fastest first, parity, evaluator
//! table      the transposition tables
//! stability  stable discs
//! ```

mod confidence;
mod endings;
mod middle;
mod order;
mod probcut;
mod search;
mod shared;
mod solver;
mod squares;
pub mod stability;
mod table;

pub use confidence::Confidence;
pub use solver::{OthelloProgress, OthelloSolver};
