//! Writes table files; the format is in [`quevedo_solve::fox_geese::file`].
//!
//! A file is written under another name and renamed when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use quevedo_solve::fox_geese::TableError;
use quevedo_solve::fox_geese::entry::Entry;
use quevedo_solve::fox_geese::file::{TableKind, header};
use quevedo_solve::fox_geese::profile::{CHUNK, Profile};
use rayon::prelude::*;
use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

/// Compression levels: of files written during a build, and of packs.
pub(super) const QUICK: i32 = 3;
pub(super) const THOROUGH: i32 = 19;

fn compressor(level: i32) -> io::Result<Compressor<'static>> {
    let mut compressor = Compressor::new(level)?;
    compressor.set_parameter(CParameter::ChecksumFlag(true))?;
    Ok(compressor)
}

/// Compresses a block chunk by chunk. Words of equal weight are stored together, since they are similar.
pub(super) fn compress(block: &[Entry], level: i32) -> io::Result<Vec<Vec<u8>>> {
    let chunks = block.par_chunks(CHUNK).map_init(
        || compressor(level),
        |compressor, chunk| {
            if chunk.iter().all(|entry| *entry == Entry::default()) {
                return Ok(Vec::new());
            }
            let mut bytes = Vec::with_capacity(size_of_val(chunk));
            for word in 0..4 {
                for entry in chunk {
                    bytes.extend_from_slice(&entry.0[word].to_le_bytes());
                }
            }
            match compressor {
                Ok(compressor) => compressor.compress(&bytes),
                Err(error) => Err(io::Error::other(error.to_string())),
            }
        },
    );
    chunks.collect()
}

/// Puts the compressed chunks of a block in their places in the table.
pub(super) fn place_chunks(chunks: &mut [Vec<u8>], profile: Profile, compressed: Vec<Vec<u8>>) {
    let first = profile.first_chunk();
    for (place, chunk) in chunks[first..].iter_mut().zip(compressed) {
        *place = chunk;
    }
}

/// The bytes of a table before its chunks.
pub(super) fn preamble(kind: TableKind, geese: u32, chunks: &[Vec<u8>]) -> io::Result<Vec<u8>> {
    let lengths: Vec<u8> = chunks.iter().flat_map(|chunk| (chunk.len() as u32).to_le_bytes()).collect();
    let lengths = compressor(THOROUGH)?.compress(&lengths)?;
    Ok([header(kind, geese, lengths.len()), lengths].concat())
}

/// Writes a table from its chunks.
pub(super) fn write(directory: &Path, kind: TableKind, geese: u32, chunks: &[Vec<u8>]) -> Result<(), TableError> {
    let path = kind.path(directory, geese);
    let unfinished = path.with_extension("part");
    let write = || -> io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(&unfinished)?);
        file.write_all(&preamble(kind, geese, chunks)?)?;
        chunks.iter().try_for_each(|chunk| file.write_all(chunk))?;
        file.into_inner()?.sync_all()?;
        fs::rename(&unfinished, &path)
    };
    write().map_err(TableError::io(&path))
}
