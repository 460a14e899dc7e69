//! Opening books: the scores of all positions with a certain number of discs.
//!
//! A book holds one position of every mirrored pair, under the smaller key, unless no search is needed: the side to
//! move wins at once, or loses to the next disc whatever it plays. Positions with fewer discs are searched, and the search
//! ends at the book. A book with gaps makes the search slower, never wrong.

use std::sync::{Arc, OnceLock};

use super::discs::Discs;
use crate::book::{Book, BookError};

/// The book of the classic board. On 8x7 the opening is out of reach: a position of 18 discs takes a second, and each
/// two discs fewer several times as long.
#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::unnecessary_wraps, reason = "in a browser it may be missing")]
fn classic() -> Option<&'static [u8]> {
    Some(include_bytes!("../../books/connect4-7x6.book"))
}

/// In a browser it comes when it is needed.
#[cfg(target_arch = "wasm32")]
fn classic() -> Option<&'static [u8]> {
    quevedo_core::platform::read_file("books/connect4-7x6.book")
}

/// The book of a board.
#[derive(Debug)]
pub(super) struct Opening {
    book: Book,
    discs: i32,
}

impl Opening {
    pub(super) fn new<const W: usize, const H: usize>(book: Book) -> Result<Self, BookError> {
        let book = book.expect_name(&book_name(W, H))?;
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

/// The name of the books of a board.
pub fn book_name(width: usize, height: usize) -> String {
    format!("connect4-{width}x{height}")
}

/// The book that is part of the program, decompressed once.
pub(super) fn embedded(width: usize, height: usize) -> Result<Option<Arc<Opening>>, BookError> {
    static OPENING: OnceLock<Arc<Opening>> = OnceLock::new();
    if (width, height) != (7, 6) {
        return Ok(None);
    }
    if OPENING.get().is_none() {
        let Some(bytes) = classic() else { return Ok(None) };
        let opening = read(bytes)?;
        OPENING.get_or_init(|| Arc::new(opening));
    }
    Ok(OPENING.get().cloned())
}

fn read(bytes: &[u8]) -> Result<Opening, BookError> {
    Opening::new::<7, 6>(Book::from_bytes(bytes)?)
}

/// Warnings about the book of a board that is part of the program.
pub fn warnings(width: usize, height: usize) -> Vec<String> {
    embedded(width, height).err().iter().map(warning).collect()
}

fn warning(error: &BookError) -> String {
    format!("the opening book of Connect-4 is not used: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_book_gives_a_warning() {
        for (width, height) in [(7, 6), (8, 7)] {
            assert_eq!(warnings(width, height), Vec::<String>::new());
        }
        let mut bytes = classic().unwrap().to_vec();
        bytes[1000] ^= 1;
        let warning = read(&bytes).map_err(|error| warning(&error)).expect_err("a damaged book");
        assert!(warning.contains("Connect-4") && warning.contains("checksum"), "{warning}");
    }
}
