//! The schedule of a training: epochs, batches, learning rate decay and early stopping.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use quevedo_core::hash::combine;
use serde::{Deserialize, Serialize};

use super::adam::StepSize;
use super::{Adam, Batch, Checkpoint, CheckpointError, Model, Parameters, Split};

/// Streams of random numbers derived from the seed. No two are the same.
const WEIGHTS: u64 = 0;
const ORDER: u64 = 1;
const NOISE: u64 = 2;

/// How a model is trained: the `[train]` section of a recipe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrainingSchedule {
    /// Passes over the training set, at most.
    pub epochs: u32,
    /// Examples in a step.
    pub batch: usize,
    /// The learning rate at the start.
    pub rate: f32,
    /// The learning rate at the end. It decays exponentially, by the same factor in every step.
    pub last_rate: f32,
    /// Weight decay (`AdamW`).
    pub decay: f32,
    /// The share of the game result in the target, from 0 to 1; the rest is the score of the search.
    pub result_share: f32,
    /// The λ of the λ-return (Sutton, 1988), from 0 to 1: how much the target of a position depends on the targets of the
    /// later positions of its game. 0 for its own target alone.
    pub lambda: f32,
    /// The share of the games in the validation set.
    pub validation: f64,
    /// Early stopping after this many epochs without improvement; 0 for never.
    pub patience: u32,
    /// Which weights are kept.
    pub keep: Keep,
    /// The network whose weights training starts from; without one they are random or zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub init: Option<PathBuf>,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// Which weights of a training are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// Those of the epoch with the lowest validation loss.
    #[default]
    Best,
    /// Those of the last epoch.
    Last,
}

impl Default for TrainingSchedule {
    fn default() -> Self {
        Self {
            epochs: 10,
            batch: 16384,
            rate: 0.001,
            last_rate: 0.00003,
            decay: 0.0,
            result_share: 0.5,
            lambda: 0.0,
            validation: 0.05,
            patience: 3,
            keep: Keep::Best,
            init: None,
            seed: 1,
        }
    }
}

/// A finished epoch: a line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub epoch: u32,
    /// The mean training loss.
    pub loss: f64,
    /// The mean validation loss.
    pub validation_loss: Option<f64>,
    /// The learning rate at its end.
    pub rate: f32,
    /// Training positions.
    pub positions: usize,
    /// Its duration.
    pub seconds: f64,
}

impl Epoch {
    /// The loss that selects the best epoch: that of the validation set if there is one.
    pub fn selection_loss(&self) -> f64 {
        self.validation_loss.unwrap_or(self.loss)
    }
}

/// The progress of a training.
#[derive(Debug)]
pub struct TrainingProgress<'a> {
    /// The finished epochs.
    pub epochs: &'a [Epoch],
    /// The finished share of the current epoch, from 0 to 1.
    pub share: f64,
    /// The mean loss of the current epoch so far.
    pub loss: f64,
}

/// A training between two epochs. `W` are the weights, `O` is the optimiser.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingState<W, O> {
    /// The current weights.
    pub weights: W,
    /// The optimiser with its moments.
    pub optimiser: O,
    /// The best weights so far.
    pub best: W,
    /// Their loss.
    pub best_loss: f64,
    /// Epochs since then.
    pub since_best: u32,
    /// The finished epochs.
    pub epochs: Vec<Epoch>,
}

impl<W: Clone, O> TrainingState<W, O> {
    /// A training before its first epoch.
    pub fn new(weights: W, optimiser: O) -> Self {
        Self { best: weights.clone(), weights, optimiser, best_loss: f64::INFINITY, since_best: 0, epochs: Vec::new() }
    }

    /// Whether another epoch follows.
    pub fn has_next_epoch(&self, schedule: &TrainingSchedule) -> bool {
        let is_patient = schedule.patience == 0 || self.since_best < schedule.patience;
        (self.epochs.len() as u32) < schedule.epochs && is_patient
    }

    /// Ends an epoch: keeps its weights if they are the best so far.
    pub fn finish_epoch(&mut self, epoch: Epoch) {
        if epoch.selection_loss() < self.best_loss {
            self.best_loss = epoch.selection_loss();
            self.best = self.weights.clone();
            self.since_best = 0;
        } else {
            self.since_best += 1;
        }
        self.epochs.push(epoch);
    }

    /// The weights to keep, their loss, and the finished epochs.
    pub fn into_kept(self, keep: Keep) -> (W, f64, Vec<Epoch>) {
        let (weights, loss) = match (keep, self.epochs.last()) {
            (Keep::Last, Some(last)) => (self.weights, last.selection_loss()),
            _ => (self.best, self.best_loss),
        };
        (weights, loss, self.epochs)
    }
}

/// The state of the trainers in this crate.
pub(super) type State = TrainingState<Parameters, Adam>;

/// The result of a training.
#[derive(Clone, Debug)]
pub struct TrainedWeights {
    /// The weights to keep.
    pub weights: Parameters,
    /// Their loss.
    pub loss: f64,
    /// The finished epochs.
    pub epochs: Vec<Epoch>,
    /// Whether it was interrupted before its end. It continues from the checkpoint.
    pub is_interrupted: bool,
}

/// Called with the progress of a training; may interrupt it.
type OnProgress<'a> = &'a mut dyn FnMut(&TrainingProgress<'_>) -> ControlFlow<()>;

/// Trains a model to the end of its schedule, from the checkpoint if there is one. `on_progress` is called after every
/// step and every epoch.
pub fn train(
    model: &dyn Model,
    split: &Split,
    schedule: &TrainingSchedule,
    threads: usize,
    checkpoint: Option<&Checkpoint>,
    on_progress: OnProgress<'_>,
) -> Result<TrainedWeights, CheckpointError> {
    let weights = model.start(combine(schedule.seed, WEIGHTS));
    let fresh = State::new(weights.clone(), Adam::new(&weights));
    let mut state = match checkpoint {
        Some(checkpoint) => checkpoint.load(&fresh)?.unwrap_or(fresh),
        None => fresh,
    };
    let mut is_interrupted = false;
    while state.has_next_epoch(schedule) {
        let Some(epoch) = run_epoch(model, split, schedule, threads, &mut state, on_progress) else {
            is_interrupted = true;
            break;
        };
        state.finish_epoch(epoch);
        if let Some(checkpoint) = checkpoint {
            checkpoint.save(&state)?;
        }
        let progress = TrainingProgress { epochs: &state.epochs, share: 0.0, loss: state.best_loss };
        if on_progress(&progress).is_break() {
            is_interrupted = state.has_next_epoch(schedule);
            break;
        }
    }
    let (weights, loss, epochs) = state.into_kept(schedule.keep);
    Ok(TrainedWeights { weights, loss, epochs, is_interrupted })
}

/// One epoch; `None` if it was interrupted, after which the state cannot be used.
fn run_epoch(
    model: &dyn Model,
    split: &Split,
    schedule: &TrainingSchedule,
    threads: usize,
    state: &mut State,
    on_progress: OnProgress<'_>,
) -> Option<Epoch> {
    let begin = Instant::now();
    let number = state.epochs.len() as u32;
    let order = split.shuffled(combine(combine(schedule.seed, ORDER), number.into()));
    let steps = order.len().div_ceil(schedule.batch.max(1)) as u64;
    let mut gradient = state.weights.zeros();
    let (mut sum, mut count, mut rate) = (0.0, 0, schedule.rate);
    for examples in order.chunks(schedule.batch.max(1)) {
        rate = rate_at(schedule, state.optimiser.steps, steps);
        let noise = Some(combine(combine(schedule.seed, NOISE), state.optimiser.steps));
        sum += model.learn(&state.weights, Batch { examples, noise, threads }, &mut gradient);
        let step_size = StepSize { rate, decay: schedule.decay, examples: examples.len() };
        state.optimiser.step(&mut state.weights, &gradient, step_size, threads);
        count += examples.len();
        let share = count as f64 / order.len() as f64;
        let progress = TrainingProgress { epochs: &state.epochs, share, loss: sum / count as f64 };
        if count < order.len() && on_progress(&progress).is_break() {
            return None;
        }
    }
    Some(Epoch {
        epoch: number + 1,
        loss: sum / count.max(1) as f64,
        validation_loss: validate(model, split, &state.weights, threads),
        rate,
        positions: count,
        seconds: rounded(begin.elapsed()),
    })
}

fn validate(model: &dyn Model, split: &Split, weights: &Parameters, threads: usize) -> Option<f64> {
    let examples = &split.validation[..];
    let loss = model.loss(weights, Batch { examples, noise: None, threads });
    (!examples.is_empty()).then(|| loss / examples.len() as f64)
}

/// The learning rate of a step: exponential decay from the first to the last.
fn rate_at(schedule: &TrainingSchedule, step: u64, steps_an_epoch: u64) -> f32 {
    let last = (steps_an_epoch * u64::from(schedule.epochs)).saturating_sub(1).max(1);
    schedule.rate * (schedule.last_rate / schedule.rate).powf(step as f32 / last as f32)
}

fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_falls_by_equal_factors() {
        let schedule = TrainingSchedule { epochs: 2, rate: 0.1, last_rate: 0.0001, ..TrainingSchedule::default() };
        let rates: Vec<f32> = (0..4).map(|step| rate_at(&schedule, step, 2)).collect();
        for (rate, expected) in rates.iter().zip([0.1, 0.01, 0.001, 0.0001]) {
            assert!((rate / expected - 1.0).abs() < 1e-4, "{rates:?}");
        }
    }
}
