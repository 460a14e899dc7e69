//! Books: exact values of many positions in a file.
//!
//! A book maps keys, which the game defines, to small values. The file has a name, a version and a checksum. A damaged
//! file, or one of another name or version, is an error:
//!
//! ```text
//!   0   8  "QUEVBOOK"
//!   8   2  version
//!  10   2  length n of the name
//!  12   4  number of entries
//!  16   8  checksum of all other bytes
//!  24   n  name, as "connect4-7x6"
//!  24+n    compressed with zstd: the keys in rising order, each as its distance from the one before
//!          (seven bits a byte, the lowest first, the highest bit set where more follow), then the values, a byte each
//! ```
//!
//! Numbers are little-endian.

mod file;

use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a book cannot be used.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// The file does not begin with the magic bytes of a book.
    #[error("not a book: it does not begin with `QUEVBOOK`")]
    Foreign,
    /// It is of another version of the program.
    #[error("the book has version {found}, this program reads version {expected}")]
    Version {
        /// The version of the file.
        found: u16,
        /// The one that can be read.
        expected: u16,
    },
    /// It is for another board.
    #[error("the book is for `{found}`, not for `{expected}`")]
    Name {
        /// What the file is for.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// Its positions have another number of discs.
    #[error("the book has positions of {found} discs, not of {expected}")]
    Discs {
        /// The discs of its positions.
        found: usize,
        /// What was expected.
        expected: usize,
    },
    /// Bytes are missing or changed.
    #[error("the book is damaged: {0}")]
    Damaged(&'static str),
}

/// Values of positions by their keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    name: String,
    /// In rising order.
    keys: Vec<u64>,
    values: Vec<i8>,
}

impl Book {
    /// A book of these entries; of several with the same key the last one is used.
    pub fn new(name: impl Into<String>, entries: impl IntoIterator<Item = (u64, i8)>) -> Self {
        let mut entries: Vec<(u64, i8)> = entries.into_iter().collect();
        entries.reverse();
        entries.sort_by_key(|entry| entry.0);
        entries.dedup_by_key(|entry| entry.0);
        let (keys, values) = entries.into_iter().unzip();
        Self { name: name.into(), keys, values }
    }

    /// What it is for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The keys in rising order.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The value of a position.
    pub fn get(&self, key: u64) -> Option<i8> {
        self.keys.binary_search(&key).ok().map(|index| self.values[index])
    }

    /// An error if the book has another name.
    pub fn expect_name(self, expected: &str) -> Result<Self, BookError> {
        if self.name == expected {
            Ok(self)
        } else {
            Err(BookError::Name { found: self.name, expected: expected.into() })
        }
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, BookError> {
        let bytes = std::fs::read(path).map_err(|error| BookError::File { path: path.into(), error })?;
        Self::from_bytes(&bytes)
    }

    /// Writes a new file and renames it, so that an existing book is replaced completely or not at all.
    pub fn write(&self, path: &Path) -> Result<(), BookError> {
        let wrong = |error| BookError::File { path: path.into(), error };
        let mut draft = path.as_os_str().to_owned();
        draft.push(".new");
        std::fs::write(&draft, self.to_bytes()).map_err(wrong)?;
        std::fs::rename(&draft, path).map_err(wrong)
    }
}
