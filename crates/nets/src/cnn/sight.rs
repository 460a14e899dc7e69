//! What a thread sees: positions side by side, gone through layer by layer.
//!
//! The squares of all positions are taken together, so that the weights of a layer are fetched once for all of them and no
//! position leaves a group of squares half empty. Integers do not mind the order: a position is worth the same to the bit,
//! whoever stands beside it.
//!
//! A thread keeps what it has last looked at. Who asks for the values of positions and then for their moves, as PUCT does,
//! pays for one look at each. Nothing is allocated but for more positions than ever before, or another net.

use std::cell::RefCell;

use quevedo_core::Planes;
use quevedo_core::planes::MAX_PLANES;

use super::Cnn;
use super::board::Place;
use super::coarse::Coarse;
use super::kernel::BLOCK;

/// What a net sees of a position.
pub(super) type Seen = [u128; MAX_PLANES];

/// What a thread keeps between looks. All but `sums` is of many positions, one behind the other.
#[derive(Default)]
pub(super) struct Sight {
    /// The net and the positions that it looked at last.
    pub(super) net: u64,
    pub(super) seen: Vec<Seen>,
    /// Which of them was asked about last.
    last: usize,
    /// For how many positions there is room.
    room: usize,
    logits: Vec<f32>,
    /// By position, square and step; nothing where nobody asked.
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
    pub(super) static SIGHT: RefCell<Sight> = RefCell::default();
}

impl Sight {
    /// Looks at a position, unless it is one of the last; where its answers are.
    pub(super) fn find<G: Planes>(&mut self, net: &Cnn<G>, seen: &Seen) -> usize {
        let count = self.seen.len();
        // Most often it is the one asked about last, or the next.
        let known = (self.last..count).chain(0..self.last).find(|index| self.seen[*index] == *seen);
        self.last = known.filter(|_| self.net == net.id).unwrap_or_else(|| {
            self.look(net, std::iter::once(*seen));
            0
        });
        self.last
    }

    /// Looks at positions; their logits of winning.
    pub(super) fn look<G: Planes>(&mut self, net: &Cnn<G>, seen: impl Iterator<Item = Seen>) -> &[f32] {
        self.seen.clear();
        self.seen.extend(seen);
        (self.last, self.has_policy) = (0, false);
        if self.net != net.id || self.seen.len() > self.room {
            self.make_room(net);
        }
        self.go_through_trunk(net);
        self.reduce(net);
        self.weigh(net);
        &self.logits
    }

    /// Buffers of the right size for a net, with empty margins.
    #[cold]
    fn make_room<G: Planes>(&mut self, net: &Cnn<G>) {
        let room = self.seen.len();
        let activations = net.board.cells * net.first.channels;
        for (buffer, size) in [
            (&mut self.sums, activations),
            (&mut self.before, room * activations),
            (&mut self.after, room * activations),
            (&mut self.flat, room * net.flat_size()),
        ] {
            buffer.clear();
            buffer.resize(size, 0);
        }
        self.hidden.clear();
        self.hidden.resize(room * net.hidden.outputs(), 0);
        self.policy.clear();
        self.policy.resize(room * G::STEPS * G::SQUARES, 0.0);
        (self.net, self.room) = (net.id, room);
    }

    /// The convolutions.
    fn go_through_trunk<G: Planes>(&mut self, net: &Cnn<G>) {
        let (board, channels) = (&net.board, net.first.channels);
        for (seen, before) in self.seen.iter().zip(self.before.chunks_exact_mut(board.cells * channels)) {
            net.first.apply(board, seen, &mut self.sums, before);
        }
        for layer in &net.trunk {
            let after = &mut self.after;
            layer.each_sum(net.kernel, (board, self.seen.len()), &self.before, |place, block, sums| {
                let first = place.cell * channels + block * BLOCK;
                after[first..first + BLOCK].copy_from_slice(&layer.activate(sums));
            });
            std::mem::swap(&mut self.before, &mut self.after);
        }
    }

    /// The planes that the value is read from.
    fn reduce<G: Planes>(&mut self, net: &Cnn<G>) {
        let (flat, size, outputs) = (&mut self.flat, net.flat_size(), net.reduce.outputs());
        let places = (&net.board, self.seen.len());
        net.reduce.each_sum(net.kernel, places, &self.before, |Place { position, square, .. }, block, sums| {
            let planes = block * BLOCK..outputs.min((block + 1) * BLOCK);
            for (plane, activation) in planes.zip(net.reduce.activate(sums)) {
                flat[position * size + plane * G::SQUARES + square] = activation;
            }
        });
    }

    /// From all squares of these planes to the logits.
    fn weigh<G: Planes>(&mut self, net: &Cnn<G>) {
        net.hidden.sums_of_all(net.kernel, &self.flat[..self.seen.len() * net.flat_size()], &mut self.hidden);
        let of_positions = self.hidden.chunks_exact(net.hidden.outputs()).take(self.seen.len());
        self.logits.clear();
        self.logits.extend(of_positions.map(|sums| {
            let hidden = sums.iter().map(|sum| (*sum).max(0) as f32 / net.hidden.scale);
            net.out_bias + hidden.zip(&net.out).map(|(unit, weight)| unit * weight).sum::<f32>()
        }));
    }

    /// The logit of winning in one of the positions.
    pub(super) fn logit(&self, index: usize) -> f32 {
        self.logits[index]
    }

    /// The logits of the steps of moves in one of the positions, by square, then step. The first question is answered for
    /// all positions, from what was seen already.
    pub(super) fn steps<G: Planes>(&mut self, index: usize, policy: &Coarse, net: &Cnn<G>) -> &[f32] {
        let size = G::STEPS * G::SQUARES;
        if !std::mem::replace(&mut self.has_policy, true) {
            let logits = &mut self.policy;
            policy.each_sum(net.kernel, (&net.board, self.seen.len()), &self.before, |place, _, sums| {
                let of_square = place.position * size + place.square * G::STEPS;
                for (logit, sum) in logits[of_square..][..G::STEPS].iter_mut().zip(sums) {
                    *logit = *sum as f32 / policy.scale;
                }
            });
        }
        &self.policy[index * size..][..size]
    }
}
