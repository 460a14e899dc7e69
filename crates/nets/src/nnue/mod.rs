//! Efficiently updatable networks (Y. Nasu, *Efficiently updatable neural-network-based evaluation functions for computer
//! shogi*, 2018): one wide layer over sparse inputs, kept up to date by adding and subtracting rows, and a small rest.
//!
//! ```text
//! inputs as the side to move sees them ── input.weight, bias ── clamp(x, 0, 1)² ─┐
//!                                                                               ├─ output.weight, bias ── log-odds
//! inputs as the other side sees them   ── the same layer ────── clamp(x, 0, 1)² ─┘     of the phase
//! ```
//!
//! The weights of the file are floats. Here they are 16-bit integers: the first layer in steps of 1/`most`, at best
//! 1/255, the last in such steps that the largest is 127. Both are coarser where sums could leave 16 or 32 bits, whatever
//! the position: see `Fineness`.

mod cache;
mod lanes;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_core::{Planes, Score, Side, score};

pub use self::lanes::Arithmetic;
use self::lanes::{BLOCK, Lane};
use crate::{NetError, WeightFile};

/// Steps of the first layer to 1, at most.
const FINEST: f32 = 255.0;
/// Steps of the first layer to 1, at least: coarser ones are no network any more.
const COARSEST: f32 = 15.0;
/// The largest output weight.
const LARGEST: f32 = 127.0;
const MOST_HIDDEN: usize = 4096;
const MOST_PHASES: usize = 128;

/// A network over sparse inputs.
pub struct Nnue<G> {
    id: u64,
    arithmetic: Arithmetic,
    /// A row for each input.
    rows: Vec<Lane>,
    bias: Vec<Lane>,
    /// What the second player sees where the first sees an input.
    turned: Vec<u16>,
    /// For each phase the weights of the side to move, then those of the other.
    outputs: Vec<Lane>,
    /// For each phase, in points.
    output_bias: Vec<f64>,
    /// The first layer's steps to 1.
    most: i16,
    /// Points for one unit of log-odds.
    scale: f64,
    /// Points for one step of the result.
    points: f64,
    /// The most pieces there can be, which are told apart in phases.
    pieces: usize,
    game: PhantomData<fn(G)>,
}

/// In how small steps weights are kept.
struct Fineness {
    /// Steps to 1 of the first layer. A sum is at most the bias and the largest weights of one sign, one for each
    /// input that can hold; it has to fit 16 bits.
    hidden: f32,
    /// Steps to 1 of the last layer. The largest weight times the most that a hidden unit gives, 255, fits 16 bits; all
    /// weights of one sign times 255², which is the most that a sum can be, fit 32.
    output: f32,
}

impl Fineness {
    fn new<G: Planes>(weights: &Weights<'_>) -> Option<Self> {
        let highest = (0..weights.hidden).map(|unit| weights.highest_sum::<G>(unit)).fold(0.0, f32::max);
        // Rounding may add half a step for each weight.
        let room = f32::from(i16::MAX) - (G::MAX_ACTIVE_FEATURES + 1) as f32;
        let hidden = (room / highest.max(f32::MIN_POSITIVE)).min(FINEST).floor();
        let largest = weights.output.iter().fold(f32::MIN_POSITIVE, |most, weight| weight.abs().max(most));
        let room = (i32::MAX / (255 * 255)) as f32 - 2.0 * weights.hidden as f32;
        let output = weights.output_sums().fold(LARGEST / largest, |finest, sum| finest.min(room / sum));
        (hidden >= COARSEST && output.is_normal() && output > 0.0).then_some(Self { hidden, output })
    }
}

/// The weights as they stand in the file.
struct Weights<'a> {
    hidden: usize,
    input: &'a [f32],
    bias: &'a [f32],
    output: &'a [f32],
}

impl Weights<'_> {
    /// The furthest from zero that a sum can come.
    fn highest_sum<G: Planes>(&self, unit: usize) -> f32 {
        let mut column: Vec<f32> = self.input.iter().skip(unit).step_by(self.hidden).copied().collect();
        column.sort_by(f32::total_cmp);
        let bias = self.bias[unit];
        let low: f32 = column.iter().take(G::MAX_ACTIVE_FEATURES).map(|weight| weight.min(0.0)).sum();
        let high: f32 = column.iter().rev().take(G::MAX_ACTIVE_FEATURES).map(|weight| weight.max(0.0)).sum();
        (bias + low).abs().max((bias + high).abs()).max(bias.abs())
    }

    /// For each phase the larger of the sums of all weights above and of all below zero.
    fn output_sums(&self) -> impl Iterator<Item = f32> {
        self.output.chunks_exact(2 * self.hidden).map(|weights| {
            let above: f32 = weights.iter().filter(|weight| **weight > 0.0).sum();
            let below: f32 = weights.iter().filter(|weight| **weight < 0.0).sum();
            above.max(-below).max(f32::MIN_POSITIVE)
        })
    }
}

impl<G: Planes> Nnue<G> {
    /// The network of a file of kind `nnue`.
    pub fn new(file: &WeightFile) -> Result<Self, NetError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        file.expect_sees(G::NAME)?;
        let hidden = file.count("hidden", 1..=MOST_HIDDEN)?;
        let phases = file.count("phases", 1..=MOST_PHASES)?;
        let pieces = if phases == 1 { G::MAX_ACTIVE_FEATURES } else { file.count("pieces", 1..=G::FEATURES)? };
        let weights = Weights {
            hidden,
            input: file.shaped("input.weight", &[G::FEATURES, hidden])?,
            bias: file.shaped("input.bias", &[hidden])?,
            output: file.shaped("output.weight", &[phases, 2 * hidden])?,
        };
        let output_bias = file.shaped("output.bias", &[phases])?;
        let Some(fineness) = Fineness::new::<G>(&weights) else {
            return Err(file.meta_error("hidden", "weights that fit 16 bits; these are far too large"));
        };
        let scale = f64::from(file.scale);
        Ok(Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            arithmetic: Arithmetic::fastest(),
            rows: lanes(weights.input, hidden, fineness.hidden),
            bias: lanes(weights.bias, hidden, fineness.hidden),
            turned: (0..G::FEATURES).map(|input| G::turned(input) as u16).collect(),
            outputs: lanes(weights.output, hidden, fineness.output),
            output_bias: output_bias.iter().map(|bias| f64::from(*bias) * scale).collect(),
            most: fineness.hidden as i16,
            points: scale / (f64::from(fineness.hidden).powi(2) * f64::from(fineness.output)),
            scale,
            pieces,
            game: PhantomData,
        })
    }

    /// The same network computed in another way, with the same results.
    #[must_use]
    pub fn computed_by(mut self, arithmetic: Arithmetic) -> Self {
        self.arithmetic = arithmetic;
        self
    }

    /// Points for one unit of log-odds.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// How good the position is for the side to move.
    #[inline]
    pub fn evaluate(&self, position: &G) -> Score {
        cache::with_sums(self, &position.planes(Side::First), |slot| {
            let [first, second] = slot.sums();
            let (own, other) = if position.turn() == Side::First { (first, second) } else { (second, first) };
            let phase = self.phase(slot.pieces);
            let weights = &self.outputs[phase * 2 * own.len()..][..2 * own.len()];
            let (own_weights, other_weights) = weights.split_at(own.len());
            let sum = self.arithmetic.weigh(own, own_weights, self.most);
            let sum = sum.wrapping_add(self.arithmetic.weigh(other, other_weights, self.most));
            score::clamp((f64::from(sum) * self.points + self.output_bias[phase]).round() as Score)
        })
    }

    #[inline]
    fn phase(&self, pieces: usize) -> usize {
        let phases = self.output_bias.len();
        if phases == 1 { 0 } else { (pieces * phases / (self.pieces + 1)).min(phases - 1) }
    }
}

/// Rows of weights in steps, each filled up with zeros to whole blocks.
fn lanes(weights: &[f32], hidden: usize, steps: f32) -> Vec<Lane> {
    let length = hidden.div_ceil(BLOCK * Lane::WIDTH) * BLOCK;
    let mut lanes = Vec::with_capacity(weights.len() / hidden * length);
    for row in weights.chunks_exact(hidden) {
        let end = lanes.len() + length;
        lanes.extend(row.chunks(Lane::WIDTH).map(|numbers| {
            let mut lane = Lane::ZERO;
            for (to, number) in lane.0.iter_mut().zip(numbers) {
                *to = (number * steps).round() as i16;
            }
            lane
        }));
        lanes.resize(end, Lane::ZERO);
    }
    lanes
}
