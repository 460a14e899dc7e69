//! Tables on disk.
//!
//! ```text
//! magic (8) | version | kind | geese | placements a chunk | length of the directory     numbers of 4 bytes, little endian
//! directory: the compressed length of every chunk, 0 where the fox wins everything
//! chunk | chunk | ...
//! ```
//!
//! Directory and chunks are Zstandard frames with checksums, so that damage is noticed where it is. A file is
//! written under another name and renamed when it is complete.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use thiserror::Error;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::CParameter;

use super::entry::Entry;
use super::profile::{CHUNK, Profile, chunk_count};

const MAGIC: &[u8; 8] = b"QVFOXGEE";
const VERSION: u32 = 1;
const HEADER: usize = 8 + 5 * 4;
const ENTRY: usize = size_of::<Entry>();
/// How hard to compress what is written while building, and what is packed for good.
pub(super) const QUICK: i32 = 3;
pub(super) const THOROUGH: i32 = 19;

/// Why a table cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The system said no.
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not what it should be.
    #[error("{path} is damaged: {what}; delete it and build it again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
    /// A folder that was named for its tables has none.
    #[error("{}: no tables of the Fox and the Geese are in it, which are files such as fox-geese-04.qvt", .0.display())]
    Empty(PathBuf),
    /// A number of geese no table is made for.
    #[error("{0} geese: tables are for 4 to 17")]
    Geese(u32),
    /// Compression failed, for want of memory.
    #[error("cannot compress: {0}")]
    Compression(io::Error),
    /// Threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl TableError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |source| Self::Io { path: path.to_owned(), source }
    }

    pub(super) fn damaged(path: &Path, what: &'static str) -> Self {
        Self::Damaged { path: path.to_owned(), what }
    }
}

/// What a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The geese are to move.
    ToMove = 1,
    /// The fox has just landed; needed only to go on building.
    Landed = 2,
}

impl Kind {
    pub(super) fn path(self, directory: &Path, geese: u32) -> PathBuf {
        let name = match self {
            Self::ToMove => "fox-geese",
            Self::Landed => "landed",
        };
        directory.join(format!("{name}-{geese:02}.qvt"))
    }
}

fn header(kind: Kind, geese: u32, directory: usize) -> Vec<u8> {
    let numbers = [VERSION, kind as u32, geese, CHUNK as u32, directory as u32];
    MAGIC.iter().copied().chain(numbers.into_iter().flat_map(u32::to_le_bytes)).collect()
}

fn compressor(level: i32) -> io::Result<Compressor<'static>> {
    let mut compressor = Compressor::new(level)?;
    compressor.set_parameter(CParameter::ChecksumFlag(true))?;
    Ok(compressor)
}

/// Compresses a block chunk by chunk. Words of equal weight go together, since they are alike.
pub(super) fn compress(block: &[Entry], level: i32) -> io::Result<Vec<Vec<u8>>> {
    let chunks = block.par_chunks(CHUNK).map_init(
        || compressor(level),
        |compressor, chunk| {
            if chunk.iter().all(|entry| *entry == Entry::default()) {
                return Ok(Vec::new());
            }
            let mut bytes = Vec::with_capacity(chunk.len() * ENTRY);
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

/// Undoes [`compress`] for one chunk of `size` entries; `None` if it is damaged.
fn decompress(bytes: &[u8], size: usize) -> Option<Vec<Entry>> {
    if bytes.is_empty() {
        return Some(vec![Entry::default(); size]);
    }
    let bytes = Decompressor::new().and_then(|mut frames| frames.decompress(bytes, size * ENTRY)).ok()?;
    let words = words(&bytes);
    (words.len() == 4 * size)
        .then(|| (0..size).map(|index| Entry(std::array::from_fn(|word| words[word * size + index]))).collect())
}

/// The bytes of a table before its chunks.
pub(super) fn preamble(kind: Kind, geese: u32, chunks: &[Vec<u8>]) -> io::Result<Vec<u8>> {
    let lengths: Vec<u8> = chunks.iter().flat_map(|chunk| (chunk.len() as u32).to_le_bytes()).collect();
    let lengths = compressor(THOROUGH)?.compress(&lengths)?;
    Ok([header(kind, geese, lengths.len()), lengths].concat())
}

/// Writes a table from its chunks.
pub(super) fn write(directory: &Path, kind: Kind, geese: u32, chunks: &[Vec<u8>]) -> Result<(), TableError> {
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

/// Where the bytes of a table are.
enum Source {
    File(Mutex<File>),
    Memory(Cow<'static, [u8]>),
}

impl Source {
    /// Reads some bytes; fails where there are not so many.
    fn read(&self, start: u64, length: usize) -> io::Result<Cow<'_, [u8]>> {
        match self {
            Self::File(file) => {
                let mut bytes = vec![0; length];
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(start))?;
                file.read_exact(&mut bytes)?;
                Ok(bytes.into())
            }
            Self::Memory(bytes) => {
                let bytes = bytes.get(start as usize..).and_then(|bytes| bytes.get(..length));
                bytes.map(Cow::Borrowed).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
            }
        }
    }
}

/// A table whose chunks are read when they are needed.
pub(super) struct Archive {
    /// What it is called in errors.
    path: PathBuf,
    source: Source,
    /// Where every chunk begins, and where the last one ends.
    starts: Vec<u64>,
}

impl Archive {
    /// Opens a table on disk and checks all of it but the chunks.
    pub(super) fn open(directory: &Path, kind: Kind, geese: u32) -> Result<Self, TableError> {
        let path = kind.path(directory, geese);
        let file = File::open(&path).map_err(TableError::io(&path))?;
        let length = file.metadata().map_err(TableError::io(&path))?.len();
        Self::new(path, Source::File(Mutex::new(file)), length, kind, geese)
    }

    /// The same for a table in memory.
    pub(super) fn in_memory(bytes: Cow<'static, [u8]>, geese: u32) -> Result<Self, TableError> {
        let (path, length) = (PathBuf::from(format!("pack of {geese} geese")), bytes.len() as u64);
        Self::new(path, Source::Memory(bytes), length, Kind::ToMove, geese)
    }

    fn new(path: PathBuf, source: Source, length: u64, kind: Kind, geese: u32) -> Result<Self, TableError> {
        let damaged = |what| TableError::damaged(&path, what);
        let head = source.read(0, HEADER).map_err(|_| damaged("too short"))?;
        let size = words(&head[HEADER - 4..])[0] as usize;
        if *head != header(kind, geese, size) {
            return Err(damaged("not a table of this kind, version and number of geese"));
        }
        drop(head);
        let lengths = read_directory(&source, size, chunk_count(geese), length);
        let lengths = lengths.ok_or_else(|| damaged("the directory does not fit its checksum"))?;
        let mut starts = vec![(HEADER + size) as u64];
        starts.extend(lengths.iter().scan(starts[0], |end, length| {
            *end += u64::from(*length);
            Some(*end)
        }));
        if starts.last() != Some(&length) {
            return Err(damaged("too short or too long"));
        }
        Ok(Self { path, source, starts })
    }

    /// Reads a chunk of `size` entries.
    pub(super) fn chunk(&self, number: usize, size: usize) -> Result<Vec<Entry>, TableError> {
        let [start, end] = [self.starts[number], self.starts[number + 1]];
        let length = (end - start) as usize;
        let bytes = if length == 0 { Ok(Cow::default()) } else { self.source.read(start, length) };
        let entries = decompress(&bytes.map_err(TableError::io(&self.path))?, size);
        entries.ok_or_else(|| TableError::damaged(&self.path, "a chunk does not fit its checksum"))
    }

    /// Reads every chunk, which checks all of the table.
    pub(super) fn check(&self, geese: u32) -> Result<(), TableError> {
        let sizes: Vec<usize> = Profile::all(geese).flat_map(Profile::chunk_sizes).collect();
        sizes.into_par_iter().enumerate().try_for_each(|(number, size)| self.chunk(number, size).map(drop))
    }

    /// Reads the block of a profile.
    pub(super) fn block(&self, profile: Profile) -> Result<Vec<Entry>, TableError> {
        let mut block = Vec::with_capacity(profile.size());
        for (number, size) in profile.chunk_sizes().enumerate() {
            block.extend(self.chunk(profile.first_chunk() + number, size)?);
        }
        Ok(block)
    }
}

/// Reads the lengths of the chunks; `None` if they are damaged.
fn read_directory(source: &Source, size: usize, chunks: usize, length: u64) -> Option<Vec<u32>> {
    let bytes = if size as u64 <= length { source.read(HEADER as u64, size).ok()? } else { return None };
    let bytes = Decompressor::new().ok()?.decompress(&bytes, chunks * 4).ok()?;
    (bytes.len() == chunks * 4).then(|| words(&bytes))
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}
