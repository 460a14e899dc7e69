//! Reads and writes book files; [the module](super) has the layout.

use std::io::Read;

use quevedo_core::hash::combine;

use super::{Book, BookError};

const MAGIC: &[u8; 8] = b"QUEVBOOK";
const VERSION: u16 = 1;
const LEVEL: i32 = 19;
/// The offset of the checksum, and of the bytes after it.
const SUM: usize = 16;
const CHECKED: usize = SUM + 8;
/// No varint of 64 bits is longer.
const MAX_KEY_BYTES: usize = 10;

impl Book {
    /// The book as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.name.len() as u16).to_le_bytes());
        bytes.extend((self.len() as u32).to_le_bytes());
        bytes.extend([0; 8]);
        bytes.extend(self.name.as_bytes());
        bytes.extend(zstd::bulk::compress(&self.payload(), LEVEL).expect("compression into memory does not fail"));
        let sum = checksum(&bytes);
        bytes[SUM..CHECKED].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn payload(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.len() * 4);
        let mut last = 0;
        for &key in &self.keys {
            write_number(&mut bytes, key - last);
            last = key;
        }
        bytes.extend(self.values.iter().map(|&value| value as u8));
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::Foreign);
        }
        let mut fields = Fields(&bytes[MAGIC.len()..]);
        let found = u16::from_le_bytes(fields.take()?);
        if found != VERSION {
            return Err(BookError::Version { found, expected: VERSION });
        }
        let name_length = u16::from_le_bytes(fields.take()?) as usize;
        let entries = u32::from_le_bytes(fields.take()?);
        let sum = u64::from_le_bytes(fields.take()?);
        if checksum(bytes) != sum {
            return Err(BookError::Damaged("checksum mismatch"));
        }
        let (name, payload) = fields.0.split_at_checked(name_length).ok_or(BookError::Damaged("it is cut short"))?;
        let name = String::from_utf8(name.to_vec()).map_err(|_| BookError::Damaged("its name is not text"))?;
        let entries = entries as usize;
        let payload = decompress(payload, entries).map_err(|_| BookError::Damaged("it cannot be decompressed"))?;
        let (keys, values) = read_entries(&payload, entries)?;
        Ok(Self { name, keys, values })
    }
}

/// Bytes still to be read.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BookError> {
        let (field, rest) = self.0.split_first_chunk().ok_or(BookError::Damaged("it is cut short"))?;
        self.0 = rest;
        Ok(*field)
    }
}

fn read_entries(mut payload: &[u8], entries: usize) -> Result<(Vec<u64>, Vec<i8>), BookError> {
    let mut keys = Vec::with_capacity(entries.min(payload.len()));
    let mut last = 0u64;
    for index in 0..entries {
        let step = read_number(&mut payload).ok_or(BookError::Damaged("a key is cut short"))?;
        let key = last.checked_add(step).filter(|_| index == 0 || step > 0);
        last = key.ok_or(BookError::Damaged("its keys do not rise"))?;
        keys.push(last);
    }
    if payload.len() != entries {
        return Err(BookError::Damaged("keys and values differ in number"));
    }
    Ok((keys, payload.iter().map(|&byte| byte as i8).collect()))
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

/// Decompresses at most as many bytes as the entries can need.
fn decompress(bytes: &[u8], entries: usize) -> std::io::Result<Vec<u8>> {
    let longest = (entries * (MAX_KEY_BYTES + 1)) as u64;
    let mut payload = Vec::new();
    zstd::stream::read::Decoder::new(bytes)?.take(longest).read_to_end(&mut payload)?;
    Ok(payload)
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
        Book::new("test", [(5, -3), (u64::MAX, 127), (0, 0), (1 << 40, -128), (5, 4)])
    }

    #[test]
    fn a_written_book_is_read_back() {
        for book in [book(), Book::new("", []), Book::new("ñ", (0..10_000u64).map(|key| (key * key, key as i8)))] {
            assert_eq!(Book::from_bytes(&book.to_bytes()).expect("its own bytes"), book);
        }
        assert_eq!(book().get(5), Some(4), "the last of two entries counts");
        assert_eq!(book().get(6), None);
    }

    #[test]
    fn a_book_cut_short_is_refused() {
        let bytes = book().to_bytes();
        for length in 0..bytes.len() {
            assert!(Book::from_bytes(&bytes[..length]).is_err(), "{length} bytes of {}", bytes.len());
        }
    }

    #[test]
    fn every_changed_bit_is_noticed() {
        let bytes = book().to_bytes();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(Book::from_bytes(&changed).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let message = |bytes: &[u8]| Book::from_bytes(bytes).expect_err("wrong bytes").to_string();
        assert_eq!(message(b"<html>"), "not a book: it does not begin with `QUEVBOOK`");
        let mut later = book().to_bytes();
        later[8] = 9;
        assert_eq!(message(&later), "the book has version 9, this program reads version 1");
        let mut damaged = book().to_bytes();
        *damaged.last_mut().expect("bytes") ^= 1;
        assert_eq!(message(&damaged), "the book is damaged: checksum mismatch");
        let other = book().expect_name("another").expect_err("another name").to_string();
        assert_eq!(other, "the book is for `test`, not for `another`");
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.book");
        book().write(&path).expect("a new file");
        book().write(&path).expect("the same file again");
        assert_eq!(Book::read(&path).expect("the file"), book());
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
        let missing = Book::read(&folder.path().join("b.book")).expect_err("no such file").to_string();
        assert!(missing.contains("b.book"), "{missing}");
    }
}
