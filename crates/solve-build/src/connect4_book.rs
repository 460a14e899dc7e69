//! Builds opening books of Connect-4: all positions with a certain number of discs, solved by many threads with a shared
//! table.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI8, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use quevedo_solve::book::{Book, BookError};
use quevedo_solve::connect4::{Connect4Solver, Discs, RangeTable, book_name};
use thiserror::Error;

/// Time between two calls of the progress callback.
const REPORT_EVERY: Duration = Duration::from_millis(500);
/// A score that is not known yet.
const UNKNOWN: i8 = i8::MIN;

/// Why a book cannot be resumed.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// It cannot be used at all.
    #[error(transparent)]
    Book(#[from] BookError),
    /// Its positions have another number of discs.
    #[error("the book has positions of {found} discs, not of {expected}")]
    Discs {
        /// The discs of its positions.
        found: usize,
        /// What was expected.
        expected: usize,
    },
}

/// A book under construction. It can be stopped, saved and resumed.
#[derive(Debug)]
pub struct BookBuilder<const W: usize, const H: usize> {
    discs: usize,
    /// One of every mirrored pair, in rising order.
    keys: Vec<u64>,
    scores: Vec<AtomicI8>,
    /// The next position that no thread works on.
    next: AtomicUsize,
}

impl<const W: usize, const H: usize> BookBuilder<W, H> {
    /// A book of the positions with this number of discs, none of them solved.
    pub fn new(discs: usize) -> Self {
        let keys = open_keys::<W, H>(discs);
        let scores = keys.iter().map(|_| AtomicI8::new(UNKNOWN)).collect();
        Self { discs, keys, scores, next: AtomicUsize::new(0) }
    }

    /// Copies the scores of an unfinished book. A book of another board or another number of discs is an error.
    pub fn resume_from(&self, book: Book) -> Result<(), ResumeError> {
        let book = book.expect_name(&book_name(W, H))?;
        let discs = book.keys().iter().map(|&key| Discs::<W, H>::of_key(key).count() as usize);
        if let Some(found) = discs.into_iter().find(|found| *found != self.discs) {
            return Err(ResumeError::Discs { found, expected: self.discs });
        }
        for (&key, score) in self.keys.iter().zip(&self.scores) {
            if let Some(known) = book.get(key) {
                score.store(known, Relaxed);
            }
        }
        Ok(())
    }

    /// How many positions the book will hold.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is nothing to solve.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// How many positions are solved.
    pub fn solved(&self) -> usize {
        self.scores.iter().filter(|score| score.load(Relaxed) != UNKNOWN).count()
    }

    /// The book of what is solved so far.
    pub fn book(&self) -> Book {
        let entries = self.keys.iter().zip(&self.scores).map(|(&key, score)| (key, score.load(Relaxed)));
        Book::new(book_name(W, H), entries.filter(|&(_, score)| score != UNKNOWN))
    }

    /// Solves all positions that are not solved yet. `progress` is called twice a second and at the end; it returns
    /// whether to continue.
    pub fn run(&self, threads: NonZero<usize>, table_mib: usize, mut progress: impl FnMut(&Self) -> bool) {
        let table = Arc::new(RangeTable::full(table_mib));
        let stop = AtomicBool::new(false);
        let at_work = AtomicUsize::new(threads.get());
        self.next.store(0, Relaxed);
        std::thread::scope(|scope| {
            for _ in 0..threads.get() {
                scope.spawn(|| {
                    self.work(&table, &stop);
                    at_work.fetch_sub(1, Relaxed);
                });
            }
            while at_work.load(Relaxed) > 0 {
                std::thread::sleep(REPORT_EVERY);
                if !progress(self) {
                    stop.store(true, Relaxed);
                }
            }
        });
    }

    fn work(&self, table: &Arc<RangeTable<W, H>>, stop: &AtomicBool) {
        let mut solver = Connect4Solver::with_table(table.clone());
        loop {
            let index = self.next.fetch_add(1, Relaxed);
            let Some(&key) = self.keys.get(index) else { return };
            if self.scores[index].load(Relaxed) != UNKNOWN {
                continue;
            }
            let answer = solver.try_score_of(Discs::of_key(key), &mut |_| !stop.load(Relaxed));
            let Some(score) = answer else { return };
            self.scores[index].store(score as i8, Relaxed);
        }
    }
}

/// One key of every mirrored pair of positions with this number of discs whose score needs a search, in rising order.
fn open_keys<const W: usize, const H: usize>(discs: usize) -> Vec<u64> {
    let mut keys = vec![Discs::<W, H>::EMPTY.key()];
    for _ in 0..discs {
        let positions = keys.iter().map(|&key| Discs::<W, H>::of_key(key));
        keys = positions.flat_map(Discs::successors).map(Discs::mirrored_key).collect();
        keys.sort_unstable();
        keys.dedup();
    }
    keys.retain(|&key| {
        let position = Discs::<W, H>::of_key(key);
        !position.wins_now() && position.safe_moves() != 0
    });
    keys
}
