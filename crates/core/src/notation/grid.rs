//! Names of squares: file letter and rank number.

use super::messages;
use crate::Message;

/// A board of files `a`, `b`, … and ranks `1`, `2`, …
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// How many files, at most 26.
    pub files: u8,
    /// How many ranks.
    pub ranks: u8,
}

impl Grid {
    /// The name of a square, both numbers counted from 0.
    pub fn name(self, file: u8, rank: u8) -> String {
        debug_assert!(file < self.files && rank < self.ranks, "no square {file}, {rank}");
        format!("{}{}", char::from(b'a' + file), rank + 1)
    }

    /// Takes a square off the front of `text`: its file and rank counted from 0, and what follows.
    pub fn take(self, text: &str) -> Option<((u8, u8), &str)> {
        let file = text.bytes().next()?.checked_sub(b'a')?;
        let rest = text.get(1..)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let rank: u8 = rest[..digits].parse().ok()?;
        let known = file < self.files && (1..=self.ranks).contains(&rank) && !rest.starts_with('0');
        known.then(|| ((file, rank - 1), &rest[digits..]))
    }

    /// What a square looks like, for error messages.
    pub fn describe(self) -> Message {
        messages::square_between("a1", self.name(self.files - 1, self.ranks - 1))
    }
}
