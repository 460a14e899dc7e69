//! The transposition table: what is known of positions met before, shared by all threads without a lock.
//!
//! An entry is two words, the data and the hash folded with the data (Hyatt and Mann, 2002): when two threads
//! write at once the words do not match, and the entry is as good as empty.
//!
//! Every entry carries the number of the table that wrote it, so that memory can be handed from one table to the next
//! ([`recycle`]) without being cleared: entries of another number are as good as empty, too.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use quevedo_core::score::{PROVED, Score};

/// Entries that share a cache line.
const BUCKET: usize = 4;
const ENTRY_BYTES: usize = 16;
/// Words of a bucket.
const WORDS: usize = 2 * BUCKET;
/// Ages are told apart modulo this.
const AGES: u8 = 64;
/// How much an entry of an older search is worth, in plies a search.
const AGE_PENALTY: i32 = 4;
/// What an empty entry is worth: less than any other.
const NOTHING: i32 = -1000;

/// What a score of the table means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// At least that: a cut-off.
    Lower,
    /// At most that: no move was good enough.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The score for the side to move, wins counted from this position.
    pub score: Score,
    /// What it means.
    pub bound: Bound,
    /// How many plies below this position it stands on.
    pub depth: u8,
    /// The number of the best move in the order of generation, if one is known.
    pub best: Option<u16>,
}

impl Known {
    /// Bits 0-15 score, 16-23 depth, 24-25 bound, 26-31 age, 32-47 best move plus one, 48-63 number of the table.
    fn pack(self, age: u8, number: u16) -> u64 {
        let best = self.best.map_or(0, |best| best.saturating_add(1));
        u64::from(self.score as i16 as u16)
            | u64::from(self.depth) << 16
            | (self.bound as u64 + 1) << 24
            | u64::from(age) << 26
            | u64::from(best) << 32
            | u64::from(number) << 48
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 24 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let best = (data >> 32) as u16;
        Some(Self {
            score: Score::from(data as u16 as i16),
            bound,
            depth: (data >> 16) as u8,
            best: best.checked_sub(1),
        })
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 26) as u8 & (AGES - 1)
}

fn number_of(data: u64) -> u16 {
    (data >> 48) as u16
}

/// A score as seen from the root, as one seen from the node at `ply`: wins are counted from there.
#[inline]
pub(crate) fn to_node(score: Score, ply: usize) -> Score {
    shift(score, ply as Score)
}

/// A score as seen from the node at `ply`, as one seen from the root.
#[inline]
pub(crate) fn to_root(score: Score, ply: usize) -> Score {
    shift(score, -(ply as Score))
}

#[inline]
fn shift(score: Score, plies: Score) -> Score {
    if score >= PROVED {
        score + plies
    } else if score <= -PROVED {
        score - plies
    } else {
        score
    }
}

/// The memory of a table, and the number of the last table that used it. Nothing is stored under number 0, so that
/// cleared memory is empty.
struct Memory {
    words: Vec<AtomicU64>,
    number: u16,
}

impl Memory {
    /// Memory under a number of its own: some that is left over if there is any of that size.
    fn of(words: usize) -> Self {
        let left = SPARE.with_borrow_mut(|spare| {
            let place = spare.memories.iter().position(|memory| memory.words.len() == words)?;
            Some(spare.memories.swap_remove(place))
        });
        match left {
            Some(Self { words, number }) if number < u16::MAX => Self { words, number: number + 1 },
            // Zeroed by the system page by page as it is touched: a large table costs nothing before it is used.
            _ => Self { words: bytemuck::zeroed_vec(words), number: 1 },
        }
    }
}

/// What this thread keeps of the tables it has done with.
#[derive(Default)]
struct Spare {
    memories: Vec<Memory>,
    most: usize,
}

thread_local! {
    static SPARE: RefCell<Spare> = RefCell::default();
}

/// Makes this thread keep the memory of up to `most` tables that are done with, for new ones of the same size: for
/// threads that play one game after another, where asking the system for fresh memory would cost more than the search.
/// New tables are empty all the same.
pub fn recycle(most: usize) {
    SPARE.with_borrow_mut(|spare| {
        spare.most = most;
        spare.memories.truncate(most);
    });
}

/// The table.
pub struct Table {
    memory: Memory,
    /// The first word that begins a cache line.
    first: usize,
    buckets: usize,
    age: AtomicU8,
}

impl Drop for Table {
    fn drop(&mut self) {
        let memory = std::mem::replace(&mut self.memory, Memory { words: Vec::new(), number: 0 });
        // A thread that ends may have given up its spares already.
        let _ = SPARE.try_with(|spare| {
            let mut spare = spare.borrow_mut();
            if spare.most > 0 {
                // The oldest goes: it is of a size nobody asked for lately.
                let surplus = (spare.memories.len() + 1).saturating_sub(spare.most);
                spare.memories.drain(..surplus);
                spare.memories.push(memory);
            }
        });
    }
}

impl Table {
    /// A table of about that many MiB, and at least one bucket.
    pub fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes << 20).div_ceil(BUCKET * ENTRY_BYTES).max(1);
        let memory = Memory::of((buckets + 1) * WORDS);
        let first = memory.words.as_ptr().align_offset(BUCKET * ENTRY_BYTES) % WORDS;
        Self { memory, first, buckets, age: AtomicU8::new(0) }
    }

    /// Marks everything known so far as older than what is to come.
    pub fn begin_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let index = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        &self.memory.words[self.first + index * WORDS..][..WORDS]
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, hash: u64) -> Option<Known> {
        self.bucket(hash).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            let mine = entry[0].load(Ordering::Relaxed) ^ data == hash && number_of(data) == self.memory.number;
            mine.then(|| Known::unpack(data)).flatten()
        })
    }

    /// How many of a thousand entries are filled, if so many are.
    pub fn permille(&self, filled: u64) -> u32 {
        (1000 * filled / (BUCKET * self.buckets) as u64).min(1000) as u32
    }

    /// Remembers something of a position: in its old place, or in that of the least worth keeping. Whether nothing of
    /// this search was there: one entry more is filled.
    #[inline]
    pub fn store(&self, hash: u64, known: Known) -> bool {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(hash);
        let mut chosen = 0;
        let mut least = i32::MAX;
        for slot in 0..BUCKET {
            let data = bucket[2 * slot + 1].load(Ordering::Relaxed);
            let mine = number_of(data) == self.memory.number;
            if mine && bucket[2 * slot].load(Ordering::Relaxed) ^ data == hash {
                chosen = slot;
                break;
            }
            let older = i32::from((age + AGES - age_of(data)) % AGES);
            let worth = if mine { i32::from((data >> 16) as u8) - AGE_PENALTY * older } else { NOTHING };
            if worth < least {
                (least, chosen) = (worth, slot);
            }
        }
        let before = bucket[2 * chosen + 1].load(Ordering::Relaxed);
        let data = known.pack(age, self.memory.number);
        bucket[2 * chosen].store(hash ^ data, Ordering::Relaxed);
        bucket[2 * chosen + 1].store(data, Ordering::Relaxed);
        (number_of(before), age_of(before)) != (self.memory.number, age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_core::score::{loss_in, win_in};

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1);
        let known = Known { score: -123, bound: Bound::Lower, depth: 9, best: Some(17) };
        table.store(42, known);
        assert_eq!(table.probe(42), Some(known));
        assert_eq!(table.probe(43), None);
        let deeper = Known { score: win_in(3), bound: Bound::Exact, depth: 10, best: None };
        table.store(42, deeper);
        assert_eq!(table.probe(42), Some(deeper));
    }

    #[test]
    fn deep_and_young_entries_stay() {
        let table = Table::new(0); // one bucket
        let known = |depth| Known { score: 1, bound: Bound::Exact, depth, best: None };
        for hash in 1..=4 {
            table.store(hash, known(hash as u8 + 10));
        }
        table.store(5, known(3));
        assert_eq!(table.probe(1), None, "the shallowest went");
        assert!(table.probe(4).is_some());
        for _ in 0..5 {
            table.begin_search();
        }
        table.store(6, known(1));
        table.store(7, known(1));
        assert!(table.probe(6).is_some() && table.probe(7).is_some(), "old ones make room");
    }

    #[test]
    fn filled_entries_are_counted_once_a_search() {
        let table = Table::new(0); // one bucket
        let known = |depth| Known { score: 1, bound: Bound::Exact, depth, best: None };
        let fill = |hashes: std::ops::Range<u64>| hashes.filter(|hash| table.store(*hash, known(1))).count() as u64;
        assert_eq!([fill(1..3), fill(1..3), fill(3..9)], [2, 0, 2], "four entries, whoever stands in them");
        assert_eq!([0, 1, 4].map(|filled| table.permille(filled)), [0, 250, 1000]);
        table.begin_search();
        assert_eq!(fill(20..24), 4, "what an older search left counts as empty");
    }

    #[test]
    fn memory_that_is_used_again_is_empty() {
        recycle(1);
        let known = |depth| Known { score: 1, bound: Bound::Exact, depth, best: None };
        let used = Table::new(0); // one bucket
        for hash in 1..=4 {
            used.store(hash, known(200));
        }
        let place = used.memory.words.as_ptr();
        drop(used);
        let table = Table::new(0);
        assert_eq!(table.memory.words.as_ptr(), place, "the same memory");
        assert!((1..=4).all(|hash| table.probe(hash).is_none()));
        for hash in 11..=14 {
            table.store(hash, known(1));
        }
        assert!((11..=14).all(|hash| table.probe(hash).is_some()), "old entries take no room");
        recycle(0);
        assert!(SPARE.with_borrow(|spare| spare.memories.is_empty()));
    }

    #[test]
    fn wins_are_counted_from_the_node() {
        assert_eq!(to_node(win_in(5), 2), win_in(3));
        assert_eq!(to_root(win_in(3), 2), win_in(5));
        assert_eq!(to_node(loss_in(5), 2), loss_in(3));
        assert_eq!(to_root(17, 2), 17);
    }
}
