//! Speed of the rules: play-outs of every game, and chess perft beside the move generator's own.
//!
//! Machines differ and are shared, so compare lines of one run with each other.

use cozy_chess::Board;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use quevedo_core::{Game, Notation, Rng, perft, playout};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Bulk-counting perft on the bare board, step by step as the move generator's own example does it.
fn bare_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes += 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += bare_perft(&child, depth - 1);
                }
                false
            });
        }
    }
    nodes
}

fn chess_perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("chess perft");
    for (name, fen, depth) in [("start 5", "", 5), ("kiwipete 4", KIWIPETE, 4)] {
        let position = if fen.is_empty() { Chess::start() } else { Chess::parse(fen).expect("a known position") };
        group.throughput(Throughput::Elements(perft(&position, depth)));
        group.bench_function(format!("quevedo, {name}"), |b| b.iter(|| perft(&position, depth)));
        group.bench_function(format!("bare generator, {name}"), |b| b.iter(|| bare_perft(position.inner(), depth)));
    }
}

fn one<G: Game>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str) {
    let mut rng = Rng::with_seed(1);
    group.bench_function(name, |b| b.iter(|| playout(G::start(), &mut rng)));
}

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("play-outs");
    group.throughput(Throughput::Elements(1));
    one::<Chess>(&mut group, "chess");
    one::<Othello>(&mut group, "othello");
    one::<Connect4<8, 7>>(&mut group, "connect4");
    one::<Amazons<10>>(&mut group, "amazons");
    one::<MouseCats>(&mut group, "mouse-cats");
    one::<HareHounds>(&mut group, "hare-hounds");
    one::<FoxGeese>(&mut group, "fox-geese");
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = chess_perft, playouts
}
criterion_main!(benches);
