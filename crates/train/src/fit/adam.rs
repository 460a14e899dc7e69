//! The optimiser: Adam (Kingma and Ba 2015) with decoupled weight decay (`AdamW`, Loshchilov and Hutter 2019).

use super::threads::parallel_map;
use super::{Parameter, Parameters};

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Weights that a thread updates at once.
const CHUNK: usize = 1 << 16;

/// The optimiser with its moments.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// First moments: running means of the gradients.
    pub means: Parameters,
    /// Second moments: running means of their squares.
    pub squares: Parameters,
    /// The number of steps so far.
    pub steps: u64,
}

/// The size of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSize {
    /// The learning rate.
    pub rate: f32,
    /// The weight decay.
    pub decay: f32,
    /// The number of examples in the batch; the gradient is their sum.
    pub examples: usize,
}

impl Adam {
    /// Zero moments.
    pub fn new(weights: &Parameters) -> Self {
        Self { means: weights.zeros(), squares: weights.zeros(), steps: 0 }
    }

    /// Moves the weights against their gradient.
    pub fn step(&mut self, weights: &mut Parameters, gradient: &Parameters, step_size: StepSize, threads: usize) {
        self.steps += 1;
        let correction = |beta: f32| 1.0 - beta.powf(self.steps as f32);
        let bias_corrections = [correction(BETA1), correction(BETA2)];
        let arrays = weights.0.iter_mut().zip(&gradient.0).zip(&mut self.means.0).zip(&mut self.squares.0);
        let chunks =
            arrays.flat_map(|(((weights, gradient), means), squares)| weight_chunks(weights, gradient, means, squares));
        parallel_map(threads, chunks.collect(), |chunk: WeightChunk<'_>| chunk.step(step_size, bias_corrections));
    }
}

/// A part of an array.
struct WeightChunk<'a> {
    weights: &'a mut [f32],
    gradient: &'a [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
    limit: f32,
}

fn weight_chunks<'a>(
    weights: &'a mut Parameter,
    gradient: &'a Parameter,
    means: &'a mut Parameter,
    squares: &'a mut Parameter,
) -> impl Iterator<Item = WeightChunk<'a>> {
    let limit = weights.limit;
    let gradients = gradient.values.chunks(CHUNK);
    let moments = means.values.chunks_mut(CHUNK).zip(squares.values.chunks_mut(CHUNK));
    let chunks = weights.values.chunks_mut(CHUNK).zip(gradients).zip(moments);
    chunks.map(move |((weights, gradient), (means, squares))| WeightChunk { weights, gradient, means, squares, limit })
}

impl WeightChunk<'_> {
    fn step(self, step_size: StepSize, bias_corrections: [f32; 2]) {
        let share = 1.0 / step_size.examples as f32;
        let decay = 1.0 - step_size.rate * step_size.decay;
        let rate = step_size.rate / bias_corrections[0];
        let moments = self.means.iter_mut().zip(self.squares);
        for ((weight, derivative), (mean, square)) in self.weights.iter_mut().zip(self.gradient).zip(moments) {
            let derivative = derivative * share;
            *mean = BETA1 * *mean + (1.0 - BETA1) * derivative;
            *square = BETA2 * *square + (1.0 - BETA2) * derivative * derivative;
            let step = rate * *mean / ((*square / bias_corrections[1]).sqrt() + EPSILON);
            *weight = (*weight * decay - step).clamp(-self.limit, self.limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(value: f32) -> Parameters {
        Parameters(vec![Parameter::filled("x", &[1], value)])
    }

    /// The first step of Adam is the rate itself, whatever the derivative; worked out by hand from the paper.
    #[test]
    fn the_first_step_is_the_rate() {
        for derivative in [0.001, 1.0, 5000.0] {
            let mut weights = one(1.0);
            let step_size = StepSize { rate: 0.01, decay: 0.0, examples: 1 };
            Adam::new(&weights.clone()).step(&mut weights, &one(derivative), step_size, 1);
            assert!((weights.values(0)[0] - 0.99).abs() < 1e-5, "{derivative}");
        }
    }

    #[test]
    fn weights_decay_and_stay_within_limits() {
        let step_size = StepSize { rate: 0.1, decay: 0.5, examples: 1 };
        let mut weights = one(1.0);
        Adam::new(&weights.clone()).step(&mut weights, &one(0.0), step_size, 2);
        assert!((weights.values(0)[0] - 0.95).abs() < 1e-6);
        let mut weights = Parameters(vec![Parameter::filled("x", &[1], 0.5).within(0.5)]);
        Adam::new(&weights.clone()).step(&mut weights, &one(-1.0), StepSize { decay: 0.0, ..step_size }, 1);
        assert_eq!(weights.values(0), [0.5]);
    }
}
