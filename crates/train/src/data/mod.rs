//! Data to learn from: shards of positions, games that make them, and tools to look at them.
//!
//! ```text
//! GameJob -> WorkerPool -> GameReport -> replay -> Sample -> Shard -> NAME.qdat
//!              ^        |
//!              └ beside ┘
//! ```
//!
//! A [`Sample`] is one position as the side to move sees it, with what came of it. A [`Shard`] keeps many of them in
//! columns, and is a file when it is written; `docs/data.md` tells the format byte by byte. [`ShardReader`] walks through
//! the shards of folders, and refuses what is damaged by name.

mod beside;
mod claim;
mod datagen;
mod error;
mod export;
mod file;
mod folder;
pub(crate) mod numbered;
mod plan;
pub(crate) mod replay;
mod sample;
mod shard;
mod shuffle;
mod survey;

pub(crate) use claim::claim;
pub use datagen::{Progress, generate};
pub use error::DataError;
pub use export::{export_arrays, export_csv, show_steps};
pub(crate) use file::write_whole;
pub use file::{Head, MAGIC};
pub use folder::{ShardReader, ShardWriter, shard_files};
pub use plan::DataPlan;
pub use sample::{Flags, NO_MOVE, PolicyEntry, Sample, stored_steps};
pub use shard::Shard;
pub use shuffle::shuffle;
pub use survey::{Survey, draw_samples, survey};
