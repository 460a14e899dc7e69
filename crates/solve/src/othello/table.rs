//! The transposition table: bounds of the value of a position, and its best moves.
//!
//! Four entries of two words share a cache line. The first word of an entry is a hash of the position folded with the
//! second (Hyatt and Mann, 2002), so threads need no lock. The whole position is not kept: 64 bits of hash are
//! compared, in a line chosen by other bits, so that a probe returns the entry of another position with
//! a chance below 2^-60. The bounds of an entry are proved and stay valid; its age only decides which entry is replaced.
//!
//! ```text
//! bits  0-7 lower bound   8-15 upper bound   16-23 best move   24-31 second move   32-39 empties   40-47 age   48 used
//! ```

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::zeroed_vec;

use crate::prefetch::prefetch;

/// No move.
pub(super) const NO_MOVE: u8 = 64;

/// Entries that share a cache line.
const ENTRIES: usize = 4;
/// Words of a cache line.
const WORDS: usize = 2 * ENTRIES;
const LINE_BYTES: usize = 8 * WORDS;

/// Bounds of the value of a position, and its best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// The value is not less.
    pub(super) lower: i8,
    /// The value is not more.
    pub(super) upper: i8,
    /// The squares of the moves to try first.
    pub(super) moves: [u8; 2],
}

impl TableEntry {
    /// The bounds of every position.
    pub(super) const UNKNOWN: Self = Self { lower: -64, upper: 64, moves: [NO_MOVE; 2] };

    fn pack(self, empties: u32, age: u8) -> u64 {
        let [first, second] = self.moves;
        u64::from_le_bytes([self.lower as u8, self.upper as u8, first, second, empties as u8, age, 1, 0])
    }

    fn unpack(data: u64) -> Self {
        let [lower, upper, first, second, ..] = data.to_le_bytes();
        Self { lower: lower as i8, upper: upper as i8, moves: [first, second] }
    }
}

/// The hash of a position: one part selects a line, the other is compared there.
#[derive(Clone, Copy)]
pub(super) struct Key {
    line: u64,
    check: u64,
}

impl Key {
    #[inline]
    pub(super) fn new(own: u64, other: u64) -> Self {
        let a = scattered(own ^ 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93);
        let b = scattered(other ^ 0x2545f4914f6cdd1d, 0xbf58476d1ce4e5b9);
        Self { line: scattered(a ^ b.rotate_left(32), 0x94d049bb133111eb), check: a.wrapping_add(b.rotate_left(17)) }
    }
}

/// Both halves of a product, folded.
#[inline]
const fn scattered(word: u64, by: u64) -> u64 {
    let product = word as u128 * by as u128;
    product as u64 ^ (product >> 64) as u64
}

/// The transposition table.
pub(super) struct BoundsTable {
    words: Vec<AtomicU64>,
    /// The first word that begins a cache line.
    first: usize,
    lines: usize,
    age: AtomicU8,
}

impl BoundsTable {
    /// A table of about that many KiB, and at least one line.
    pub(super) fn new(kibibytes: usize) -> Self {
        let lines = (kibibytes << 10).div_ceil(LINE_BYTES).max(1);
        // Zeroed by the system page by page as it is touched: a large table costs nothing before it is used.
        let words: Vec<AtomicU64> = zeroed_vec((lines + 1) * WORDS);
        let first = words.as_ptr().align_offset(LINE_BYTES) % WORDS;
        Self { words, first, lines, age: AtomicU8::new(0) }
    }

    /// Starts a new generation: older entries are replaced first.
    pub(super) fn begin_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn line(&self, key: Key) -> &[AtomicU64] {
        let index = ((u128::from(key.line) * self.lines as u128) >> 64) as usize;
        &self.words[self.first + index * WORDS..][..WORDS]
    }

    /// Prefetches the line of a position.
    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        prefetch(&self.line(key)[0]);
    }

    /// The entry of a position.
    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<TableEntry> {
        self.line(key).chunks_exact(2).find_map(|words| {
            let data = words[1].load(Ordering::Relaxed);
            let same = words[0].load(Ordering::Relaxed) ^ data == key.check && data != 0;
            same.then(|| TableEntry::unpack(data))
        })
    }

    /// Stores the entry of a position: over its old one, or over the entry with the lowest priority.
    #[inline]
    pub(super) fn store(&self, key: Key, empties: u32, entry: TableEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let line = self.line(key);
        let (mut chosen, mut least) = (0, i32::MAX);
        for place in 0..ENTRIES {
            let data = line[2 * place + 1].load(Ordering::Relaxed);
            if line[2 * place].load(Ordering::Relaxed) ^ data == key.check {
                chosen = place;
                break;
            }
            let priority = priority(data, age);
            if priority < least {
                (chosen, least) = (place, priority);
            }
        }
        let data = entry.pack(empties, age);
        line[2 * chosen].store(key.check ^ data, Ordering::Relaxed);
        line[2 * chosen + 1].store(data, Ordering::Relaxed);
    }
}

/// The replacement priority: larger trees are kept before smaller ones, those of this search before older ones; unused
/// entries are replaced first.
#[inline]
fn priority(data: u64, age: u8) -> i32 {
    let [_, _, _, _, empties, born, used, _] = data.to_le_bytes();
    i32::from(empties) + 64 * i32::from(born == age && used != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: TableEntry = TableEntry { lower: -12, upper: 34, moves: [7, 56] };

    #[test]
    fn a_stored_entry_is_found() {
        let table = BoundsTable::new(64);
        let (key, other) = (Key::new(1, 2), Key::new(2, 1));
        assert_eq!(table.probe(key), None);
        table.store(key, 20, ENTRY);
        assert_eq!(table.probe(key), Some(ENTRY));
        assert_eq!(table.probe(other), None);
        table.store(key, 20, TableEntry { lower: 34, ..ENTRY });
        assert_eq!(table.probe(key), Some(TableEntry { lower: 34, ..ENTRY }));
    }

    #[test]
    fn the_smallest_and_oldest_entries_are_replaced() {
        let table = BoundsTable::new(0); // one line
        let key = |number: u64| Key::new(number, 0);
        for number in 1..=4 {
            table.store(key(number), 10 + number as u32, ENTRY);
        }
        table.store(key(5), 5, ENTRY);
        assert_eq!(table.probe(key(1)), None, "the smallest went");
        table.begin_search();
        table.store(key(6), 1, ENTRY);
        assert_eq!(table.probe(key(5)), None, "then the smallest of the old ones");
        table.store(key(7), 1, ENTRY);
        assert!(table.probe(key(6)).is_some() && table.probe(key(4)).is_some(), "the young one stays, however small");
    }
}
