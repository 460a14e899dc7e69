//! Matches and tournaments between players, and the records of their games.
//!
//! A game is a [`GameJob`]: everything that decides it, as data. A [`WorkerPool`] plays jobs, on threads here or on
//! workers elsewhere, and returns [`GameReport`]s. [`play_match`] plays two players against each other,
//! [`tournament`] many. Every random number comes from the seed of the run and the number of the game, so the same
//! settings are the same games on any number of threads.
//!
//! Games come from the [`Catalog`](quevedo_catalog::Catalog) of the caller.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use quevedo_arena::{GameConditions, MatchSettings, Openings, ThreadPool, play_match};
//! use quevedo_catalog::Catalog;
//!
//! let catalog = Catalog::standard();
//! let conditions = GameConditions {
//!     openings: Openings::Random { plies: 4 },
//!     ..GameConditions::new(catalog.find("othello")?, 1)
//! };
//! let players = ["alphabeta:depth=3".parse()?, "random".parse()?];
//! let settings = MatchSettings::new(conditions, players, 10);
//! settings.check()?;
//! let result = play_match(&settings, &ThreadPool::new(&catalog, 2), Vec::new(), |_, _, _| ControlFlow::Continue(()))?;
//! assert!(result.wins > result.losses);
//! println!("{:+.0} Elo", result.elo().difference);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjudication;
mod balance;
mod clock;
mod conditions;
mod date;
mod engine;
mod engine_pool;
mod error;
mod job;
mod journal;
mod locked_file;
mod matches;
mod opening;
pub mod plan;
mod play;
mod probcut;
mod record;
#[cfg(feature = "tournaments")]
pub mod report;
mod shipped;
pub mod stats;
mod suite;
#[cfg(feature = "tournaments")]
pub mod tournament;
#[cfg(feature = "tournaments")]
pub mod tune;
mod worker_pool;

pub use adjudication::{Adjudication, Draw, Resign};
pub use balance::{BalanceSettings, EvaluatedOpening, balanced_openings};
pub use clock::{BadTimeControl, TimeControl};
pub use conditions::GameConditions;
pub use date::utc_date;
pub use engine::dismiss_engines;
pub use engine_pool::{EnginePool, check_player};
pub use error::MatchError;
pub use job::{Fault, FaultKind, GameJob, GameReport, PlayedMove};
pub use journal::{Journal, JournalError, JournalingPool, StopOnFault};
pub use locked_file::LockedFile;
pub use matches::{MatchJournal, MatchResult, MatchSettings, Sides, play_match};
pub use opening::{Opening, OpeningError, Openings};
pub use play::play_game;
pub use probcut::{ProbcutSettings, Regression, probcut_regressions};
pub use record::{Event, named_record, record};
pub use suite::{SuiteAnswer, SuiteSettings, answer, make_suite};
pub use worker_pool::{Jobs, OnGame, OnMove, ThreadPool, WorkerPool};
