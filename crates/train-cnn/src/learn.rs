//! The training: epochs, batches, learning rate decay, early stopping.

use std::time::Instant;

use anyhow::{Result, ensure};
use burn::module::Module;
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::tensor::activation::{log_sigmoid, log_softmax};
use burn::tensor::{Device, Tensor};
use fastrand::Rng;
use quevedo_core::hash::combine;
use quevedo_train::fit::{Epoch, TrainingSchedule, TrainingState};

use crate::checkpoint::Checkpoint;
use crate::net::{Net, Shape};
use crate::positions::{Batch, Positions};

/// The stream of random numbers of the order; the split of the games has the seed itself.
const ORDER: u64 = 1;

/// A training.
pub struct TrainingRun<'a> {
    /// The data.
    pub positions: &'a Positions,
    /// The shape of the network.
    pub shape: &'a Shape,
    /// The schedule.
    pub schedule: &'a TrainingSchedule,
    /// The weight of the policy loss; the value loss has weight 1.
    pub policy_share: f32,
    /// For each symmetry of the board the image of every square; the identity comes first.
    pub images: &'a [Vec<usize>],
    /// The device of the tensors.
    pub device: &'a Device,
}

/// What happens in a training.
pub enum TrainingEvent<'a> {
    /// It continues after these epochs of an earlier run.
    Resumed(&'a [Epoch]),
    /// A step: the finished share of the epoch, and its loss so far.
    Step(f64, f64),
    /// The end of an epoch.
    Epoch(&'a Epoch),
}

/// A training between two epochs.
pub(crate) type State = TrainingState<Net, ModuleOptimizer>;

impl TrainingRun<'_> {
    /// Trains to the end of the schedule, from the checkpoint if there is one; returns the network to keep and its loss. The
    /// same run gives the same weights, bit for bit, after any interruption.
    pub fn run(
        &self,
        net: Net,
        checkpoint: Option<&Checkpoint>,
        on_event: &mut dyn FnMut(TrainingEvent<'_>),
    ) -> Result<(Net, f64)> {
        let (training, validation) = self.positions.split(self.schedule.validation, self.schedule.seed);
        ensure!(!training.is_empty(), "there are no training positions: play more games");
        let mut state = self.begin(net);
        if let Some(checkpoint) = checkpoint {
            state = checkpoint.load(state)?;
        }
        if !state.epochs.is_empty() {
            on_event(TrainingEvent::Resumed(&state.epochs));
        }
        while state.has_next_epoch(self.schedule) {
            let epoch = self.epoch(&mut state, &training, &validation, on_event);
            state.finish_epoch(epoch);
            if let Some(checkpoint) = checkpoint {
                checkpoint.save(&state)?;
            }
            state.epochs.last().into_iter().for_each(|epoch| on_event(TrainingEvent::Epoch(epoch)));
        }
        let (net, loss, _) = state.into_kept(self.schedule.keep);
        Ok((net, loss))
    }

    fn begin(&self, net: Net) -> State {
        let adam = AdamWConfig::new().with_epsilon(1e-8).with_weight_decay(self.schedule.decay).init();
        State::new(net, adam)
    }

    /// One epoch. Its order and its symmetries depend on the seed and its number only, not on the epochs before.
    fn epoch(
        &self,
        state: &mut State,
        training: &[u32],
        validation: &[u32],
        on_event: &mut dyn FnMut(TrainingEvent<'_>),
    ) -> Epoch {
        let begin = Instant::now();
        let number = state.epochs.len() as u32;
        let mut rng = Rng::with_seed(combine(combine(self.schedule.seed, ORDER), number.into()));
        let mut order = training.to_vec();
        rng.shuffle(&mut order);
        let steps = order.len().div_ceil(self.schedule.batch).max(1) as u32;
        let (mut sum, mut seen, mut rate) = (0.0, 0, 0.0);
        for (step, chosen) in order.chunks(self.schedule.batch).enumerate() {
            rate = self.rate(number * steps + step as u32, steps);
            let images = &self.images[rng.usize(..self.images.len())];
            let loss = self.loss(&state.weights, self.positions.batch(chosen, self.shape, images, self.device));
            sum += f64::from(loss.clone().into_scalar::<f32>()) * chosen.len() as f64;
            let gradients = GradientsParams::from_grads(loss.backward(), &state.weights);
            state.weights = state.optimiser.step(rate, state.weights.clone(), gradients);
            seen += chosen.len();
            on_event(TrainingEvent::Step(seen as f64 / order.len() as f64, sum / seen as f64));
        }
        Epoch {
            epoch: number + 1,
            loss: sum / seen.max(1) as f64,
            validation_loss: self.validate(&state.weights, validation),
            rate: rate as f32,
            positions: seen,
            seconds: (begin.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
        }
    }

    /// The learning rate of a step: exponential decay from the first to the last.
    fn rate(&self, step: u32, steps_an_epoch: u32) -> f64 {
        let last = (steps_an_epoch * self.schedule.epochs).saturating_sub(1).max(1);
        let (first, end) = (f64::from(self.schedule.rate), f64::from(self.schedule.last_rate));
        first * (end / first).powf(f64::from(step) / f64::from(last))
    }

    /// The mean loss of a batch: logistic for the value; for moves, cross entropy of every step.
    pub fn loss(&self, net: &Net, batch: Batch) -> Tensor<1> {
        let output = net.forward(batch.planes);
        let target = batch.target;
        let won = target.clone() * log_sigmoid(output.value.clone());
        let lost = (target.neg() + 1.0) * log_sigmoid(output.value.neg());
        let value = (won + lost).mean().neg();
        let (Some(policy), Some(shares)) = (output.policy, batch.policy) else { return value };
        let count = shares.dims()[0] as f32;
        value - (shares * log_softmax(policy, 2)).sum() * (self.policy_share / count)
    }

    /// The mean validation loss.
    fn validate(&self, net: &Net, validation: &[u32]) -> Option<f64> {
        let net = net.valid();
        let device = self.device.clone().inner();
        let losses = validation.chunks(self.schedule.batch).map(|chosen| {
            let batch = self.positions.batch(chosen, self.shape, &self.images[0], &device);
            f64::from(self.loss(&net, batch).into_scalar::<f32>()) * chosen.len() as f64
        });
        let sum: f64 = losses.sum();
        (!validation.is_empty()).then(|| sum / validation.len() as f64)
    }
}
