//! Connect-4, solved exactly on any board that fits a word.
//!
//! [`Connect4Solver`] finds the score, who wins and the best moves of a position; `search` is its search, `discs` and
//! `follower` what it finds without search. The program contains an opening book of the 7x6 board, with which every position of that board is
//! solved in about a second. `quevedo-solve-build` builds such books.

mod discs;
mod follower;
mod opening;
mod range;
mod search;
mod solver;
mod table;

pub use discs::Discs;
pub use opening::{book_name, warnings};
pub use search::NodeCallback;
pub use solver::Connect4Solver;
pub use table::RangeTable;
