//! The fuzz targets of files in small: files that are nearly right, always the same ones.

mod fuzz_bodies;

use fuzz_bodies as bodies;
use quevedo_core::Rng;

/// Damages a file at one place in each of so many rounds, the first of which leaves it whole; how many were accepted.
fn feed(body: fn(&[u8]) -> bool, seed: &[u8], rounds: usize) -> usize {
    let mut rng = Rng::with_seed(22);
    assert!(body(seed), "the seed is accepted");
    let mut damaged = || {
        let mut input = seed.to_vec();
        let at = rng.usize(0..input.len());
        match rng.u8(0..4) {
            0 => input[at] ^= 1 << rng.u8(0..8),
            1 => drop(input.remove(at)),
            2 => input.truncate(at),
            _ => input.insert(at, rng.u8(0..=255)),
        }
        input
    };
    (0..rounds).filter(|_| body(&damaged())).count()
}

#[test]
fn recipes() {
    let recipe = include_bytes!("../../../fuzz/seeds/plan_of_training/patterns");
    let accepted = feed(bodies::plan_of_training, recipe, 300);
    assert!((20..290).contains(&accepted), "{accepted}");
}

/// Checksums refuse nearly everything; what matters is that nothing panics.
#[test]
fn files_with_checksums() {
    feed(bodies::book, include_bytes!("../../../fuzz/seeds/book/othello"), 300);
    feed(bodies::weights, include_bytes!("../../../fuzz/seeds/weights/small"), 100);
    feed(bodies::shard, include_bytes!("../../../fuzz/seeds/shard/small"), 300);
}
