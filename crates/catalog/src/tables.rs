//! Tables that a user has.

use quevedo_solve::chess;

/// Opens the Syzygy tables in these folders, joined by `:`, for all players that are made afterwards; what is wrong with
/// them, in words.
pub fn open_tables(folders: &str) -> Vec<String> {
    match chess::open(folders) {
        Ok(()) => chess::troubles(),
        Err(in_use) => vec![in_use.to_string()],
    }
}
