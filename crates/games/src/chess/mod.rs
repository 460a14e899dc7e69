//! Chess, on the move generator of the crate `cozy-chess`.
//!
//! What that crate leaves to its users is here: the draw rules, when two positions count as the same, whether a
//! side can still mate, and moves in standard algebraic notation.

mod material;
mod notation;
mod rules;
mod san;
mod view;

pub use rules::{Chess, ChessMove};
