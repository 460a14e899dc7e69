//! Layers in integers.
//!
//! An activation `x` is held as `⌊scale · x⌉` in 0 ..= [`MOST`], 13 bits; what is larger is cut off there. A weight is
//! held in 16 bits, and a sum of products in 32. Nothing overflows, whatever the input: weights are made so small that
//!
//! ```text
//!   MOST · Σ |weight| + |bias| < 2³¹      for every output,
//! ```
//!
//! and so every partial sum is within bounds too. That is looked after in integers when a net is loaded. After the sum,
//! a shift brings it back to an activation. Positions of random games decide what the scale of a layer is: [`ROOM`] times
//! the greatest activation seen there still fits.

use super::board::{Board, GROUP, Place};
use super::kernel::{BLOCK, Kernel, PairWeights, Sums};
use super::weights::{Layer, TAPS};

/// The greatest activation.
pub(super) const MOST: i32 = (1 << 13) - 1;
/// How much greater than any activation seen one may be.
const ROOM: f32 = 4.0;
/// Of 2³¹, what the sums may use: the rest is for what is rounded.
const SHARE: f32 = 0.95;
/// The half that is added before a shift must fit into that rest.
const MOST_SHIFT: u32 = 24;

/// By what an activation up to `seen` is multiplied.
pub(super) fn wanted_scale(seen: f32) -> f32 {
    MOST as f32 / (ROOM * seen.max(1e-6))
}

/// By how many bits numbers of one scale are shifted to have at most another one.
pub(super) fn shift_to(scale: f32, wanted: f32) -> u32 {
    ((scale / wanted).log2().ceil().max(0.0) as u32).min(MOST_SHIFT)
}

/// A half, before a shift: what is cut off then is rounded.
pub(super) fn half(shift: u32) -> i32 {
    1 << shift >> 1
}

/// A layer whose inputs are activations.
#[derive(Clone, Debug)]
pub(super) struct Coarse {
    outputs: usize,
    /// Pairs of inputs of a place.
    pairs: usize,
    taps: usize,
    /// By block of outputs, then tap, then pair.
    weight: Vec<PairWeights>,
    /// By block of outputs; with the half that rounds, where there is a shift.
    bias: Vec<Sums>,
    /// The sums stand for this many times what they mean.
    pub(super) scale: f32,
    shift: u32,
}

impl Coarse {
    /// A layer whose inputs have a scale, and come in `pairs` of which the last ones may be nothing.
    pub(super) fn new(layer: &Layer, pairs: usize, input_scale: f32) -> Self {
        let weight_scale = weight_scale(layer, input_scale);
        let blocks = layer.outputs.div_ceil(BLOCK);
        let whole = |number: f32| number.round() as i32;
        let mut coarse = Self {
            outputs: layer.outputs,
            pairs,
            taps: layer.taps,
            weight: vec![[0; 2 * BLOCK]; blocks * layer.taps * pairs],
            bias: vec![[0; BLOCK]; blocks],
            scale: input_scale * weight_scale,
            shift: 0,
        };
        for output in 0..layer.outputs {
            let (block, lane) = (output / BLOCK, output % BLOCK);
            coarse.bias[block][lane] = whole(layer.bias[output] * coarse.scale);
            for (input, tap) in (0..layer.inputs).flat_map(|input| (0..layer.taps).map(move |tap| (input, tap))) {
                let at = (block * layer.taps + tap) * pairs + input / 2;
                coarse.weight[at][2 * lane + input % 2] = whole(layer.weight(output, input, tap) * weight_scale) as i16;
            }
        }
        coarse.check_bounds();
        coarse
    }

    /// The same with activations as outputs, the greatest of which was `seen`; and their scale.
    pub(super) fn activated(mut self, seen: f32) -> (Self, f32) {
        self.shift = shift_to(self.scale, wanted_scale(seen));
        self.bias.iter_mut().flatten().for_each(|bias| *bias += half(self.shift));
        self.check_bounds();
        let scale = self.scale / (1u32 << self.shift) as f32;
        (self, scale)
    }

    /// No input can make a sum overflow.
    fn check_bounds(&self) {
        for (bias, weights) in self.bias.iter().zip(self.weight.chunks_exact(self.taps * self.pairs)) {
            for (lane, bias) in bias.iter().enumerate() {
                let of_lane = weights.iter().flat_map(|pair| &pair[2 * lane..2 * lane + 2]);
                let sum: i64 = of_lane.map(|weight| i64::from(*weight).abs()).sum();
                let most = sum * i64::from(MOST) + i64::from(*bias).abs();
                assert!(i32::try_from(most).is_ok(), "a sum of {most} does not fit 32 bits");
            }
        }
    }

    /// Visits the sums of all squares of so many positions: place, block of outputs, sums.
    #[inline]
    pub(super) fn each_sum(
        &self,
        kernel: Kernel,
        (board, positions): (&Board, usize),
        input: &[i16],
        mut visit: impl FnMut(Place, usize, &Sums),
    ) {
        let (input, _) = input.as_chunks::<2>();
        // Three neighbours of a row stand side by side, and so do their weights.
        let (run, first_tap) = if self.taps == TAPS { (3 * self.pairs, 0) } else { (self.pairs, TAPS / 2) };
        for (block, weights) in self.weight.chunks_exact(self.taps * self.pairs).enumerate() {
            for group in board.groups(positions) {
                let mut sums = [self.bias[block]; GROUP];
                let mut from = group.map(|place| board.tapped(place.cell, first_tap) * self.pairs);
                for weights in weights.chunks_exact(run) {
                    kernel.accumulate(&mut sums, from.map(|from| &input[from..from + run]), weights);
                    from = from.map(|from| from + board.stride * self.pairs);
                }
                for (place, sums) in group.into_iter().zip(&sums) {
                    visit(place, block, sums);
                }
            }
        }
    }

    /// The sums of a layer that looks at one place only, with everything in it, for positions one behind the other. Those
    /// of a group are made side by side.
    pub(super) fn sums_of_all(&self, kernel: Kernel, input: &[i16], sums: &mut [i32]) {
        let (input, _) = input.as_chunks::<2>();
        let inputs = input.chunks_exact(GROUP * self.pairs);
        let rest = inputs.remainder().chunks_exact(self.pairs);
        let (of_groups, of_rest) = sums.split_at_mut(inputs.len() * GROUP * self.outputs);
        for (inputs, sums) in inputs.zip(of_groups.chunks_exact_mut(GROUP * self.outputs)) {
            self.sums_of::<GROUP>(kernel, inputs, sums);
        }
        for (input, sums) in rest.zip(of_rest.chunks_exact_mut(self.outputs)) {
            self.sums_of::<1>(kernel, input, sums);
        }
    }

    /// The same for exactly so many positions.
    fn sums_of<const N: usize>(&self, kernel: Kernel, input: &[[i16; 2]], sums: &mut [i32]) {
        let inputs: [&[[i16; 2]]; N] = std::array::from_fn(|at| &input[at * self.pairs..][..self.pairs]);
        for (block, (weights, bias)) in self.weight.chunks_exact(self.pairs).zip(&self.bias).enumerate() {
            let mut made = [*bias; N];
            kernel.accumulate(&mut made, inputs, weights);
            for (sums, made) in sums.chunks_exact_mut(self.outputs).zip(&made) {
                let sums = &mut sums[block * BLOCK..];
                let count = sums.len().min(BLOCK);
                sums[..count].copy_from_slice(&made[..count]);
            }
        }
    }

    /// Sums as activations.
    #[inline]
    pub(super) fn activate(&self, sums: &Sums) -> [i16; BLOCK] {
        sums.map(|sum| (sum >> self.shift).clamp(0, MOST) as i16)
    }

    /// How many outputs there are.
    pub(super) fn outputs(&self) -> usize {
        self.outputs
    }
}

/// The greatest scale of the weights by which neither they nor any sum overflow.
fn weight_scale(layer: &Layer, input_scale: f32) -> f32 {
    let rounded = 0.5 * MOST as f32 * (layer.inputs * layer.taps) as f32;
    let bounds = (0..layer.outputs).map(|output| {
        let weights = layer.of_output(output);
        let sum: f32 = weights.iter().map(|weight| weight.abs()).sum();
        let greatest = weights.iter().fold(0.0_f32, |greatest, weight| greatest.max(weight.abs()));
        let room = i32::MAX as f32 * SHARE - rounded;
        let by_sum = room / (MOST as f32 * sum + input_scale * layer.bias[output].abs()).max(f32::MIN_POSITIVE);
        by_sum.min(f32::from(i16::MAX) * SHARE / greatest.max(f32::MIN_POSITIVE))
    });
    bounds.fold(f32::MAX, f32::min).min(1e9)
}
