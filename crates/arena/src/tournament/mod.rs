//! Tournaments: many players, many pairings, one table.
//!
//! ```text
//! file ──read_file──▶ Plan ──prepare──▶ Tournament ──run──▶ Tally ──standings──▶ Standings ──▶ text, CSV
//!                                          ▲                └─lines, records, report──▶ CSV, PGN, HTML
//!                           games known from an earlier run
//! ```
//!
//! A [`Plan`] is plain data, the same in a TOML file and in JSON. [`Tournament::prepare`] refuses what cannot be played
//! and says where it stands. Every game has a number that follows from the plan alone (and, in a Swiss tournament, from
//! the results of earlier rounds), so a run that was interrupted goes on with the games that are missing, and the same
//! plan is the same tournament on any number of threads. All figures are worked out from the set of games, never from
//! the order in which they ended.

mod check;
mod files;
mod plan;
mod read;
mod render;
mod run;
mod schedule;
mod spread;
mod standings;
mod swiss;
mod tally;
mod thesis;

pub use files::{GameLine, Results};
pub use plan::{Entrant, Format, Identity, OnFault, OpeningSource, Pairing, Place, Plan, PlanError};
pub use read::{EXAMPLE, PlanFileError, Written, read_file};
pub use run::Tournament;
pub use schedule::Fixture;
pub use spread::Spread;
pub use standings::{Row, Standings, Wdl};
pub use tally::{Played, Tally};
