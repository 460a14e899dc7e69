//! Steps down the slope: Adam (Kingma and Ba 2015) with the decay of weights kept apart from it (`AdamW`, Loshchilov and
//! Hutter 2019).

use super::threads::share;
use super::{Parameter, Parameters};

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// How many numbers a thread takes at once.
const CHUNK: usize = 1 << 16;

/// What is remembered of the slopes so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Running means of the slopes.
    pub means: Parameters,
    /// Running means of their squares.
    pub squares: Parameters,
    /// How many steps were made.
    pub steps: u64,
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSize {
    /// The rate of learning.
    pub rate: f32,
    /// The share of every weight that is lost in a step, in units of the rate.
    pub decay: f32,
    /// How many examples the gradient is a sum of.
    pub examples: usize,
}

impl Adam {
    /// Nothing remembered yet.
    pub fn new(weights: &Parameters) -> Self {
        Self { means: weights.zeros(), squares: weights.zeros(), steps: 0 }
    }

    /// Moves the weights against their gradient.
    pub fn step(&mut self, weights: &mut Parameters, gradient: &Parameters, step_size: StepSize, threads: usize) {
        self.steps += 1;
        let young = |kept: f32| 1.0 - kept.powf(self.steps as f32);
        let unbiased = [young(BETA1), young(BETA2)];
        let arrays = weights.0.iter_mut().zip(&gradient.0).zip(&mut self.means.0).zip(&mut self.squares.0);
        let chunks =
            arrays.flat_map(|(((weights, gradient), means), squares)| pieces(weights, gradient, means, squares));
        share(threads, chunks.collect(), |piece: Piece<'_>| piece.step(step_size, unbiased));
    }
}

/// Some neighbouring numbers of an array.
struct Piece<'a> {
    weights: &'a mut [f32],
    gradient: &'a [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
    limit: f32,
}

fn pieces<'a>(
    weights: &'a mut Parameter,
    gradient: &'a Parameter,
    means: &'a mut Parameter,
    squares: &'a mut Parameter,
) -> impl Iterator<Item = Piece<'a>> {
    let limit = weights.limit;
    let slopes = gradient.values.chunks(CHUNK);
    let memory = means.values.chunks_mut(CHUNK).zip(squares.values.chunks_mut(CHUNK));
    let chunks = weights.values.chunks_mut(CHUNK).zip(slopes).zip(memory);
    chunks.map(move |((weights, gradient), (means, squares))| Piece { weights, gradient, means, squares, limit })
}

impl Piece<'_> {
    fn step(self, step_size: StepSize, unbiased: [f32; 2]) {
        let share = 1.0 / step_size.examples as f32;
        let kept = 1.0 - step_size.rate * step_size.decay;
        let rate = step_size.rate / unbiased[0];
        let memory = self.means.iter_mut().zip(self.squares);
        for ((weight, slope), (mean, square)) in self.weights.iter_mut().zip(self.gradient).zip(memory) {
            let slope = slope * share;
            *mean = BETA1 * *mean + (1.0 - BETA1) * slope;
            *square = BETA2 * *square + (1.0 - BETA2) * slope * slope;
            let step = rate * *mean / ((*square / unbiased[1]).sqrt() + EPSILON);
            *weight = (*weight * kept - step).clamp(-self.limit, self.limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(value: f32) -> Parameters {
        Parameters(vec![Parameter::filled("x", &[1], value)])
    }

    /// The first step of Adam is the rate itself, whatever the slope; worked out by hand from the paper.
    #[test]
    fn the_first_step_is_the_rate() {
        for slope in [0.001, 1.0, 5000.0] {
            let mut weights = one(1.0);
            let step_size = StepSize { rate: 0.01, decay: 0.0, examples: 1 };
            Adam::new(&weights.clone()).step(&mut weights, &one(slope), step_size, 1);
            assert!((weights.values(0)[0] - 0.99).abs() < 1e-5, "{slope}");
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
