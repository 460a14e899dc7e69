//! Trainers in plain Rust.
//!
//! A [`Model`] computes the loss and the gradient of a batch. Everything else is common to all kinds: the [`Adam`]
//! optimiser, the schedule of epochs with learning rate decay and early stopping ([`train`]), the checkpoint from which an
//! interrupted run continues. The loss is logistic (binary cross entropy): the output of a model is a logit, the
//! log-odds of winning, and the target is a share between 0 and 1, mixed from the game result and the score of a search
//! ([`TargetMix`]).
//!
//! The same seed gives the same weights, bit for bit, on any number of threads and after any interruption: the order in
//! which floats are added depends on nothing else.

mod adam;
mod checkpoint;
mod examples;
mod nnue;
mod parameters;
mod pattern_set;
mod patterns;
mod schedule;
mod terms;
mod threads;

pub use adam::{Adam, StepSize};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use examples::{Examples, InputEncoding, Split, TargetMix};
pub(crate) use nnue::LANES;
pub use nnue::{Nnue, NnueShape};
pub use parameters::{Parameter, Parameters, Tensors};
pub use pattern_set::{PatternError, PatternSet};
pub use patterns::Patterns;
pub use quevedo_nets::Symmetries;
pub use schedule::{Epoch, Keep, TrainedWeights, TrainingProgress, TrainingSchedule, TrainingState, train};
pub use terms::{TermExamples, Terms};

/// A model with the examples it is trained on.
pub trait Model: Sync {
    /// The initial weights.
    fn start(&self, seed: u64) -> Parameters;

    /// Initial weights with which the model gives the logits of an existing network times `factor`, or why they do not exist.
    /// Here, for a model whose logit is linear in all weights.
    fn start_from(&self, seed: u64, network: &Tensors, factor: f32) -> Result<Parameters, String> {
        Ok(self.start(seed).filled_from(network)?.scaled(factor))
    }

    /// The sum of the losses of a batch. Its gradient overwrites `gradient`, which has the shape of `weights`.
    fn learn(&self, weights: &Parameters, batch: Batch<'_>, gradient: &mut Parameters) -> f64;

    /// The sum of the losses of a batch.
    fn loss(&self, weights: &Parameters, batch: Batch<'_>) -> f64;
}

/// A model that starts from given weights.
pub struct Pretrained<'a> {
    /// The model.
    pub model: &'a dyn Model,
    /// The initial weights.
    pub weights: Parameters,
}

impl Model for Pretrained<'_> {
    fn start(&self, _seed: u64) -> Parameters {
        self.weights.clone()
    }

    fn learn(&self, weights: &Parameters, batch: Batch<'_>, gradient: &mut Parameters) -> f64 {
        self.model.learn(weights, batch, gradient)
    }

    fn loss(&self, weights: &Parameters, batch: Batch<'_>) -> f64 {
        self.model.loss(weights, batch)
    }
}

/// A batch of examples.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// Their numbers.
    pub examples: &'a [u32],
    /// The seed of random variation in training: symmetries, blended phases. `None` for validation.
    pub noise: Option<u64>,
    /// The number of threads. The result does not depend on it.
    pub threads: usize,
}

/// The logistic loss of a logit for a target between 0 and 1, and its derivative.
#[inline]
fn logistic_loss(logit: f32, target: f32) -> (f64, f32) {
    let (logit, target) = (f64::from(logit), f64::from(target));
    // e^-|x| never overflows; from it both ln(1 + e^x) and 1 / (1 + e^-x).
    let small = (-logit.abs()).exp();
    let share = if logit < 0.0 { small } else { 1.0 } / (1.0 + small);
    let loss = logit.max(0.0) + small.ln_1p() - target * logit;
    (loss, (share - target) as f32)
}
