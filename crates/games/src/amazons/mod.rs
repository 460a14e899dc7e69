//! The Game of the Amazons on 10x10, 8x8 and 6x6.
//!
//! A turn: an amazon moves like a chess queen, then shoots an arrow like a queen from where it landed; arrows
//! stay. Who cannot move loses. The first move has 2176 choices on the large board.

mod compose;
mod distances;
mod evals;
mod halves;
mod lens;
mod messages;
mod notation;
mod planes;
mod rays;
mod rules;
mod tactics;
mod view;

pub use evals::Eval;
pub use halves::{AmazonsHalves, HalfMove, QueenMove};
pub use rules::{Amazons, AmazonsMove};
