//! The search does not allocate per node: ten times the nodes take the same few allocations. Its memory is that of the
//! transposition table and little more.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_core::{HasEvaluators, Line, Tactics, ask};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};
use quevedo_search::AlphaBeta;
use quevedo_search::alphabeta::Settings;
use quevedo_search::time::Limits;

/// The system allocator with counters.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
/// Bytes in use now, and the peak.
static BYTES: AtomicU64 = AtomicU64::new(0);
static PEAK_BYTES: AtomicU64 = AtomicU64::new(0);

/// The counters are shared: one measurement at a time.
static MEASURING: Mutex<()> = Mutex::new(());

#[global_allocator]
static COUNTING: Counting = Counting;

#[expect(unsafe_code, reason = "GlobalAlloc is an unsafe trait; this one only counts and forwards")]
// SAFETY: every call is forwarded to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        let bytes = BYTES.fetch_add(layout.size() as u64, Ordering::Relaxed) + layout.size() as u64;
        PEAK_BYTES.fetch_max(bytes, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// The allocations of a new player and its search of this many nodes.
fn allocations<G: Tactics + HasEvaluators>(nodes: u64) -> u64 {
    let line = Line::new(G::start());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let settings = Settings { limits, hash: 1, ..Settings::default() };
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let mut search = AlphaBeta::<G, _>::new(G::EVALUATORS[0].evaluator, settings).unwrap();
    let searched = ask(&mut search, &line).unwrap().nodes;
    assert!(searched + 300 >= nodes, "the search ended after {searched} nodes");
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

fn check<G: Tactics + HasEvaluators>(name: &str) {
    allocations::<G>(1_000); // static tables are made once
    let (few, many) = (allocations::<G>(3_000), allocations::<G>(30_000));
    // Each iteration stores its PV, and the move stack may grow once or twice.
    assert!(many < few + 100, "{name}: {few} allocations in 3,000 nodes, {many} in 30,000");
}

/// The peak memory of a search with several threads and lines, in bytes beyond the transposition table.
fn memory_beyond_table<G: Tactics + HasEvaluators>(hash: usize, threads: usize) -> u64 {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let settings = Settings { limits, hash, threads, lines: 4, ..Settings::default() };
    let before = BYTES.load(Ordering::Relaxed);
    PEAK_BYTES.store(before, Ordering::Relaxed);
    let mut search = AlphaBeta::<G, _>::new(G::EVALUATORS[0].evaluator, settings).unwrap();
    ask(&mut search, &Line::new(G::start())).unwrap();
    let table = (hash as u64) << 20;
    let used = PEAK_BYTES.load(Ordering::Relaxed) - before;
    assert!(used >= table, "{used} bytes are less than the table has");
    used - table
}

fn check_memory<G: Tactics + HasEvaluators>(name: &str) {
    for hash in [1, 32] {
        let beyond = memory_beyond_table::<G>(hash, 4);
        assert!(beyond <= 64 << 20, "{name}: {beyond} bytes beyond a table of {hash} MiB");
    }
}

#[test]
fn memory_is_the_table_and_little_more() {
    let _alone = MEASURING.lock();
    check_memory::<Chess>("chess");
    check_memory::<Othello>("othello");
    check_memory::<Connect4<8, 7>>("connect4");
    check_memory::<Amazons<10>>("amazons");
    check_memory::<MouseCats>("mouse-cats");
    check_memory::<HareHounds>("hare-hounds");
    check_memory::<FoxGeese>("fox-geese");
}

#[test]
fn nodes_need_no_allocation() {
    let _alone = MEASURING.lock();
    check::<Chess>("chess");
    check::<Othello>("othello");
    check::<Connect4<8, 7>>("connect4");
    check::<Amazons<10>>("amazons");
    check::<MouseCats>("mouse-cats");
    check::<HareHounds>("hare-hounds");
    check::<FoxGeese>("fox-geese");
}
