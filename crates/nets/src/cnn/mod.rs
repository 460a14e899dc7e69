//! Small convolutional networks in integer arithmetic, with a value head and an optional policy head.
//!
//! ```text
//!   planes ─ 3x3 ─ 3x3 ─ … ─┬─ 1x1 ─ all squares ─ hidden ─ logit of winning
//!                            └─ 1x1 ─ a plane of logits for every step of a move
//! ```
//!
//! The inputs are the planes from the perspective of the side to move, and a plane of ones that shows the edge of the board.
//! Between the layers is a `ReLU`. The logit of a move is the sum of the logits of its steps (from, to, arrow), each on its
//! own plane. The softmax over the legal moves gives the priors.
//!
//! | module | content |
//! |---|---|
//! | `weights` | the weights of a file, checked |
//! | `reference` | the network in floating point |
//! | `quantized`, `input` | the layers in integers, and why they do not overflow |
//! | `kernel` | the inner loop, with and without vector instructions |
//! | `board` | the board with zero padding |
//! | `forward` | the forward pass of a batch, and the activations that a thread keeps |

mod board;
mod forward;
mod input;
mod kernel;
mod quantized;
mod reference;
mod weights;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_core::planes::NO_STEP;
use quevedo_core::{Planes, Rng, Score, score};

use self::board::Board;
use self::forward::FORWARD;
use self::input::InputLayer;
use self::quantized::QuantizedLayer;
use self::weights::Weights;
pub use self::weights::{MAX_CHANNELS, MAX_HIDDEN, MAX_LAYERS};
use crate::encoding::Encoding;
use crate::{NetError, SimdLevel, WeightFile};

/// Positions of random games that give the scale of activations.
const SAMPLES: usize = 96;

/// Upper bound on the positions of a forward pass; more would only take memory. A search asks for at most 256 and the
/// positions before them.
const MAX_BATCH: usize = 512;

/// A convolutional network that evaluates positions of `G`.
#[derive(Debug)]
pub struct Cnn<G> {
    net: Layers,
    game: PhantomData<fn(G)>,
}

/// The layers of a network. They know no game, so that they are compiled once.
#[derive(Debug)]
struct Layers {
    encoding: Encoding,
    /// Different for every network.
    id: u64,
    simd: SimdLevel,
    board: Board,
    input: InputLayer,
    trunk: Vec<QuantizedLayer>,
    reduce: QuantizedLayer,
    hidden: QuantizedLayer,
    out: Vec<f32>,
    out_bias: f32,
    policy: Option<QuantizedLayer>,
    /// Points for one unit of log-odds.
    scale: f32,
}

impl Layers {
    /// Quantized layers; `samples` are the planes of positions that give the scale of activations.
    fn new(file: &WeightFile, weights: &Weights, encoding: Encoding, samples: &[u128]) -> Self {
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        let board = Board::new(&encoding);
        let greatest = greatest_activations(weights, &board, samples.chunks_exact(encoding.planes));
        let (input, mut scale) = InputLayer::new(&weights.trunk[0], &board, greatest[0]);
        let pairs = input.channels / 2;
        let mut layers = Vec::new();
        for (layer, greatest) in weights.trunk.iter().chain([&weights.reduce]).zip(&greatest).skip(1) {
            // Both heads have the activations of the trunk as inputs.
            let is_reduce = layers.len() == weights.trunk.len() - 1;
            let (layer, next) = QuantizedLayer::new(layer, pairs, scale).activated(*greatest);
            layers.push((layer, next));
            scale = if is_reduce { scale } else { next };
        }
        let (reduce, reduced) = layers.pop().expect("the reduction comes last");
        let hidden = QuantizedLayer::new(&weights.hidden, weights.hidden.inputs.div_ceil(2), reduced);
        Self {
            encoding,
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            simd: SimdLevel::detect(),
            input,
            trunk: layers.into_iter().map(|(layer, _)| layer).collect(),
            reduce,
            hidden,
            out: weights.out.of_output(0).to_vec(),
            out_bias: weights.out.bias[0],
            policy: weights.policy.as_ref().map(|layer| QuantizedLayer::new(layer, pairs, scale)),
            scale: file.scale,
            board,
        }
    }

    /// The log-odds of winning for the side to move.
    fn logit(&self, planes: &[u128]) -> f32 {
        FORWARD.with_borrow_mut(|forward| {
            let index = forward.find(self, planes);
            forward.logit(index)
        })
    }

    /// The scores of positions whose planes `write` appends.
    fn evaluate_batch(&self, write: &mut dyn FnMut(&mut Vec<u128>), scores: &mut [Score]) {
        FORWARD.with_borrow_mut(|forward| {
            for (score, logit) in scores.iter_mut().zip(forward.run(self, write)) {
                *score = self.points(*logit);
            }
        });
    }

    /// Calls `read` with the policy logits of a position, by square and step; `false` if there is no policy head.
    fn read_policy(&self, planes: &[u128], read: &mut dyn FnMut(&[f32])) -> bool {
        let Some(policy) = &self.policy else { return false };
        FORWARD.with_borrow_mut(|forward| {
            let index = forward.find(self, planes);
            read(forward.policy_logits(index, policy, self));
        });
        true
    }

    fn points(&self, logit: f32) -> Score {
        score::clamp((self.scale * logit).round() as Score)
    }

    /// The number of inputs of the hidden layer of the value head, made even.
    fn flat_size(&self) -> usize {
        (self.reduce.outputs() * self.encoding.squares()).next_multiple_of(2)
    }
}

impl<G: Planes> Cnn<G> {
    /// The network of a file of kind `cnn`.
    pub fn new(file: &WeightFile) -> Result<Self, NetError> {
        let encoding = Encoding::of::<G>();
        let weights = Weights::read(file, &encoding)?;
        Ok(Self { net: Layers::new(file, &weights, encoding, &sample_planes::<G>()), game: PhantomData })
    }

    /// Whether it has a policy head.
    pub fn has_policy(&self) -> bool {
        self.net.policy.is_some()
    }

    /// Points for one unit of log-odds of winning.
    pub fn scale(&self) -> f64 {
        self.net.scale.into()
    }

    /// The log-odds of winning for the side to move.
    pub fn logit(&self, position: &G) -> f32 {
        self.net.logit(encode(position).as_ref())
    }

    /// The points of the side to move without what is on some squares, as that side sees them.
    pub(crate) fn points_without(&self, position: &G, squares: u128) -> f64 {
        let mut planes = encode(position);
        planes.as_mut().iter_mut().for_each(|plane| *plane &= !squares);
        f64::from(self.net.scale * self.net.logit(planes.as_ref()))
    }

    /// The score of the position for the side to move.
    pub fn evaluate(&self, position: &G) -> Score {
        self.net.points(self.logit(position))
    }

    /// The scores of many positions, computed in batches.
    pub fn evaluate_many(&self, positions: &[G], scores: &mut [Score]) {
        for (positions, scores) in positions.chunks(MAX_BATCH).zip(scores.chunks_mut(MAX_BATCH)) {
            let mut write = |planes: &mut Vec<u128>| {
                for position in positions {
                    planes.extend_from_slice(encode(position).as_ref());
                }
            };
            self.net.evaluate_batch(&mut write, scores);
        }
    }

    /// The prior probability of each of these moves; `false` if the network has no policy head.
    pub fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        let has_policy = self.net.read_policy(encode(position).as_ref(), &mut |logits| {
            for (mv, prior) in moves.iter().zip(&mut *priors) {
                let steps = position.steps(*mv);
                let used = steps.as_ref().iter().enumerate().filter(|(_, square)| **square != NO_STEP);
                *prior = used.map(|(step, square)| logits[usize::from(*square) * G::STEPS + step]).sum();
            }
        });
        if has_policy {
            softmax(priors);
        }
        has_policy
    }
}

/// The input of the network for a position.
fn encode<G: Planes>(position: &G) -> G::PlaneSet {
    position.planes(position.turn())
}

/// The planes of positions of random games.
fn sample_planes<G: Planes>() -> Vec<u128> {
    let mut rng = Rng::with_seed(0);
    let mut planes = Vec::with_capacity(SAMPLES * G::PLANES);
    let mut position = G::start();
    while planes.len() < SAMPLES * G::PLANES {
        if rng.u8(..4) == 0 {
            planes.extend_from_slice(encode(&position).as_ref());
        }
        match position.random_move(&mut rng).filter(|_| position.outcome().is_none()) {
            Some(mv) => position.play(mv),
            None => position = G::start(),
        }
    }
    planes
}

/// The greatest activation of every layer in some positions.
fn greatest_activations<'a>(weights: &Weights, board: &Board, samples: impl Iterator<Item = &'a [u128]>) -> Vec<f32> {
    let mut greatest = vec![0.0_f32; weights.trunk.len() + 1];
    for planes in samples {
        let layers = reference::layers(weights, board, planes);
        for (greatest, layer) in greatest.iter_mut().zip(&layers) {
            *greatest = layer.iter().copied().fold(*greatest, f32::max);
        }
    }
    greatest
}

/// Turns logits into probabilities.
fn softmax(logits: &mut [f32]) {
    let greatest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for logit in &mut *logits {
        *logit = (*logit - greatest).exp();
    }
    let sum: f32 = logits.iter().sum();
    for prior in logits {
        *prior /= sum;
    }
}

#[cfg(test)]
mod tests;
