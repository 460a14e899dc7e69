//! Training data: shards of positions, the games they come from, and tools to inspect them.
//!
//! ```text
//! GameJob -> WorkerPool -> GameReport -> replay -> Sample -> Shard -> NAME.qdat
//!              ^         |
//!              └ siblings ┘
//! ```
//!
//! A [`Sample`] is one position encoded for the side to move, with the result of its search and of its game. A [`Shard`]
//! keeps many of them in columns; `docs/data.md` describes its file format. [`ShardReader`] reads the shards of folders,
//! and names those that are damaged.

mod claim;
mod datagen;
mod error;
mod errors;
mod export;
mod file;
mod folder;
pub(crate) mod numbered;
mod plan;
pub(crate) mod replay;
mod sample;
mod shard;
mod shuffle;
mod sibling;
mod survey;

pub(crate) use claim::claim;
pub use datagen::{DataProgress, generate};
pub use error::DataError;
pub use errors::{PhaseError, evaluation_errors};
pub use export::{export_arrays, export_csv, show_steps};
pub(crate) use file::write_whole;
pub use file::{Head, MAGIC};
pub(crate) use folder::write_encoding;
pub use folder::{ShardReader, ShardWriter, shard_files};
pub use plan::{DataPlan, EXACT_NODES};
pub use sample::{Flags, NO_MOVE, PolicyEntry, Sample, stored_steps};
pub use shard::{Shard, ShardColumns};
pub use shuffle::shuffle;
pub use survey::{Survey, draw_samples, survey};
