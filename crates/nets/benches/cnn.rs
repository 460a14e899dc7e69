//! Positions a second of convolutional networks with both heads, one at a time and in batches.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quevedo_core::{Game, Planes, Rng};
use quevedo_games::{Amazons, Connect4, Othello};
use quevedo_nets::cnn::Cnn;
use quevedo_nets::{NetKind, Tensor, WeightFile};

const POSITIONS: usize = 256;

/// Random weights: the time does not depend on them.
fn random<G: Planes>(layers: usize, channels: usize) -> Cnn<G> {
    let mut rng = Rng::with_seed(1);
    let mut tensor = |shape: &[usize]| {
        let spread = (2.0 / shape[1..].iter().product::<usize>() as f32).sqrt();
        Tensor::new(shape, (0..shape.iter().product()).map(|_| spread * (2.0 * rng.f32() - 1.0)).collect())
    };
    let mut file =
        WeightFile::new(NetKind::Cnn, G::NAME, "random", 100.0).with("channels", channels).with("layers", layers);
    for layer in 0..layers {
        let inputs = if layer == 0 { G::PLANES + 1 } else { channels };
        file = file.with_tensor(&format!("conv.{layer}.weight"), tensor(&[channels, inputs, 3, 3]));
        file = file.with_tensor(&format!("conv.{layer}.bias"), Tensor::zeros([channels]));
    }
    let heads = [
        ("value.reduce", 2, channels),
        ("value.hidden", 32, 2 * G::SQUARES),
        ("value.out", 1, 32),
        ("policy", G::STEPS, channels),
    ];
    for (name, outputs, inputs) in heads {
        file = file.with_tensor(&format!("{name}.weight"), tensor(&[outputs, inputs]));
        file = file.with_tensor(&format!("{name}.bias"), Tensor::zeros([outputs]));
    }
    Cnn::new(&file).expect("the shapes are right")
}

/// Positions of random games.
fn positions<G: Game>() -> Vec<G> {
    let mut rng = Rng::with_seed(2);
    let mut position = G::start();
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        found.push(position.clone());
        match position.random_move(&mut rng).filter(|_| position.outcome().is_none()) {
            Some(mv) => position.play(mv),
            None => position = G::start(),
        }
    }
    found
}

/// Values and priors as a search asks for them: the values of a batch, then the priors of each position.
fn evaluate<G: Planes>(criterion: &mut Criterion, (layers, channels): (usize, usize), batches: &[usize]) {
    let (net, positions) = (random::<G>(layers, channels), positions::<G>());
    let moves: Vec<_> = positions.iter().map(Game::legal_moves).collect();
    let (mut scores, mut priors) = (vec![0; POSITIONS], vec![0.0; moves.iter().map(Vec::len).max().unwrap_or(0)]);
    let mut group = criterion.benchmark_group("cnn");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for batch in batches {
        let name = format!("{layers}x{channels}/batch {batch}");
        group.bench_function(BenchmarkId::new(G::NAME, name), |bench| {
            bench.iter(|| {
                for (positions, moves) in positions.chunks(*batch).zip(moves.chunks(*batch)) {
                    net.evaluate_many(black_box(positions), &mut scores[..positions.len()]);
                    for (position, moves) in positions.iter().zip(moves) {
                        net.priors(position, moves, &mut priors[..moves.len()]);
                    }
                }
            });
        });
    }
    group.finish();
}

fn all(criterion: &mut Criterion) {
    evaluate::<Othello>(criterion, (3, 32), &[1, 4, 8, 16, 32, 64]);
    evaluate::<Othello>(criterion, (4, 64), &[1, 8, 32]);
    evaluate::<Connect4<7, 6>>(criterion, (4, 48), &[1, 8, 32]);
    evaluate::<Amazons<6>>(criterion, (3, 32), &[1, 8, 32]);
    evaluate::<Amazons<10>>(criterion, (3, 32), &[1, 8, 32]);
}

criterion_group!(benches, all);
criterion_main!(benches);
