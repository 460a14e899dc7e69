//! Matches between players, and their records.
//!
//! [`play_match`] sets two players against each other for any number of games, on any number of threads. A match is
//! a function of its [`MatchSettings`]: every random number in it comes from the seed and the number of the game, so
//! the same settings play the same games on one thread or on sixty-four.

mod clock;
mod date;
mod game;
mod matches;
pub mod stats;

pub use clock::TimeControl;
pub use date::utc_date;
pub use game::{MatchError, PlayedGame};
pub use matches::{MatchResult, MatchSettings, play_match};
