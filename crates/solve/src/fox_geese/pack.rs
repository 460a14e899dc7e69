//! The tables of the small numbers of geese in one piece, to be shipped.
//!
//! ```text
//! magic (8) | length of the table of 4 geese, of 5 geese, ... (8 each), 0 | table | table | ...
//! ```

use std::path::Path;

use rayon::prelude::*;

use super::FEWEST_GEESE;
use super::build::store;
use super::file::{Archive, Kind, THOROUGH, TableError, compress, preamble};
use super::profile::{Profile, chunk_count};

const MAGIC: &[u8; 8] = b"QVFOXPAK";
const NUMBER: usize = size_of::<u64>();

/// Packs the tables of a folder up to a number of geese, compressed as well as can be.
pub fn pack(directory: &Path, geese: u32) -> Result<Vec<u8>, TableError> {
    let tables = (FEWEST_GEESE..=geese).map(|geese| repack(directory, geese)).collect::<Result<Vec<_>, _>>()?;
    let lengths = tables.iter().map(Vec::len).chain([0]);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(lengths.flat_map(|length| (length as u64).to_le_bytes()));
    bytes.extend(tables.into_iter().flatten());
    Ok(bytes)
}

/// A table as bytes, compressed anew.
fn repack(directory: &Path, geese: u32) -> Result<Vec<u8>, TableError> {
    let archive = Archive::open(directory, Kind::ToMove, geese)?;
    let profiles: Vec<Profile> = Profile::all(geese).collect();
    let packed = profiles.into_par_iter().map(|profile| {
        let chunks = compress(&archive.block(profile)?, THOROUGH).map_err(TableError::Compression)?;
        Ok((profile, chunks))
    });
    let mut chunks = vec![Vec::new(); chunk_count(geese)];
    for (profile, packed) in packed.collect::<Result<Vec<_>, TableError>>()? {
        store(&mut chunks, profile, packed);
    }
    let mut bytes = preamble(Kind::ToMove, geese, &chunks).map_err(TableError::Compression)?;
    bytes.extend(chunks.into_iter().flatten());
    Ok(bytes)
}

/// A number of geese and its table.
type Packed = (u32, Result<Archive, TableError>);

/// The tables of a pack; what is cut off is told apart from what is whole.
pub(super) fn unpack(bytes: &'static [u8]) -> Result<Vec<Packed>, TableError> {
    let foreign = || TableError::damaged(Path::new("the pack of tables"), "it does not begin like one");
    let numbers = bytes.strip_prefix(MAGIC).ok_or_else(foreign)?;
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
