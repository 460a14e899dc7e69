//! The file format of tables, and its reader.
//!
//! ```text
//! magic (8) | version | kind | geese | placements a chunk | length of the directory     numbers of 4 bytes, little endian
//! directory: the compressed length of every chunk, 0 where the fox wins everything
//! chunk | chunk | ...
//! ```
//!
//! Directory and chunks are Zstandard frames with checksums, so damage is detected in the frame where it is. A chunk
//! holds the words of weight 1 of all its entries, then those of weight 2, 4 and 8.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use super::entry::Entry;
use super::profile::{CHUNK, Profile, chunk_count};

const MAGIC: &[u8; 8] = b"QVFOXGEE";
const VERSION: u32 = 1;
const HEADER: usize = 8 + 5 * 4;

/// Why a table cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file or folder cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The contents of the file are wrong.
    #[error("{path} is damaged: {what}; delete it and build it again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
    /// The folder has no tables.
    #[error("{}: the folder has no tables of the Fox and the Geese (files such as fox-geese-04.qvt)", .0.display())]
    Empty(PathBuf),
}

impl TableError {
    /// Adds the path to an error of the system.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |source| Self::Io { path: path.to_owned(), source }
    }

    pub(super) fn damaged(path: &Path, what: &'static str) -> Self {
        Self::Damaged { path: path.to_owned(), what }
    }
}

/// Which positions a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// The geese are to move.
    ToMove = 1,
    /// The fox has just landed after a jump; only the builder needs these.
    FoxLanded = 2,
}

impl TableKind {
    /// The file of a table in a folder.
    pub fn path(self, directory: &Path, geese: u32) -> PathBuf {
        let name = match self {
            Self::ToMove => "fox-geese",
            Self::FoxLanded => "landed",
        };
        directory.join(format!("{name}-{geese:02}.qvt"))
    }
}

/// The header of a table whose compressed directory has `directory` bytes.
pub fn header(kind: TableKind, geese: u32, directory: usize) -> Vec<u8> {
    let numbers = [VERSION, kind as u32, geese, CHUNK as u32, directory as u32];
    MAGIC.iter().copied().chain(numbers.into_iter().flat_map(u32::to_le_bytes)).collect()
}

/// Decompresses one chunk of `size` entries; `None` if it is damaged.
fn decompress(bytes: &[u8], size: usize) -> Option<Vec<Entry>> {
    if bytes.is_empty() {
        return Some(vec![Entry::default(); size]);
    }
    let length = size * size_of::<Entry>();
    // One byte more shows a frame that is too long.
    let bytes = quevedo_compression::decompress(bytes, length as u64 + 1).ok().filter(|bytes| bytes.len() == length)?;
    let words = words(&bytes);
    (words.len() == 4 * size)
        .then(|| (0..size).map(|index| Entry(std::array::from_fn(|word| words[word * size + index]))).collect())
}

/// Where the bytes of a table are.
enum Source {
    File(Mutex<File>),
    Memory(Cow<'static, [u8]>),
}

impl Source {
    /// Reads exactly `length` bytes; an error if the source is shorter.
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

/// A table whose chunks are read on demand.
pub struct Archive {
    /// Its name in errors.
    path: PathBuf,
    source: Source,
    /// Where every chunk begins, and where the last one ends.
    starts: Vec<u64>,
}

impl Archive {
    /// Opens a table on disk and checks all of it but the chunks.
    pub fn open(directory: &Path, kind: TableKind, geese: u32) -> Result<Self, TableError> {
        let path = kind.path(directory, geese);
        let file = File::open(&path).map_err(TableError::io(&path))?;
        let length = file.metadata().map_err(TableError::io(&path))?.len();
        Self::new(path, Source::File(Mutex::new(file)), length, kind, geese)
    }

    /// The same for a table in memory.
    pub(super) fn in_memory(bytes: Cow<'static, [u8]>, geese: u32) -> Result<Self, TableError> {
        let (path, length) = (PathBuf::from(format!("pack of {geese} geese")), bytes.len() as u64);
        Self::new(path, Source::Memory(bytes), length, TableKind::ToMove, geese)
    }

    fn new(path: PathBuf, source: Source, length: u64, kind: TableKind, geese: u32) -> Result<Self, TableError> {
        let damaged = |what| TableError::damaged(&path, what);
        let head = source.read(0, HEADER).map_err(|_| damaged("too short"))?;
        let size = words(&head[HEADER - 4..])[0] as usize;
        if *head != header(kind, geese, size) {
            return Err(damaged("not a table of this kind, version and number of geese"));
        }
        drop(head);
        let lengths = read_directory(&source, size, chunk_count(geese), length);
        let lengths = lengths.ok_or_else(|| damaged("checksum mismatch in the directory"))?;
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
    pub fn chunk(&self, number: usize, size: usize) -> Result<Vec<Entry>, TableError> {
        let [start, end] = [self.starts[number], self.starts[number + 1]];
        let length = (end - start) as usize;
        let bytes = if length == 0 { Ok(Cow::default()) } else { self.source.read(start, length) };
        let entries = decompress(&bytes.map_err(TableError::io(&self.path))?, size);
        entries.ok_or_else(|| TableError::damaged(&self.path, "checksum mismatch in a chunk"))
    }

    /// Reads the block of a profile.
    pub fn block(&self, profile: Profile) -> Result<Vec<Entry>, TableError> {
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
    let bytes = quevedo_compression::decompress(&bytes, chunks as u64 * 4 + 1).ok()?;
    (bytes.len() == chunks * 4).then(|| words(&bytes))
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}
