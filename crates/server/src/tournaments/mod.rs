//! Tournaments of machines: made on the page or brought by a command, played behind the games of people.
//!
//! ```text
//! wish ──plan──▶ Plan ──run──▶ games ──▶ store ──▶ Book ──▶ View, files
//!                        └──▶ Boards (being played now)      ▲
//! command ──keep──────────────▶ store ───────────────────────┘
//! ```
//!
//! A tournament has a thread of its own, and every game is stored before anybody hears of it. After a restart it goes on
//! with the games that are missing. Who watches looks at the boards a few times a second, see `api::tournament_live`.

mod book;
mod failure;
mod files;
mod keep;
mod office;
mod plan;
mod playing;
mod replay;
mod run;
mod state;

pub(crate) use book::{Book, View};
pub(crate) use failure::TournamentFailure;
pub(crate) use files::{TournamentFile, file};
pub use keep::keep_tournament;
pub(crate) use office::Tournaments;
pub(crate) use plan::plan_of;
pub(crate) use replay::stored_game;
pub(crate) use state::{can_do, game_of, state_of, summary_of};
