//! The fuzz targets of the protocols in small: lines that are nearly right, always the same ones.

mod fuzz_bodies;

use quevedo_core::Rng;

fn feed(body: fn(&[u8]) -> bool, seeds: &[&str]) -> usize {
    let mut rng = Rng::with_seed(22);
    let mut input = |round: usize| {
        let mut input = seeds[round % seeds.len()].as_bytes().to_vec();
        for _ in 0..rng.usize(0..4) {
            let at = rng.usize(0..input.len());
            match rng.u8(0..3) {
                0 => input[at] = rng.u8(b' '..=b'~'),
                1 => drop(input.remove(at)),
                _ => input.extend_from_within(at..),
            }
        }
        input
    };
    (0..400).filter(|round| body(&input(*round))).count()
}

#[test]
fn lines_of_uci() {
    let seeds = [include_str!("../../../fuzz/seeds/uci/chess"), include_str!("../../../fuzz/seeds/uci/options")];
    assert!(feed(fuzz_bodies::uci, &seeds) > 200);
}

#[test]
fn lines_of_nboard() {
    let seeds = [include_str!("../../../fuzz/seeds/nboard/game"), include_str!("../../../fuzz/seeds/nboard/settings")];
    assert!(feed(fuzz_bodies::nboard, &seeds) > 100);
}
