//! The container of book files: a name and a compressed payload, with a version and a checksum.
//!
//! ```text
//!   0    8  magic bytes of the format
//!   8    2  version
//!  10    2  length n of the name
//!  12    k  fields of the format
//!  12+k  8  checksum of all other bytes
//!  20+k  n  name
//!  20+k+n   the payload, compressed with zstd
//! ```
//!
//! Numbers of the head are little-endian; those of payloads have seven bits a byte, the lowest first, the highest bit set
//! where more follow.

use std::path::{Path, PathBuf};

use quevedo_core::hash::combine;
use thiserror::Error;

const LEVEL: i32 = 19;
/// The length of the magic bytes.
const MAGIC: usize = 8;
/// The offset of the fields.
const FIELDS: usize = MAGIC + 4;
/// The size of the checksum.
const SUM: usize = 8;

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
    /// The file does not begin with the magic bytes of the format.
    #[error("not a book of this kind: it does not begin with `{magic}`")]
    Foreign {
        /// The magic bytes.
        magic: &'static str,
    },
    /// It is of another version of the program.
    #[error("the book has version {found}, this program reads version {expected}")]
    Version {
        /// The version of the file.
        found: u16,
        /// The one that can be read.
        expected: u16,
    },
    /// It is for another game.
    #[error("the book is for `{found}`, not for `{expected}`")]
    Name {
        /// What the file is for.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// Bytes are missing or changed.
    #[error("the book is damaged: {0}")]
    Damaged(&'static str),
}

/// A file format in the container, with `N` bytes of fields of its own.
#[derive(Clone, Copy, Debug)]
pub struct Format<const N: usize> {
    magic: &'static str,
    version: u16,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents<const N: usize> {
    /// What the book is for.
    pub name: String,
    /// The fields of the format.
    pub fields: [u8; N],
    /// The payload, decompressed.
    pub payload: Vec<u8>,
}

impl<const N: usize> Format<N> {
    /// The format that begins with these eight bytes, in the version that is written and read.
    pub const fn new(magic: &'static str, version: u16) -> Self {
        assert!(magic.len() == MAGIC, "eight bytes");
        Self { magic, version }
    }

    /// The file with these contents. The same contents give the same bytes.
    pub fn to_bytes(&self, contents: &Contents<N>) -> Vec<u8> {
        let Contents { name, fields, payload } = contents;
        let mut bytes = self.magic.as_bytes().to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend(fields);
        bytes.extend([0; SUM]);
        bytes.extend(name.as_bytes());
        bytes.extend(quevedo_compression::compress(payload, LEVEL));
        let sum = Self::checksum(&bytes);
        bytes[FIELDS + N..][..SUM].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote. `longest` bounds the payload by the fields: a damaged file must not
    /// take all memory.
    pub fn from_bytes(&self, bytes: &[u8], longest: impl FnOnce([u8; N]) -> u64) -> Result<Contents<N>, BookError> {
        let mut rest = bytes.strip_prefix(self.magic.as_bytes()).ok_or(BookError::Foreign { magic: self.magic })?;
        let found = u16::from_le_bytes(take(&mut rest)?);
        if found != self.version {
            return Err(BookError::Version { found, expected: self.version });
        }
        let name_length = u16::from_le_bytes(take(&mut rest)?).into();
        let fields = take(&mut rest)?;
        if u64::from_le_bytes(take(&mut rest)?) != Self::checksum(bytes) {
            return Err(BookError::Damaged("checksum mismatch"));
        }
        let (name, payload) = rest.split_at_checked(name_length).ok_or(CUT_SHORT)?;
        let name = String::from_utf8(name.to_vec()).map_err(|_| BookError::Damaged("its name is not text"))?;
        let payload = quevedo_compression::decompress(payload, longest(fields));
        let payload = payload.map_err(|_| BookError::Damaged("it cannot be decompressed"))?;
        Ok(Contents { name, fields, payload })
    }

    /// Of all bytes but its own.
    fn checksum(bytes: &[u8]) -> u64 {
        let words = bytes[..FIELDS + N].chunks(8).chain(bytes[FIELDS + N + SUM..].chunks(8));
        words.fold(bytes.len() as u64, |sum, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            combine(sum, u64::from_le_bytes(word))
        })
    }
}

const CUT_SHORT: BookError = BookError::Damaged("it is cut short");

/// Takes the first bytes off.
fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], BookError> {
    let (field, rest) = bytes.split_first_chunk().ok_or(CUT_SHORT)?;
    *bytes = rest;
    Ok(*field)
}

/// An error if a book for `found` is used for something else.
pub fn expect_name(found: &str, expected: &str) -> Result<(), BookError> {
    if found == expected {
        return Ok(());
    }
    Err(BookError::Name { found: found.into(), expected: expected.into() })
}

/// The bytes of a file.
pub fn read_file(path: &Path) -> Result<Vec<u8>, BookError> {
    std::fs::read(path).map_err(|error| BookError::File { path: path.into(), error })
}

/// Writes a new file and renames it, so that an existing one is replaced completely or not at all.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), BookError> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let written = std::fs::write(&draft, bytes).and_then(|()| std::fs::rename(&draft, path));
    written.map_err(|error| BookError::File { path: path.into(), error })
}

/// Appends a number of seven bits a byte.
pub fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number of seven bits a byte off; `None` if there is none.
pub fn read_number(bytes: &mut &[u8]) -> Option<u64> {
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

/// Appends rising keys, each as its distance from the one before.
pub fn write_keys(bytes: &mut Vec<u8>, keys: impl IntoIterator<Item = u64>) {
    let mut last = 0;
    for key in keys {
        write_number(bytes, key - last);
        last = key;
    }
}

/// Takes so many rising keys off; `None` if they are cut short or do not rise.
pub fn read_keys(bytes: &mut &[u8], count: usize) -> Option<Vec<u64>> {
    let mut keys = Vec::with_capacity(count.min(bytes.len()));
    let mut last = 0u64;
    for index in 0..count {
        let step = read_number(bytes).filter(|step| index == 0 || *step > 0)?;
        last = last.checked_add(step)?;
        keys.push(last);
    }
    Some(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format<2> = Format::new("TESTBOOK", 3);

    fn contents() -> Contents<2> {
        Contents { name: "ñandú".into(), fields: [7, 200], payload: (0..=255).collect() }
    }

    fn read(bytes: &[u8]) -> Result<Contents<2>, BookError> {
        FORMAT.from_bytes(bytes, |_| 1000)
    }

    #[test]
    fn written_contents_are_read_back() {
        let bytes = FORMAT.to_bytes(&contents());
        assert_eq!(bytes[..14], *b"TESTBOOK\x03\0\x07\0\x07\xc8");
        assert_eq!(read(&bytes).expect("its own bytes"), contents());
        let bounded = FORMAT.from_bytes(&bytes, |fields| fields[0].into()).expect("its own bytes");
        assert_eq!(bounded.payload, [0, 1, 2, 3, 4, 5, 6], "no more than the bound is decompressed");
    }

    #[test]
    fn every_damage_is_noticed() {
        let bytes = FORMAT.to_bytes(&contents());
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length} bytes of {}", bytes.len());
        }
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&changed).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let message = |bytes: &[u8]| read(bytes).expect_err("wrong bytes").to_string();
        assert_eq!(message(b"<html>"), "not a book of this kind: it does not begin with `TESTBOOK`");
        let mut later = FORMAT.to_bytes(&contents());
        later[8] = 9;
        assert_eq!(message(&later), "the book has version 9, this program reads version 3");
        let mut damaged = FORMAT.to_bytes(&contents());
        *damaged.last_mut().expect("bytes") ^= 1;
        assert_eq!(message(&damaged), "the book is damaged: checksum mismatch");
        let other = expect_name("one", "another").expect_err("another name").to_string();
        assert_eq!(other, "the book is for `one`, not for `another`");
    }

    #[test]
    fn numbers_and_keys_are_read_back() {
        let keys = [0, 1, 127, 128, 1 << 40, u64::MAX];
        let mut bytes = Vec::new();
        write_keys(&mut bytes, keys);
        let mut rest = bytes.as_slice();
        assert_eq!(read_keys(&mut rest, keys.len()).as_deref(), Some(&keys[..]));
        assert_eq!(read_keys(&mut rest, 1), None, "there are no more");
        assert_eq!(read_keys(&mut [5, 0].as_slice(), 2), None, "keys rise");
    }
}
