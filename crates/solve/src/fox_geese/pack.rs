//! The tables of the small numbers of geese in one file, which is part of the program.
//!
//! ```text
//! magic (8) | length of the table of 4 geese, of 5 geese, ... (8 each), 0 | table | table | ...
//! ```

use std::path::Path;

use super::FEWEST_GEESE;
use super::file::{Archive, TableError};

/// A pack begins with these bytes.
pub const PACK_MAGIC: &[u8; 8] = b"QVFOXPAK";
const NUMBER: usize = size_of::<u64>();

/// A number of geese and its table.
type Packed = (u32, Result<Archive, TableError>);

/// The tables of a pack, each with its own error if it is damaged.
pub(super) fn unpack(bytes: &'static [u8]) -> Result<Vec<Packed>, TableError> {
    let foreign = || TableError::damaged(Path::new("the pack of tables"), "it does not begin with `QVFOXPAK`");
    let numbers = bytes.strip_prefix(PACK_MAGIC).ok_or_else(foreign)?;
    let lengths = numbers
        .chunks_exact(NUMBER)
        .map(|number| number.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte)));
    let lengths: Vec<usize> = lengths.take_while(|length| *length > 0).take(32).collect();
    let mut left = numbers.get((lengths.len() + 1) * NUMBER..).unwrap_or_default();
    let tables = lengths.into_iter().zip(FEWEST_GEESE..).map(|(length, geese)| {
        let (table, rest) = left.split_at(length.min(left.len()));
        left = rest;
        (geese, Archive::in_memory(table.into(), geese))
    });
    Ok(tables.collect())
}
