//! Connect-4, solved exactly on any board that fits a word.
//!
//! [`Solver`] answers the score, who wins and the best moves of a position; how it searches stands in `search`, what it
//! sees without search in `discs`. A book of the opening comes with the program for the classic 7x6, on which every
//! position is answered at once; [`BookMaker`] makes it.

mod discs;
mod making;
mod opening;
mod range;
mod search;
mod solver;
mod table;

pub use making::BookMaker;
pub use opening::warnings;
pub use search::Watch;
pub use solver::Solver;
