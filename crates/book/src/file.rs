//! The file of a book:
//!
//! ```text
//!   0   8  "QUEVOPEN"
//!   8   2  version
//!  10   2  length n of the name
//!  12   8  checksum of all other bytes
//!  20   n  name of the game
//!  20+n    compressed with zstd: the number of positions; the keys in rising order, each as its distance from the one
//!          before; the ply of each position; the number of moves of each; then for each its best value, and for every
//!          move how much less it is worth
//! ```
//!
//! The first numbers are little-endian; those inside have seven bits a byte, the lowest first, the highest bit set where
//! more follow. A best value is stored twice its size, one less where it is negative (zigzag).

use std::io::Read;
use std::path::{Path, PathBuf};

use quevedo_core::hash::combine;
use thiserror::Error;

use crate::{Book, BookPosition};

const MAGIC: &[u8; 8] = b"QUEVOPEN";
const VERSION: u16 = 1;
const LEVEL: i32 = 19;
/// The offset of the checksum, and of the bytes after it.
const SUM: usize = 12;
const CHECKED: usize = SUM + 8;
/// No book is longer when it is decompressed: a damaged length must not take all memory.
const MAX_BYTES: u64 = 1 << 32;

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
    #[error("not an opening book: it does not begin with `QUEVOPEN`")]
    Foreign,
    /// It is of another version of the program.
    #[error("the opening book has version {found}, this program reads version {VERSION}")]
    Version {
        /// The version of the file.
        found: u16,
    },
    /// It is for another game.
    #[error("the opening book is for `{found}`, not for `{expected}`")]
    Name {
        /// What the file is for.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// Bytes are missing or changed.
    #[error("the opening book is damaged: {0}")]
    Damaged(&'static str),
}

impl Book {
    /// The book as a file. The same book gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.name.len() as u16).to_le_bytes());
        bytes.extend([0; 8]);
        bytes.extend(self.name.as_bytes());
        bytes.extend(zstd::bulk::compress(&self.payload(), LEVEL).expect("compression into memory does not fail"));
        let sum = checksum(&bytes);
        bytes[SUM..CHECKED].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn payload(&self) -> Vec<u8> {
        let mut sorted: Vec<(&u64, &BookPosition)> = self.positions.iter().collect();
        sorted.sort_unstable_by_key(|(key, _)| **key);
        let mut bytes = Vec::new();
        write_number(&mut bytes, sorted.len() as u64);
        let mut last = 0;
        for (key, _) in &sorted {
            write_number(&mut bytes, **key - last);
            last = **key;
        }
        for (_, position) in &sorted {
            write_number(&mut bytes, position.ply.into());
        }
        for (_, position) in &sorted {
            write_number(&mut bytes, position.values.len() as u64);
        }
        for (_, position) in &sorted {
            let Some(best) = position.values.iter().max() else { continue };
            write_number(&mut bytes, zigzag(*best));
            for value in &position.values {
                write_number(&mut bytes, best.abs_diff(*value).into());
            }
        }
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let short = BookError::Damaged("it is cut short");
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::Foreign);
        }
        let Some((head, rest)) = bytes.split_at_checked(CHECKED) else { return Err(short) };
        let found = u16::from_le_bytes([head[8], head[9]]);
        if found != VERSION {
            return Err(BookError::Version { found });
        }
        if checksum(bytes).to_le_bytes() != head[SUM..] {
            return Err(BookError::Damaged("checksum mismatch"));
        }
        let name_length = usize::from(u16::from_le_bytes([head[10], head[11]]));
        let (name, payload) = rest.split_at_checked(name_length).ok_or(short)?;
        let name = String::from_utf8(name.to_vec()).map_err(|_| BookError::Damaged("its name is not text"))?;
        let payload = decompress(payload).map_err(|_| BookError::Damaged("it cannot be decompressed"))?;
        let positions = read_positions(&mut payload.as_slice()).ok_or(BookError::Damaged("its numbers do not fit"))?;
        Ok(Self { name, positions: positions.into_iter().collect() })
    }

    /// An error if the book is for another game.
    pub fn expect_name(self, expected: &str) -> Result<Self, BookError> {
        if self.name == expected {
            return Ok(self);
        }
        Err(BookError::Name { found: self.name, expected: expected.into() })
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

fn read_positions(bytes: &mut &[u8]) -> Option<Vec<(u64, BookPosition)>> {
    let count = usize::try_from(read_number(bytes)?).ok().filter(|count| *count <= bytes.len())?;
    let mut positions = Vec::with_capacity(count);
    let mut key = 0u64;
    for index in 0..count {
        let step = read_number(bytes).filter(|step| index == 0 || *step > 0)?;
        key = key.checked_add(step)?;
        positions.push((key, BookPosition { ply: 0, values: Vec::new() }));
    }
    for (_, position) in &mut positions {
        position.ply = read_number(bytes)?.try_into().ok()?;
    }
    let mut lengths = Vec::with_capacity(count);
    for _ in 0..count {
        lengths.push(usize::try_from(read_number(bytes)?).ok().filter(|length| *length <= bytes.len())?);
    }
    for ((_, position), length) in positions.iter_mut().zip(lengths).filter(|(_, length)| *length > 0) {
        let best = i64::from(unzigzag(read_number(bytes)?)?);
        let value = |bytes: &mut &[u8]| i16::try_from(best.checked_sub_unsigned(read_number(bytes)?)?).ok();
        position.values = (0..length).map(|_| value(bytes)).collect::<Option<_>>()?;
    }
    bytes.is_empty().then_some(positions)
}

/// Of all bytes but its own.
fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes[..SUM].chunks(8).chain(bytes[CHECKED..].chunks(8));
    words.fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        combine(sum, u64::from_le_bytes(word))
    })
}

fn decompress(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut payload = Vec::new();
    zstd::stream::read::Decoder::new(bytes)?.take(MAX_BYTES).read_to_end(&mut payload)?;
    Ok(payload)
}

fn zigzag(value: i16) -> u64 {
    let value = i64::from(value);
    ((value << 1) ^ (value >> 63)) as u64
}

fn unzigzag(number: u64) -> Option<i16> {
    let value = (number >> 1) as i64 ^ -((number & 1) as i64);
    value.try_into().ok()
}

fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Book {
        let mut book = Book::new("test");
        book.insert(7, BookPosition { ply: 0, values: vec![3, -20, 30_000] });
        book.insert(u64::MAX, BookPosition { ply: 300, values: vec![i16::MIN, i16::MAX, -1] });
        book.insert(0, BookPosition { ply: 1, values: Vec::new() });
        book.insert(1 << 40, BookPosition { ply: 2, values: vec![-32_000] });
        book
    }

    #[test]
    fn a_written_book_is_read_back() {
        for book in [book(), Book::new(""), Book::new("ñ")] {
            assert_eq!(Book::from_bytes(&book.to_bytes()).expect("its own bytes"), book);
        }
    }

    #[test]
    fn every_damage_is_noticed() {
        let bytes = book().to_bytes();
        for length in 0..bytes.len() {
            assert!(Book::from_bytes(&bytes[..length]).is_err(), "{length} bytes of {}", bytes.len());
        }
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(Book::from_bytes(&changed).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let message = |bytes: &[u8]| Book::from_bytes(bytes).expect_err("wrong bytes").to_string();
        assert_eq!(message(b"QUEVBOOK"), "not an opening book: it does not begin with `QUEVOPEN`");
        let mut later = book().to_bytes();
        later[8] = 9;
        assert_eq!(message(&later), "the opening book has version 9, this program reads version 1");
        let other = book().expect_name("another").expect_err("another name").to_string();
        assert_eq!(other, "the opening book is for `test`, not for `another`");
    }

    /// A payload that lies about its numbers is refused, though its checksum is right.
    #[test]
    fn no_payload_is_too_strange() {
        let mut seed = quevedo_core::Rng::with_seed(1);
        for _ in 0..20_000 {
            let bytes: Vec<u8> = (0..seed.usize(0..40)).map(|_| seed.u8(..)).collect();
            if let Some(positions) = read_positions(&mut bytes.as_slice()) {
                assert!(positions.is_sorted_by_key(|(key, _)| *key));
            }
        }
    }
}
