//! Evaluations a second: `cargo bench -p quevedo-nets --bench nets`.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quevedo_core::{Game, Planes, Rng};
use quevedo_games::{Chess, Othello};
use quevedo_nets::nnue::Nnue;
use quevedo_nets::patterns::{Patterns, configurations, logistello_set, show_set};
use quevedo_nets::{NetKind, SimdLevel, Tensor, WeightFile};

fn random(rng: &mut Rng, shape: &[usize], most: f32) -> Tensor {
    Tensor::new(shape, (0..shape.iter().product()).map(|_| (2.0 * rng.f32() - 1.0) * most).collect())
}

fn nnue<G: Planes>(hidden: usize, rng: &mut Rng) -> WeightFile {
    WeightFile::new(NetKind::Nnue, G::NAME, "random", 400.0)
        .with("hidden", hidden)
        .with("phases", 1)
        .with_tensor("input.weight", random(rng, &[G::FEATURES, hidden], 0.3))
        .with_tensor("input.bias", random(rng, &[hidden], 0.3))
        .with_tensor("output.weight", random(rng, &[1, 2 * hidden], 0.3))
        .with_tensor("output.bias", random(rng, &[1], 0.3))
}

fn patterns(rng: &mut Rng) -> WeightFile {
    let (set, phases) = (logistello_set(), 12);
    let file = WeightFile::new(NetKind::Patterns, Othello::NAME, "random", 100.0)
        .with("patterns", show_set(&set))
        .with("phases", phases)
        .with("pieces", 64)
        .with_tensor("bias", Tensor::zeros([phases]));
    set.iter().enumerate().fold(file, |file, (number, pattern)| {
        let tensor = random(rng, &[phases, configurations(pattern[0].len())], 1.0);
        file.with_tensor(&format!("pattern.{number}"), tensor)
    })
}

/// Positions as a search meets them: at every step of random games all positions after one move.
fn positions<G: Game>(rng: &mut Rng, count: usize) -> Vec<G> {
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = G::start();
        while let (None, Some(mv)) = (position.ended(), position.random_move(rng)) {
            position.each_move(|mv| {
                let mut next = position.clone();
                next.play(mv);
                positions.push(next);
            });
            position.play(mv);
        }
    }
    positions.truncate(count);
    positions
}

fn speed(criterion: &mut Criterion) {
    const COUNT: usize = 4000;
    let mut rng = Rng::with_seed(1);
    let chess: Vec<Chess> = positions(&mut rng, COUNT);
    let othello: Vec<Othello> = positions(&mut rng, COUNT);
    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.measurement_time(Duration::from_secs(3));
    for hidden in [128, 256, 512] {
        let file = nnue::<Chess>(hidden, &mut rng);
        for simd in [SimdLevel::detect(), SimdLevel::PORTABLE] {
            let net: Nnue<Chess> = Nnue::new(&file).expect("a net").with_simd(simd);
            group.bench_function(format!("nnue {}->{hidden}x2 {simd:?}", Chess::FEATURES), |bencher| {
                bencher.iter(|| chess.iter().map(|position| net.evaluate(black_box(position))).sum::<i32>());
            });
        }
    }
    let net: Patterns<Othello> = Patterns::new(&patterns(&mut rng)).expect("patterns");
    group.bench_function("patterns, 46 instances", |bencher| {
        bencher.iter(|| othello.iter().map(|position| net.evaluate(black_box(position))).sum::<i32>());
    });
    group.finish();
}

criterion_group!(benches, speed);
criterion_main!(benches);
