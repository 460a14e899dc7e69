//! The course of a training: epochs, batches, a falling rate, and an end when nothing is learned any more.

use std::time::Instant;

use burn::module::Module;
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::tensor::activation::{log_sigmoid, log_softmax};
use burn::tensor::{Device, Tensor};
use fastrand::Rng;
use quevedo_train::fit::{Course, Epoch, Keep};

use crate::net::{Net, Shape};
use crate::positions::{Batch, Positions};

/// A training.
pub struct Lesson<'a> {
    /// What is learned from.
    pub positions: &'a Positions,
    /// What the network looks like.
    pub shape: &'a Shape,
    /// How it is trained.
    pub course: &'a Course,
    /// How much moves count beside the value.
    pub policy_share: f32,
    /// Where the symmetries of the board carry its squares; the first leaves them where they are.
    pub images: &'a [Vec<usize>],
    /// Where tensors live.
    pub device: &'a Device,
}

/// What is told while it runs.
pub enum News<'a> {
    /// The share of the epoch that is done, and its loss so far.
    Step(f64, f64),
    /// The end of an epoch.
    Epoch(&'a Epoch),
}

/// Where a training stands.
struct State {
    net: Net,
    adam: ModuleOptimizer,
    rng: Rng,
    /// The positions to learn from, in the order of the last epoch.
    training: Vec<u32>,
}

impl Lesson<'_> {
    /// Trains, and hands over the network to keep with its loss.
    pub fn run(&self, net: Net, tell: &mut dyn FnMut(News<'_>)) -> (Net, f64) {
        let (training, apart) = self.positions.split(self.course.validation, self.course.seed);
        let adam = AdamWConfig::new().with_epsilon(1e-8).with_weight_decay(self.course.decay).init();
        let mut best = (net.clone(), f64::INFINITY);
        let mut last = best.clone();
        let mut since_best = 0;
        let mut state = State { net, adam, rng: Rng::with_seed(self.course.seed), training };
        for number in 0..self.course.epochs {
            let epoch = self.epoch(number, &mut state, &apart, tell);
            tell(News::Epoch(&epoch));
            last = (state.net.clone(), epoch.telling_loss());
            if last.1 < best.1 {
                best = last.clone();
                since_best = 0;
            } else {
                since_best += 1;
            }
            if self.course.patience > 0 && since_best >= self.course.patience {
                break;
            }
        }
        match self.course.keep {
            Keep::Best => best,
            Keep::Last => last,
        }
    }

    fn epoch(&self, number: u32, state: &mut State, apart: &[u32], tell: &mut dyn FnMut(News<'_>)) -> Epoch {
        let begin = Instant::now();
        state.rng.shuffle(&mut state.training);
        let steps = state.training.len().div_ceil(self.course.batch).max(1) as u32;
        let (mut sum, mut seen, mut rate) = (0.0, 0, 0.0);
        for (step, chosen) in state.training.chunks(self.course.batch).enumerate() {
            rate = self.rate(number * steps + step as u32, steps);
            let images = &self.images[state.rng.usize(..self.images.len())];
            let loss = self.loss(&state.net, self.positions.batch(chosen, self.shape, images, self.device));
            sum += f64::from(loss.clone().into_scalar::<f32>()) * chosen.len() as f64;
            let gradients = GradientsParams::from_grads(loss.backward(), &state.net);
            state.net = state.adam.step(rate, state.net.clone(), gradients);
            seen += chosen.len();
            tell(News::Step(seen as f64 / state.training.len() as f64, sum / seen as f64));
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
        let last = (steps_an_epoch * self.course.epochs).saturating_sub(1).max(1);
        let (first, end) = (f64::from(self.course.rate), f64::from(self.course.last_rate));
        first * (end / first).powf(f64::from(step) / f64::from(last))
    }

    /// The mean loss of a batch: logistic for the value; for moves, cross entropy of every step.
    pub fn loss(&self, net: &Net, batch: Batch) -> Tensor<1> {
        let said = net.forward(batch.planes);
        let target = batch.target;
        let won = target.clone() * log_sigmoid(said.value.clone());
        let lost = (target.neg() + 1.0) * log_sigmoid(said.value.neg());
        let value = (won + lost).mean().neg();
        let (Some(policy), Some(shares)) = (said.policy, batch.policy) else { return value };
        let count = shares.dims()[0] as f32;
        value - (shares * log_softmax(policy, 2)).sum() * (self.policy_share / count)
    }

    /// The mean loss of the positions kept apart.
    fn validate(&self, net: &Net, apart: &[u32]) -> Option<f64> {
        let net = net.valid();
        let device = self.device.clone().inner();
        let losses = apart.chunks(self.course.batch).map(|chosen| {
            let batch = self.positions.batch(chosen, self.shape, &self.images[0], &device);
            f64::from(self.loss(&net, batch).into_scalar::<f32>()) * chosen.len() as f64
        });
        let sum: f64 = losses.sum();
        (!apart.is_empty()).then(|| sum / apart.len() as f64)
    }
}
