//! Mean time a position, each with an empty table.
//!
//! `QUEVEDO_PEER_DATA=… cargo bench -p quevedo-solve --bench connect4` also measures the sets of Pascal Pons. With the
//! word `empty` after `--`, the empty 7x6 board is solved without a book.

use std::path::Path;
use std::time::{Duration, Instant};

use quevedo_core::{Game, Notation, Rng};
use quevedo_games::Connect4;
use quevedo_solve::connect4::Connect4Solver;

const LARGE: &str = include_str!("../tests/data/connect4-8x7.tsv");

fn measure<const W: usize, const H: usize>(name: &str, positions: &[Connect4<W, H>], table_mib: usize) {
    let mut solver = Connect4Solver::<W, H>::new(table_mib);
    let (mut total, mut worst, mut nodes) = (Duration::ZERO, Duration::ZERO, 0);
    for position in positions {
        let start = Instant::now();
        solver.clear();
        std::hint::black_box(solver.score(position));
        let time = start.elapsed();
        (total, worst) = (total + time, worst.max(time));
        nodes += solver.nodes();
    }
    let count = positions.len().max(1) as u32;
    println!(
        "{name:24} {count:5} positions  mean {:>10.1?}  worst {:>10.1?}  {:>9} nodes each",
        total / count,
        worst,
        nodes / u64::from(count)
    );
}

/// Random positions in which the side to move has no win at once.
fn random<const W: usize, const H: usize>(rng: &mut Rng, discs: usize, count: usize) -> Vec<Connect4<W, H>> {
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Connect4::start();
        let played = (0..discs).filter(|_| position.random_move(rng).map(|mv| position.play(mv)).is_some()).count();
        let mut is_plain = position.is_won();
        position.each_move(|mv| {
            let mut next = position;
            next.play(mv);
            is_plain |= next.is_won();
        });
        if played == discs && !is_plain {
            positions.push(position);
        }
    }
    positions
}

fn columns<const W: usize, const H: usize>(lines: impl Iterator<Item = String>) -> Vec<Connect4<W, H>> {
    lines.map(|columns| Connect4::parse(&columns).expect("columns played")).collect()
}

fn main() {
    if let Ok(folder) = std::env::var("QUEVEDO_PEER_DATA") {
        for set in ["Test_L3_R1", "Test_L2_R1", "Test_L1_R1"] {
            let text = std::fs::read_to_string(Path::new(&folder).join("connect4").join(set)).expect(set);
            let lines = text.lines().filter_map(|line| line.split(' ').next().map(String::from));
            measure::<7, 6>(set, &columns(lines), 64);
        }
    }
    let mut rng = Rng::with_seed(1);
    for (discs, count) in [(24, 200), (20, 200), (16, 100), (14, 50), (12, 40), (10, 20)] {
        measure::<7, 6>(&format!("7x6 random, {discs} discs"), &random(&mut rng, discs, count), 256);
    }
    for discs in [40, 34, 30, 26, 24, 22, 20, 18] {
        let played = LARGE.lines().filter_map(|line| line.split('\t').nth(1));
        let lines = played.filter(|columns| columns.len() == discs && !columns.contains(' ')).map(String::from);
        measure::<8, 7>(&format!("8x7, {discs} discs"), &columns(lines), 256);
    }
    if std::env::args().any(|word| word == "empty") {
        measure::<7, 6>("7x6 empty, no book", &[Connect4::start()], 1024);
    }
}
