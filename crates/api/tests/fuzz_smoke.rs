//! The fuzz targets `page` and `plan_of_tournament` in small: texts that are nearly right, always the same ones.

mod fuzz_bodies;

use quevedo_core::Rng;

const SEEDS: [&str; 4] = [
    include_str!("../../../fuzz/seeds/page/chess"),
    include_str!("../../../fuzz/seeds/page/connect4"),
    include_str!("../../../fuzz/seeds/page/machines"),
    include_str!("../../../fuzz/seeds/page/stranger"),
];

/// Damages the seeds in turn; how many were accepted.
fn feed(body: fn(&[u8]) -> bool, seeds: &[&str], rounds: usize) -> usize {
    let mut rng = Rng::with_seed(22);
    let mut damaged = |round: usize| {
        let mut input = seeds[round % seeds.len()].as_bytes().to_vec();
        for _ in 0..rng.usize(0..3) {
            let at = rng.usize(0..input.len());
            match rng.u8(0..3) {
                0 => input[at] = rng.u8(b' '..=b'~'),
                1 => drop(input.remove(at)),
                _ => input.extend_from_within(at..),
            }
        }
        input
    };
    (0..rounds).filter(|round| body(&damaged(*round))).count()
}

#[test]
fn messages_of_a_page() {
    let accepted = feed(fuzz_bodies::page, &SEEDS, 2_000);
    assert!((500..1_990).contains(&accepted), "{accepted} inputs were accepted");
}

#[test]
fn plans_of_tournaments() {
    let plan = include_str!("../../../fuzz/seeds/plan_of_tournament/cup");
    let accepted = feed(fuzz_bodies::plan_of_tournament, &[plan], 500);
    assert!((50..490).contains(&accepted), "{accepted} inputs were accepted");
}
