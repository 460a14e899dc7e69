//! The seven games of Quevedo by their exact rules.
//!
//! One folder a game, each with the same files: `rules` (the position and how it moves), `notation` (positions
//! and moves as text), `view` (names, board shape and taps), `evals` (its evaluators) and `tactics` (search
//! parameters and move ordering). There is no search here, and no printing.

pub mod amazons;
mod bits;
pub mod chess;
pub mod connect4;
pub mod fox_geese;
pub mod hare_hounds;
mod hunt;
pub mod mouse_cats;
pub mod othello;

pub use amazons::Amazons;
pub use bits::Bits;
pub use chess::Chess;
pub use connect4::Connect4;
pub use fox_geese::FoxGeese;
pub use hare_hounds::HareHounds;
pub use hunt::HuntEval;
pub use mouse_cats::MouseCats;
pub use othello::Othello;
