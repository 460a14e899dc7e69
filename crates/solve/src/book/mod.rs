//! Books: exact values of many positions in a file.
//!
//! A book maps keys, which the game defines, to small values. Its file is a [container](quevedo_book::container) with the
//! magic bytes "QUEVBOOK", a name as "connect4-7x6", and one field, the number of entries (32 bits, little-endian). The
//! payload has the keys in rising order, each as its distance from the one before, then the values, a byte each. A damaged
//! file, or one of another name or version, is an error.

mod file;

use std::path::Path;

pub use quevedo_book::BookError;
use quevedo_book::container::{expect_name, read_file, write_file};

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
        expect_name(&self.name, expected)?;
        Ok(self)
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, BookError> {
        Self::from_bytes(&read_file(path)?)
    }

    /// Writes a file; an existing book is replaced completely or not at all.
    pub fn write(&self, path: &Path) -> Result<(), BookError> {
        write_file(path, &self.to_bytes())
    }
}
