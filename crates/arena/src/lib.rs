//! Matches between players, and their records.
//!
//! A game is a [`GameJob`]: everything that decides it, as data. A [`WorkerPool`] plays jobs, on threads here or on workers
//! elsewhere, and answers with [`GameReport`]s. [`play_match`] sets two players against each other; every random number
//! in a match comes from its seed and the number of the game, so the same settings are the same games on one thread or
//! on sixty-four.

mod adjudication;
mod balance;
mod clock;
mod date;
mod engine;
mod engine_pool;
mod error;
mod job;
mod journal;
mod locked_file;
mod matches;
mod opening;
mod play;
mod record;
pub mod report;
mod shipped;
pub mod stats;
pub mod study;
mod terms;
pub mod tournament;
mod worker_pool;

pub use adjudication::{Adjudication, Draw, Resign};
pub use balance::{Draws, JudgedOpening, balanced_openings};
pub use clock::{BadTimeControl, TimeControl};
pub use date::utc_date;
pub use engine::dismiss_engines;
pub use engine_pool::{EnginePool, check_player};
pub use error::MatchError;
pub use job::{Fault, FaultKind, GameJob, GameReport, PlayedMove};
pub use journal::{Journal, JournalError, Journalled, Strict};
pub use locked_file::LockedFile;
pub use matches::{MatchResult, MatchSettings, play_match};
pub use opening::{Opening, OpeningError, Openings};
pub use play::play_game;
pub use record::{Event, named_record, record};
pub use terms::Terms;
pub use worker_pool::{Done, Jobs, Threads, Watch, WorkerPool};
