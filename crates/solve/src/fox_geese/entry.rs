//! The entry of one placement of geese: a count for every point of the fox.
//!
//! The stall counter is no dimension of the table. Geese that win with a counter of *s* also win with a smaller one, so the
//! entry counts with how many values of the counter, 0 to 9, they win: from 0 (never) to 10 (always), in four bits. The bits
//! of equal weight of all points form one word.

use super::board::FoxSet;

/// Values of the stall counter in a game that goes on.
pub const STALLS: usize = 10;

/// The counts of all points of the fox, as four words of bits of weight 1, 2, 4 and 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry(pub [FoxSet; 4]);

impl Entry {
    /// The count of a point.
    #[inline]
    pub fn count(self, point: u8) -> usize {
        let bit = |word: usize| (self.0[word] >> point & 1) << word;
        (bit(0) | bit(1) | bit(2) | bit(3)) as usize
    }

    /// Adds one to the count of every point of a set.
    #[inline]
    pub fn add(&mut self, set: FoxSet) {
        let mut carry = set;
        for word in &mut self.0 {
            (*word, carry) = (*word ^ carry, *word & carry);
        }
    }
}
