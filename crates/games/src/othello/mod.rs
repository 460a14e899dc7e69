//! Othello (Reversi) on 8x8.
//!
//! A move turns every enclosed run of enemy discs in eight directions. No move: a pass, which is a move too.
//! Neither can move: the game ends and the discs are counted.

mod notation;
mod rules;
mod view;

pub use rules::{Othello, Placement};
