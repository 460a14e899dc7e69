//! The search allocates nothing per node: ten times the nodes, the same few allocations. Its memory is that of the
//! table and little more.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_core::{HasEvaluators, Line, Tactics, ask};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};
use quevedo_search::AlphaBeta;
use quevedo_search::alphabeta::Settings;
use quevedo_search::time::Limits;

/// The system's allocator, with a count.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
/// Bytes in use now, and at the worst moment.
static BYTES: AtomicU64 = AtomicU64::new(0);
static MOST_BYTES: AtomicU64 = AtomicU64::new(0);

/// Counters are shared: one measurement at a time.
static MEASURING: Mutex<()> = Mutex::new(());

#[global_allocator]
static COUNTING: Counting = Counting;

#[expect(unsafe_code, reason = "an allocator cannot be written otherwise; it only counts and passes on")]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        let bytes = BYTES.fetch_add(layout.size() as u64, Ordering::Relaxed) + layout.size() as u64;
        MOST_BYTES.fetch_max(bytes, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Allocations of a search of so many nodes, a fresh player included.
fn allocations<G: Tactics + HasEvaluators>(nodes: u64) -> u64 {
    let line = Line::new(G::start());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let settings = Settings { limits, hash: 1, ..Settings::default() };
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let mut search = AlphaBeta::<G, _>::new(G::EVALUATORS[0].judge, settings).unwrap();
    let searched = ask(&mut search, &line).unwrap().nodes;
    assert!(searched + 300 >= nodes, "the game is too small for this test: {searched} nodes");
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

fn check<G: Tactics + HasEvaluators>(name: &str) {
    allocations::<G>(1_000); // tables that are made once
    let (few, many) = (allocations::<G>(3_000), allocations::<G>(30_000));
    // Each iteration writes down its line, and the stack of moves may double once or twice.
    assert!(many < few + 100, "{name}: {few} allocations in 3,000 nodes, {many} in 30,000");
}

/// The most bytes in use during a search with so many MiB of table, threads and lines, beyond the table.
fn memory_beside_table<G: Tactics + HasEvaluators>(hash: usize, threads: usize) -> u64 {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let settings = Settings { limits, hash, threads, lines: 4, ..Settings::default() };
    let before = BYTES.load(Ordering::Relaxed);
    MOST_BYTES.store(before, Ordering::Relaxed);
    let mut search = AlphaBeta::<G, _>::new(G::EVALUATORS[0].judge, settings).unwrap();
    ask(&mut search, &Line::new(G::start())).unwrap();
    let table = (hash as u64) << 20;
    let used = MOST_BYTES.load(Ordering::Relaxed) - before;
    assert!(used >= table, "the table is not counted: {used} bytes");
    used - table
}

fn check_memory<G: Tactics + HasEvaluators>(name: &str) {
    for hash in [1, 32] {
        let beside = memory_beside_table::<G>(hash, 4);
        assert!(beside <= 64 << 20, "{name}: {beside} bytes beside a table of {hash} MiB");
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
fn nodes_cost_no_allocation() {
    let _alone = MEASURING.lock();
    check::<Chess>("chess");
    check::<Othello>("othello");
    check::<Connect4<8, 7>>("connect4");
    check::<Amazons<10>>("amazons");
    check::<MouseCats>("mouse-cats");
    check::<HareHounds>("hare-hounds");
    check::<FoxGeese>("fox-geese");
}
