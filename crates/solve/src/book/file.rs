//! Reads and writes book files; [the module](super) has the layout.

use quevedo_book::container::{Contents, Format, read_keys, write_keys};

use super::{Book, BookError};

/// The field is the number of entries.
const FORMAT: Format<4> = Format::new("QUEVBOOK", 1);
/// No number of 64 bits is longer.
const MAX_KEY_BYTES: u64 = 10;

impl Book {
    /// The book as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let fields = (self.len() as u32).to_le_bytes();
        FORMAT.to_bytes(&Contents { name: self.name.clone(), fields, payload: self.payload() })
    }

    fn payload(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.len() * 4);
        write_keys(&mut bytes, self.keys.iter().copied());
        bytes.extend(self.values.iter().map(|&value| value as u8));
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let longest = |fields| u64::from(u32::from_le_bytes(fields)) * (MAX_KEY_BYTES + 1);
        let Contents { name, fields, payload } = FORMAT.from_bytes(bytes, longest)?;
        let entries = u32::from_le_bytes(fields) as usize;
        let mut rest = payload.as_slice();
        let keys = read_keys(&mut rest, entries).ok_or(BookError::Damaged("its keys are cut short or do not rise"))?;
        if rest.len() != entries {
            return Err(BookError::Damaged("keys and values differ in number"));
        }
        Ok(Self { name, keys, values: rest.iter().map(|&byte| byte as i8).collect() })
    }
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
    fn a_book_of_another_kind_or_name_is_refused() {
        let other = Book::from_bytes(b"QUEVOPEN").expect_err("an opening book").to_string();
        assert_eq!(other, "not a book of this kind: it does not begin with `QUEVBOOK`");
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
