//! Small convolutional networks, in integers: a value, and an opinion of moves where the file has one.
//!
//! ```text
//!   planes ─ 3x3 ─ 3x3 ─ … ─┬─ 1x1 ─ all squares ─ hidden ─ logit of winning
//!                            └─ 1x1 ─ a plane of logits for every step of a move
//! ```
//!
//! The net sees the planes of the side to move and a plane of ones, by which it knows the edge of the board. Between the
//! layers is a `ReLU`. The logit of a move is the sum of those of its steps (where from, where to, where the arrow goes),
//! each on a plane of its own; over the legal moves they become probabilities (softmax).
//!
//! | room | what lives there |
//! |---|---|
//! | `weights` | what a file says, checked |
//! | `plain` | the net in floating point: the measure of all others |
//! | `coarse`, `first` | its layers in integers, and why they do not overflow |
//! | `kernel` | the loop that takes the time, with and without vector instructions |
//! | `board` | squares with a margin |
//! | `sight` | what a thread looks at, many positions at once, and keeps |

mod board;
mod coarse;
mod first;
mod kernel;
mod plain;
mod sight;
mod weights;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_core::planes::NO_STEP;
use quevedo_core::{Planes, Rng, Score, score};

use self::board::Board;
use self::coarse::Coarse;
use self::first::First;
use self::kernel::Kernel;
use self::sight::{SIGHT, Seen};
use self::weights::Weights;
pub use self::weights::{MOST_CHANNELS, MOST_HIDDEN, MOST_LAYERS};
use crate::{NetError, WeightFile};

/// Positions of random games by which activations are scaled.
const SAMPLES: usize = 96;

/// Positions looked at together: more would only take room. A search asks for 256 and what stood before them, at most.
const MOST_POSITIONS: usize = 512;

/// A convolutional network that judges positions of `G`.
#[derive(Debug)]
pub struct Cnn<G> {
    /// No other net has it.
    id: u64,
    kernel: Kernel,
    board: Board,
    first: First,
    trunk: Vec<Coarse>,
    reduce: Coarse,
    hidden: Coarse,
    out: Vec<f32>,
    out_bias: f32,
    policy: Option<Coarse>,
    /// Points for one unit of log-odds.
    scale: f32,
    game: PhantomData<fn(G)>,
}

impl<G: Planes> Cnn<G> {
    /// The network of a file.
    pub fn new(file: &WeightFile) -> Result<Self, NetError> {
        static NETS: AtomicU64 = AtomicU64::new(1);
        let weights = Weights::read::<G>(file)?;
        let board = Board::new::<G>();
        let seen = greatest_seen::<G>(&weights, &board);
        let (first, mut scale) = First::new(&weights.trunk[0], &board, seen[0]);
        let pairs = first.channels / 2;
        let mut layers = Vec::new();
        for (layer, seen) in weights.trunk.iter().chain([&weights.reduce]).zip(&seen).skip(1) {
            // The planes of the value are made from the same activations as those of the policy.
            let is_reduce = layers.len() == weights.trunk.len() - 1;
            let (layer, next) = Coarse::new(layer, pairs, scale).activated(*seen);
            layers.push((layer, next));
            scale = if is_reduce { scale } else { next };
        }
        let (reduce, reduced) = layers.pop().expect("the planes of the value come last");
        let hidden = Coarse::new(&weights.hidden, weights.hidden.inputs.div_ceil(2), reduced);
        Ok(Self {
            id: NETS.fetch_add(1, Ordering::Relaxed),
            kernel: Kernel::best(),
            first,
            trunk: layers.into_iter().map(|(layer, _)| layer).collect(),
            reduce,
            hidden,
            out: weights.out.of_output(0).to_vec(),
            out_bias: weights.out.bias[0],
            policy: weights.policy.as_ref().map(|layer| Coarse::new(layer, pairs, scale)),
            scale: file.scale,
            board,
            game: PhantomData,
        })
    }

    /// Whether it has an opinion of moves.
    pub fn has_policy(&self) -> bool {
        self.policy.is_some()
    }

    /// Points for one unit of log-odds of winning.
    pub fn scale(&self) -> f64 {
        self.scale.into()
    }

    /// How good the position is for the side to move, in log-odds of winning.
    pub fn logit(&self, position: &G) -> f32 {
        SIGHT.with_borrow_mut(|sight| {
            let index = sight.find(self, &seen(position));
            sight.logit(index)
        })
    }

    /// How good the position is for the side to move, in points.
    pub fn evaluate(&self, position: &G) -> Score {
        self.points(self.logit(position))
    }

    /// The same of many positions, gone through together.
    pub fn evaluate_many(&self, positions: &[G], scores: &mut [Score]) {
        let parts = positions.chunks(MOST_POSITIONS).zip(scores.chunks_mut(MOST_POSITIONS));
        SIGHT.with_borrow_mut(|sight| {
            for (positions, scores) in parts {
                let logits = sight.look(self, positions.iter().map(seen));
                for (score, logit) in scores.iter_mut().zip(logits) {
                    *score = self.points(*logit);
                }
            }
        });
    }

    /// How likely each of these moves is to be the best; `false` where the net has no opinion.
    pub fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        let Some(policy) = &self.policy else { return false };
        SIGHT.with_borrow_mut(|sight| {
            let index = sight.find(self, &seen(position));
            let logits = sight.steps(index, policy, self);
            for (mv, prior) in moves.iter().zip(&mut *priors) {
                let steps = position.steps(*mv).into_iter().take(G::STEPS).enumerate();
                let known = steps.filter(|(_, square)| *square != NO_STEP);
                *prior = known.map(|(step, square)| logits[usize::from(square) * G::STEPS + step]).sum();
            }
        });
        soften(priors);
        true
    }

    fn points(&self, logit: f32) -> Score {
        score::clamp((self.scale * logit).round() as Score)
    }

    /// Numbers that the value of a position is read from: an even count.
    fn flat_size(&self) -> usize {
        (self.reduce.outputs() * G::SQUARES).next_multiple_of(2)
    }
}

/// What a net sees of a position.
fn seen<G: Planes>(position: &G) -> Seen {
    position.planes(position.turn())
}

/// The greatest activation of every layer in positions of random games.
fn greatest_seen<G: Planes>(weights: &Weights, board: &Board) -> Vec<f32> {
    let mut rng = Rng::with_seed(0);
    let mut greatest = vec![0.0_f32; weights.trunk.len() + 1];
    let mut position = G::start();
    let mut samples = 0;
    while samples < SAMPLES {
        if rng.u8(..4) == 0 {
            let layers = plain::layers(weights, board, &position.planes(position.turn()));
            for (greatest, layer) in greatest.iter_mut().zip(&layers) {
                *greatest = layer.iter().copied().fold(*greatest, f32::max);
            }
            samples += 1;
        }
        match position.random_move(&mut rng).filter(|_| position.outcome().is_none()) {
            Some(mv) => position.play(mv),
            None => position = G::start(),
        }
    }
    greatest
}

/// Logits as probabilities: softmax.
fn soften(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for logit in &mut *logits {
        *logit = (*logit - most).exp();
    }
    let sum: f32 = logits.iter().sum();
    for prior in logits {
        *prior /= sum;
    }
}

#[cfg(test)]
mod tests;
