//! The Mouse and the Cats and the Hare and the Dogs, solved completely by retrograde analysis: who wins every position, and
//! in how many plies.
//!
//! There are 2.2 million positions of the one and 29 thousand of the other. The tables are built on first use, in
//! about a second, and kept in memory.
//!
//! ```
//! use quevedo_core::Game;
//! use quevedo_games::MouseCats;
//! use quevedo_solve::{Value, hunt};
//!
//! let solution = hunt::solve(&MouseCats::start());
//! assert_eq!((solution.value, solution.plies), (Value::Loss, Some(44)));
//! ```

mod hare_hounds;
mod mouse_cats;
mod retrograde;

pub use retrograde::{Numbered, RetrogradeTable};

use crate::Solution;

/// The exact value of a position, its distance from the end, and all best moves.
pub fn solve<G: Numbered>(position: &G) -> Solution<G::Move> {
    G::table().solve(position)
}
