//! Thousands of pages at once: by `cargo xtask soak --only load`, and some in every test run.

mod common;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use common::TestServer;
use common::child::{self, ChildServer};
use common::load::{Crowd, Load};

/// Serves when this program is started as a child; does nothing otherwise.
#[test]
#[ignore = "run by other tests"]
fn child_process() {
    child::serve_if_child();
}

/// The short form, which has no stop-watch.
#[tokio::test]
async fn pages_follow_many_games_without_an_error() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let crowd = Load { pages: 120, games: 12, think_ms: 1..50 }.start(&server.address).await;
    while crowd.counts.moves() < 300 && !crowd.counts.has_errors() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(*crowd.counts.errors.lock().unwrap(), Vec::<String>::new());
    assert!(crowd.counts.messages.load(Ordering::Relaxed) > 300 * 5, "ten pages look at each game");
    drop(crowd);
    server.stop().await;
}

const PAGES: usize = 5_000;
const GAMES: usize = 300;
/// How long, unless `QUEVEDO_MINUTES` says otherwise.
const MINUTES: u64 = 10;
const SLOWEST: Duration = Duration::from_millis(500);
/// How much the memory of the second half may differ.
const GROWTH: f64 = 0.05;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes ten minutes: by `cargo xtask soak --only load`"]
async fn five_thousand_pages_at_three_hundred_games() {
    let minutes = std::env::var("QUEVEDO_MINUTES").ok().and_then(|minutes| minutes.parse().ok()).unwrap_or(MINUTES);
    let data = tempfile::tempdir().unwrap();
    let server = ChildServer::start(data.path()).await;
    let begin = Instant::now();
    let crowd = Load { pages: PAGES, games: GAMES, think_ms: 1_000..3_000 }.start(&server.address).await;
    println!("load: {PAGES} connections after {:.1?}", begin.elapsed());
    crowd.counts.acknowledged.lock().unwrap().clear();
    let (begin, used) = (Instant::now(), server.processor_time().unwrap_or_default());
    let memory = remember_memory(&crowd, &server, Duration::from_secs(60 * minutes)).await;
    let busy =
        server.processor_time().unwrap_or_default().saturating_sub(used).as_secs_f64() / begin.elapsed().as_secs_f64();
    let errors = crowd.counts.errors.lock().unwrap().clone();
    let slow = report(&crowd, minutes);
    let late = &memory[memory.len() / 2..];
    let (least, most) = (late.iter().min().unwrap(), late.iter().max().unwrap());
    println!(
        "load: memory {least} to {most} MiB in the second half; the server used {busy:.2} of {} cores, load average {}",
        std::thread::available_parallelism().map_or(1, usize::from),
        std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim(),
    );
    assert!(errors.is_empty(), "{} errors, the first of them: {:?}", errors.len(), &errors[..errors.len().min(5)]);
    assert!(slow < SLOWEST, "{slow:?}");
    assert!((most - least) as f64 <= GROWTH * *least as f64, "memory grows: {memory:?}");
}

/// The memory of the server every five seconds, in MiB.
async fn remember_memory(crowd: &Crowd, server: &ChildServer, time: Duration) -> Vec<u64> {
    let (begin, mut memory) = (Instant::now(), Vec::new());
    while begin.elapsed() < time && !crowd.counts.has_errors() {
        tokio::time::sleep(Duration::from_secs(5)).await;
        memory.extend(server.memory_mib());
    }
    memory
}

/// Prints what was counted; the time that 99 of 100 moves are acknowledged in.
fn report(crowd: &Crowd, minutes: u64) -> Duration {
    let counts = &crowd.counts;
    let mut times = counts.acknowledged.lock().unwrap().clone();
    times.sort();
    let at =
        |share: f64| times.get((times.len().saturating_sub(1) as f64 * share) as usize).copied().unwrap_or_default();
    println!(
        "load: {PAGES} pages, {GAMES} games, {minutes} min: {} moves acknowledged after {:.1?} (median), {:.1?} (p90), \
         {:.1?} (p99), {:.1?} (longest); {} games over, {} messages of {} bytes, {} errors",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
        counts.finished.load(Ordering::Relaxed),
        counts.messages.load(Ordering::Relaxed),
        counts.bytes.load(Ordering::Relaxed) / counts.messages.load(Ordering::Relaxed).max(1),
        counts.errors.lock().unwrap().len(),
    );
    at(0.99)
}
