//! Othello (Reversi) on 8x8.
//!
//! A move turns every enclosed run of enemy discs in eight directions. No move: a pass, which is a move too.
//! Neither can move: the game ends and the discs are counted.

mod compose;
mod evals;
mod formats;
mod lens;
pub mod lines;
mod messages;
mod notation;
mod planes;
pub mod reasons;
mod rules;
mod tactics;
mod view;

pub use evals::{Eval, full_diagonals};
pub use rules::{Othello, Placement};
