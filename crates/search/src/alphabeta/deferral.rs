//! The moves that threads are searching now, so that another thread tries other moves first: simplified ABDADA
//! (Kerrigan, 2012, after Weill, 1996). A deferred move is searched when the rest of the node's moves are done; by then
//! its result is often in the transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

/// Nodes of less depth than this are not worth the probe.
pub(super) const DEFERRAL_MIN_DEPTH: i32 = 5;
/// Buckets of the table.
const BUCKETS: usize = 1 << 12;
/// Moves in a bucket.
const WAYS: usize = 4;
/// An odd constant with well-mixed bits (the golden ratio).
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The moves that are being searched, by key. Keys may be lost or left behind by a race, which costs time but changes
/// no result.
pub(super) struct CurrentlySearching(Box<[[AtomicU64; WAYS]]>);

impl CurrentlySearching {
    pub(super) fn new() -> Self {
        Self((0..BUCKETS).map(|_| Default::default()).collect())
    }

    /// The key of a move, by the position's hash and the move's index in generation order.
    #[inline]
    pub(super) fn key(hash: u64, number: u32) -> u64 {
        (hash ^ (u64::from(number) + 1).wrapping_mul(MULTIPLIER)) | 1
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.0[(key.wrapping_mul(MULTIPLIER) >> 32) as usize % BUCKETS]
    }

    /// Whether another thread searches the move.
    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        self.bucket(key).iter().any(|slot| slot.load(Ordering::Relaxed) == key)
    }

    /// A thread begins to search the move. A full bucket replaces its first entry.
    #[inline]
    pub(super) fn insert(&self, key: u64) {
        let bucket = self.bucket(key);
        let free = bucket.iter().find(|slot| slot.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&bucket[0]).store(key, Ordering::Relaxed);
    }

    /// A thread has searched the move.
    #[inline]
    pub(super) fn remove(&self, key: u64) {
        for slot in self.bucket(key) {
            if slot.load(Ordering::Relaxed) == key {
                slot.store(0, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_there_while_it_is_searched() {
        let searching = CurrentlySearching::new();
        let keys: Vec<u64> = (0..3).map(|number| CurrentlySearching::key(7, number)).collect();
        for key in &keys {
            searching.insert(*key);
        }
        assert!(keys.iter().all(|key| searching.contains(*key)));
        searching.remove(keys[1]);
        assert_eq!(keys.iter().map(|key| searching.contains(*key)).collect::<Vec<_>>(), [true, false, true]);
    }

    /// A thread that stops in the middle of a search leaves its moves behind; the table goes on with the new ones.
    #[test]
    fn a_full_bucket_takes_new_moves() {
        let searching = CurrentlySearching::new();
        for number in 0..100_000 {
            let key = CurrentlySearching::key(1, number);
            searching.insert(key);
            assert!(searching.contains(key));
        }
    }
}
