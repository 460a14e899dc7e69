//! The transposition tables.
//!
//! Four entries of two words share a cache line. The first word of an entry is a hash of the position folded with the
//! second (Hyatt and Mann, 2002), so threads need no lock. The whole position is not kept: 64 bits of hash are
//! compared, in a line chosen by other bits, so that a probe returns the entry of another position with
//! a chance below 2^-60. An entry says itself how far it can be trusted; its age only decides which one is replaced.
//!
//! ```text
//! of the end       bits 0-7 lower bound    8-15 upper bound   16-23 best move   24-31 second move   32-39 confidence
//! of the middle    bits 0-15 lower bound  16-31 upper bound   32-39 best move   40-47 plies
//! of both          bits 48-55 weight      56-63 age
//! ```

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::zeroed_vec;
use quevedo_core::Score;
use quevedo_search::transposition_table::advise_huge_pages;

use super::confidence::Confidence;
use crate::prefetch::prefetch;

/// No move.
pub(super) const NO_MOVE: u8 = 64;

/// Entries that share a cache line.
const ENTRIES: usize = 4;
/// Words of a cache line.
const WORDS: usize = 2 * ENTRIES;
const LINE_BYTES: usize = 8 * WORDS;
/// The bits of a data word that belong to the entry.
const ENTRY_BITS: u64 = (1 << 48) - 1;

/// What a table keeps of a position, in 48 bits that are not all zero.
pub(super) trait Entry: Copy {
    fn pack(self) -> u64;
    fn unpack(data: u64) -> Self;
}

/// Bounds of the value of a position at the end of the game, and its best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EndEntry {
    /// The value is not less.
    pub(super) lower: i8,
    /// The value is not more.
    pub(super) upper: i8,
    /// The squares of the moves to try first.
    pub(super) moves: [u8; 2],
    /// How sure the bounds are.
    pub(super) confidence: Confidence,
}

impl EndEntry {
    /// The bounds of every position.
    pub(super) const UNKNOWN: Self = Self { lower: -64, upper: 64, moves: [NO_MOVE; 2], confidence: Confidence::Exact };

    /// The entry for a search of this confidence: bounds that are less sure count for nothing.
    #[inline]
    pub(super) fn trusted(self, confidence: Confidence) -> Self {
        if self.confidence >= confidence { self } else { Self { moves: self.moves, confidence, ..Self::UNKNOWN } }
    }
}

impl Entry for EndEntry {
    #[inline]
    fn pack(self) -> u64 {
        let [first, second] = self.moves;
        // One more, so that no entry is zero.
        let confidence = self.confidence as u8 + 1;
        u64::from_le_bytes([self.lower as u8, self.upper as u8, first, second, confidence, 0, 0, 0])
    }

    #[inline]
    fn unpack(data: u64) -> Self {
        let [lower, upper, first, second, confidence, ..] = data.to_le_bytes();
        let confidence = Confidence::from_index(confidence.wrapping_sub(1));
        Self { lower: lower as i8, upper: upper as i8, moves: [first, second], confidence }
    }
}

/// Bounds of the value of a position by a search of some plies, in hundredths of a disc, and its best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MiddleEntry {
    pub(super) lower: i16,
    pub(super) upper: i16,
    /// The square of the best move.
    pub(super) best: u8,
    /// At least one.
    pub(super) plies: u8,
}

impl MiddleEntry {
    /// The bounds of every position.
    pub(super) const UNKNOWN: Self = Self { lower: i16::MIN, upper: i16::MAX, best: NO_MOVE, plies: 0 };

    /// The entry for a search of so many plies: bounds of another depth count for nothing.
    #[inline]
    pub(super) fn trusted(self, plies: u32) -> Self {
        if u32::from(self.plies) == plies {
            self
        } else {
            Self { best: self.best, plies: plies as u8, ..Self::UNKNOWN }
        }
    }

    /// A score as it is kept.
    #[inline]
    pub(super) fn kept(score: Score) -> i16 {
        score.clamp(i16::MIN.into(), i16::MAX.into()) as i16
    }
}

impl Entry for MiddleEntry {
    #[inline]
    fn pack(self) -> u64 {
        let ([a, b], [c, d]) = (self.lower.to_le_bytes(), self.upper.to_le_bytes());
        u64::from_le_bytes([a, b, c, d, self.best, self.plies, 0, 0])
    }

    #[inline]
    fn unpack(data: u64) -> Self {
        let [a, b, c, d, best, plies, ..] = data.to_le_bytes();
        Self { lower: i16::from_le_bytes([a, b]), upper: i16::from_le_bytes([c, d]), best, plies }
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

    /// A number that stands for the position.
    #[inline]
    pub(super) fn id(self) -> u64 {
        self.check
    }
}

/// Both halves of a product, folded.
#[inline]
const fn scattered(word: u64, by: u64) -> u64 {
    let product = word as u128 * by as u128;
    product as u64 ^ (product >> 64) as u64
}

/// A transposition table.
pub(super) struct Table<E> {
    entries: PhantomData<fn() -> E>,
    words: Vec<AtomicU64>,
    /// The first word that begins a cache line.
    first: usize,
    lines: usize,
    age: AtomicU8,
}

impl<E: Entry> Table<E> {
    /// A table of about that many KiB, and at least one line.
    pub(super) fn new(kibibytes: usize) -> Self {
        let lines = (kibibytes << 10).div_ceil(LINE_BYTES).max(1);
        // Zeroed by the system page by page as it is touched: a large table costs nothing before it is used.
        let words: Vec<AtomicU64> = zeroed_vec((lines + 1) * WORDS);
        advise_huge_pages(&words);
        let first = words.as_ptr().align_offset(LINE_BYTES) % WORDS;
        Self { entries: PhantomData, words, first, lines, age: AtomicU8::new(0) }
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
    pub(super) fn probe(&self, key: Key) -> Option<E> {
        self.line(key).chunks_exact(2).find_map(|words| {
            let data = words[1].load(Ordering::Relaxed);
            let same = words[0].load(Ordering::Relaxed) ^ data == key.check && data != 0;
            same.then(|| E::unpack(data))
        })
    }

    /// Stores the entry of a position: over its old one, or over the entry with the lowest priority. `weight` says how
    /// large the tree below it is.
    #[inline]
    pub(super) fn store(&self, key: Key, weight: u32, entry: E) {
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
        let data = entry.pack() & ENTRY_BITS | u64::from(weight as u8) << 48 | u64::from(age) << 56;
        line[2 * chosen].store(key.check ^ data, Ordering::Relaxed);
        line[2 * chosen + 1].store(data, Ordering::Relaxed);
    }
}

/// The replacement priority: larger trees are kept before smaller ones, those of this search before older ones; unused
/// entries are replaced first.
#[inline]
fn priority(data: u64, age: u8) -> i32 {
    let [.., weight, born] = data.to_le_bytes();
    i32::from(weight) + 64 * i32::from(born == age && data != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: EndEntry = EndEntry { lower: -12, upper: 34, moves: [7, 56], confidence: Confidence::Percent95 };

    #[test]
    fn a_stored_entry_is_found() {
        let table = Table::new(64);
        let (key, other) = (Key::new(1, 2), Key::new(2, 1));
        assert_eq!(table.probe(key), None);
        table.store(key, 20, ENTRY);
        assert_eq!(table.probe(key), Some(ENTRY));
        assert_eq!(table.probe(other), None);
        table.store(key, 20, EndEntry { lower: 34, ..ENTRY });
        assert_eq!(table.probe(key), Some(EndEntry { lower: 34, ..ENTRY }));
    }

    #[test]
    fn the_smallest_and_oldest_entries_are_replaced() {
        let table = Table::new(0); // one line
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
