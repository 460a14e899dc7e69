//! Networks with sparse inputs, after Nasu's NNUE (2018):
//!
//! ```text
//!   features of the side to move ──┐                  ┌── own half ───┐
//!                                  ├─ the same layer ─┤   clamp to    ├── one output a phase → log-odds
//!   features of the other side ────┘                  └── 0..1, square┘
//! ```
//!
//! The layer may have weights for each input bucket of the game, which the position of one piece selects for each side.
//!
//! With symmetries, each example is replaced by one of its images, drawn at random in every epoch. A batch is cut into a
//! fixed number of parts, whose gradients are added in order.

use quevedo_catalog::InputBuckets;
use quevedo_core::Rng;
use quevedo_core::hash::{combine, mix};

use super::parameters::{Parameter, Parameters, Tensors, tensor};
use super::threads::parallel_map;
use super::{Batch, Examples, InputEncoding, Model, Symmetries, logistic_loss};

/// Parts of a batch.
const PARTS: usize = 8;
/// Neurons that are accumulated at once, in registers.
const BLOCK: usize = 32;
/// Neurons that fit one register; the hidden layer is a multiple of it.
pub(crate) const LANES: usize = 8;
/// Weights stay within what steps of 1/64 would fit into eight bits; inference keeps them in finer ones.
const LIMIT: f32 = 1.98;
/// Numbers that a thread adds at once.
const CHUNK: usize = 1 << 14;

const INPUT: usize = 0;
const INPUT_BIAS: usize = 1;
const OUTPUT: usize = 2;
const OUTPUT_BIAS: usize = 3;

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NnueShape {
    /// Neurons a side, a multiple of 8.
    pub hidden: usize,
    /// Outputs.
    pub phases: usize,
    /// Whether there are weights for each input bucket of the game.
    pub is_bucketed: bool,
}

/// A network with the examples it is trained on.
#[derive(Debug)]
pub struct Nnue<'a> {
    examples: &'a Examples,
    hidden: usize,
    phases: usize,
    buckets: Option<&'a InputBuckets>,
    /// For each symmetry the image of every feature; the identity comes first.
    images: Vec<Vec<u16>>,
}

/// The gradient of a part of a batch.
struct PartGradient([Vec<f32>; 4]);

/// The accumulators of both sides for one example; after backpropagation, their gradients.
struct Scratch {
    sums: [Vec<f32>; 2],
    inputs: [Vec<u16>; 2],
}

impl<'a> Nnue<'a> {
    /// A net to be trained; `None` if its size is not possible.
    pub fn new(examples: &'a Examples, shape: NnueShape, symmetries: Symmetries) -> Option<Self> {
        let NnueShape { hidden, phases, is_bucketed } = shape;
        let is_right = hidden > 0 && hidden % LANES == 0 && phases > 0;
        let buckets = examples.encoding.buckets.as_ref().filter(|_| is_bucketed);
        let images = images(&examples.encoding, symmetries);
        (is_right && buckets.is_some() == is_bucketed).then_some(Self { examples, hidden, phases, buckets, images })
    }

    /// The number of input buckets.
    pub fn buckets(&self) -> usize {
        self.buckets.map_or(1, |buckets| buckets.count)
    }

    /// The shapes of the tensors of a network like this one with so many neurons.
    fn shapes(&self, hidden: usize) -> [Vec<usize>; 4] {
        let rows = self.buckets() * self.examples.encoding.features();
        [vec![rows, hidden], vec![hidden], vec![self.phases, 2 * hidden], vec![self.phases]]
    }

    fn phase(&self, example: u32) -> usize {
        let most = self.examples.encoding.max_active_features;
        self.examples.inputs(example).len().min(most) * self.phases / (most + 1)
    }

    fn scratch(&self) -> Scratch {
        Scratch { sums: [vec![0.0; self.hidden], vec![0.0; self.hidden]], inputs: [Vec::new(), Vec::new()] }
    }

    /// The active features of both sides, under a symmetry that the noise chooses.
    fn load_features(&self, example: u32, noise: Option<u64>, inputs: &mut [Vec<u16>; 2]) {
        let drawn = noise.map_or(0, |seed| mix(combine(seed, u64::from(example))) as usize % self.images.len());
        let image = &self.images[drawn];
        let [own, other] = inputs;
        own.clear();
        own.extend(self.examples.inputs(example).iter().map(|input| image[usize::from(*input)]));
        other.clear();
        other.extend(own.iter().map(|input| self.examples.encoding.flipped[usize::from(*input)]));
        if let Some(buckets) = self.buckets {
            for features in inputs {
                self.to_rows(buckets, features);
            }
        }
    }

    /// Replaces the features of a perspective by their rows in the bucket that its own piece selects.
    fn to_rows(&self, buckets: &InputBuckets, features: &mut [u16]) {
        let encoding = &self.examples.encoding;
        let (squares, width) = (encoding.squares() as u16, encoding.width as u16);
        let selecting = features.iter().find(|feature| usize::from(**feature / squares) == buckets.plane);
        let (bucket, is_mirrored) =
            selecting.map_or((0, false), |feature| buckets.squares[usize::from(feature % squares)]);
        for feature in features {
            let column = *feature % width;
            let mirrored = if is_mirrored { *feature - column + width - 1 - column } else { *feature };
            *feature = u16::from(bucket) * encoding.features() as u16 + mirrored;
        }
    }

    /// The logit of an example; the features and accumulators stay in the scratch.
    fn logit(&self, weights: &Parameters, example: u32, noise: Option<u64>, scratch: &mut Scratch) -> f32 {
        self.load_features(example, noise, &mut scratch.inputs);
        let phase = self.phase(example);
        let output = &weights.values(OUTPUT)[phase * 2 * self.hidden..][..2 * self.hidden];
        let mut logit = weights.values(OUTPUT_BIAS)[phase];
        for ((sums, inputs), output) in
            scratch.sums.iter_mut().zip(&scratch.inputs).zip(output.chunks_exact(self.hidden))
        {
            accumulate(weights.values(INPUT), weights.values(INPUT_BIAS), inputs, sums);
            logit += output_sum(sums, output);
        }
        logit
    }

    /// Adds the gradient of an example.
    fn backpropagate(
        &self,
        weights: &Parameters,
        example: u32,
        derivative: f32,
        scratch: &mut Scratch,
        gradients: &mut PartGradient,
    ) {
        let phase = self.phase(example);
        let [input_gradients, bias_gradients, output_gradients, last] = &mut gradients.0;
        last[phase] += derivative;
        let output = &weights.values(OUTPUT)[phase * 2 * self.hidden..][..2 * self.hidden];
        let output_gradients = &mut output_gradients[phase * 2 * self.hidden..][..2 * self.hidden];
        let halves = output.chunks_exact(self.hidden).zip(output_gradients.chunks_exact_mut(self.hidden));
        for ((sums, inputs), (output, output_gradients)) in scratch.sums.iter_mut().zip(&scratch.inputs).zip(halves) {
            backpropagate_activation(sums, output, output_gradients, derivative);
            add(bias_gradients, sums);
            for input in inputs {
                add(&mut input_gradients[usize::from(*input) * self.hidden..][..self.hidden], sums);
            }
        }
    }

    fn learn_part(&self, weights: &Parameters, examples: &[u32], noise: Option<u64>) -> (f64, PartGradient) {
        let mut gradients =
            PartGradient([INPUT, INPUT_BIAS, OUTPUT, OUTPUT_BIAS].map(|slot| vec![0.0; weights.values(slot).len()]));
        let mut scratch = self.scratch();
        let mut sum = 0.0;
        for example in examples {
            let logit = self.logit(weights, *example, noise, &mut scratch);
            let (loss, derivative) = logistic_loss(logit, self.examples.target(*example));
            sum += loss;
            self.backpropagate(weights, *example, derivative, &mut scratch, &mut gradients);
        }
        (sum, gradients)
    }
}

/// For each symmetry the image of every feature.
fn images(encoding: &InputEncoding, symmetries: Symmetries) -> Vec<Vec<u16>> {
    let squares = encoding.squares();
    let images = |permutation: &Vec<usize>| {
        (0..encoding.features()).map(|input| (input - input % squares + permutation[input % squares]) as u16).collect()
    };
    symmetries.permutations([encoding.width, encoding.height]).iter().map(images).collect()
}

/// The accumulator: the bias and the rows of all active features.
fn accumulate(rows: &[f32], bias: &[f32], inputs: &[u16], sums: &mut [f32]) {
    let hidden = sums.len();
    let wide = hidden - hidden % BLOCK;
    let mut at = 0;
    while at < hidden {
        if at < wide {
            accumulate_block::<BLOCK>(rows, bias, inputs, sums, at);
            at += BLOCK;
        } else {
            accumulate_block::<LANES>(rows, bias, inputs, sums, at);
            at += LANES;
        }
    }
}

#[inline]
fn accumulate_block<const N: usize>(rows: &[f32], bias: &[f32], inputs: &[u16], sums: &mut [f32], at: usize) {
    let hidden = sums.len();
    let mut block = [0.0; N];
    block.copy_from_slice(&bias[at..at + N]);
    for input in inputs {
        let row = &rows[usize::from(*input) * hidden + at..][..N];
        for lane in 0..N {
            block[lane] += row[lane];
        }
    }
    sums[at..at + N].copy_from_slice(&block);
}

/// The sum of `clamp(x, 0, 1)²` times its weight, in eight lanes.
fn output_sum(sums: &[f32], weights: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for lane in 0..LANES {
            let clamped = sums[lane].clamp(0.0, 1.0);
            lanes[lane] += clamped * clamped * weights[lane];
        }
    }
    lanes.iter().sum()
}

/// Replaces every sum by its gradient, and adds the gradients of the output weights.
fn backpropagate_activation(sums: &mut [f32], output: &[f32], output_gradients: &mut [f32], derivative: f32) {
    for ((sum, weight), weight_gradient) in sums.iter_mut().zip(output).zip(output_gradients) {
        let clamped = sum.clamp(0.0, 1.0);
        *weight_gradient += derivative * clamped * clamped;
        let is_within = *sum > 0.0 && *sum < 1.0;
        *sum = if is_within { 2.0 * derivative * weight * clamped } else { 0.0 };
    }
}

#[inline]
fn add(sum: &mut [f32], more: &[f32]) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

impl Model for Nnue<'_> {
    fn start(&self, seed: u64) -> Parameters {
        let mut rng = Rng::with_seed(seed);
        let encoding = &self.examples.encoding;
        let reach = 1.0 / (encoding.max_active_features as f32).sqrt();
        let output_reach = 1.0 / (2.0 * self.hidden as f32).sqrt();
        let [input, input_bias, output, output_bias] = self.shapes(self.hidden);
        Parameters(vec![
            Parameter::random("input.weight", &input, reach, &mut rng).within(LIMIT),
            Parameter::filled("input.bias", &input_bias, 0.1).within(LIMIT),
            Parameter::random("output.weight", &output, output_reach, &mut rng).within(LIMIT),
            Parameter::filled("output.bias", &output_bias, 0.0),
        ])
    }

    /// The network may have fewer neurons: the others begin with random input weights, and with output weights of zero.
    fn start_from(&self, seed: u64, network: &Tensors, factor: f32) -> Result<Parameters, String> {
        let mut weights = self.start(seed);
        weights.0[OUTPUT].values.fill(0.0);
        let hidden = tensor(network, &weights.0[INPUT_BIAS].name)?.data.len();
        for (parameter, shape) in weights.0.iter_mut().zip(self.shapes(hidden)) {
            let narrow = tensor(network, &parameter.name)?;
            if narrow.shape != shape || !(1..=self.hidden).contains(&hidden) {
                let Parameter { name, shape, .. } = parameter;
                return Err(format!(
                    "its `{name}` has the shape {:?}, which does not fit into {shape:?}",
                    narrow.shape
                ));
            }
            parameter.copy_narrower(&narrow.data, [self.hidden, hidden]);
        }
        weights.0[OUTPUT..].iter_mut().for_each(|parameter| parameter.scale(factor));
        Ok(weights)
    }

    fn learn(&self, weights: &Parameters, batch: Batch<'_>, gradient: &mut Parameters) -> f64 {
        let length = batch.examples.len().div_ceil(PARTS).max(1);
        let chunks = batch.examples.chunks(length).collect();
        let parts = parallel_map(batch.threads, chunks, |examples| self.learn_part(weights, examples, batch.noise));
        let slices = gradient.0.iter_mut().enumerate().flat_map(|(slot, parameter)| {
            parameter.values.chunks_mut(CHUNK).enumerate().map(move |(chunk, sum)| (slot, chunk * CHUNK, sum))
        });
        parallel_map(batch.threads, slices.collect(), |(slot, begin, sum): (usize, usize, &mut [f32])| {
            sum.fill(0.0);
            for (_, gradients) in &parts {
                add(sum, &gradients.0[slot][begin..begin + sum.len()]);
            }
        });
        parts.iter().map(|(loss, _)| loss).sum()
    }

    fn loss(&self, weights: &Parameters, batch: Batch<'_>) -> f64 {
        let chunks = batch.examples.chunks(CHUNK).collect();
        let loss_of = |examples: &[u32]| {
            let mut scratch = self.scratch();
            let loss = |example: &u32| {
                logistic_loss(self.logit(weights, *example, batch.noise, &mut scratch), self.examples.target(*example))
                    .0
            };
            examples.iter().map(loss).sum::<f64>()
        };
        parallel_map(batch.threads, chunks, loss_of).iter().sum()
    }
}
