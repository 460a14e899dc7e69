//! The forward pass of a batch, and the activations that a thread keeps of it.
//!
//! The squares of all positions of a batch are computed together. So the weights of a layer are read once for the batch, and
//! no position leaves a group of squares half empty. Integer sums do not depend on the order: the result of a position is the
//! same to the bit in every batch.
//!
//! A thread keeps the activations of its last batch. PUCT asks for the values of positions and then for the priors of their
//! moves; that takes one forward pass. Memory is allocated only for a larger batch than before, or for another network.

use std::cell::RefCell;

use super::Layers;
use super::board::Place;
use super::kernel::BLOCK;
use super::quantized::QuantizedLayer;

/// The buffers of a thread. All but `sums` hold a batch, position after position.
#[derive(Default)]
pub(super) struct ForwardPass {
    /// The network of the last batch.
    pub(super) net: u64,
    /// The planes of the last batch.
    pub(super) planes: Vec<u128>,
    /// The number of positions of the last batch.
    pub(super) positions: usize,
    /// The position that was asked for last.
    last: usize,
    /// The number of positions that fit the buffers.
    capacity: usize,
    logits: Vec<f32>,
    /// By position, square and step; valid if `has_policy`.
    policy: Vec<f32>,
    has_policy: bool,
    sums: Vec<i16>,
    /// The inputs and the outputs of a layer, with zero padding.
    input: Vec<i16>,
    output: Vec<i16>,
    flat: Vec<i16>,
    hidden: Vec<i32>,
}

thread_local! {
    pub(super) static FORWARD: RefCell<ForwardPass> = RefCell::default();
}

impl ForwardPass {
    /// The index of a position in the last batch. If it is not in there, it becomes a batch of its own.
    pub(super) fn find(&mut self, net: &Layers, wanted: &[u128]) -> usize {
        let known = if self.net == net.id {
            // Most often it is the one that was asked for last, or the next.
            let mut indices = (self.last..self.positions).chain(0..self.last);
            indices.find(|index| self.planes[index * wanted.len()..][..wanted.len()] == *wanted)
        } else {
            None
        };
        self.last = known.unwrap_or_else(|| {
            self.run(net, &mut |planes| planes.extend_from_slice(wanted));
            0
        });
        self.last
    }

    /// Runs the network on a batch, whose planes `write` appends. The result are the logits of winning.
    pub(super) fn run(&mut self, net: &Layers, write: &mut dyn FnMut(&mut Vec<u128>)) -> &[f32] {
        self.planes.clear();
        write(&mut self.planes);
        self.positions = self.planes.len() / net.encoding.planes;
        (self.last, self.has_policy) = (0, false);
        if self.net != net.id || self.positions > self.capacity {
            self.allocate(net);
        }
        self.run_trunk(net);
        self.run_reduction(net);
        self.run_value_head(net);
        &self.logits
    }

    /// Buffers of the right size for a network, with zero padding.
    #[cold]
    fn allocate(&mut self, net: &Layers) {
        let capacity = self.positions;
        let activations = net.board.cells * net.input.channels;
        for (buffer, size) in [
            (&mut self.sums, activations),
            (&mut self.input, capacity * activations),
            (&mut self.output, capacity * activations),
            (&mut self.flat, capacity * net.flat_size()),
        ] {
            buffer.clear();
            buffer.resize(size, 0);
        }
        self.hidden.clear();
        self.hidden.resize(capacity * net.hidden.outputs(), 0);
        self.policy.clear();
        self.policy.resize(capacity * net.encoding.steps * net.encoding.squares(), 0.0);
        (self.net, self.capacity) = (net.id, capacity);
    }

    /// The convolutions.
    fn run_trunk(&mut self, net: &Layers) {
        let (board, channels) = (&net.board, net.input.channels);
        let inputs = self.input.chunks_exact_mut(board.cells * channels);
        for (planes, input) in self.planes.chunks_exact(net.encoding.planes).zip(inputs) {
            net.input.apply(board, planes, &mut self.sums, input);
        }
        for layer in &net.trunk {
            let output = &mut self.output;
            layer.each_sum(net.simd, (board, self.positions), &self.input, |place, block, sums| {
                let first = place.cell * channels + block * BLOCK;
                output[first..first + BLOCK].copy_from_slice(&layer.activate(sums));
            });
            std::mem::swap(&mut self.input, &mut self.output);
        }
    }

    /// The planes of the value head.
    fn run_reduction(&mut self, net: &Layers) {
        let (flat, size, outputs) = (&mut self.flat, net.flat_size(), net.reduce.outputs());
        let squares = net.encoding.squares();
        let places = (&net.board, self.positions);
        net.reduce.each_sum(net.simd, places, &self.input, |Place { position, square, .. }, block, sums| {
            let planes = block * BLOCK..outputs.min((block + 1) * BLOCK);
            for (plane, activation) in planes.zip(net.reduce.activate(sums)) {
                flat[position * size + plane * squares + square] = activation;
            }
        });
    }

    /// From all squares of these planes to the logits.
    fn run_value_head(&mut self, net: &Layers) {
        net.hidden.dense_sums(net.simd, &self.flat[..self.positions * net.flat_size()], &mut self.hidden);
        let of_positions = self.hidden.chunks_exact(net.hidden.outputs()).take(self.positions);
        self.logits.clear();
        self.logits.extend(of_positions.map(|sums| {
            let hidden = sums.iter().map(|sum| (*sum).max(0) as f32 / net.hidden.scale);
            net.out_bias + hidden.zip(&net.out).map(|(unit, weight)| unit * weight).sum::<f32>()
        }));
    }

    /// The logit of winning of a position of the batch.
    pub(super) fn logit(&self, index: usize) -> f32 {
        self.logits[index]
    }

    /// The policy logits of a position of the batch, by square, then step of a move. The first call computes those of
    /// the whole batch from the activations of the trunk.
    pub(super) fn policy_logits(&mut self, index: usize, policy: &QuantizedLayer, net: &Layers) -> &[f32] {
        let steps = net.encoding.steps;
        let size = steps * net.encoding.squares();
        if !std::mem::replace(&mut self.has_policy, true) {
            let logits = &mut self.policy;
            policy.each_sum(net.simd, (&net.board, self.positions), &self.input, |place, _, sums| {
                let of_square = place.position * size + place.square * steps;
                for (logit, sum) in logits[of_square..][..steps].iter_mut().zip(sums) {
                    *logit = *sum as f32 / policy.scale;
                }
            });
        }
        &self.policy[index * size..][..size]
    }
}
