//! The file of a book, in the [container](crate::container). The magic bytes are "QUEVOPEN", the name is that of the game,
//! and there are no other fields. The payload:
//!
//! ```text
//! the number of positions
//! the keys in rising order, each as its distance from the one before
//! the ply of each position
//! the number of moves of each
//! for each its best value, and for every move how much less it is worth
//! ```
//!
//! A best value is stored twice its size, one less where it is negative (zigzag).

use std::path::Path;

use crate::container::{
    BookError, Contents, Format, expect_name, read_file, read_keys, read_number, write_file, write_keys, write_number,
};
use crate::{Book, BookPosition};

const FORMAT: Format<0> = Format::new("QUEVOPEN", 1);
/// No book is longer when it is decompressed.
const MAX_BYTES: u64 = 1 << 32;

impl Book {
    /// The book as a file. The same book gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        FORMAT.to_bytes(&Contents { name: self.name.clone(), fields: [], payload: self.payload() })
    }

    fn payload(&self) -> Vec<u8> {
        let mut sorted: Vec<(&u64, &BookPosition)> = self.positions.iter().collect();
        sorted.sort_unstable_by_key(|(key, _)| **key);
        let mut bytes = Vec::new();
        write_number(&mut bytes, sorted.len() as u64);
        write_keys(&mut bytes, sorted.iter().map(|(key, _)| **key));
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
        let Contents { name, payload, .. } = FORMAT.from_bytes(bytes, |_| MAX_BYTES)?;
        let positions = read_positions(&mut payload.as_slice()).ok_or(BookError::Damaged("its numbers do not fit"))?;
        Ok(Self { name, positions: positions.into_iter().collect() })
    }

    /// An error if the book is for another game.
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

fn read_positions(bytes: &mut &[u8]) -> Option<Vec<(u64, BookPosition)>> {
    let count = usize::try_from(read_number(bytes)?).ok().filter(|count| *count <= bytes.len())?;
    let keys = read_keys(bytes, count)?.into_iter();
    let mut positions: Vec<(u64, BookPosition)> =
        keys.map(|key| (key, BookPosition { ply: 0, values: Vec::new() })).collect();
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

fn zigzag(value: i16) -> u64 {
    let value = i64::from(value);
    ((value << 1) ^ (value >> 63)) as u64
}

fn unzigzag(number: u64) -> Option<i16> {
    let value = (number >> 1) as i64 ^ -((number & 1) as i64);
    value.try_into().ok()
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
    fn a_book_of_another_kind_or_game_is_refused() {
        let other = Book::from_bytes(b"QUEVBOOK").expect_err("a book of the solver").to_string();
        assert_eq!(other, "not a book of this kind: it does not begin with `QUEVOPEN`");
        let other = book().expect_name("another").expect_err("another name").to_string();
        assert_eq!(other, "the book is for `test`, not for `another`");
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
