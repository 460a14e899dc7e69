//! Packs tables into the file that is part of the program.

use std::path::Path;

use quevedo_solve::fox_geese::file::{Archive, TableKind};
use quevedo_solve::fox_geese::profile::{Profile, chunk_count};
use quevedo_solve::fox_geese::{FEWEST_GEESE, PACK_MAGIC};
use rayon::prelude::*;

use super::BuildError;
use super::writer::{THOROUGH, compress, place_chunks, preamble};

/// Packs the tables of a folder up to a number of geese, at the highest compression level.
pub fn pack(directory: &Path, geese: u32) -> Result<Vec<u8>, BuildError> {
    let tables = (FEWEST_GEESE..=geese).map(|geese| repack(directory, geese)).collect::<Result<Vec<_>, _>>()?;
    let lengths = tables.iter().map(Vec::len).chain([0]);
    let mut bytes = PACK_MAGIC.to_vec();
    bytes.extend(lengths.flat_map(|length| (length as u64).to_le_bytes()));
    bytes.extend(tables.into_iter().flatten());
    Ok(bytes)
}

/// A table as bytes, compressed again.
fn repack(directory: &Path, geese: u32) -> Result<Vec<u8>, BuildError> {
    let archive = Archive::open(directory, TableKind::ToMove, geese)?;
    let profiles: Vec<Profile> = Profile::all(geese).collect();
    let packed = profiles.into_par_iter().map(|profile| {
        let chunks = compress(&archive.block(profile)?, THOROUGH).map_err(BuildError::Compression)?;
        Ok((profile, chunks))
    });
    let mut chunks = vec![Vec::new(); chunk_count(geese)];
    for (profile, packed) in packed.collect::<Result<Vec<_>, BuildError>>()? {
        place_chunks(&mut chunks, profile, packed);
    }
    let mut bytes = preamble(TableKind::ToMove, geese, &chunks).map_err(BuildError::Compression)?;
    bytes.extend(chunks.into_iter().flatten());
    Ok(bytes)
}
