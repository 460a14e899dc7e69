//! The schedule of a training: epochs, batches, a falling rate, and an end when nothing is learned any more.

use std::time::Instant;

use anyhow::{Result, ensure};
use burn::module::Module;
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::tensor::activation::{log_sigmoid, log_softmax};
use burn::tensor::{Device, Tensor};
use fastrand::Rng;
use quevedo_core::hash::combine;
use quevedo_train::fit::{TrainingSchedule, Epoch, Keep};

use crate::checkpoint::Checkpoint;
use crate::net::{Net, Shape};
use crate::positions::{Batch, Positions};

/// What a number derived from the seed is for: the split of the games has the seed itself.
const ORDER: u64 = 1;

/// A training.
pub struct TrainingRun<'a> {
    /// What is learned from.
    pub positions: &'a Positions,
    /// What the network looks like.
    pub shape: &'a Shape,
    /// How it is trained.
    pub schedule: &'a TrainingSchedule,
    /// How much moves count beside the value.
    pub policy_share: f32,
    /// Where the symmetries of the board carry its squares; the first leaves them where they are.
    pub images: &'a [Vec<usize>],
    /// Where tensors live.
    pub device: &'a Device,
}

/// What is told while it runs.
pub enum News<'a> {
    /// The epochs of an earlier run that it goes on from.
    Resumed(&'a [Epoch]),
    /// The share of the epoch that is done, and its loss so far.
    Step(f64, f64),
    /// The end of an epoch.
    Epoch(&'a Epoch),
}

/// Where a training stands between two epochs.
pub(crate) struct State {
    pub(crate) net: Net,
    /// What the steps remember.
    pub(crate) adam: ModuleOptimizer,
    /// The best network so far.
    pub(crate) best: Net,
    /// Its loss.
    pub(crate) best_loss: f64,
    /// How many epochs ago that was.
    pub(crate) since_best: u32,
    /// What the epochs came to.
    pub(crate) epochs: Vec<Epoch>,
}

impl State {
    /// Whether another epoch is due.
    fn has_next_epoch(&self, schedule: &TrainingSchedule) -> bool {
        let is_patient = schedule.patience == 0 || self.since_best < schedule.patience;
        (self.epochs.len() as u32) < schedule.epochs && is_patient
    }

    fn close(&mut self, epoch: Epoch) {
        if epoch.selection_loss() < self.best_loss {
            self.best_loss = epoch.selection_loss();
            self.best = self.net.clone();
            self.since_best = 0;
        } else {
            self.since_best += 1;
        }
        self.epochs.push(epoch);
    }

    /// The network to keep with its loss.
    fn into_kept(self, keep: Keep) -> (Net, f64) {
        match (keep, self.epochs.last()) {
            (Keep::Last, Some(last)) => (self.net, last.selection_loss()),
            _ => (self.best, self.best_loss),
        }
    }
}

impl TrainingRun<'_> {
    /// Trains to the end of the schedule, from the checkpoint if there is one, and hands over the network to keep with its
    /// loss. The same lesson comes to the same weights, bit for bit, however often it was interrupted.
    pub fn run(&self, net: Net, checkpoint: Option<&Checkpoint>, tell: &mut dyn FnMut(News<'_>)) -> Result<(Net, f64)> {
        let (training, apart) = self.positions.split(self.schedule.validation, self.schedule.seed);
        ensure!(!training.is_empty(), "there is no position to learn from: play more games");
        let mut state = self.begin(net);
        if let Some(checkpoint) = checkpoint {
            state = checkpoint.load(state)?;
        }
        if !state.epochs.is_empty() {
            tell(News::Resumed(&state.epochs));
        }
        while state.has_next_epoch(self.schedule) {
            let epoch = self.epoch(&mut state, &training, &apart, tell);
            state.close(epoch);
            if let Some(checkpoint) = checkpoint {
                checkpoint.save(&state)?;
            }
            state.epochs.last().into_iter().for_each(|epoch| tell(News::Epoch(epoch)));
        }
        Ok(state.into_kept(self.schedule.keep))
    }

    fn begin(&self, net: Net) -> State {
        let adam = AdamWConfig::new().with_epsilon(1e-8).with_weight_decay(self.schedule.decay).init();
        State { best: net.clone(), net, adam, best_loss: f64::INFINITY, since_best: 0, epochs: Vec::new() }
    }

    /// One epoch. Its order and its pictures depend on the seed and its number only, not on the epochs before.
    fn epoch(&self, state: &mut State, training: &[u32], apart: &[u32], tell: &mut dyn FnMut(News<'_>)) -> Epoch {
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
            let loss = self.loss(&state.net, self.positions.batch(chosen, self.shape, images, self.device));
            sum += f64::from(loss.clone().into_scalar::<f32>()) * chosen.len() as f64;
            let gradients = GradientsParams::from_grads(loss.backward(), &state.net);
            state.net = state.adam.step(rate, state.net.clone(), gradients);
            seen += chosen.len();
            tell(News::Step(seen as f64 / order.len() as f64, sum / seen as f64));
        }
        Epoch {
            epoch: number + 1,
            loss: sum / seen.max(1) as f64,
            validation_loss: self.validate(&state.net, apart),
            rate: rate as f32,
            positions: seen,
            seconds: (begin.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
        }
    }

    /// The rate of a step: from the first to the last by equal factors.
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

    /// The mean loss of the positions kept apart.
    fn validate(&self, net: &Net, apart: &[u32]) -> Option<f64> {
        let net = net.valid();
        let device = self.device.clone().inner();
        let losses = apart.chunks(self.schedule.batch).map(|chosen| {
            let batch = self.positions.batch(chosen, self.shape, &self.images[0], &device);
            f64::from(self.loss(&net, batch).into_scalar::<f32>()) * chosen.len() as f64
        });
        let sum: f64 = losses.sum();
        (!apart.is_empty()).then(|| sum / apart.len() as f64)
    }
}
