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

mod check;
mod files;
mod pairing_list;
mod read;
mod render;
mod run;
mod schedule;
mod spread;
mod standings;
mod swiss;
mod tally;

pub use crate::plan::{Entrant, Format, OnFault, OpeningSource, Pairing, Plan, PlanError, PlanLocation, RunIdentity};
pub use files::{GameLine, Results};
pub use read::{EXAMPLE, PlanFile, PlanFileError, read_file};
pub use run::Tournament;
pub use schedule::Fixture;
pub use spread::Spread;
pub use standings::{Standings, StandingsRow, Wdl};
pub use tally::{PlayedGame, Tally};
