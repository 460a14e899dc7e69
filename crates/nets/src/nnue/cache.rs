//! The last accumulators of this thread.
//!
//! A search judges positions that differ in a few squares from the one it judged before. So every thread remembers, for
//! each of the networks it asks, the last position as planes and the sums that belong to it; what changed is found by
//! comparing planes, and nothing needs to be told when a move is made or taken back.

use std::cell::RefCell;

use quevedo_core::Planes;
use quevedo_core::planes::MAX_PLANES;

use super::Nnue;
use super::lanes::Lane;

/// Networks whose sums a thread remembers: those of a few players, and no more for all time.
const MOST_SLOTS: usize = 8;
/// Inputs that change at once; more are done in parts.
const MOST_CHANGES: usize = 64;

thread_local! {
    static SLOTS: RefCell<Vec<Slot>> = const { RefCell::new(Vec::new()) };
}

/// The sums of a network for one position.
pub(super) struct Slot {
    net: u64,
    /// As the first player sees them.
    planes: [u128; MAX_PLANES],
    /// How many inputs hold.
    pub(super) pieces: usize,
    /// As the first player sees the board, then as the second.
    sums: Vec<Lane>,
}

impl Slot {
    fn empty<G: Planes>(net: &Nnue<G>) -> Self {
        let sums = [&net.bias[..], &net.bias[..]].concat();
        Self { net: net.id, planes: [0; MAX_PLANES], pieces: 0, sums }
    }

    /// The sums as each side sees the board.
    #[inline]
    pub(super) fn sums(&self) -> [&[Lane]; 2] {
        self.sums.split_at(self.sums.len() / 2).into()
    }

    /// Makes these the sums of a position, from what they were or from nothing, whichever changes less.
    #[inline]
    fn go_to<G: Planes>(&mut self, net: &Nnue<G>, planes: &[u128; MAX_PLANES]) {
        let mut changes = 0;
        for (now, was) in planes.iter().zip(&self.planes).take(G::PLANES) {
            changes += ones::<G>(now ^ was);
        }
        if changes == 0 {
            return;
        }
        if changes > NEAR && changes > planes.iter().take(G::PLANES).map(|plane| ones::<G>(*plane)).sum() {
            self.clear(net);
        }
        self.change(net, planes);
    }

    fn clear<G: Planes>(&mut self, net: &Nnue<G>) {
        self.planes = [0; MAX_PLANES];
        self.pieces = 0;
        let (first, second) = self.sums.split_at_mut(net.bias.len());
        first.copy_from_slice(&net.bias);
        second.copy_from_slice(&net.bias);
    }

    #[inline]
    fn change<G: Planes>(&mut self, net: &Nnue<G>, planes: &[u128; MAX_PLANES]) {
        let (mut added, mut removed) = (Changes::new(), Changes::new());
        for (plane, (now, was)) in planes.iter().zip(&mut self.planes).enumerate().take(G::PLANES) {
            let (came, went) = (now & !*was, *was & !now);
            *was = *now;
            added.collect::<G>(plane, came, |full| apply(net, &mut self.sums, full.inputs(), &[]));
            removed.collect::<G>(plane, went, |full| apply(net, &mut self.sums, &[], full.inputs()));
        }
        self.pieces = self.pieces + added.count - removed.count;
        apply(net, &mut self.sums, added.inputs(), removed.inputs());
    }
}

/// So few changes are always cheaper than a new beginning.
const NEAR: usize = 8;

/// Adds and removes inputs as the first player sees them, in the sums of both views.
#[inline]
fn apply<G: Planes>(net: &Nnue<G>, sums: &mut [Lane], added: &[u16], removed: &[u16]) {
    let (first, second) = sums.split_at_mut(net.bias.len());
    net.arithmetic.change(first, &net.rows, added, removed);
    let turn = |inputs: &[u16]| {
        let mut turned = [0; MOST_CHANGES];
        for (turned, input) in turned.iter_mut().zip(inputs) {
            *turned = net.turned[usize::from(*input)];
        }
        turned
    };
    let [more, less] = [added, removed].map(turn);
    net.arithmetic.change(second, &net.rows, &more[..added.len()], &less[..removed.len()]);
}

/// Inputs to add or to remove.
struct Changes {
    inputs: [u16; MOST_CHANGES],
    length: usize,
    /// All that there were, done ones included.
    count: usize,
}

impl Changes {
    #[inline]
    fn new() -> Self {
        Self { inputs: [0; MOST_CHANGES], length: 0, count: 0 }
    }

    #[inline]
    fn inputs(&self) -> &[u16] {
        &self.inputs[..self.length]
    }

    /// Collects squares of a plane; when there is no more room, `flush` does what was collected so far.
    #[inline]
    fn collect<G: Planes>(&mut self, plane: usize, squares: u128, mut flush: impl FnMut(&Self)) {
        each_square::<G>(squares, |square| {
            if self.length == MOST_CHANGES {
                flush(self);
                self.length = 0;
            }
            self.inputs[self.length] = (plane * G::SQUARES + square) as u16;
            self.length += 1;
            self.count += 1;
        });
    }
}

/// How many squares are in a set; half of the work where a board has at most 64.
#[inline]
fn ones<G: Planes>(squares: u128) -> usize {
    if G::SQUARES <= 64 { (squares as u64).count_ones() as usize } else { squares.count_ones() as usize }
}

#[inline]
fn each_square<G: Planes>(mut squares: u128, mut visit: impl FnMut(usize)) {
    if G::SQUARES <= 64 {
        let mut squares = squares as u64;
        while squares != 0 {
            visit(squares.trailing_zeros() as usize);
            squares &= squares - 1;
        }
        return;
    }
    while squares != 0 {
        visit(squares.trailing_zeros() as usize);
        squares &= squares - 1;
    }
}

/// Calls `look` with the sums of a network for a position, given as the first player sees it.
#[inline]
pub(super) fn with_sums<G: Planes, T>(net: &Nnue<G>, planes: &[u128; MAX_PLANES], look: impl FnOnce(&Slot) -> T) -> T {
    SLOTS.with_borrow_mut(|slots| {
        let index = slots.iter().position(|slot| slot.net == net.id).unwrap_or_else(|| {
            if slots.len() == MOST_SLOTS {
                slots.remove(0);
            }
            slots.push(Slot::empty(net));
            slots.len() - 1
        });
        let slot = &mut slots[index];
        slot.go_to(net, planes);
        look(slot)
    })
}
