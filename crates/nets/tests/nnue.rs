//! Efficiently updatable networks against their definition, computed feature by feature.

use quevedo_core::{Game, Notation, Planes, Rng, Score, Side, score};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};
use quevedo_nets::nnue::Nnue;
use quevedo_nets::{NetKind, SimdLevel, Tensor, WeightFile};

const SCALE: f32 = 400.0;

/// Random weights: the feature transformer in 255ths, the output layer in 127ths with a largest weight of 1, so that
/// quantization is exact.
fn exact_net<G: Planes>(hidden: usize, buckets: usize, rng: &mut Rng) -> WeightFile {
    let mut steps = |count: usize, most: i32, unit: f32| {
        (0..count).map(|_| rng.i32(-most..=most) as f32 / unit).collect::<Vec<_>>()
    };
    let mut output = steps(buckets * 2 * hidden, 127, 127.0);
    output[0] = 1.0;
    WeightFile::new(NetKind::Nnue, G::NAME, "random", SCALE)
        .with("hidden", hidden)
        .with("phases", buckets)
        .with("pieces", G::MAX_ACTIVE_FEATURES)
        .with_tensor("input.weight", Tensor::new([G::FEATURES, hidden], steps(G::FEATURES * hidden, 80, 255.0)))
        .with_tensor("input.bias", Tensor::new([hidden], steps(hidden, 255, 255.0)))
        .with_tensor("output.weight", Tensor::new([buckets, 2 * hidden], output))
        .with_tensor("output.bias", Tensor::new([buckets], steps(buckets, 100, 100.0)))
}

/// The same with weights for each input bucket.
fn exact_bucketed_net<G: Planes>(hidden: usize, phases: usize, rng: &mut Rng) -> WeightFile {
    let count = G::BUCKETS * G::FEATURES * hidden;
    let weights = (0..count).map(|_| rng.i32(-80..=80) as f32 / 255.0).collect();
    exact_net::<G>(hidden, phases, rng)
        .with("buckets", G::BUCKETS)
        .with_tensor("input.weight", Tensor::new([G::BUCKETS * G::FEATURES, hidden], weights))
}

/// The row of a feature in a network with input buckets, from the definition: the square of the selecting piece, as the viewer sees it,
/// tells the bucket and whether files are exchanged.
fn bucketed_row<G: Planes>(position: &G, viewer: Side, feature: usize) -> usize {
    let plane = position.planes(viewer).as_ref()[G::BUCKET_PLANE.unwrap()];
    let bucket = G::bucket(plane.trailing_zeros() as usize);
    let (row, column) = (feature / G::WIDTH, feature % G::WIDTH);
    let column = if bucket.is_mirrored { G::WIDTH - 1 - column } else { column };
    usize::from(bucket.number) * G::FEATURES + row * G::WIDTH + column
}

/// The log-odds in double precision, from the definition alone.
fn logit<G: Planes>(file: &WeightFile, position: &G) -> f64 {
    let data = |name: &str| &file.tensor(name).unwrap().data;
    let hidden = data("input.bias").len();
    let buckets = data("output.bias").len();
    let is_bucketed = data("input.weight").len() > G::FEATURES * hidden;
    let row = |viewer, feature| if is_bucketed { bucketed_row(position, viewer, feature) } else { feature };
    let mut active = 0;
    position.each_feature(position.turn(), |_| active += 1);
    let bucket = active * buckets / (G::MAX_ACTIVE_FEATURES + 1);
    let mut sum = f64::from(data("output.bias")[bucket]);
    for (half, viewer) in [position.turn(), !position.turn()].into_iter().enumerate() {
        for unit in 0..hidden {
            let mut value = f64::from(data("input.bias")[unit]);
            position.each_feature(viewer, |feature| {
                value += f64::from(data("input.weight")[row(viewer, feature) * hidden + unit]);
            });
            let weight = f64::from(data("output.weight")[(bucket * 2 + half) * hidden + unit]);
            sum += value.clamp(0.0, 1.0).powi(2) * weight;
        }
    }
    sum
}

/// Evaluates games move by move, with jumps back to the start, with every instruction set and by the definition.
fn check_game<G: Planes>(start: &G, games: u64, hidden: usize, buckets: usize) {
    check_net(start, games, &exact_net::<G>(hidden, buckets, &mut Rng::with_seed(hidden as u64)));
}

fn check_net<G: Planes>(start: &G, games: u64, file: &WeightFile) {
    let mut rng = Rng::with_seed(file.tensors.len() as u64);
    let fast: Nnue<G> = Nnue::new(file).unwrap();
    let plain: Nnue<G> = Nnue::new(file).unwrap().with_simd(SimdLevel::PORTABLE);
    let mut turns = [0; 2];
    for _ in 0..games {
        let mut position = start.clone();
        while let (None, Some(mv)) = (position.ended(), position.random_move(&mut rng)) {
            let (score, again) = (fast.evaluate(&position), plain.evaluate(&position));
            assert_eq!(score, again, "AVX2 and plain Rust, {position:?}");
            let exact = f64::from(SCALE) * logit(file, &position);
            let expected = score::clamp(exact.round() as Score);
            // The definition rounds differently: only halves may go to the other side.
            assert!((score - expected).abs() <= 1 && (f64::from(score) - exact).abs() < 0.51, "{score}, not {exact}");
            turns[position.turn().index()] += 1;
            position.play(mv);
        }
    }
    assert!(turns[Side::First.index()] > 0 && turns[Side::Second.index()] > 0);
}

#[test]
fn incremental_updates_equal_the_definition() {
    check_game(&Chess::start(), 6, 64, 1);
    check_game(&Chess::start(), 3, 24, 8);
    check_game(&Othello::start(), 10, 32, 4);
    check_game(&Connect4::<8, 7>::start(), 20, 16, 1);
    check_game(&Connect4::<7, 6>::start(), 20, 17, 3);
    check_game(&Amazons::<10>::start(), 2, 64, 2);
    check_game(&Amazons::<6>::start(), 4, 64, 1);
    check_game(&MouseCats::start(), 30, 8, 1);
    check_game(&HareHounds::start(), 30, 8, 1);
    check_game(&FoxGeese::start_17(), 10, 80, 5);
}

#[test]
fn kings_select_the_weights_of_their_bucket() {
    let file = exact_bucketed_net::<Chess>(64, 8, &mut Rng::with_seed(21));
    check_net(&Chess::start(), 6, &file);
    // Kings that wander through all buckets, and a mirrored position with the same value.
    let parse = |text: &str| Chess::parse(text).unwrap();
    check_net(&parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 20, &file);
    let net: Nnue<Chess> = Nnue::new(&file).unwrap();
    let pairs = [
        ("r4rk1/pp3ppp/8/3q4/8/2N5/PPP3PP/2KR3R w - - 0 20", "1kr4r/ppp3pp/8/4q3/8/5N2/PP3PPP/R3RK2 w - - 0 20"),
        ("8/8/1k6/8/5K2/8/3P4/8 b - - 0 50", "8/8/6k1/8/2K5/8/4P3/8 b - - 0 50"),
    ];
    for (one, mirrored) in pairs {
        assert_eq!(net.evaluate(&parse(one)), net.evaluate(&parse(mirrored)), "{one}");
    }
    let wrong = exact_bucketed_net::<Chess>(64, 8, &mut Rng::with_seed(21)).with("buckets", 3);
    assert!(Nnue::<Chess>::new(&wrong).is_err_and(|error| error.to_string().contains("buckets")));
    assert!(Nnue::<Chess>::new(&exact_net::<Chess>(64, 8, &mut Rng::with_seed(1)).with("buckets", 4)).is_err());
}

#[test]
fn threads_and_networks_do_not_disturb_each_other() {
    let mut rng = Rng::with_seed(3);
    let nets: Vec<Nnue<Chess>> = (0..12).map(|_| Nnue::new(&exact_net::<Chess>(32, 1, &mut rng)).unwrap()).collect();
    let mut position = Chess::start();
    for ply in 0..60 {
        for net in &nets {
            let here = net.evaluate(&position);
            if ply % 10 == 0 {
                let elsewhere = std::thread::scope(|scope| scope.spawn(|| net.evaluate(&position)).join().unwrap());
                assert_eq!(here, elsewhere);
            }
        }
        let Some(mv) = position.random_move(&mut rng) else { break };
        position.play(mv);
    }
}

/// Weights that are any floats are rounded. The error of a hidden unit is at most half a unit for each weight, that of its
/// square twice as much; that of an output weight half a unit.
#[test]
fn rounding_stays_within_its_bound() {
    let mut rng = Rng::with_seed(11);
    let hidden = 256;
    let mut weights = |count: usize, most: f32| {
        (0..count).map(|_| (rng.f32() + rng.f32() + rng.f32() - 1.5) * most).collect::<Vec<f32>>()
    };
    let file = WeightFile::new(NetKind::Nnue, Chess::NAME, "random", SCALE)
        .with("hidden", hidden)
        .with("phases", 1)
        .with_tensor("input.weight", Tensor::new([Chess::FEATURES, hidden], weights(Chess::FEATURES * hidden, 0.3)))
        .with_tensor("input.bias", Tensor::new([hidden], weights(hidden, 0.5)))
        .with_tensor("output.weight", Tensor::new([1, 2 * hidden], weights(2 * hidden, 0.5)))
        .with_tensor("output.bias", Tensor::new([1], vec![0.1]));
    let net: Nnue<Chess> = Nnue::new(&file).unwrap();
    let output = &file.tensor("output.weight").unwrap().data;
    let (total, largest) = output.iter().fold((0.0, 0.0_f64), |(total, largest), weight| {
        let weight = f64::from(weight.abs());
        (total + weight, largest.max(weight))
    });
    let mut rng = Rng::with_seed(12);
    let (mut count, mut errors) = (0, 0.0);
    for _ in 0..4 {
        let mut position = Chess::start();
        while let (None, Some(mv)) = (position.ended(), position.random_move(&mut rng)) {
            let mut active = 0.0;
            position.each_feature(Side::First, |_| active += 1.0);
            let bound = total * (active + 1.0) / 255.0 + 2.0 * hidden as f64 * largest / 127.0 / 2.0;
            let error = (f64::from(net.evaluate(&position)) / f64::from(SCALE) - logit(&file, &position)).abs();
            assert!(error < bound + 0.5 / f64::from(SCALE), "{error} beyond {bound}");
            errors += error;
            count += 1;
            position.play(mv);
        }
    }
    // On average errors cancel: within two hundredths of the log-odds here, half a per cent of winning.
    assert!(errors / f64::from(count) < 0.02, "{} on average", errors / f64::from(count));
}

#[test]
fn large_weights_are_quantized_coarser_and_never_wrap() {
    let mut rng = Rng::with_seed(17);
    let mut file = exact_net::<Chess>(32, 1, &mut rng);
    file.scale = 10.0;
    for (name, factor) in [("input.weight", 20.0), ("output.weight", 50.0)] {
        file.tensors.get_mut(name).unwrap().data.iter_mut().for_each(|weight| *weight *= factor);
    }
    let net: Nnue<Chess> = Nnue::new(&file).unwrap();
    let mut position = Chess::start();
    for _ in 0..80 {
        let exact = 10.0 * logit(&file, &position);
        let score = f64::from(net.evaluate(&position));
        assert!((score - exact).abs() < 0.5 + 0.05 * 10.0 * 50.0, "{score} far from {exact}");
        let Some(mv) = position.random_move(&mut rng) else { break };
        position.play(mv);
    }
}
