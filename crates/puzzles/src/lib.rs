//! Puzzles: positions in which one move alone reaches the goal.
//!
//! * [`Puzzle`]: a position, its goal, the line that solves it, and its rating; a JSON object in one line of text.
//! * [`Judge`]: proves that a move is the only one, by the solver of the game or by a full-width search.
//! * [`make_puzzles`]: plays games and finds puzzles in them.
//! * [`shipped`]: the puzzles that come with the program.

mod explain;
mod judge;
mod make;
mod move_value;
mod puzzle;
mod rating;
mod search_judge;
mod selection;
mod shipped;
mod similarity;
mod solution;
mod solver_judge;

pub use judge::{Judge, OnlyMove, Proof, judge};
pub use make::{MakeError, MakeSettings, make_puzzles};
pub use move_value::MoveValue;
pub use puzzle::{Goal, Puzzle, PuzzleError, read_puzzles};
pub use rating::{HIGHEST_RATING, LOWEST_RATING};
pub use selection::{daily, nearest};
pub use shipped::shipped;
pub use similarity::board_key;
