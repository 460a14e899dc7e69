//! Speed of the Othello solver: published endgames from scratch, and the two steps it is made of.
//!
//! Machines differ and are shared, so compare lines of one run with each other.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quevedo_core::{Game, Notation};
use quevedo_games::Othello;
use quevedo_games::othello::Placement;
use quevedo_games::othello::lines::{flips, placements, reference};
use quevedo_solve::othello::OthelloSolver;

/// Numbers of the FFO endgame test suite.
const ENDGAMES: [(&str, &str); 2] = [
    ("19 empties", "--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O"),
    ("20 empties", "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"),
];

const TABLE_MIB: usize = 64;

/// What a disc of `own` on a square turns.
type Flips = fn(u64, u64, u8) -> u64;

fn endgames(c: &mut Criterion) {
    let mut group = c.benchmark_group("othello endgames");
    group.sample_size(10);
    let stop = AtomicBool::new(false);
    for (name, text) in ENDGAMES {
        let position = Othello::parse(text).expect("a known position");
        let score = || {
            let mut solver = OthelloSolver::new(TABLE_MIB);
            solver.solve_one(&position, &stop, |_| ());
            solver.nodes()
        };
        let who_wins = || {
            let mut solver = OthelloSolver::new(TABLE_MIB);
            solver.outcome(&position, &stop);
            solver.nodes()
        };
        group.throughput(Throughput::Elements(score()));
        group.bench_function(format!("{name}, score"), |b| b.iter(score));
        group.throughput(Throughput::Elements(who_wins()));
        group.bench_function(format!("{name}, who wins"), |b| b.iter(who_wins));
    }
}

fn steps(c: &mut Criterion) {
    let position = Othello::parse(ENDGAMES[0].1).expect("a known position");
    let (own, other) = (position.discs(position.turn()), position.discs(!position.turn()));
    let squares: Vec<u8> = position.legal_moves().into_iter().filter_map(Placement::square).collect();
    let mut group = c.benchmark_group("othello steps");
    group.bench_function("moves", |b| b.iter(|| placements(black_box(own), black_box(other))));
    group.bench_function("moves, plain", |b| b.iter(|| reference::placements(black_box(own), black_box(other))));
    group.throughput(Throughput::Elements(squares.len() as u64));
    for (name, turned) in [("flips", flips as Flips), ("flips, plain", reference::flips as Flips)] {
        group.bench_function(name, |b| {
            b.iter(|| squares.iter().fold(0, |all, &square| all ^ turned(black_box(own), black_box(other), square)));
        });
    }
}

criterion_group!(benches, endgames, steps);
criterion_main!(benches);
