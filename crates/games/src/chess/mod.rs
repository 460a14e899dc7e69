//! Chess, on the move generator of the crate `cozy-chess`.
//!
//! What that crate leaves to its users is here: the draw rules, when two positions count as the same, whether a
//! side can still mate, and moves in standard algebraic notation.

mod bench;
mod classic;
mod compose;
mod evals;
mod exchange;
mod handmade;
mod material;
mod messages;
mod notation;
mod planes;
pub mod reasons;
mod rules;
mod san;
mod tactics;
mod view;

pub use bench::BENCH_POSITIONS;
pub use evals::Eval;
pub use rules::{Chess, ChessMove};
