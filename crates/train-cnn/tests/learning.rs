//! Gradients are those of the loss, what can be learned is learned, and other programs read what is written.

mod toy;

use burn::optim::{GradientsParams, SgdConfig};
use burn::tensor::Device;
use fastrand::Rng;
use quevedo_core::{Game as _, Planes as _};
use quevedo_nets::cnn::Cnn;
use quevedo_nets::{NetKind, WeightFile};
use quevedo_train::fit::{Symmetries, TrainingSchedule};
use quevedo_train_cnn::learn::{TrainingEvent, TrainingRun};
use quevedo_train_cnn::net::{Net, Shape};
use quevedo_train_cnn::positions::images;
use toy::{Board, toy};

fn shape(channels: usize) -> Shape {
    Shape { width: 7, height: 6, planes: 2, steps: 1, layers: 2, channels, value_planes: 2, hidden: 8 }
}

fn random_file(shape: &Shape, seed: u64) -> WeightFile {
    shape.randomise(WeightFile::new(NetKind::Cnn, Board::NAME, "random", 100.0), seed)
}

#[test]
fn gradients_are_those_of_the_loss() {
    let (shape, positions, device) = (shape(4), toy(16, 1), Device::flex().autodiff());
    let images = images(Symmetries::None, &shape);
    let schedule = TrainingSchedule::default();
    let training = TrainingRun {
        positions: &positions,
        shape: &shape,
        schedule: &schedule,
        policy_share: 0.7,
        images: &images,
        device: &device,
    };
    let chosen: Vec<u32> = (0..16).collect();
    let loss = |file: &WeightFile| {
        let net = Net::read(file, &shape, &device).unwrap();
        (training.loss(&net, positions.batch(&chosen, &shape, &images[0], &device)), net)
    };
    let file = random_file(&shape, 2);
    // A step of length 1 down the slope tells the slope.
    let (value, net) = loss(&file);
    let gradients = GradientsParams::from_grads(value.backward(), &net);
    let mut after = file.clone();
    SgdConfig::new().init().step(1.0, net, gradients).write(&mut after, &shape);
    let mut rng = Rng::with_seed(3);
    for (name, tensor) in &file.tensors {
        for _ in 0..4 {
            let at = rng.usize(..tensor.data.len());
            let slope = tensor.data[at] - after.tensors[name].data[at];
            let moved = |by: f32| {
                let mut file = file.clone();
                file.tensors.get_mut(name).unwrap().data[at] += by;
                loss(&file).0.into_scalar::<f32>()
            };
            // Short, so that no unit is switched on or off by it.
            let step = 0.0005;
            let measured = (moved(step) - moved(-step)) / (2.0 * step);
            assert!(
                (slope - measured).abs() < 0.02 * measured.abs() + 0.004,
                "{name}[{at}]: {slope}, measured {measured}"
            );
        }
    }
}

#[test]
fn a_toy_is_learned_and_our_inference_agrees() {
    let (shape, positions, device) = (shape(8), toy(3000, 4), Device::flex().autodiff());
    let images = images(Symmetries::Mirror, &shape);
    let schedule = TrainingSchedule {
        epochs: 6,
        batch: 64,
        rate: 0.01,
        last_rate: 0.001,
        validation: 0.1,
        ..TrainingSchedule::default()
    };
    // The first move is not the first one in a mirror: moves are left out of the lesson.
    let training = TrainingRun {
        positions: &positions,
        shape: &shape,
        schedule: &schedule,
        policy_share: 0.0,
        images: &images,
        device: &device,
    };
    let mut file = random_file(&shape, 5);
    let mut losses = Vec::new();
    let mut note = |event: TrainingEvent<'_>| {
        if let TrainingEvent::Epoch(epoch) = event {
            losses.push(epoch.validation_loss.unwrap());
        }
    };
    let (net, loss) = training.run(Net::read(&file, &shape, &device).unwrap(), None, &mut note).unwrap();
    // Positions with as many discs in the middle for both are even: however well it learns, they cost ln 2 each.
    assert!(loss < 0.45 && (loss < 0.75 * losses[0] || losses[0] < 0.45), "{losses:?}");
    net.write(&mut file, &shape);
    let ours = Cnn::<Board>::new(&WeightFile::parse("toy", &file.bytes()).unwrap()).unwrap();
    let batch = positions.batch(&[0], &shape, &images[0], &device);
    let output: f32 = net.forward(batch.planes).value.into_scalar();
    assert!((ours.logit(&Board::start()) - output).abs() < 0.02, "{} and {output}", ours.logit(&Board::start()));
}

#[test]
fn symmetries_are_different_permutations() {
    let square = Shape { width: 8, height: 8, ..shape(4) };
    for (kind, count) in [(Symmetries::None, 1), (Symmetries::Mirror, 2), (Symmetries::Square, 8)] {
        let all = images(kind, &square);
        assert_eq!(all[0], (0..64).collect::<Vec<_>>());
        let different: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!((all.len(), different.len()), (count, count));
        assert!(all.iter().all(|image| image.iter().collect::<std::collections::BTreeSet<_>>().len() == 64));
    }
}

#[test]
fn games_are_not_torn_apart() {
    let positions = toy(2000, 6);
    let (training, validation) = positions.split(0.2, 7);
    assert_eq!(training.len() + validation.len(), positions.len());
    assert!((200..600).contains(&validation.len()), "{}", validation.len());
    assert_eq!(positions.split(0.2, 7), (training, validation));
}

#[test]
fn weights_of_another_shape_are_refused() {
    let error = Net::read(&random_file(&shape(4), 1), &shape(8), &Device::flex()).unwrap_err().to_string();
    assert!(error.contains("conv.0.weight"), "{error}");
}
