//! The accumulators of a thread and their incremental update.
//!
//! A search evaluates positions that differ in a few squares from the position before. So every thread keeps, for each
//! network, the planes of its last position and the accumulator that belongs to them. The changed features are
//! found by comparing planes; making and unmaking moves needs no bookkeeping.

use std::cell::RefCell;

use quevedo_core::Planes;
use quevedo_core::planes::Array;

use super::Nnue;
use super::vector::I16x16;

/// Networks whose accumulators a thread keeps.
const MAX_NETWORKS: usize = 8;
/// Features that are added or removed in one pass; more take several passes.
const MAX_CHANGES: usize = 64;
/// An update with so few changes is always cheaper than a refresh.
const FEW_CHANGES: usize = 8;

thread_local! {
    static CACHE: RefCell<AccumulatorCache> = const { RefCell::new(AccumulatorCache(Vec::new())) };
}

/// The accumulators that a thread keeps, the oldest first.
struct AccumulatorCache(Vec<Accumulator>);

impl AccumulatorCache {
    /// The accumulator of a network; an empty board's where there is none yet.
    #[inline]
    fn of<G: Planes>(&mut self, net: &Nnue<G>) -> &mut Accumulator {
        let index = self.0.iter().position(|accumulator| accumulator.net == net.id).unwrap_or_else(|| {
            if self.0.len() == MAX_NETWORKS {
                self.0.remove(0);
            }
            self.0.push(Accumulator::new(net));
            self.0.len() - 1
        });
        &mut self.0[index]
    }
}

/// The output of the feature transformer for one position, from both perspectives.
pub(super) struct Accumulator {
    net: u64,
    /// The position, from the first player's perspective.
    planes: Vec<u128>,
    /// How many features are active.
    pub(super) active: usize,
    /// From the first player's perspective, then from the second's.
    values: Vec<I16x16>,
}

impl Accumulator {
    fn new<G: Planes>(net: &Nnue<G>) -> Self {
        let values = [&net.feature_bias[..], &net.feature_bias[..]].concat();
        Self { net: net.id, planes: vec![0; G::PLANES], active: 0, values }
    }

    /// The values from the perspective of each side.
    #[inline]
    pub(super) fn perspectives(&self) -> [&[I16x16]; 2] {
        self.values.split_at(self.values.len() / 2).into()
    }

    /// Moves to a position: by an update, or by a refresh where that changes fewer features.
    #[inline]
    fn move_to<G: Planes>(&mut self, net: &Nnue<G>, planes: &G::PlaneSet) {
        let mut changes = 0;
        for (now, before) in planes.as_ref().iter().zip(sized::<G>(&mut self.planes).as_ref()) {
            changes += count::<G>(now ^ before);
        }
        if changes == 0 {
            return;
        }
        if changes > FEW_CHANGES && changes > planes.as_ref().iter().map(|plane| count::<G>(*plane)).sum() {
            self.refresh(net);
        }
        self.update(net, planes);
    }

    /// Starts again from an empty board.
    fn refresh<G: Planes>(&mut self, net: &Nnue<G>) {
        self.planes.fill(0);
        self.active = 0;
        let (first, second) = self.values.split_at_mut(net.feature_bias.len());
        first.copy_from_slice(&net.feature_bias);
        second.copy_from_slice(&net.feature_bias);
    }

    /// Adds the features that became active and subtracts those that are no longer.
    #[inline]
    fn update<G: Planes>(&mut self, net: &Nnue<G>, planes: &G::PlaneSet) {
        let (mut added, mut removed) = (FeatureList::new(), FeatureList::new());
        let values = &mut self.values;
        let old_planes = sized::<G>(&mut self.planes).as_mut();
        for (plane, (now, before)) in planes.as_ref().iter().zip(old_planes).enumerate() {
            let (set, cleared) = (now & !*before, *before & !now);
            *before = *now;
            added.collect::<G>(plane, set, |full| apply(net, values, full.features(), &[]));
            removed.collect::<G>(plane, cleared, |full| apply(net, values, &[], full.features()));
        }
        self.active = self.active + added.count - removed.count;
        apply(net, values, added.features(), removed.features());
    }
}

/// Planes with their number known to the compiler.
#[inline]
fn sized<G: Planes>(planes: &mut [u128]) -> &mut G::PlaneSet {
    G::PlaneSet::from_slice_mut(planes).expect("an accumulator belongs to a network of one game")
}

/// Adds and subtracts the weights of features, given from the first player's perspective, in both perspectives.
#[inline]
fn apply<G: Planes>(net: &Nnue<G>, values: &mut [I16x16], added: &[u16], removed: &[u16]) {
    let (first, second) = values.split_at_mut(net.feature_bias.len());
    net.simd.add_rows(first, &net.feature_weights, added, removed);
    let flip = |features: &[u16]| {
        let mut flipped = [0; MAX_CHANGES];
        for (flipped, feature) in flipped.iter_mut().zip(features) {
            *flipped = net.flipped[usize::from(*feature)];
        }
        flipped
    };
    let [flipped_added, flipped_removed] = [added, removed].map(flip);
    let (flipped_added, flipped_removed) = (&flipped_added[..added.len()], &flipped_removed[..removed.len()]);
    net.simd.add_rows(second, &net.feature_weights, flipped_added, flipped_removed);
}

/// Features to add or to remove.
struct FeatureList {
    features: [u16; MAX_CHANGES],
    length: usize,
    /// All that were collected, including those that were flushed.
    count: usize,
}

impl FeatureList {
    #[inline]
    fn new() -> Self {
        Self { features: [0; MAX_CHANGES], length: 0, count: 0 }
    }

    #[inline]
    fn features(&self) -> &[u16] {
        &self.features[..self.length]
    }

    /// Collects the features of some squares of a plane. `flush` applies the list when it is full.
    #[inline]
    fn collect<G: Planes>(&mut self, plane: usize, squares: u128, mut flush: impl FnMut(&Self)) {
        each_square::<G>(squares, |square| {
            if self.length == MAX_CHANGES {
                flush(self);
                self.length = 0;
            }
            self.features[self.length] = (plane * G::SQUARES + square) as u16;
            self.length += 1;
            self.count += 1;
        });
    }
}

/// The number of squares in a set. A board of up to 64 squares takes half of the work.
#[inline]
fn count<G: Planes>(squares: u128) -> usize {
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

/// Calls `evaluate` with the accumulator of a network for a position, given by its planes from the first player's
/// perspective.
#[inline]
pub(super) fn with_accumulator<G: Planes, T>(
    net: &Nnue<G>,
    planes: &G::PlaneSet,
    evaluate: impl FnOnce(&Accumulator) -> T,
) -> T {
    CACHE.with_borrow_mut(|cache| {
        let accumulator = cache.of(net);
        accumulator.move_to(net, planes);
        evaluate(accumulator)
    })
}
