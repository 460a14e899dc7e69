//! Builds the tables of the Fox and the Geese, which [`quevedo_solve::fox_geese`] reads.
//!
//! * `build`: the order of the work; `block`: one block; `walk`: the placements of a block.
//! * `writer`, `pack`: the files.
//! * `check`: the finished tables against the rules.
//! * `strategy`: winning strategies of the geese, made from tables and checked by the rules.
//! * `length`: bounds of the plies that won games last. It needs no tables.

mod block;
mod board;
mod build;
mod check;
mod length;
mod pack;
mod strategy;
mod walk;
mod writer;

use std::io;
use std::path::Path;

use quevedo_solve::fox_geese::entry::Entry;
use quevedo_solve::fox_geese::file::Archive;
use quevedo_solve::fox_geese::profile::Profile;
use quevedo_solve::fox_geese::{FoxGeeseTables, GeeseTable, TableError};
use rayon::prelude::*;

pub use build::{BuildProgress, BuildSettings, build};
pub use check::{CheckReport, check_games, check_positions};
pub use length::{Bound, LengthProgress, LengthSettings, Precision, length_memory, lengths};
pub use pack::pack;
pub use strategy::{CheckedStrategy, StrategyFault, StrategyProgress, check_strategy, choose_strategy};

/// Why tables cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A number of geese out of range.
    #[error("{0} geese: tables are built for 4 to 17")]
    Geese(u32),
    /// Compression failed, for lack of memory.
    #[error("cannot compress: {0}")]
    Compression(io::Error),
    /// Threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Reads the tables of a folder up to a number of geese into memory, 16 bytes a placement. This verifies every checksum.
pub fn load(directory: &Path, geese: u32) -> FoxGeeseTables {
    FoxGeeseTables::open_with(directory, geese, |archive, geese| Ok(GeeseTable::Loaded(all_chunks(&archive, geese)?)))
}

/// Every chunk of a table.
fn all_chunks(archive: &Archive, geese: u32) -> Result<Vec<Vec<Entry>>, TableError> {
    chunk_sizes(geese).into_par_iter().enumerate().map(|(number, size)| archive.chunk(number, size)).collect()
}

/// How many placements each chunk of a table has.
fn chunk_sizes(geese: u32) -> Vec<usize> {
    Profile::all(geese).flat_map(Profile::chunk_sizes).collect()
}
