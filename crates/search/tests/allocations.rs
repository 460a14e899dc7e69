//! The search allocates nothing per node: ten times the nodes, the same few allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_core::{Judged, Line, Tactics, ask};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};
use quevedo_search::AlphaBeta;
use quevedo_search::alphabeta::Settings;
use quevedo_search::time::Limits;

/// The system's allocator, with a count.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

#[global_allocator]
static COUNTING: Counting = Counting;

#[expect(unsafe_code, reason = "an allocator cannot be written otherwise; it only counts and passes on")]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `GlobalAlloc::dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Allocations of a search of so many nodes, a fresh player included.
fn allocations<G: Tactics + Judged>(nodes: u64) -> u64 {
    let line = Line::new(G::start());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let settings = Settings { limits, hash: 1, ..Settings::default() };
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let mut search = AlphaBeta::<G, _>::new(G::JUDGES[0].judge, settings).unwrap();
    let searched = ask(&mut search, &line).unwrap().nodes;
    assert!(searched + 300 >= nodes, "the game is too small for this test: {searched} nodes");
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

fn check<G: Tactics + Judged>(name: &str) {
    allocations::<G>(1_000); // tables that are made once
    let (few, many) = (allocations::<G>(3_000), allocations::<G>(30_000));
    // Each iteration writes down its line, and the stack of moves may double once or twice.
    assert!(many < few + 100, "{name}: {few} allocations in 3,000 nodes, {many} in 30,000");
}

#[test]
fn nodes_cost_no_allocation() {
    check::<Chess>("chess");
    check::<Othello>("othello");
    check::<Connect4<8, 7>>("connect4");
    check::<Amazons<10>>("amazons");
    check::<MouseCats>("mouse-cats");
    check::<HareHounds>("hare-hounds");
    check::<FoxGeese>("fox-geese");
}
