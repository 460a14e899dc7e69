//! Tournaments of engines: made on the page or by a command. The games of people have priority.
//!
//! ```text
//! request ──plan──▶ Plan ──run──▶ games ──▶ store ──▶ PlayedTournament ──▶ TournamentTables, files
//!                           └──▶ LiveBoards (being played)   ▲
//! command ──import─────────────────▶ store ──────────────────┘
//! ```
//!
//! A tournament has a thread of its own. Every game is stored before it is shown. After a restart a tournament continues
//! with the games that are missing. Spectators poll the boards a few times a second, see `api::tournament_live`.

mod boards;
mod failure;
mod files;
mod import;
mod plan;
mod played;
mod registry;
mod replay;
mod run;
mod state;

pub(crate) use failure::TournamentFailure;
pub(crate) use files::{TournamentFile, file};
pub use import::store_tournament;
pub(crate) use plan::plan_of;
pub(crate) use played::{PlayedTournament, TournamentTables};
pub(crate) use registry::Tournaments;
pub(crate) use replay::{replay, stored_game, stored_tournament_game};
pub(crate) use state::{can_do, game_of, state_of, summary_of};
