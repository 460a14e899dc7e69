//! Integers against floating point, AVX2 against plain Rust, batches against single positions, and files that are refused.

use quevedo_core::planes::NO_STEP;
use quevedo_core::{Game, Planes, Rng};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

use super::board::Board;
use super::forward::ForwardPass;
use super::weights::Weights;
use super::{Cnn, FORWARD, MAX_BATCH, reference, softmax};
use crate::encoding::Encoding;
use crate::{NetKind, SimdLevel, Tensor, WeightFile};

/// The error of integers against floating point, relative to the greatest logit.
const ERROR: f32 = 0.01;

/// Layers, channels, planes of the value head, hidden units.
type Sizes = (usize, usize, usize, usize);

/// Random weights with the initialisation of He et al. (2015).
fn random<G: Planes>((layers, channels, planes, hidden): Sizes, seed: u64) -> WeightFile {
    let mut rng = Rng::with_seed(seed);
    let mut tensor = |shape: &[usize]| {
        let inputs: usize = shape[1..].iter().product();
        let spread = (6.0 / inputs.max(1) as f32).sqrt().min(0.5);
        Tensor::new(shape, (0..shape.iter().product()).map(|_| spread * (2.0 * rng.f32() - 1.0)).collect())
    };
    let mut file =
        WeightFile::new(NetKind::Cnn, G::NAME, "random", 100.0).with("channels", channels).with("layers", layers);
    for layer in 0..layers {
        let inputs = if layer == 0 { G::PLANES + 1 } else { channels };
        file = file.with_tensor(&format!("conv.{layer}.weight"), tensor(&[channels, inputs, 3, 3]));
        file = file.with_tensor(&format!("conv.{layer}.bias"), tensor(&[channels]));
    }
    let heads = [
        ("value.reduce", planes, channels),
        ("value.hidden", hidden, planes * G::SQUARES),
        ("value.out", 1, hidden),
        ("policy", G::STEPS, channels),
    ];
    for (name, outputs, inputs) in heads {
        file = file.with_tensor(&format!("{name}.weight"), tensor(&[outputs, inputs]));
        file = file.with_tensor(&format!("{name}.bias"), tensor(&[outputs]));
    }
    file
}

/// Positions of random games.
fn positions<G: Game>(count: usize, seed: u64) -> Vec<G> {
    let mut rng = Rng::with_seed(seed);
    let mut position = G::start();
    let mut found = Vec::new();
    while found.len() < count {
        if position.outcome().is_none() {
            found.push(position.clone());
        }
        match position.random_move(&mut rng).filter(|_| position.outcome().is_none()) {
            Some(mv) => position.play(mv),
            None => position = G::start(),
        }
    }
    found
}

fn close(found: f32, wanted: f32, greatest: f32) -> bool {
    (found - wanted).abs() <= ERROR * greatest.max(1.0)
}

fn check_against_reference<G: Planes>(sizes: Sizes) {
    let file = random::<G>(sizes, 1);
    let encoding = Encoding::of::<G>();
    let (net, weights) = (Cnn::<G>::new(&file).unwrap(), Weights::read(&file, &encoding).unwrap());
    let board = Board::new(&encoding);
    let positions = positions::<G>(60, 2);
    let layers = |position: &G| reference::layers(&weights, &board, position.planes(position.turn()).as_ref());
    let activations: Vec<_> = positions.iter().map(layers).collect();
    let logits: Vec<f32> = activations.iter().map(|layers| reference::logit(&weights, G::SQUARES, layers)).collect();
    let greatest = logits.iter().fold(0.0_f32, |greatest, logit| greatest.max(logit.abs()));
    for ((position, layers), wanted) in positions.iter().zip(&activations).zip(&logits) {
        let found = net.logit(position);
        assert!(close(found, *wanted, greatest), "{} {sizes:?}: {found}, not {wanted}", G::NAME);
        let policy = reference::policy(&weights, &board, layers);
        let logit = |mv: &G::Move| {
            let steps = position.steps(*mv);
            let used = steps.as_ref().iter().enumerate().filter(|(_, square)| **square != NO_STEP);
            used.map(|(step, square)| policy[usize::from(*square) * G::STEPS + step]).sum::<f32>()
        };
        let moves = position.legal_moves();
        let mut wanted: Vec<f32> = moves.iter().map(logit).collect();
        softmax(&mut wanted);
        let mut priors = vec![0.0; moves.len()];
        assert!(net.priors(position, &moves, &mut priors));
        for (prior, wanted) in priors.iter().zip(&wanted) {
            assert!(close(*prior, *wanted, 1.0), "{} {sizes:?}: a prior of {prior}, not {wanted}", G::NAME);
        }
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    }
}

#[test]
fn integers_are_within_a_hundredth_of_floating_point() {
    check_against_reference::<Othello>((3, 32, 2, 32));
    check_against_reference::<Othello>((1, 5, 1, 3));
    check_against_reference::<Connect4<7, 6>>((4, 48, 4, 64));
    check_against_reference::<Connect4<8, 7>>((2, 17, 20, 16));
    check_against_reference::<Chess>((2, 32, 2, 32));
    check_against_reference::<Amazons<6>>((6, 32, 2, 32));
    check_against_reference::<Amazons<10>>((2, 16, 2, 20));
    check_against_reference::<FoxGeese>((2, 16, 2, 20));
    check_against_reference::<HareHounds>((2, 16, 3, 20));
    check_against_reference::<MouseCats>((2, 16, 2, 20));
}

fn check_instruction_sets<G: Planes>(sizes: Sizes) {
    let file = random::<G>(sizes, 3);
    let fastest = Cnn::<G>::new(&file).unwrap();
    let mut portable = Cnn::<G>::new(&file).unwrap();
    portable.net.simd = SimdLevel::PORTABLE;
    for position in positions::<G>(100, 4) {
        assert_eq!(fastest.logit(&position).to_bits(), portable.logit(&position).to_bits());
        let moves = position.legal_moves();
        let priors = [&fastest, &portable].map(|net| {
            let mut priors = vec![0.0; moves.len()];
            net.priors(&position, &moves, &mut priors);
            priors
        });
        assert_eq!(priors[0], priors[1]);
    }
}

#[test]
fn instruction_sets_agree_to_the_bit() {
    check_instruction_sets::<Othello>((3, 32, 2, 32));
    check_instruction_sets::<Connect4<7, 6>>((2, 40, 3, 24));
    check_instruction_sets::<HareHounds>((2, 16, 1, 7));
}

#[test]
fn positions_evaluated_before_change_nothing() {
    let nets = [5, 6].map(|seed| Cnn::<Othello>::new(&random::<Othello>((2, 16, 2, 16), seed)).unwrap());
    let other = Cnn::<Connect4<7, 6>>::new(&random::<Connect4<7, 6>>((3, 32, 2, 16), 7)).unwrap();
    let elsewhere = positions::<Connect4<7, 6>>(30, 8);
    for (position, far) in positions::<Othello>(30, 9).iter().zip(&elsewhere) {
        let forget = || FORWARD.with_borrow_mut(|forward| forward.net = 0);
        let fresh = nets.each_ref().map(|net| {
            forget();
            net.logit(position).to_bits()
        });
        other.logit(far);
        let again = [&nets[0], &nets[1], &nets[1], &nets[0]].map(|net| net.logit(position).to_bits());
        assert_eq!(again, [fresh[0], fresh[1], fresh[1], fresh[0]]);
        // The priors first, then the value.
        forget();
        let mut priors = vec![0.0; position.legal_moves().len()];
        nets[0].priors(position, &position.legal_moves(), &mut priors);
        assert_eq!(nets[0].logit(position).to_bits(), fresh[0]);
    }
}

/// The results of a network for a position: the bits of its logit, its score and its priors.
fn results<G: Planes>(net: &Cnn<G>, position: &G) -> (u32, i32, Vec<u32>) {
    let moves = position.legal_moves();
    let mut priors = vec![0.0; moves.len()];
    net.priors(position, &moves, &mut priors);
    (net.logit(position).to_bits(), net.evaluate(position), priors.into_iter().map(f32::to_bits).collect())
}

fn check_batches<G: Planes>(sizes: Sizes) {
    let file = random::<G>(sizes, 10);
    let mut net = Cnn::<G>::new(&file).unwrap();
    let positions = positions::<G>(70, 11);
    let forget = || FORWARD.with_borrow_mut(|forward| forward.net = 0);
    let alone: Vec<_> = positions
        .iter()
        .map(|position| {
            forget();
            results(&net, position)
        })
        .collect();
    assert!(alone.iter().any(|(logit, ..)| *logit != alone[0].0));
    // Batches grow and shrink, so that buffers are larger than needed; with and without a rest after groups of positions.
    for (simd, batch) in [SimdLevel::detect(), SimdLevel::PORTABLE]
        .into_iter()
        .flat_map(|simd| [7, 70, 1, 5, 12, 64].map(|size| (simd, size)))
    {
        net.net.simd = simd;
        let mut scores = vec![0; positions.len()];
        for (index, positions) in positions.chunks(batch).enumerate() {
            net.evaluate_many(positions, &mut scores[index * batch..][..positions.len()]);
            let planes = FORWARD.with_borrow(|forward| forward.planes.clone());
            for (position, alone) in positions.iter().zip(&alone[index * batch..]) {
                assert_eq!(results(&net, position), *alone, "{} {sizes:?} by {batch}, {simd:?}", G::NAME);
            }
            // One forward pass answered all of that.
            let is_same = |forward: &ForwardPass| forward.planes == planes && forward.positions == positions.len();
            assert!(FORWARD.with_borrow(is_same));
        }
        assert!(scores.iter().zip(&alone).all(|(score, (_, alone, _))| score == alone));
    }
}

#[test]
fn a_batch_is_its_positions_to_the_bit() {
    check_batches::<Othello>((3, 32, 2, 32));
    check_batches::<Connect4<7, 6>>((2, 40, 3, 24));
    check_batches::<Connect4<8, 7>>((2, 17, 20, 16));
    check_batches::<Chess>((1, 16, 2, 9));
    check_batches::<Amazons<10>>((2, 16, 2, 20));
    check_batches::<HareHounds>((2, 16, 1, 7));
}

#[test]
fn a_request_may_have_any_number_of_positions() {
    let net = Cnn::<HareHounds>::new(&random::<HareHounds>((1, 8, 1, 4), 17)).unwrap();
    let positions = positions::<HareHounds>(2 * MAX_BATCH + 3, 18);
    let mut scores = vec![0; positions.len()];
    net.evaluate_many(&positions, &mut scores);
    assert!(positions.iter().zip(&scores).all(|(position, score)| net.evaluate(position) == *score));
    net.evaluate_many(&[], &mut []);
}

#[test]
fn weights_of_any_size_do_not_overflow() {
    for factor in [0.0, 1e-20, 1e-3, 50.0, 1e6] {
        let mut file = random::<Othello>((3, 32, 2, 32), 12);
        file.tensors.values_mut().flat_map(|tensor| &mut tensor.data).for_each(|weight| *weight *= factor);
        let net = Cnn::<Othello>::new(&file).unwrap();
        assert!(positions::<Othello>(20, 13).iter().all(|position| net.logit(position).is_finite()), "{factor}");
    }
}

#[test]
fn a_saved_network_gives_the_same_results() {
    let file = random::<Othello>((2, 32, 2, 32), 14);
    let again = WeightFile::parse("again", &file.bytes()).unwrap();
    let [net, again] = [&file, &again].map(|file| Cnn::<Othello>::new(file).unwrap());
    for position in positions::<Othello>(20, 15) {
        assert_eq!(net.logit(&position).to_bits(), again.logit(&position).to_bits());
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |change: fn(&mut WeightFile)| {
        let mut file = random::<Othello>((2, 16, 2, 16), 16);
        change(&mut file);
        Cnn::<Othello>::new(&file).unwrap_err().to_string()
    };
    assert!(refused(|file| file.encoding = "chess".into()).contains("othello"));
    assert!(refused(|file| drop(file.meta.remove("channels"))).contains("channels"));
    assert!(refused(|file| drop(file.meta.insert("layers".into(), "3".into()))).contains("conv.2"));
    assert!(refused(|file| drop(file.meta.insert("layers".into(), "0".into()))).contains("layers"));
    assert!(refused(|file| drop(file.tensors.remove("value.out.bias"))).contains("value.out.bias"));
    let wrong = refused(|file| drop(file.tensors.insert("policy.weight".into(), Tensor::zeros([3, 16]))));
    assert!(wrong.contains("policy.weight") && wrong.contains("[3, 16]"), "{wrong}");
}
