//! The transposition table: search results of positions met before, shared by all threads without a lock.
//!
//! An entry is two words, the data and the hash xor the data (Hyatt and Mann, 2002). When two threads write at once the
//! words do not match, and the entry counts as empty.
//!
//! Every entry carries the id of the table that wrote it. Memory can be passed from one table to the next
//! ([`recycle_tables`]) without being cleared each time: entries with another id count as empty, too.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use quevedo_core::score::{PROVED, Score};

/// Entries of a bucket; they share a cache line.
const BUCKET: usize = 4;
const ENTRY_BYTES: usize = 16;
/// Words of a bucket.
const WORDS: usize = 2 * BUCKET;
/// Ages are counted modulo this.
const AGES: u8 = 64;
/// Replacement: an entry loses this many plies of depth for each search since it was written.
const AGE_PENALTY: i32 = 4;
/// Replacement: the worth of an empty entry, less than any other.
const EMPTY_WORTH: i32 = -1000;
/// The greatest id of a table. After that the memory is cleared.
const MAX_TABLE_ID: u8 = 15;
/// Depths are stored up to this.
pub(crate) const MAX_STORED_DEPTH: i32 = 127;
/// Best moves are stored up to this index in generation order.
pub(crate) const MAX_STORED_MOVE: u32 = (1 << 12) - 2;
/// Stands for no static evaluation.
const NO_EVAL: i16 = i16::MIN;

/// How a stored score bounds the value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself: a PV node.
    Exact,
    /// A lower bound: a beta cutoff (fail high, cut node).
    Lower,
    /// An upper bound: no move raised alpha (fail low, all node).
    Upper,
}

/// The stored result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The score for the side to move; distances to the end are counted from this position.
    pub score: Score,
    /// How the score bounds the value.
    pub bound: Bound,
    /// The depth of the search in plies.
    pub depth: u8,
    /// The best move as its index in generation order, if there was one.
    pub best: Option<u16>,
    /// The static evaluation of the position, if it was evaluated.
    pub eval: Option<i16>,
}

impl TableEntry {
    /// Bits 0-15 score, 16-22 depth, 24-25 bound, 26-31 age, 32-43 best move plus one, 44-47 id of the table,
    /// 48-63 static evaluation.
    #[inline]
    fn pack(self, age: u8, table_id: u8) -> u64 {
        let best = self.best.map_or(0, |best| best.min(MAX_STORED_MOVE as u16) + 1);
        u64::from(self.score as i16 as u16)
            | u64::from(self.depth & 127) << 16
            | (self.bound as u64 + 1) << 24
            | u64::from(age) << 26
            | u64::from(best) << 32
            | u64::from(table_id) << 44
            | u64::from(self.eval.unwrap_or(NO_EVAL) as u16) << 48
    }

    #[inline]
    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 24 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let best = (data >> 32) as u16 & 0xfff;
        Some(Self {
            score: Score::from(data as u16 as i16),
            bound,
            depth: depth_of(data),
            best: best.checked_sub(1),
            eval: Some((data >> 48) as i16).filter(|eval| *eval != NO_EVAL),
        })
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 26) as u8 & (AGES - 1)
}

fn table_id_of(data: u64) -> u8 {
    (data >> 44) as u8 & MAX_TABLE_ID
}

fn depth_of(data: u64) -> u8 {
    (data >> 16) as u8 & 127
}

/// Converts a score whose distance to the end counts from the root to one that counts from the node at `ply`.
#[inline]
pub(crate) fn score_to_table(score: Score, ply: usize) -> Score {
    shift(score, ply as Score)
}

/// Converts a score whose distance to the end counts from the node at `ply` to one that counts from the root.
#[inline]
pub(crate) fn score_from_table(score: Score, ply: usize) -> Score {
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

/// The memory of a table, and the id of the last table that used it. No entry is stored under id 0, so that zeroed
/// memory is empty.
struct TableMemory {
    words: Vec<AtomicU64>,
    table_id: u8,
}

impl TableMemory {
    /// Memory of this size under a new id: from the free list if it has any.
    fn allocate(words: usize) -> Self {
        let freed = FREE_LIST.with_borrow_mut(|list| {
            let index = list.memories.iter().position(|memory| memory.words.len() == words)?;
            Some(list.memories.swap_remove(index))
        });
        match freed {
            Some(Self { words, table_id }) if table_id < MAX_TABLE_ID => Self { words, table_id: table_id + 1 },
            _ => {
                // The system zeroes a page when it is first touched: a large table costs nothing before it is used.
                let words = bytemuck::zeroed_vec(words);
                advise_huge_pages(&words);
                Self { words, table_id: 1 }
            }
        }
    }
}

/// Asks the system for huge pages: probes are random, and most small pages would miss the TLB. It may refuse.
#[cfg(target_os = "linux")]
pub fn advise_huge_pages(words: &[AtomicU64]) {
    use rustix::mm::{Advice, madvise};
    const PAGE: usize = 1 << 12;
    let range = words.as_ptr_range();
    let start = range.start.addr().next_multiple_of(PAGE);
    let length = (range.end.addr() & !(PAGE - 1)).saturating_sub(start);
    let skipped = start - range.start.addr();
    #[expect(unsafe_code, reason = "a system call on memory that is ours")]
    // SAFETY: the pages lie within the slice, and this advice changes neither their contents nor their protection.
    let _ =
        unsafe { madvise(words.as_ptr().wrapping_byte_add(skipped).cast_mut().cast(), length, Advice::LinuxHugepage) };
}

/// Does nothing on this system.
#[cfg(not(target_os = "linux"))]
pub fn advise_huge_pages(_words: &[AtomicU64]) {}

/// Memory of dropped tables that this thread keeps for new ones.
#[derive(Default)]
struct FreeList {
    memories: Vec<TableMemory>,
    capacity: usize,
}

thread_local! {
    static FREE_LIST: RefCell<FreeList> = RefCell::default();
}

/// Lets this thread keep the memory of up to `capacity` dropped tables for new tables of the same size. It is meant for
/// threads that play one game after another, where fresh memory from the system would cost more than the search. New
/// tables are empty all the same.
pub fn recycle_tables(capacity: usize) {
    FREE_LIST.with_borrow_mut(|list| {
        list.capacity = capacity;
        list.memories.truncate(capacity);
    });
}

/// A transposition table.
pub struct TranspositionTable {
    memory: TableMemory,
    /// The first word that begins a cache line.
    first: usize,
    buckets: usize,
    age: AtomicU8,
}

impl Drop for TranspositionTable {
    fn drop(&mut self) {
        let memory = std::mem::replace(&mut self.memory, TableMemory { words: Vec::new(), table_id: 0 });
        // The free list of a thread that ends may be gone already.
        let _ = FREE_LIST.try_with(|list| {
            let mut list = list.borrow_mut();
            if list.capacity > 0 {
                // The oldest memory is dropped: its size has not been reused for longest.
                let surplus = (list.memories.len() + 1).saturating_sub(list.capacity);
                list.memories.drain(..surplus);
                list.memories.push(memory);
            }
        });
    }
}

impl TranspositionTable {
    /// A table of about that many MiB, and at least one bucket.
    pub fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes << 20).div_ceil(BUCKET * ENTRY_BYTES).max(1);
        let memory = TableMemory::allocate((buckets + 1) * WORDS);
        let first = memory.words.as_ptr().align_offset(BUCKET * ENTRY_BYTES) % WORDS;
        Self { memory, first, buckets, age: AtomicU8::new(0) }
    }

    /// Begins a new age: entries stored so far become older.
    pub fn begin_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let index = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        &self.memory.words[self.first + index * WORDS..][..WORDS]
    }

    /// Fetches the bucket of a position into the cache, where the processor can.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self.bucket(hash).as_ptr();
            #[expect(unsafe_code, reason = "a prefetch reads nothing: any address is sound")]
            // SAFETY: the processor supports it (it is part of SSE), and it has no effect but on the cache.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub fn probe(&self, hash: u64) -> Option<TableEntry> {
        self.bucket(hash).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            let is_hit = entry[0].load(Ordering::Relaxed) ^ data == hash && table_id_of(data) == self.memory.table_id;
            is_hit.then(|| TableEntry::unpack(data)).flatten()
        })
    }

    /// How full the table is in thousandths, when `filled` of its entries are.
    pub fn hashfull(&self, filled: u64) -> u32 {
        (1000 * filled / (BUCKET * self.buckets) as u64).min(1000) as u32
    }

    /// Stores an entry: over the one of the same position, whose best move it keeps where it has none of its own, or
    /// over the least valuable of the bucket. Returns whether the replaced entry was empty or of an older search: then
    /// one more entry counts as filled.
    #[inline]
    pub fn store(&self, hash: u64, mut entry: TableEntry) -> bool {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(hash);
        let mut chosen = 0;
        let mut least = i32::MAX;
        for slot in 0..BUCKET {
            let data = bucket[2 * slot + 1].load(Ordering::Relaxed);
            let is_own = table_id_of(data) == self.memory.table_id;
            if is_own && bucket[2 * slot].load(Ordering::Relaxed) ^ data == hash {
                entry.best = entry.best.or_else(|| TableEntry::unpack(data)?.best);
                chosen = slot;
                break;
            }
            let older = i32::from((age + AGES - age_of(data)) % AGES);
            let worth = if is_own { i32::from(depth_of(data)) - AGE_PENALTY * older } else { EMPTY_WORTH };
            if worth < least {
                (least, chosen) = (worth, slot);
            }
        }
        let replaced = bucket[2 * chosen + 1].load(Ordering::Relaxed);
        let data = entry.pack(age, self.memory.table_id);
        bucket[2 * chosen].store(hash ^ data, Ordering::Relaxed);
        bucket[2 * chosen + 1].store(data, Ordering::Relaxed);
        (table_id_of(replaced), age_of(replaced)) != (self.memory.table_id, age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_core::score::{loss_in, win_in};

    fn plain(depth: u8) -> TableEntry {
        TableEntry { score: 1, bound: Bound::Exact, depth, best: None, eval: None }
    }

    #[test]
    fn a_stored_entry_is_found() {
        let table = TranspositionTable::new(1);
        let entry = TableEntry { score: -123, bound: Bound::Lower, depth: 9, best: Some(17), eval: Some(-55) };
        table.store(42, entry);
        assert_eq!(table.probe(42), Some(entry));
        assert_eq!(table.probe(43), None);
        let deeper = TableEntry { score: win_in(3), bound: Bound::Exact, depth: 127, best: Some(0), eval: None };
        table.store(42, deeper);
        assert_eq!(table.probe(42), Some(deeper));
    }

    #[test]
    fn the_best_move_survives_a_fail_low() {
        let table = TranspositionTable::new(1);
        let cut = TableEntry { best: Some(17), ..plain(5) };
        table.store(42, cut);
        table.store(42, TableEntry { bound: Bound::Upper, ..plain(7) });
        assert_eq!(table.probe(42).map(|entry| (entry.depth, entry.best)), Some((7, Some(17))));
    }

    #[test]
    fn replacement_prefers_shallow_and_old_entries() {
        let table = TranspositionTable::new(0); // one bucket
        for hash in 1..=4 {
            table.store(hash, plain(hash as u8 + 10));
        }
        table.store(5, plain(3));
        assert_eq!(table.probe(1), None, "the shallowest entry is replaced");
        assert!(table.probe(4).is_some());
        for _ in 0..5 {
            table.begin_search();
        }
        table.store(6, plain(1));
        table.store(7, plain(1));
        assert!(table.probe(6).is_some() && table.probe(7).is_some(), "old entries are replaced first");
    }

    #[test]
    fn filled_entries_are_counted_once_per_search() {
        let table = TranspositionTable::new(0); // one bucket
        let fill = |hashes: std::ops::Range<u64>| hashes.filter(|hash| table.store(*hash, plain(1))).count() as u64;
        assert_eq!([fill(1..3), fill(1..3), fill(3..9)], [2, 0, 2], "a bucket has four entries");
        assert_eq!([0, 1, 4].map(|filled| table.hashfull(filled)), [0, 250, 1000]);
        table.begin_search();
        assert_eq!(fill(20..24), 4, "entries of an older search count as empty");
    }

    #[test]
    fn recycled_memory_is_empty() {
        recycle_tables(1);
        let used = TranspositionTable::new(0); // one bucket
        for hash in 1..=4 {
            used.store(hash, plain(127));
        }
        let address = used.memory.words.as_ptr();
        drop(used);
        let table = TranspositionTable::new(0);
        assert_eq!(table.memory.words.as_ptr(), address, "the same memory");
        assert!((1..=4).all(|hash| table.probe(hash).is_none()));
        for hash in 11..=14 {
            table.store(hash, plain(1));
        }
        assert!((11..=14).all(|hash| table.probe(hash).is_some()), "entries of the dropped table are replaced first");
        drop(table);
        for _ in 0..2 * MAX_TABLE_ID {
            assert!((1..=14).all(|hash| TranspositionTable::new(0).probe(hash).is_none()), "whatever its id");
        }
        recycle_tables(0);
        assert!(FREE_LIST.with_borrow(|list| list.memories.is_empty()));
    }

    #[test]
    fn distances_to_the_end_count_from_the_node() {
        assert_eq!(score_to_table(win_in(5), 2), win_in(3));
        assert_eq!(score_from_table(win_in(3), 2), win_in(5));
        assert_eq!(score_to_table(loss_in(5), 2), loss_in(3));
        assert_eq!(score_from_table(17, 2), 17);
    }
}
