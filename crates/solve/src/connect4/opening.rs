//! The book of the opening: the scores of all positions with a certain number of discs.
//!
//! A book holds one position of every mirrored pair, under the smaller key, unless its score is plain: the side to move
//! wins at once, or cannot but lose to the next disc. Positions with fewer discs are searched, and the search ends
//! at the book. A book with holes is slower, never wrong.

use std::sync::{Arc, OnceLock};

use super::discs::Discs;
use crate::book::{Book, BookError};

/// The book of the classic board. On 8x7 the opening is out of reach: a position of 18 discs takes a second, and each
/// two discs fewer several times as long.
const CLASSIC: &[u8] = include_bytes!("../../books/connect4-7x6.book");

/// A book that belongs to a board.
#[derive(Debug)]
pub(super) struct Opening {
    book: Book,
    discs: i32,
}

impl Opening {
    pub(super) fn new<const W: usize, const H: usize>(book: Book) -> Result<Self, BookError> {
        let book = book.expect_name(&name(W, H))?;
        let first = *book.keys().first().ok_or(BookError::Damaged("it has no positions"))?;
        let discs = Discs::<W, H>::of_key(first).count();
        if book.keys().iter().any(|&key| Discs::<W, H>::of_key(key).count() != discs) {
            return Err(BookError::Damaged("its positions differ in the number of discs"));
        }
        Ok(Self { book, discs })
    }

    /// How many discs its positions have.
    pub(super) fn discs(&self) -> i32 {
        self.discs
    }

    #[inline]
    pub(super) fn score<const W: usize, const H: usize>(&self, discs: Discs<W, H>) -> Option<i32> {
        if discs.count() != self.discs {
            return None;
        }
        self.book.get(discs.mirrored_key()).map(i32::from)
    }
}

/// What books of a board are called.
pub(super) fn name(width: usize, height: usize) -> String {
    format!("connect4-{width}x{height}")
}

/// The book that comes with the program, unpacked once.
pub(super) fn embedded(width: usize, height: usize) -> Result<Option<Arc<Opening>>, BookError> {
    static OPENING: OnceLock<Arc<Opening>> = OnceLock::new();
    if (width, height) != (7, 6) {
        return Ok(None);
    }
    if OPENING.get().is_none() {
        let opening = read(CLASSIC)?;
        OPENING.get_or_init(|| Arc::new(opening));
    }
    Ok(OPENING.get().cloned())
}

fn read(bytes: &[u8]) -> Result<Opening, BookError> {
    Opening::new::<7, 6>(Book::from_bytes(bytes)?)
}

/// What is wrong with the book that comes with the program for a board, in words.
pub fn warnings(width: usize, height: usize) -> Vec<String> {
    embedded(width, height).err().iter().map(told).collect()
}

fn told(error: &BookError) -> String {
    format!("the opening book of Connect-4 is not used: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_book_is_told() {
        for (width, height) in [(7, 6), (8, 7)] {
            assert_eq!(warnings(width, height), Vec::<String>::new());
        }
        let mut bytes = CLASSIC.to_vec();
        bytes[1000] ^= 1;
        let words = read(&bytes).map_err(|error| told(&error)).expect_err("a damaged book");
        assert!(words.contains("Connect-4") && words.contains("checksum"), "{words}");
    }
}
