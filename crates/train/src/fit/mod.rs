//! Trainers in plain Rust.
//!
//! A [`Model`] says how wrong it is on some examples and which way it would be less so; everything else is common to
//! all kinds: [`Adam`] steps, the course of epochs with its falling rate and early end ([`train`]), the checkpoint from
//! which an interrupted run goes on. All losses are logistic: the model's number is the logarithm of the odds of
//! winning, and what it should have said is a share between 0 and 1, mixed of how the game ended and what a search
//! thought of the position.
//!
//! The same seed makes the same weights, bit for bit, on any number of threads, and whether the run was interrupted or
//! not: floats are added in an order that depends on nothing else.

mod adam;
mod checkpoint;
mod course;
mod examples;
mod nnue;
mod parameters;
mod pattern_set;
mod patterns;
mod terms;
mod threads;

pub use adam::{Adam, Stride};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use course::{Course, Epoch, Keep, Moment, Trained, train};
pub use examples::{Aim, Examples, Seen, Split};
pub use nnue::Nnue;
pub use parameters::{Parameter, Parameters};
pub use pattern_set::{PatternError, PatternSet};
pub use patterns::Patterns;
pub use quevedo_nets::Symmetries;
pub use terms::{TermExamples, Terms};

/// Something that can be trained on examples it holds.
pub trait Model: Sync {
    /// Weights to begin with.
    fn start(&self, seed: u64) -> Parameters;

    /// The sum of the losses of a batch; its gradient is written over `gradient`, which is shaped like `weights`.
    fn learn(&self, weights: &Parameters, batch: Batch<'_>, gradient: &mut Parameters) -> f64;

    /// The sum of the losses of examples, in the order of their numbers.
    fn loss(&self, weights: &Parameters, batch: Batch<'_>) -> f64;
}

/// Examples to learn from at once.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// Their numbers.
    pub examples: &'a [u32],
    /// Where the noise of models that train with noise comes from; none for judging.
    pub noise: Option<u64>,
    /// How many threads may work on it; changes nothing but the time.
    pub threads: usize,
}

/// The loss of log-odds `logit` where the share of wins is `target`, and its slope.
#[inline]
fn logistic(logit: f32, target: f32) -> (f64, f32) {
    let (logit, target) = (f64::from(logit), f64::from(target));
    // e^-|x| never overflows; from it both ln(1 + e^x) and 1 / (1 + e^-x).
    let small = (-logit.abs()).exp();
    let share = if logit < 0.0 { small } else { 1.0 } / (1.0 + small);
    let loss = logit.max(0.0) + small.ln_1p() - target * logit;
    (loss, (share - target) as f32)
}
