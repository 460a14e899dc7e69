//! Connect-4 on 8 columns by 7 rows, and on the classic 7 by 6.
//!
//! Discs fall down the columns; four in a row wins, a full board is a draw.

mod compose;
mod evals;
mod lens;
mod messages;
mod notation;
mod planes;
pub mod reasons;
mod rules;
mod tactics;
mod view;

pub use evals::Eval;
pub use rules::{Column, Connect4};
