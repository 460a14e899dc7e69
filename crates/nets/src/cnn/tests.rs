//! Integers against floating point, vectors against single numbers, and files that are refused.

use quevedo_core::planes::NO_STEP;
use quevedo_core::{Game, Planes, Rng};
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

use super::board::Board;
use super::kernel::Kernel;
use super::weights::Weights;
use super::{Cnn, MOST_POSITIONS, SIGHT, plain, soften};
use crate::{Tensor, WeightFile};

/// How far integers may be from floating point: of a logit, and of the greatest of them.
const ERROR: f32 = 0.01;

/// Layers, channels, planes of the value, hidden units.
type Sizes = (usize, usize, usize, usize);

/// Random weights of the size that training begins with (He et al., 2015).
fn random<G: Planes>((layers, channels, planes, hidden): Sizes, seed: u64) -> WeightFile {
    let mut rng = Rng::with_seed(seed);
    let mut tensor = |shape: &[usize]| {
        let inputs: usize = shape[1..].iter().product();
        let spread = (6.0 / inputs.max(1) as f32).sqrt().min(0.5);
        Tensor::new(shape, (0..shape.iter().product()).map(|_| spread * (2.0 * rng.f32() - 1.0)).collect())
    };
    let mut file = WeightFile::new("cnn", G::NAME, "random", 100.0).with("channels", channels).with("layers", layers);
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
    let mut met = Vec::new();
    while met.len() < count {
        if position.outcome().is_none() {
            met.push(position.clone());
        }
        match position.random_move(&mut rng).filter(|_| position.outcome().is_none()) {
            Some(mv) => position.play(mv),
            None => position = G::start(),
        }
    }
    met
}

fn close(found: f32, wanted: f32, greatest: f32) -> bool {
    (found - wanted).abs() <= ERROR * greatest.max(1.0)
}

fn check_against_plain<G: Planes>(sizes: Sizes) {
    let file = random::<G>(sizes, 1);
    let (net, weights, board) = (Cnn::<G>::new(&file).unwrap(), Weights::read::<G>(&file).unwrap(), Board::new::<G>());
    let positions = positions::<G>(60, 2);
    let seen: Vec<_> =
        positions.iter().map(|position| plain::layers(&weights, &board, &position.planes(position.turn()))).collect();
    let logits: Vec<f32> = seen.iter().map(|layers| plain::logit(&weights, G::SQUARES, layers)).collect();
    let greatest = logits.iter().fold(0.0_f32, |greatest, logit| greatest.max(logit.abs()));
    for ((position, layers), wanted) in positions.iter().zip(&seen).zip(&logits) {
        let found = net.logit(position);
        assert!(close(found, *wanted, greatest), "{} {sizes:?}: {found}, not {wanted}", G::NAME);
        let policy = plain::policy(&weights, &board, layers);
        let logit = |mv: &G::Move| {
            let steps = position.steps(*mv).into_iter().take(G::STEPS).enumerate();
            let known = steps.filter(|(_, square)| *square != NO_STEP);
            known.map(|(step, square)| policy[usize::from(square) * G::STEPS + step]).sum::<f32>()
        };
        let moves = position.legal_moves();
        let mut wanted: Vec<f32> = moves.iter().map(logit).collect();
        soften(&mut wanted);
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
    check_against_plain::<Othello>((3, 32, 2, 32));
    check_against_plain::<Othello>((1, 5, 1, 3));
    check_against_plain::<Connect4<7, 6>>((4, 48, 4, 64));
    check_against_plain::<Connect4<8, 7>>((2, 17, 20, 16));
    check_against_plain::<Chess>((2, 32, 2, 32));
    check_against_plain::<Amazons<6>>((6, 32, 2, 32));
    check_against_plain::<Amazons<10>>((2, 16, 2, 20));
    check_against_plain::<FoxGeese>((2, 16, 2, 20));
    check_against_plain::<HareHounds>((2, 16, 3, 20));
    check_against_plain::<MouseCats>((2, 16, 2, 20));
}

fn check_kernels<G: Planes>(sizes: Sizes) {
    let file = random::<G>(sizes, 3);
    let best = Cnn::<G>::new(&file).unwrap();
    let mut portable = Cnn::<G>::new(&file).unwrap();
    portable.kernel = Kernel::Portable;
    for position in positions::<G>(100, 4) {
        assert_eq!(best.logit(&position).to_bits(), portable.logit(&position).to_bits());
        let moves = position.legal_moves();
        let priors = [&best, &portable].map(|net| {
            let mut priors = vec![0.0; moves.len()];
            net.priors(&position, &moves, &mut priors);
            priors
        });
        assert_eq!(priors[0], priors[1]);
    }
}

#[test]
fn vectors_and_single_numbers_agree_to_the_bit() {
    check_kernels::<Othello>((3, 32, 2, 32));
    check_kernels::<Connect4<7, 6>>((2, 40, 3, 24));
    check_kernels::<HareHounds>((2, 16, 1, 7));
}

#[test]
fn what_was_seen_before_changes_nothing() {
    let nets = [5, 6].map(|seed| Cnn::<Othello>::new(&random::<Othello>((2, 16, 2, 16), seed)).unwrap());
    let other = Cnn::<Connect4<7, 6>>::new(&random::<Connect4<7, 6>>((3, 32, 2, 16), 7)).unwrap();
    let elsewhere = positions::<Connect4<7, 6>>(30, 8);
    for (position, far) in positions::<Othello>(30, 9).iter().zip(&elsewhere) {
        let forget = || SIGHT.with_borrow_mut(|sight| sight.net = 0);
        let fresh = nets.each_ref().map(|net| {
            forget();
            net.logit(position).to_bits()
        });
        other.logit(far);
        let again = [&nets[0], &nets[1], &nets[1], &nets[0]].map(|net| net.logit(position).to_bits());
        assert_eq!(again, [fresh[0], fresh[1], fresh[1], fresh[0]]);
        // Moves first, value after.
        forget();
        let mut priors = vec![0.0; position.legal_moves().len()];
        nets[0].priors(position, &position.legal_moves(), &mut priors);
        assert_eq!(nets[0].logit(position).to_bits(), fresh[0]);
    }
}

/// What a net says of a position: the bits of its logit, its score and its priors.
fn said<G: Planes>(net: &Cnn<G>, position: &G) -> (u32, i32, Vec<u32>) {
    let moves = position.legal_moves();
    let mut priors = vec![0.0; moves.len()];
    net.priors(position, &moves, &mut priors);
    (net.logit(position).to_bits(), net.evaluate(position), priors.into_iter().map(f32::to_bits).collect())
}

fn check_batches<G: Planes>(sizes: Sizes) {
    let file = random::<G>(sizes, 10);
    let mut net = Cnn::<G>::new(&file).unwrap();
    let positions = positions::<G>(70, 11);
    let forget = || SIGHT.with_borrow_mut(|sight| sight.net = 0);
    let alone: Vec<_> = positions
        .iter()
        .map(|position| {
            forget();
            said(&net, position)
        })
        .collect();
    assert!(alone.iter().any(|(logit, ..)| *logit != alone[0].0));
    // Up and down, so that buffers are larger than needed; with and without a rest after groups of positions.
    for (kernel, batch) in [Kernel::best(), Kernel::Portable]
        .into_iter()
        .flat_map(|kernel| [7, 70, 1, 5, 12, 64].map(|size| (kernel, size)))
    {
        net.kernel = kernel;
        let mut scores = vec![0; positions.len()];
        for (index, positions) in positions.chunks(batch).enumerate() {
            net.evaluate_many(positions, &mut scores[index * batch..][..positions.len()]);
            let looked_at = SIGHT.with_borrow(|sight| sight.seen.clone());
            for (position, alone) in positions.iter().zip(&alone[index * batch..]) {
                assert_eq!(said(&net, position), *alone, "{} {sizes:?} by {batch}, {kernel:?}", G::NAME);
            }
            // All of that was answered by one look.
            assert!(SIGHT.with_borrow(|sight| sight.seen == looked_at && sight.seen.len() == positions.len()));
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
fn any_number_of_positions_may_be_asked_about() {
    let net = Cnn::<HareHounds>::new(&random::<HareHounds>((1, 8, 1, 4), 17)).unwrap();
    let positions = positions::<HareHounds>(2 * MOST_POSITIONS + 3, 18);
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
fn a_saved_net_says_the_same() {
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
    assert!(refused(|file| file.sees = "chess".into()).contains("othello"));
    assert!(refused(|file| drop(file.meta.remove("channels"))).contains("channels"));
    assert!(refused(|file| drop(file.meta.insert("layers".into(), "3".into()))).contains("conv.2"));
    assert!(refused(|file| drop(file.meta.insert("layers".into(), "0".into()))).contains("layers"));
    assert!(refused(|file| drop(file.tensors.remove("value.out.bias"))).contains("value.out.bias"));
    let wrong = refused(|file| drop(file.tensors.insert("policy.weight".into(), Tensor::zeros([3, 16]))));
    assert!(wrong.contains("policy.weight") && wrong.contains("[3, 16]"), "{wrong}");
}
