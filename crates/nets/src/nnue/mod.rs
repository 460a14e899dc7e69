//! Efficiently updatable networks (Y. Nasu, *Efficiently updatable neural-network-based evaluation functions for computer
//! shogi*, 2018): a feature transformer, whose accumulator is updated incrementally, and one output layer.
//!
//! ```text
//! features, perspective of the side to move ── input.weight, bias ── SCReLU ─┐
//!                                                                            ├─ output.weight, bias ── log-odds
//! features, perspective of the other side   ── the same layer ────── SCReLU ─┘     of the output bucket
//! ```
//!
//! `SCReLU`, the squared clipped `ReLU`, is `clamp(x, 0, 1)²`. The number of active features selects the output bucket. The feature
//! transformer may have weights for each input bucket of the game (`Planes::bucket`), which mirrors the board, too.
//!
//! The weights of the file are floats. Here they are quantized to 16-bit integers. The weights of the feature transformer are
//! multiples of 1/`one`, at best 1/255; those of the output layer are scaled so that the largest is 127. Both are
//! coarser where a sum could overflow 16 or 32 bits in any position: see `Quantization`.

mod accumulator;
mod vector;
mod view;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_core::{Planes, Score, Side, score};

use self::vector::{BLOCK, I16x16};
use self::view::Views;
use crate::encoding::Encoding;
use crate::{NetError, SimdLevel, WeightFile, bucket};

/// The greatest scale of the feature transformer.
const MAX_FEATURE_SCALE: f32 = 255.0;
/// The least: with less, rounding destroys the network.
const MIN_FEATURE_SCALE: f32 = 15.0;
/// The largest output weight.
const MAX_OUTPUT_WEIGHT: f32 = 127.0;
const MAX_HIDDEN: usize = 4096;

/// An efficiently updatable network.
pub struct Nnue<G> {
    net: Layers,
    game: PhantomData<fn(G)>,
}

/// The layers of a network. What is done once for a network does not depend on the type of the game.
struct Layers {
    id: u64,
    simd: SimdLevel,
    /// For each input bucket a row of weights for each feature.
    feature_weights: Vec<I16x16>,
    feature_bias: Vec<I16x16>,
    views: Views,
    /// For each bucket the weights of the side to move, then those of the other side.
    output_weights: Vec<I16x16>,
    /// For each bucket, in points.
    output_bias: Vec<f64>,
    /// What stands for 1 in an accumulator.
    one: i16,
    /// Points for one unit of log-odds.
    scale: f64,
    /// Points for one unit of the output sum.
    points: f64,
    /// The number of active features that belongs to the last bucket.
    max_active: usize,
}

/// The factors by which weights are multiplied before they are rounded.
struct Quantization {
    /// Of the feature transformer. A sum is at most the bias and the largest weights of one sign, as many as features can be
    /// active; it must fit 16 bits.
    feature: f32,
    /// Of the output layer. The largest weight times the largest activation, 255, fits 16 bits. All weights of one sign
    /// times 255², the largest sum, fit 32 bits.
    output: f32,
}

impl Quantization {
    fn new(weights: &Weights<'_>, encoding: &Encoding) -> Option<Self> {
        let highest = (0..weights.hidden).map(|unit| weights.highest_sum(unit, encoding)).fold(0.0, f32::max);
        // Rounding may add a half for each weight.
        let room = f32::from(i16::MAX) - (encoding.max_active_features + 1) as f32;
        let feature = (room / highest.max(f32::MIN_POSITIVE)).min(MAX_FEATURE_SCALE).floor();
        let largest = weights.output.iter().fold(f32::MIN_POSITIVE, |most, weight| weight.abs().max(most));
        let room = (i32::MAX / (255 * 255)) as f32 - 2.0 * weights.hidden as f32;
        let output = weights.output_sums().fold(MAX_OUTPUT_WEIGHT / largest, |least, sum| least.min(room / sum));
        (feature >= MIN_FEATURE_SCALE && output.is_normal() && output > 0.0).then_some(Self { feature, output })
    }
}

/// The weights of a file.
struct Weights<'a> {
    hidden: usize,
    input: &'a [f32],
    bias: &'a [f32],
    output: &'a [f32],
}

impl Weights<'_> {
    /// The largest absolute value of a sum.
    fn highest_sum(&self, unit: usize, encoding: &Encoding) -> f32 {
        let most = encoding.max_active_features;
        let bias = self.bias[unit];
        let in_bucket = |bucket: &[f32]| {
            let mut column: Vec<f32> = bucket.iter().skip(unit).step_by(self.hidden).copied().collect();
            column.sort_by(f32::total_cmp);
            let low: f32 = column.iter().take(most).map(|weight| weight.min(0.0)).sum();
            let high: f32 = column.iter().rev().take(most).map(|weight| weight.max(0.0)).sum();
            (bias + low).abs().max((bias + high).abs()).max(bias.abs())
        };
        self.input.chunks(encoding.features() * self.hidden).map(in_bucket).fold(0.0, f32::max)
    }

    /// For each bucket the larger of the sum of all positive and the sum of all negative weights.
    fn output_sums(&self) -> impl Iterator<Item = f32> {
        self.output.chunks_exact(2 * self.hidden).map(|weights| {
            let positive: f32 = weights.iter().filter(|weight| **weight > 0.0).sum();
            let negative: f32 = weights.iter().filter(|weight| **weight < 0.0).sum();
            positive.max(-negative).max(f32::MIN_POSITIVE)
        })
    }
}

impl Layers {
    fn new(file: &WeightFile, encoding: &Encoding) -> Result<Self, NetError> {
        static NEXT_ID: AtomicU64 = AtomicU64::new(0);
        file.expect_encoding(encoding.name)?;
        let hidden = file.count("hidden", 1..=MAX_HIDDEN)?;
        let (buckets, max_active) = bucket::read(file, encoding)?;
        let input_buckets = bucket::read_input(file, encoding)?;
        let weights = Weights {
            hidden,
            input: file.shaped("input.weight", &[input_buckets * encoding.features(), hidden])?,
            bias: file.shaped("input.bias", &[hidden])?,
            output: file.shaped("output.weight", &[buckets, 2 * hidden])?,
        };
        let output_bias = file.shaped("output.bias", &[buckets])?;
        let Some(quantization) = Quantization::new(&weights, encoding) else {
            return Err(file.meta_error("hidden", "weights that fit 16 bits; these are far too large"));
        };
        let scale = f64::from(file.scale);
        Ok(Self {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            simd: SimdLevel::detect(),
            feature_weights: quantize(weights.input, hidden, quantization.feature),
            feature_bias: quantize(weights.bias, hidden, quantization.feature),
            views: if input_buckets == 1 { Views::plain(encoding) } else { Views::bucketed(encoding) },
            output_weights: quantize(weights.output, hidden, quantization.output),
            output_bias: output_bias.iter().map(|bias| f64::from(*bias) * scale).collect(),
            one: quantization.feature as i16,
            points: scale / (f64::from(quantization.feature).powi(2) * f64::from(quantization.output)),
            scale,
            max_active,
        })
    }

    /// The output bucket of a position with so many active features.
    #[inline]
    fn bucket(&self, active: usize) -> usize {
        bucket::select(active, self.max_active, self.output_bias.len())
    }

    /// The output layer, in points of the side to move.
    fn output(&self, [first, second]: [&[I16x16]; 2], turn: Side, bucket: usize) -> f64 {
        let (own, other) = if turn == Side::First { (first, second) } else { (second, first) };
        let weights = &self.output_weights[bucket * 2 * own.len()..][..2 * own.len()];
        let (own_weights, other_weights) = weights.split_at(own.len());
        let sum = self.simd.screlu_dot(own, own_weights, self.one);
        let sum = sum.wrapping_add(self.simd.screlu_dot(other, other_weights, self.one));
        f64::from(sum) * self.points + self.output_bias[bucket]
    }
}

impl<G: Planes> Nnue<G> {
    /// The network of a file of kind `nnue`.
    pub fn new(file: &WeightFile) -> Result<Self, NetError> {
        Ok(Self { net: Layers::new(file, &Encoding::of::<G>())?, game: PhantomData })
    }

    /// The same network computed with another instruction set, with the same results.
    #[must_use]
    pub fn with_simd(mut self, simd: SimdLevel) -> Self {
        self.net.simd = simd;
        self
    }

    /// Points for one unit of log-odds.
    pub fn scale(&self) -> f64 {
        self.net.scale
    }

    /// The score of the position for the side to move.
    #[inline]
    pub fn evaluate(&self, position: &G) -> Score {
        let net = &self.net;
        accumulator::with_accumulators::<G, _>(net, &position.planes(Side::First), |views, active| {
            score::clamp(net.output(views, position.turn(), net.bucket(active)).round() as Score)
        })
    }

    /// The points of the side to move without what is on some squares, as the first player sees them. The output bucket stays that
    /// of the position.
    pub(crate) fn points_without(&self, position: &G, squares: u128) -> f64 {
        let mut planes = position.planes(Side::First);
        let active = planes.as_ref().iter().map(|plane| plane.count_ones() as usize).sum();
        planes.as_mut().iter_mut().for_each(|plane| *plane &= !squares);
        let (net, bucket) = (&self.net, self.net.bucket(active));
        accumulator::with_accumulators::<G, _>(net, &planes, |views, _| net.output(views, position.turn(), bucket))
    }
}

/// Quantized rows of weights, each filled up with zeros to whole blocks.
fn quantize(weights: &[f32], hidden: usize, scale: f32) -> Vec<I16x16> {
    let length = hidden.div_ceil(BLOCK * I16x16::WIDTH) * BLOCK;
    let mut vectors = Vec::with_capacity(weights.len() / hidden * length);
    for row in weights.chunks_exact(hidden) {
        let end = vectors.len() + length;
        vectors.extend(row.chunks(I16x16::WIDTH).map(|numbers| {
            let mut vector = I16x16::ZERO;
            for (to, number) in vector.0.iter_mut().zip(numbers) {
                *to = (number * scale).round() as i16;
            }
            vector
        }));
        vectors.resize(end, I16x16::ZERO);
    }
    vectors
}
