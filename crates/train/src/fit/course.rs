//! The course of a training: epochs, batches, a falling rate, and an end when nothing is learned any more.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use quevedo_core::hash::combine;
use serde::{Deserialize, Serialize};

use super::adam::Stride;
use super::{Adam, Batch, Checkpoint, CheckpointError, Model, Parameters, Split};

/// What a number derived from the seed is for, so that no two streams are the same.
const WEIGHTS: u64 = 0;
const ORDER: u64 = 1;
const NOISE: u64 = 2;

/// How a model is trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Course {
    /// How often every example is seen.
    pub epochs: u32,
    /// Examples to a step.
    pub batch: usize,
    /// The rate of learning at the start.
    pub rate: f32,
    /// The rate at the end; between them it falls by the same factor with every step.
    pub last_rate: f32,
    /// The share of every weight that is lost in a step, in units of the rate.
    pub decay: f32,
    /// How much the result of a game counts beside the score of the search, from 0 to 1.
    pub result_share: f32,
    /// The share of the games that is kept apart to judge by.
    pub validation: f64,
    /// After so many epochs without getting better the training ends; never if 0.
    pub patience: u32,
    /// Which weights come out of it.
    pub keep: Keep,
    /// Where all random numbers come from.
    pub seed: u64,
}

/// Which weights of a training are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// Those of the epoch with the lowest loss of the games kept apart.
    #[default]
    Best,
    /// Those of the last epoch, however well it did.
    Last,
}

impl Default for Course {
    fn default() -> Self {
        Self {
            epochs: 10,
            batch: 16384,
            rate: 0.001,
            last_rate: 0.00003,
            decay: 0.0,
            result_share: 0.5,
            validation: 0.05,
            patience: 3,
            keep: Keep::Best,
            seed: 1,
        }
    }
}

/// What an epoch came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Which, from 1.
    pub epoch: u32,
    /// The mean loss while learning.
    pub loss: f64,
    /// The mean loss of the examples kept apart.
    pub validation_loss: Option<f64>,
    /// The rate of learning at its end.
    pub rate: f32,
    /// How many examples it learned from.
    pub positions: usize,
    /// How long it took.
    pub seconds: f64,
}

impl Epoch {
    /// By which it is judged.
    pub fn telling_loss(&self) -> f64 {
        self.validation_loss.unwrap_or(self.loss)
    }
}

/// How far a training is.
#[derive(Debug)]
pub struct Moment<'a> {
    /// The epochs that are over.
    pub epochs: &'a [Epoch],
    /// How much of the epoch that is running is done, from 0 to 1.
    pub share: f64,
    /// The mean loss of the epoch so far.
    pub loss: f64,
}

/// Where a training stands between two epochs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    /// The weights now.
    pub(super) weights: Parameters,
    /// What the steps remember.
    pub(super) adam: Adam,
    /// The best weights so far.
    pub(super) best: Parameters,
    /// Their loss.
    pub(super) best_loss: f64,
    /// How many epochs ago that was.
    pub(super) since_best: u32,
    /// What the epochs came to.
    pub(super) epochs: Vec<Epoch>,
}

/// What a training came to.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights that are kept.
    pub weights: Parameters,
    /// Their loss.
    pub loss: f64,
    /// What the epochs came to.
    pub epochs: Vec<Epoch>,
    /// Whether it was broken off before its end; it goes on from the checkpoint.
    pub is_interrupted: bool,
}

impl State {
    fn new(model: &dyn Model, seed: u64) -> Self {
        let weights = model.start(combine(seed, WEIGHTS));
        let adam = Adam::new(&weights);
        Self { best: weights.clone(), weights, adam, best_loss: f64::INFINITY, since_best: 0, epochs: Vec::new() }
    }

    /// Whether another epoch is due.
    fn goes_on(&self, course: &Course) -> bool {
        let is_patient = course.patience == 0 || self.since_best < course.patience;
        (self.epochs.len() as u32) < course.epochs && is_patient
    }

    fn close(&mut self, epoch: Epoch) {
        if epoch.telling_loss() < self.best_loss {
            self.best_loss = epoch.telling_loss();
            self.best = self.weights.clone();
            self.since_best = 0;
        } else {
            self.since_best += 1;
        }
        self.epochs.push(epoch);
    }

    fn into_trained(self, keep: Keep, is_interrupted: bool) -> Trained {
        let (weights, loss) = match (keep, self.epochs.last()) {
            (Keep::Last, Some(last)) => (self.weights, last.telling_loss()),
            _ => (self.best, self.best_loss),
        };
        Trained { weights, loss, epochs: self.epochs, is_interrupted }
    }
}

/// Trains a model to the end of its course, from the checkpoint if there is one. `watch` is told of every step, and of every
/// epoch when it is over, and may break the training off.
pub fn train(
    model: &dyn Model,
    split: &Split,
    course: &Course,
    threads: usize,
    checkpoint: Option<&Checkpoint>,
    watch: &mut dyn FnMut(&Moment<'_>) -> ControlFlow<()>,
) -> Result<Trained, CheckpointError> {
    let fresh = State::new(model, course.seed);
    let mut state = match checkpoint {
        Some(checkpoint) => checkpoint.load(&fresh)?.unwrap_or(fresh),
        None => fresh,
    };
    let mut is_interrupted = false;
    while state.goes_on(course) {
        let Some(epoch) = run_epoch(model, split, course, threads, &mut state, watch) else {
            is_interrupted = true;
            break;
        };
        state.close(epoch);
        if let Some(checkpoint) = checkpoint {
            checkpoint.save(&state)?;
        }
        if watch(&Moment { epochs: &state.epochs, share: 0.0, loss: state.best_loss }).is_break() {
            is_interrupted = state.goes_on(course);
            break;
        }
    }
    Ok(state.into_trained(course.keep, is_interrupted))
}

/// One epoch; `None` if it was broken off, which leaves the state of no use.
fn run_epoch(
    model: &dyn Model,
    split: &Split,
    course: &Course,
    threads: usize,
    state: &mut State,
    watch: &mut dyn FnMut(&Moment<'_>) -> ControlFlow<()>,
) -> Option<Epoch> {
    let begin = Instant::now();
    let number = state.epochs.len() as u32;
    let order = split.shuffled(combine(combine(course.seed, ORDER), number.into()));
    let steps = order.len().div_ceil(course.batch.max(1)) as u64;
    let mut gradient = state.weights.zeros();
    let (mut sum, mut seen, mut rate) = (0.0, 0, course.rate);
    for examples in order.chunks(course.batch.max(1)) {
        rate = rate_at(course, state.adam.steps, steps);
        let noise = Some(combine(combine(course.seed, NOISE), state.adam.steps));
        sum += model.learn(&state.weights, Batch { examples, noise, threads }, &mut gradient);
        let stride = Stride { rate, decay: course.decay, examples: examples.len() };
        state.adam.step(&mut state.weights, &gradient, stride, threads);
        seen += examples.len();
        let share = seen as f64 / order.len() as f64;
        let moment = Moment { epochs: &state.epochs, share, loss: sum / seen as f64 };
        if seen < order.len() && watch(&moment).is_break() {
            return None;
        }
    }
    Some(Epoch {
        epoch: number + 1,
        loss: sum / seen.max(1) as f64,
        validation_loss: validate(model, split, &state.weights, threads),
        rate,
        positions: seen,
        seconds: rounded(begin.elapsed()),
    })
}

fn validate(model: &dyn Model, split: &Split, weights: &Parameters, threads: usize) -> Option<f64> {
    let examples = &split.validation[..];
    let loss = model.loss(weights, Batch { examples, noise: None, threads });
    (!examples.is_empty()).then(|| loss / examples.len() as f64)
}

/// The rate of a step: from the first to the last by equal factors.
fn rate_at(course: &Course, step: u64, steps_an_epoch: u64) -> f32 {
    let last = (steps_an_epoch * u64::from(course.epochs)).saturating_sub(1).max(1);
    course.rate * (course.last_rate / course.rate).powf(step as f32 / last as f32)
}

fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_falls_by_equal_factors() {
        let course = Course { epochs: 2, rate: 0.1, last_rate: 0.0001, ..Course::default() };
        let rates: Vec<f32> = (0..4).map(|step| rate_at(&course, step, 2)).collect();
        for (rate, expected) in rates.iter().zip([0.1, 0.01, 0.001, 0.0001]) {
            assert!((rate / expected - 1.0).abs() < 1e-4, "{rates:?}");
        }
    }
}
