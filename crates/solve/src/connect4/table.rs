//! The transposition table: bounds of scores, eight bytes a position.
//!
//! The key of a position is scrambled one to one. The upper bits of the result choose a bucket of two entries, the
//! lower ones stand in the entry, so that an entry identifies its position exactly:
//!
//! ```text
//!   63                                        12 11      6 5       0
//!   | scrambled key, less its MIN_BITS top bits | low + 32 | high + 32 |
//! ```
//!
//! An entry is one word, so threads may share a table without locks: a word is written whole or not at all.
//!
//! A table begins with a few buckets and grows with the number of entries: short searches stay in the first-level cache,
//! and clearing a small table costs nothing.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::discs::Discs;
use super::range::ScoreRange;
use crate::prefetch::prefetch;

const BOUND_BITS: u32 = 6;
const RANGE_BITS: u32 = 2 * BOUND_BITS;
const RANGE_MASK: u64 = (1 << RANGE_BITS) - 1;
/// Added to a bound to make it positive. A real entry is never 0, which is an empty one.
const SHIFT: i32 = 32;
const BUCKET_BYTES: usize = 16;
/// How much larger a table becomes at a time, as a power of two.
const GROWTH_BITS: u32 = 2;
/// Odd numbers with bits all over, and their inverses modulo 2^64.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
const INVERSES: [u64; 2] = [inverse(FACTORS[0]), inverse(FACTORS[1])];

/// The transposition table of one board size.
#[derive(Debug)]
pub struct RangeTable<const W: usize, const H: usize> {
    buckets: Vec<[AtomicU64; 2]>,
    bits: u32,
    max_bits: u32,
}

impl<const W: usize, const H: usize> RangeTable<W, H> {
    const KEY_BITS: u32 = Discs::<W, H>::KEY_BITS;
    const KEY_MASK: u64 = u64::MAX >> (64 - Self::KEY_BITS);
    /// As many as are missing in an entry on the largest board, and on others as many as a small table needs.
    const MIN_BITS: u32 = {
        let missing = (Self::KEY_BITS + RANGE_BITS).saturating_sub(64);
        let wanted = if missing > 8 { missing } else { 8 };
        if wanted < Self::KEY_BITS { wanted } else { Self::KEY_BITS - 1 }
    };
    const TAG_MASK: u64 = (u64::MAX >> (64 - Self::KEY_BITS + Self::MIN_BITS)) << RANGE_BITS;

    /// A small table that grows up to this size.
    pub(super) fn growing(mib: usize) -> Self {
        let buckets = (mib.max(1) << 20) / BUCKET_BYTES;
        let max_bits = buckets.ilog2().clamp(Self::MIN_BITS, Self::KEY_BITS);
        Self { buckets: empty_buckets(Self::MIN_BITS), bits: Self::MIN_BITS, max_bits }
    }

    /// A table of the full size from the beginning, for threads to share.
    pub fn full(mib: usize) -> Self {
        let Self { max_bits, .. } = Self::growing(mib);
        Self { buckets: empty_buckets(max_bits), bits: max_bits, max_bits }
    }

    pub(super) fn clear(&mut self) {
        if self.bits > Self::MIN_BITS {
            *self = Self { buckets: empty_buckets(Self::MIN_BITS), bits: Self::MIN_BITS, max_bits: self.max_bits };
        } else {
            self.buckets.fill_with(Default::default);
        }
    }

    /// Whether the table should grow after this number of new entries.
    #[inline]
    pub(super) fn is_tight(&self, stored: usize) -> bool {
        stored > self.buckets.len() && self.bits < self.max_bits
    }

    pub(super) fn grow(&mut self) {
        let bits = (self.bits + GROWTH_BITS).min(self.max_bits);
        let grown = Self { buckets: empty_buckets(bits), bits, max_bits: self.max_bits };
        for (index, bucket) in self.buckets.iter().enumerate() {
            for word in read(bucket).into_iter().filter(|&word| word != 0) {
                let top = (index >> (self.bits - Self::MIN_BITS)) as u64;
                let place = top << (Self::KEY_BITS - Self::MIN_BITS) | (word & Self::TAG_MASK) >> RANGE_BITS;
                grown.store(place, unpack(word));
            }
        }
        *self = grown;
    }

    /// Scrambles a key one to one.
    #[inline]
    pub(super) fn place(key: u64) -> u64 {
        let place = key.wrapping_mul(FACTORS[0]) & Self::KEY_MASK;
        (place ^ place >> Self::KEY_BITS.div_ceil(2)).wrapping_mul(FACTORS[1]) & Self::KEY_MASK
    }

    /// The key that was scrambled.
    #[inline]
    fn key(place: u64) -> u64 {
        let place = place.wrapping_mul(INVERSES[1]) & Self::KEY_MASK;
        (place ^ place >> Self::KEY_BITS.div_ceil(2)).wrapping_mul(INVERSES[0]) & Self::KEY_MASK
    }

    #[inline]
    fn bucket(&self, place: u64) -> &[AtomicU64; 2] {
        &self.buckets[(place >> (Self::KEY_BITS - self.bits)) as usize]
    }

    #[inline]
    const fn tag(place: u64) -> u64 {
        place << RANGE_BITS & Self::TAG_MASK
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub(super) fn prefetch(&self, place: u64) {
        prefetch(self.bucket(place));
    }

    #[inline]
    pub(super) fn find(&self, place: u64) -> Option<ScoreRange> {
        let is_mine = |word: u64| word != 0 && word & Self::TAG_MASK == Self::tag(place);
        read(self.bucket(place)).into_iter().find(|&word| is_mine(word)).map(unpack)
    }

    /// The first entry of a bucket is for the position with the fewest discs, which took the most work; the second
    /// for the latest one.
    #[inline]
    pub(super) fn store(&self, place: u64, range: ScoreRange) {
        let bucket = self.bucket(place);
        let word = Self::tag(place) | pack(range);
        let [first, second] = read(bucket);
        let replaces = |old: u64| old == 0 || (old ^ word) & Self::TAG_MASK == 0;
        if replaces(first) {
            bucket[0].store(word, Relaxed);
        } else if replaces(second) || Self::count(place, first) < Discs::<W, H>::of_key(Self::key(place)).count() {
            bucket[1].store(word, Relaxed);
        } else {
            bucket[0].store(word, Relaxed);
            bucket[1].store(first, Relaxed);
        }
    }

    /// The number of discs of an entry in the bucket of this place.
    #[inline]
    fn count(place: u64, word: u64) -> i32 {
        let tag_bits = Self::KEY_BITS - Self::MIN_BITS;
        let top = place >> tag_bits << tag_bits;
        Discs::<W, H>::of_key(Self::key(top | (word & Self::TAG_MASK) >> RANGE_BITS)).count()
    }
}

fn empty_buckets(bits: u32) -> Vec<[AtomicU64; 2]> {
    bytemuck::zeroed_vec(1 << bits)
}

#[inline]
fn read(bucket: &[AtomicU64; 2]) -> [u64; 2] {
    [bucket[0].load(Relaxed), bucket[1].load(Relaxed)]
}

#[inline]
const fn pack(range: ScoreRange) -> u64 {
    ((range.low + SHIFT) as u64) << BOUND_BITS | (range.high + SHIFT) as u64
}

#[inline]
const fn unpack(word: u64) -> ScoreRange {
    let range = (word & RANGE_MASK) as i32;
    ScoreRange { low: (range >> BOUND_BITS) - SHIFT, high: (range & ((1 << BOUND_BITS) - 1)) - SHIFT }
}

/// The number by which an odd number multiplies to 1: each step of Newton's doubles the correct bits.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut step = 0;
    while step < 6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use quevedo_core::Rng;

    use super::*;

    #[test]
    fn places_are_scrambled_one_to_one() {
        fn check<const W: usize, const H: usize>() {
            let mut rng = Rng::with_seed(1);
            for key in (0..10_000).map(|_| rng.u64(..) & RangeTable::<W, H>::KEY_MASK) {
                assert_eq!(RangeTable::<W, H>::key(RangeTable::<W, H>::place(key)), key);
            }
        }
        check::<7, 6>();
        check::<8, 7>();
        check::<1, 1>();
        check::<5, 4>();
    }

    #[test]
    fn a_table_that_grows_keeps_what_it_holds() {
        let mut table = RangeTable::<8, 7>::growing(16);
        let mut rng = Rng::with_seed(2);
        let entries: Vec<(u64, ScoreRange)> =
            (0..500).map(|_| (rng.u64(..), ScoreRange { low: -rng.i32(0..=28), high: rng.i32(0..=28) })).collect();
        for (place, range) in &entries {
            table.store(*place, *range);
        }
        let held: Vec<_> = entries.iter().filter(|(place, range)| table.find(*place) == Some(*range)).collect();
        assert!(held.len() > 450, "only {} of 500", held.len());
        while table.bits < table.max_bits {
            table.grow();
        }
        for (place, range) in held {
            assert_eq!(table.find(*place), Some(*range));
        }
        table.clear();
        assert!(entries.iter().all(|(place, _)| table.find(*place).is_none()));
    }
}
