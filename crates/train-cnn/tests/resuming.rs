//! A training that was interrupted goes on and comes to the same weights; it does not go on from what is not its own.

mod toy;

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use burn::tensor::Device;
use quevedo_core::Planes as _;
use quevedo_nets::{NetKind, WeightFile};
use quevedo_train::fit::{Keep, Symmetries, TrainingSchedule};
use quevedo_train_cnn::checkpoint::Checkpoint;
use quevedo_train_cnn::learn::{TrainingEvent, TrainingRun};
use quevedo_train_cnn::net::{Net, Shape};
use quevedo_train_cnn::positions::{Positions, images};
use tempfile::TempDir;
use toy::{Board, toy};

const SHAPE: Shape =
    Shape { width: 7, height: 6, planes: 2, steps: 1, layers: 2, channels: 4, value_planes: 2, hidden: 8 };

/// The bits of all weights.
type Bits = BTreeMap<String, Vec<u32>>;

fn schedule(keep: Keep) -> TrainingSchedule {
    let schedule = TrainingSchedule {
        epochs: 4,
        batch: 32,
        rate: 0.01,
        last_rate: 0.001,
        decay: 0.01,
        ..TrainingSchedule::default()
    };
    TrainingSchedule { validation: 0.1, patience: 0, keep, ..schedule }
}

/// Trains from the same random weights; the weights that are kept, and their loss.
fn train(
    schedule: &TrainingSchedule,
    checkpoint: Option<&Checkpoint>,
    on_event: &mut dyn FnMut(TrainingEvent<'_>),
) -> anyhow::Result<(Bits, f64)> {
    let (positions, device): (Positions, _) = (toy(400, 4), Device::flex().autodiff());
    let mut file = SHAPE.randomise(WeightFile::new(NetKind::Cnn, Board::NAME, "random", 100.0), 5);
    let images = images(Symmetries::Mirror, &SHAPE);
    let training = TrainingRun {
        positions: &positions,
        shape: &SHAPE,
        schedule,
        policy_share: 0.5,
        images: &images,
        device: &device,
    };
    let (net, loss) = training.run(Net::read(&file, &SHAPE, &device)?, checkpoint, on_event)?;
    net.write(&mut file, &SHAPE);
    let bits = |tensor: &quevedo_nets::Tensor| tensor.data.iter().map(|weight| weight.to_bits()).collect();
    Ok((file.tensors.iter().map(|(name, tensor)| (name.clone(), bits(tensor))).collect(), loss))
}

/// Trains until so many epochs are over and the next one has begun; then the program dies.
fn train_and_die(schedule: &TrainingSchedule, checkpoint: &Checkpoint, epochs: u32) {
    let mut over = 0;
    let died = catch_unwind(AssertUnwindSafe(|| {
        train(schedule, Some(checkpoint), &mut |event| match event {
            TrainingEvent::Epoch(epoch) => over = epoch.epoch,
            TrainingEvent::Step(share, _) if over == epochs && share > 0.4 => resume_unwind(Box::new("killed")),
            _ => {}
        })
    }));
    assert!(died.is_err() && over == epochs);
}

#[test]
fn interrupted_or_not_the_weights_are_the_same_bit_for_bit() {
    for keep in [Keep::Best, Keep::Last] {
        let folder = TempDir::new().unwrap();
        let schedule = schedule(keep);
        let checkpoint = Checkpoint::new(folder.path().join("checkpoint.safetensors"), 1);
        let (whole, whole_loss) = train(&schedule, None, &mut |_| {}).unwrap();
        train_and_die(&schedule, &checkpoint, 2);
        let mut events = Vec::new();
        let (weights, loss) = train(&schedule, Some(&checkpoint), &mut |event| match event {
            TrainingEvent::Resumed(epochs) => {
                events.extend(epochs.iter().map(|epoch| format!("known {}", epoch.epoch)))
            }
            TrainingEvent::Epoch(epoch) => events.push(format!("new {}", epoch.epoch)),
            TrainingEvent::Step(..) => {}
        })
        .unwrap();
        assert_eq!(events, ["known 1", "known 2", "new 3", "new 4"]);
        assert_eq!(loss.to_bits(), whole_loss.to_bits());
        assert!(weights == whole, "{keep:?}: the weights differ");
        // It is over: nothing is learned any more, and the same comes out.
        let mut learns = false;
        let again =
            train(&schedule, Some(&checkpoint), &mut |event| learns |= !matches!(event, TrainingEvent::Resumed(_)))
                .unwrap();
        assert!(!learns && again.0 == whole);
    }
}

#[test]
fn another_training_is_refused_and_so_is_damage() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("checkpoint.safetensors");
    let schedule = TrainingSchedule { epochs: 1, ..schedule(Keep::Best) };
    let refusal =
        |identity: u64| train(&schedule, Some(&Checkpoint::new(&path, identity)), &mut |_| {}).unwrap_err().to_string();
    train(&schedule, Some(&Checkpoint::new(&path, 1)), &mut |_| {}).unwrap();
    assert_eq!(names(folder.path()), ["checkpoint.safetensors"]);
    let error = refusal(2);
    assert!(error.contains("checkpoint.safetensors: the checkpoint of another recipe or other data"), "{error}");
    let whole = fs::read(&path).unwrap();
    for at in [whole.len() / 3, whole.len() / 2, whole.len() - 10] {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        assert!(refusal(1).contains("checkpoint.safetensors: incomplete checkpoint"), "byte {at}");
        fs::write(&path, &whole[..at]).unwrap();
        assert!(refusal(1).contains("checkpoint.safetensors: incomplete checkpoint"), "up to byte {at}");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    entries.collect()
}
