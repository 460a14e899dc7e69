//! What the threads of a solver share: the tables, the flags that stop them, and which positions they search right now.
//!
//! Every thread searches the whole tree and fills the same tables. A thread defers a move that another one searches at that
//! moment (T. Kerrigan's simplified ABDADA, after J.-C. Weill, "The ABDADA distributed minimax search algorithm",
//! 1996), so that they spread over the tree by themselves.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quevedo_core::Evaluator;
use quevedo_games::Othello;

use super::order::{Child, Children, pick_best};
use super::table::{EndEntry, Key, MiddleEntry, Table};
use crate::deadline::is_set;

/// The small table has to stay in the cache of one core.
const SMALL_KIB: usize = 256;
/// The part of the memory that is for the search of the middle game.
const MIDDLE_PART: usize = 8;
/// Positions with up to this many empty squares get tables of this many KiB; every further square doubles them.
const LEAST: (u32, usize) = (17, 1 << 10);
/// Places for positions in search, a power of two far above the number of threads times the height of a tree.
const PLACES: usize = 4096;

/// The transposition tables of a solver. They grow with the positions that are searched: clearing a gibibyte takes longer
/// than most solutions.
pub(super) struct Tables {
    /// What the tables may take at most.
    max_kib: usize,
    /// What they take now.
    kibibytes: usize,
    /// For positions with few empty squares, one for each thread: it stays in the cache of its core. Its bounds are exact.
    pub(super) small: Vec<Table<EndEntry>>,
    /// For the others.
    pub(super) large: Table<EndEntry>,
    /// For the search of the middle game.
    pub(super) middle: Table<MiddleEntry>,
}

impl Tables {
    /// Tables of at most about so many KiB for one thread.
    pub(super) fn new(max_kib: usize) -> Self {
        let small = vec![Table::new(SMALL_KIB)];
        Self { max_kib, kibibytes: 0, small, large: Table::new(0), middle: Table::new(0) }
    }

    /// Grows the tables to the size for a position with so many empty squares. They are empty after that.
    pub(super) fn grow_for(&mut self, empties: u32) {
        let (few, kibibytes) = LEAST;
        let wanted = (kibibytes << empties.saturating_sub(few).min(32)).min(self.max_kib);
        if wanted > self.kibibytes {
            let middle = wanted / MIDDLE_PART;
            (self.large, self.middle) = (Table::new(wanted - middle), Table::new(middle));
            self.kibibytes = wanted;
        }
    }

    /// Sets the number of threads, at least one.
    pub(super) fn set_threads(&mut self, threads: usize) {
        self.small.resize_with(threads.max(1), || Table::new(SMALL_KIB));
    }

    /// Starts a new generation: older entries are replaced first.
    pub(super) fn begin_search(&self) {
        self.large.begin_search();
        self.middle.begin_search();
    }
}

/// The flags by which the caller stops a search.
#[derive(Clone, Copy)]
pub(super) struct StopRequest<'a> {
    /// Stop in any case.
    pub(super) hard: &'a AtomicBool,
    /// Stop unless a phase is finished, whose move can be played.
    pub(super) soft: Option<&'a AtomicBool>,
}

impl<'a> From<&'a AtomicBool> for StopRequest<'a> {
    fn from(hard: &'a AtomicBool) -> Self {
        Self { hard, soft: None }
    }
}

/// What all threads of one search refer to.
pub(super) struct Shared<'a> {
    pub(super) tables: &'a Tables,
    /// For move ordering and selective cuts.
    pub(super) ordering: &'a dyn Evaluator<Othello>,
    stop: StopRequest<'a>,
    /// Whether a phase is finished.
    pub(super) has_finished_phase: AtomicBool,
    /// Set by the first thread that is done.
    pub(super) done: AtomicBool,
    /// Positions visited, as far as the threads have reported them.
    pub(super) nodes: AtomicU64,
    /// Positions in search; `None` for a single thread.
    in_search: Option<Box<[AtomicU64]>>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        tables: &'a Tables,
        ordering: &'a dyn Evaluator<Othello>,
        stop: StopRequest<'a>,
        threads: usize,
    ) -> Self {
        let in_search = (threads > 1).then(|| (0..PLACES).map(|_| AtomicU64::new(0)).collect());
        let [has_finished_phase, done] = [const { AtomicBool::new(false) }; 2];
        Self { tables, ordering, stop, has_finished_phase, done, nodes: AtomicU64::new(0), in_search }
    }

    /// Whether a thread has to stop.
    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        is_set(self.stop.hard)
            || is_set(&self.done)
            || (self.stop.soft.is_some_and(is_set) && !is_set(&self.has_finished_phase))
    }

    /// Whether there are other threads.
    #[inline]
    pub(super) fn has_threads(&self) -> bool {
        self.in_search.is_some()
    }

    /// Whether another thread searches this position.
    pub(super) fn is_searched(&self, key: Key) -> bool {
        self.place(key).is_some_and(|place| place.load(Ordering::Relaxed) == key.id())
    }

    /// Enters a position. A collision loses one of two entries, which costs time and nothing else.
    pub(super) fn enter(&self, key: Key) {
        if let Some(place) = self.place(key) {
            place.store(key.id(), Ordering::Relaxed);
        }
    }

    /// Leaves a position.
    pub(super) fn leave(&self, key: Key) {
        if let Some(place) = self.place(key) {
            let _ = place.compare_exchange(key.id(), 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    fn place(&self, key: Key) -> Option<&AtomicU64> {
        self.in_search.as_ref().map(|places| &places[key.id() as usize % PLACES])
    }
}

/// The moves of a node in order; those that other threads search come last.
pub(super) struct Queue {
    list: Children,
    deferred: Children,
    /// The first move is searched in any case.
    is_first: bool,
}

impl Queue {
    pub(super) fn new(list: Children) -> Self {
        Self { list, deferred: Children::new(), is_first: true }
    }

    /// The next move.
    pub(super) fn next(&mut self, shared: &Shared<'_>) -> Option<Child> {
        while let Some(child) = pick_best(&mut self.list) {
            if self.is_first || !shared.is_searched(Key::new(child.own, child.other)) {
                self.is_first = false;
                return Some(child);
            }
            self.deferred.push(child);
        }
        self.deferred.pop_at(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_grow_with_the_empty_squares_up_to_their_bound() {
        let mut tables = Tables::new(16 << 10);
        let mut size = |empties| {
            tables.grow_for(empties);
            tables.kibibytes >> 10
        };
        // 1 MiB for 17 empty squares, twice as much for each further one, never smaller again.
        assert_eq!([10, 17, 18, 16, 19, 60, 20].map(&mut size), [1, 1, 2, 2, 4, 16, 16]);
        let mut tiny = Tables::new(100);
        tiny.grow_for(20);
        assert_eq!(tiny.kibibytes, 100);
    }
}
