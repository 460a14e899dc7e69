//! The seven games of Quevedo by their exact rules.
//!
//! One folder a game, each with the same files: `rules` (the position and how it moves), `notation` (positions
//! and moves as text), `view` (names, board shape and taps), `evals` (its evaluators) and `tactics` (search
//! parameters and move ordering). There is no search here, and no printing.
//!
//! ```
//! use quevedo_core::{Game, Notation, perft};
//! use quevedo_games::{Chess, Othello};
//!
//! let mut position = Chess::start();
//! let mv = position.parse_move("e2e4")?;
//! position.play(mv);
//! assert_eq!(position.show(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
//! assert_eq!(perft(&Othello::start(), 6), 8200);
//! # Ok::<(), quevedo_core::MoveError>(())
//! ```

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
