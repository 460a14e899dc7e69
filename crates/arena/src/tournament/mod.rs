//! Tournaments: many players, many pairings, one table of standings.
//!
//! ```text
//! file ──read_file──▶ Plan ──prepare──▶ Tournament ──run──▶ Tally ──standings──▶ Standings ──▶ text, CSV
//!                                          ▲                └─lines, records, report──▶ CSV, PGN, HTML
//!                           games known from an earlier run
//! ```
//!
//! A [`Plan`] is plain data, the same in a TOML file and in JSON. [`Tournament::prepare`] refuses a plan that cannot be
//! played and names the part that is wrong. The number of a game follows from the plan alone (and, in a Swiss
//! tournament, from the results of earlier rounds). So an interrupted run continues with the missing games, and the same
//! plan is the same tournament on any number of threads. All figures depend on the set of games, not on the order in
//! which they ended.

#[cfg(feature = "tournaments")]
mod check;
#[cfg(feature = "tournaments")]
mod files;
mod messages;
#[cfg(feature = "tournaments")]
mod pairing_list;
mod plan;
#[cfg(feature = "tournaments")]
mod read;
#[cfg(feature = "tournaments")]
mod render;
#[cfg(feature = "tournaments")]
mod run;
#[cfg(feature = "tournaments")]
mod schedule;
#[cfg(feature = "tournaments")]
mod spread;
#[cfg(feature = "tournaments")]
mod standings;
#[cfg(feature = "tournaments")]
mod swiss;
#[cfg(feature = "tournaments")]
mod tally;

#[cfg(feature = "tournaments")]
pub use files::{GameLine, Results};
pub use plan::{Entrant, Format, OnFault, OpeningSource, Pairing, Plan, PlanError, PlanLocation, RunIdentity};
#[cfg(feature = "tournaments")]
pub use read::{EXAMPLE, PlanFile, PlanFileError, read_file};
#[cfg(feature = "tournaments")]
pub use run::Tournament;
#[cfg(feature = "tournaments")]
pub use schedule::Fixture;
#[cfg(feature = "tournaments")]
pub use spread::Spread;
#[cfg(feature = "tournaments")]
pub use standings::{Standings, StandingsRow, Wdl};
#[cfg(feature = "tournaments")]
pub use tally::{PlayedGame, Tally};
