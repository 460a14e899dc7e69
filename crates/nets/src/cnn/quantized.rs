//! Quantized layers.
//!
//! An activation `x` is stored as `⌊scale · x⌉`, clamped to 0 ..= [`MAX_ACTIVATION`], 13 bits. A weight has 16 bits, and a
//! sum of products 32. Nothing overflows, whatever the input: the scale of the weights is so small that
//!
//! ```text
//!   MAX_ACTIVATION · Σ |weight| + |bias| < 2³¹      for every output,
//! ```
//!
//! so every partial sum is within bounds too. This is checked when a network is loaded. After the sum, a shift gives the
//! next activation. Positions of random games give the scale of a layer: [`HEADROOM`] times the greatest activation in
//! them still fits.

use super::board::{Board, GROUP, Place};
use super::kernel::{BLOCK, PairWeights, Sums};
use super::weights::{Layer, TAPS};
use crate::SimdLevel;

/// The greatest quantized activation.
pub(super) const MAX_ACTIVATION: i32 = (1 << 13) - 1;
/// How much greater an activation may be than the greatest in sample positions.
const HEADROOM: f32 = 4.0;
/// The share of 2³¹ that the sums may use; the rest is for rounding.
const SHARE: f32 = 0.95;
/// The half that is added before a shift must fit into that rest.
const MAX_SHIFT: u32 = 24;

/// The scale of a layer whose greatest activation in sample positions is `greatest`.
pub(super) fn wanted_scale(greatest: f32) -> f32 {
    MAX_ACTIVATION as f32 / (HEADROOM * greatest.max(1e-6))
}

/// The shift that brings numbers of one scale to at most another scale.
pub(super) fn shift_to(scale: f32, wanted: f32) -> u32 {
    ((scale / wanted).log2().ceil().max(0.0) as u32).min(MAX_SHIFT)
}

/// What is added before a shift, so that it rounds to nearest.
pub(super) fn half(shift: u32) -> i32 {
    1 << shift >> 1
}

/// A quantized layer whose inputs are activations.
#[derive(Clone, Debug)]
pub(super) struct QuantizedLayer {
    outputs: usize,
    /// Pairs of inputs of a square.
    pairs: usize,
    taps: usize,
    /// By block of outputs, then tap, then pair.
    weight: Vec<PairWeights>,
    /// By block of outputs; includes the half that rounds the shift.
    bias: Vec<Sums>,
    /// A sum is this multiple of its value in floating point.
    pub(super) scale: f32,
    shift: u32,
}

impl QuantizedLayer {
    /// Quantizes a layer. Its inputs have a scale and come in `pairs`; the last of them may be padding.
    pub(super) fn new(layer: &Layer, pairs: usize, input_scale: f32) -> Self {
        let weight_scale = weight_scale(layer, input_scale);
        let blocks = layer.outputs.div_ceil(BLOCK);
        let round = |number: f32| number.round() as i32;
        let mut quantized = Self {
            outputs: layer.outputs,
            pairs,
            taps: layer.taps,
            weight: vec![[0; 2 * BLOCK]; blocks * layer.taps * pairs],
            bias: vec![[0; BLOCK]; blocks],
            scale: input_scale * weight_scale,
            shift: 0,
        };
        for output in 0..layer.outputs {
            let (block, index) = (output / BLOCK, output % BLOCK);
            quantized.bias[block][index] = round(layer.bias[output] * quantized.scale);
            for (input, tap) in (0..layer.inputs).flat_map(|input| (0..layer.taps).map(move |tap| (input, tap))) {
                let at = (block * layer.taps + tap) * pairs + input / 2;
                quantized.weight[at][2 * index + input % 2] =
                    round(layer.weight(output, input, tap) * weight_scale) as i16;
            }
        }
        quantized.check_bounds();
        quantized
    }

    /// The same with activations as outputs, and their scale; `greatest` is the greatest one in sample positions.
    pub(super) fn activated(mut self, greatest: f32) -> (Self, f32) {
        self.shift = shift_to(self.scale, wanted_scale(greatest));
        self.bias.iter_mut().flatten().for_each(|bias| *bias += half(self.shift));
        self.check_bounds();
        let scale = self.scale / (1u32 << self.shift) as f32;
        (self, scale)
    }

    /// Checks that no input makes a sum overflow.
    fn check_bounds(&self) {
        for (bias, weights) in self.bias.iter().zip(self.weight.chunks_exact(self.taps * self.pairs)) {
            for (output, bias) in bias.iter().enumerate() {
                let of_output = weights.iter().flat_map(|pair| &pair[2 * output..2 * output + 2]);
                let sum: i64 = of_output.map(|weight| i64::from(*weight).abs()).sum();
                let bound = sum * i64::from(MAX_ACTIVATION) + i64::from(*bias).abs();
                assert!(i32::try_from(bound).is_ok(), "a sum of {bound} does not fit 32 bits");
            }
        }
    }

    /// Visits the sums of all squares of a batch: place, block of outputs, sums.
    #[inline]
    pub(super) fn each_sum(
        &self,
        simd: SimdLevel,
        (board, positions): (&Board, usize),
        input: &[i16],
        mut visit: impl FnMut(Place, usize, &Sums),
    ) {
        let (input, _) = input.as_chunks::<2>();
        // The three neighbours in a row are contiguous, and so are their weights.
        let (run, first_tap) = if self.taps == TAPS { (3 * self.pairs, 0) } else { (self.pairs, TAPS / 2) };
        for (block, weights) in self.weight.chunks_exact(self.taps * self.pairs).enumerate() {
            for group in board.groups(positions) {
                let mut sums = [self.bias[block]; GROUP];
                let mut from = group.map(|place| board.neighbour(place.cell, first_tap) * self.pairs);
                for weights in weights.chunks_exact(run) {
                    simd.accumulate(&mut sums, from.map(|from| &input[from..from + run]), weights);
                    from = from.map(|from| from + board.stride * self.pairs);
                }
                for (place, sums) in group.into_iter().zip(&sums) {
                    visit(place, block, sums);
                }
            }
        }
    }

    /// The sums of a fully connected layer for a batch. The positions of a group are computed together.
    pub(super) fn dense_sums(&self, simd: SimdLevel, input: &[i16], sums: &mut [i32]) {
        let (input, _) = input.as_chunks::<2>();
        let inputs = input.chunks_exact(GROUP * self.pairs);
        let rest = inputs.remainder().chunks_exact(self.pairs);
        let (of_groups, of_rest) = sums.split_at_mut(inputs.len() * GROUP * self.outputs);
        for (inputs, sums) in inputs.zip(of_groups.chunks_exact_mut(GROUP * self.outputs)) {
            self.dense_sums_of::<GROUP>(simd, inputs, sums);
        }
        for (input, sums) in rest.zip(of_rest.chunks_exact_mut(self.outputs)) {
            self.dense_sums_of::<1>(simd, input, sums);
        }
    }

    /// The same for exactly `N` positions.
    fn dense_sums_of<const N: usize>(&self, simd: SimdLevel, input: &[[i16; 2]], sums: &mut [i32]) {
        let inputs: [&[[i16; 2]]; N] = std::array::from_fn(|at| &input[at * self.pairs..][..self.pairs]);
        for (block, (weights, bias)) in self.weight.chunks_exact(self.pairs).zip(&self.bias).enumerate() {
            let mut computed = [*bias; N];
            simd.accumulate(&mut computed, inputs, weights);
            for (sums, computed) in sums.chunks_exact_mut(self.outputs).zip(&computed) {
                let sums = &mut sums[block * BLOCK..];
                let count = sums.len().min(BLOCK);
                sums[..count].copy_from_slice(&computed[..count]);
            }
        }
    }

    /// The activations of sums: shift and `ReLU`.
    #[inline]
    pub(super) fn activate(&self, sums: &Sums) -> [i16; BLOCK] {
        sums.map(|sum| (sum >> self.shift).clamp(0, MAX_ACTIVATION) as i16)
    }

    /// The number of outputs.
    pub(super) fn outputs(&self) -> usize {
        self.outputs
    }
}

/// The greatest scale of the weights with which neither they nor any sum overflow.
fn weight_scale(layer: &Layer, input_scale: f32) -> f32 {
    let rounding = 0.5 * MAX_ACTIVATION as f32 * (layer.inputs * layer.taps) as f32;
    let bounds = (0..layer.outputs).map(|output| {
        let weights = layer.of_output(output);
        let sum: f32 = weights.iter().map(|weight| weight.abs()).sum();
        let greatest = weights.iter().fold(0.0_f32, |greatest, weight| greatest.max(weight.abs()));
        let room = i32::MAX as f32 * SHARE - rounding;
        let by_sum =
            room / (MAX_ACTIVATION as f32 * sum + input_scale * layer.bias[output].abs()).max(f32::MIN_POSITIVE);
        by_sum.min(f32::from(i16::MAX) * SHARE / greatest.max(f32::MIN_POSITIVE))
    });
    bounds.fold(f32::MAX, f32::min).min(1e9)
}
