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
//!
//! A thread keeps what it has last looked at. Who asks for the value of a position and then for its moves, as PUCT does,
//! pays for one look. Nothing is allocated but by the first.

mod board;
mod coarse;
mod first;
mod kernel;
mod plain;
mod weights;

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_core::planes::{MOST_PLANES, NO_STEP};
use quevedo_core::{Planes, Rng, Score, score};

use self::board::Board;
use self::coarse::Coarse;
use self::first::First;
use self::kernel::{BLOCK, Kernel};
use self::weights::Weights;
use crate::{NetError, WeightFile};

/// Positions of random games by which activations are scaled.
const SAMPLES: usize = 96;

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

/// What a thread keeps between looks.
#[derive(Default)]
struct Sight {
    /// The net and the planes that it looked at last.
    net: u64,
    planes: [u128; MOST_PLANES],
    logit: f32,
    /// By square, then block of steps; empty where nobody asked.
    policy: Vec<f32>,
    has_policy: bool,
    sums: Vec<i16>,
    /// What the layers give and take, with zeros in the margin.
    before: Vec<i16>,
    after: Vec<i16>,
    flat: Vec<i16>,
    hidden: Vec<i32>,
}

thread_local! {
    static SIGHT: RefCell<Sight> = RefCell::default();
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
        self.look(position, |sight| sight.logit)
    }

    /// How good the position is for the side to move, in points.
    pub fn evaluate(&self, position: &G) -> Score {
        score::clamp((self.scale * self.logit(position)).round() as Score)
    }

    /// The same for many positions. The weights stay in the cache of the processor between one position and the next, so
    /// there is nothing more to share.
    ///
    /// # Panics
    /// If there are not as many scores as positions.
    pub fn evaluate_batch(&self, positions: &[G], scores: &mut [Score]) {
        assert_eq!(positions.len(), scores.len(), "a score for every position");
        for (position, score) in positions.iter().zip(scores) {
            *score = self.evaluate(position);
        }
    }

    /// How likely each of these moves is to be the best; `false` where the net has no opinion.
    pub fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        let Some(policy) = &self.policy else { return false };
        self.look(position, |sight| {
            sight.look_at_moves(policy, self);
            for (mv, prior) in moves.iter().zip(&mut *priors) {
                let steps = position.steps(*mv).into_iter().take(G::STEPS).enumerate();
                let known = steps.filter(|(_, square)| *square != NO_STEP);
                *prior = known.map(|(step, square)| sight.policy[usize::from(square) * G::STEPS + step]).sum();
            }
        });
        soften(priors);
        true
    }

    /// Both at once, by one look.
    pub fn judge_and_priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]) -> (Score, bool) {
        (self.evaluate(position), self.priors(position, moves, priors))
    }

    /// Looks at a position, unless this thread has just done so.
    fn look<T>(&self, position: &G, then: impl FnOnce(&mut Sight) -> T) -> T {
        let planes = position.planes(position.turn());
        SIGHT.with_borrow_mut(|sight| {
            if sight.net != self.id {
                sight.make_room(self);
            } else if sight.planes == planes {
                return then(sight);
            }
            sight.look_at(self, planes);
            then(sight)
        })
    }
}

impl Sight {
    /// Buffers of the right size for a net, with empty margins.
    #[cold]
    fn make_room<G: Planes>(&mut self, net: &Cnn<G>) {
        let activations = net.board.cells * net.first.channels;
        for (buffer, size) in [
            (&mut self.sums, activations),
            (&mut self.before, activations),
            (&mut self.after, activations),
            (&mut self.flat, (net.reduce.outputs() * G::SQUARES).next_multiple_of(2)),
        ] {
            buffer.clear();
            buffer.resize(size, 0);
        }
        self.hidden.clear();
        self.hidden.resize(net.hidden.outputs(), 0);
        self.policy.clear();
        self.policy.resize(G::STEPS * G::SQUARES, 0.0);
        self.net = net.id;
    }

    fn look_at<G: Planes>(&mut self, net: &Cnn<G>, planes: [u128; MOST_PLANES]) {
        (self.planes, self.has_policy) = (planes, false);
        let (board, channels) = (&net.board, net.first.channels);
        net.first.apply(board, &planes, &mut self.sums, &mut self.before);
        for layer in &net.trunk {
            let after = &mut self.after;
            layer.each_sum(net.kernel, board, &self.before, |square, block, sums| {
                let first = board.cell[square] * channels + block * BLOCK;
                after[first..first + BLOCK].copy_from_slice(&layer.activate(sums));
            });
            std::mem::swap(&mut self.before, &mut self.after);
        }
        let flat = &mut self.flat;
        net.reduce.each_sum(net.kernel, board, &self.before, |square, block, sums| {
            let planes = block * BLOCK..net.reduce.outputs().min((block + 1) * BLOCK);
            for (plane, activation) in planes.zip(net.reduce.activate(sums)) {
                flat[plane * G::SQUARES + square] = activation;
            }
        });
        net.hidden.sums_of_all(net.kernel, flat, &mut self.hidden);
        let hidden = self.hidden.iter().map(|sum| (*sum).max(0) as f32 / net.hidden.scale);
        self.logit = net.out_bias + hidden.zip(&net.out).map(|(unit, weight)| unit * weight).sum::<f32>();
    }

    /// What the net thinks of moves, from what it has seen already.
    fn look_at_moves<G: Planes>(&mut self, policy: &Coarse, net: &Cnn<G>) {
        if std::mem::replace(&mut self.has_policy, true) {
            return;
        }
        let planes = &mut self.policy;
        policy.each_sum(net.kernel, &net.board, &self.before, |square, _, sums| {
            for (plane, sum) in planes[square * G::STEPS..][..G::STEPS].iter_mut().zip(sums) {
                *plane = *sum as f32 / policy.scale;
            }
        });
    }
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
