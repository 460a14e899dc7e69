//! The accumulators of a thread and their incremental update.
//!
//! A search evaluates positions that differ in a few squares from positions before. So every thread keeps, for each network, each
//! perspective and each view of it, the planes of the last position that was seen so, and the accumulator that belongs to them.
//! The changed features are found by comparing planes; making and unmaking moves needs no bookkeeping, and a king
//! that changes its input bucket finds an accumulator of a position not long ago.

use std::cell::RefCell;

use quevedo_core::planes::Array;
use quevedo_core::{Planes, Side};

use super::Layers;
use super::vector::I16x16;
use super::view::Views;

/// Networks whose accumulators a thread keeps.
const MAX_NETWORKS: usize = 8;
/// Features that are added or removed in one pass; more take several passes.
const MAX_CHANGES: usize = 64;
/// An update with so few changes is always cheaper than a refresh.
const FEW_CHANGES: usize = 8;

thread_local! {
    static CACHE: RefCell<AccumulatorCache> = const { RefCell::new(AccumulatorCache(Vec::new())) };
}

/// The accumulators that a thread keeps, those of the oldest network first.
struct AccumulatorCache(Vec<NetworkAccumulators>);

impl AccumulatorCache {
    /// The accumulators of a network; those of an empty board where there are none yet.
    #[inline]
    fn of(&mut self, net: &Layers, planes: usize) -> &mut NetworkAccumulators {
        let index = self.0.iter().position(|accumulators| accumulators.net == net.id).unwrap_or_else(|| {
            if self.0.len() == MAX_NETWORKS {
                self.0.remove(0);
            }
            self.0.push(NetworkAccumulators::new(net, planes));
            self.0.len() - 1
        });
        &mut self.0[index]
    }
}

/// For each perspective an accumulator for each of its views.
struct NetworkAccumulators {
    net: u64,
    perspectives: [Vec<Accumulator>; 2],
}

impl NetworkAccumulators {
    #[cold]
    fn new(net: &Layers, planes: usize) -> Self {
        let views = || (0..net.views.count()).map(|_| Accumulator::new(net, planes)).collect();
        Self { net: net.id, perspectives: [views(), views()] }
    }
}

/// The weights of the feature transformer for a view of a perspective.
#[derive(Clone, Copy)]
struct Weights<'a> {
    /// Of its input bucket.
    matrix: &'a [I16x16],
    /// The row of each feature of the first player's perspective.
    rows: &'a [u16],
}

impl<'a> Weights<'a> {
    #[inline]
    fn new<G: Planes>(net: &'a Layers, viewer: Side, view: usize) -> Self {
        let length = G::FEATURES * net.feature_bias.len();
        let matrix = &net.feature_weights[Views::bucket(view) * length..][..length];
        Self { matrix, rows: net.views.rows(viewer, view) }
    }
}

/// The output of the feature transformer for one position from one perspective.
struct Accumulator {
    /// The position, from the first player's perspective.
    planes: Vec<u128>,
    /// How many features are active.
    active: usize,
    values: Vec<I16x16>,
}

impl Accumulator {
    fn new(net: &Layers, planes: usize) -> Self {
        Self { planes: vec![0; planes], active: 0, values: net.feature_bias.clone() }
    }

    /// Starts again from an empty board.
    fn refresh(&mut self, net: &Layers) {
        self.planes.fill(0);
        self.active = 0;
        self.values.copy_from_slice(&net.feature_bias);
    }
}

/// An accumulator that moves to a position, with its weights.
struct Moving<'a> {
    accumulator: &'a mut Accumulator,
    weights: Weights<'a>,
}

impl<'a> Moving<'a> {
    /// The accumulator of a perspective for its view of a position.
    #[inline]
    fn new<G: Planes>(net: &'a Layers, views: &'a mut [Accumulator], viewer: Side, planes: &G::PlaneSet) -> Self {
        let view = net.views.select(viewer, planes.as_ref());
        Self { accumulator: &mut views[view], weights: Weights::new::<G>(net, viewer, view) }
    }

    /// The same for a shorter time.
    #[inline]
    fn reborrow(&mut self) -> Moving<'_> {
        Moving { accumulator: self.accumulator, weights: self.weights }
    }

    /// Adds and subtracts the weights of features.
    #[inline]
    fn apply(&mut self, net: &Layers, added: &FeatureList, removed: &FeatureList) {
        let rows_of = |list: &FeatureList| {
            let mut rows = [0; MAX_CHANGES];
            for (row, feature) in rows.iter_mut().zip(list.features()) {
                *row = self.weights.rows[usize::from(*feature)];
            }
            rows
        };
        let rows = [added, removed].map(rows_of);
        let (added, removed) = (&rows[0][..added.length], &rows[1][..removed.length]);
        net.simd.add_rows(&mut self.accumulator.values, self.weights.matrix, added, removed);
    }
}

/// Moves accumulators of the same position to another one: by an update, or by a refresh where that changes fewer features.
#[inline]
fn move_to<G: Planes, const N: usize>(net: &Layers, mut moving: [Moving<'_>; N], planes: &G::PlaneSet) {
    let mut changes = 0;
    for (now, before) in planes.as_ref().iter().zip(sized::<G>(&mut moving[0].accumulator.planes).as_ref()) {
        changes += count::<G>(now ^ before);
    }
    if changes == 0 {
        return;
    }
    if changes > FEW_CHANGES && changes > planes.as_ref().iter().map(|plane| count::<G>(*plane)).sum() {
        for moving in &mut moving {
            moving.accumulator.refresh(net);
        }
    }
    update::<G, N>(net, moving, planes);
}

/// Adds the features that became active and subtracts those that are no longer.
#[inline]
fn update<G: Planes, const N: usize>(net: &Layers, mut moving: [Moving<'_>; N], planes: &G::PlaneSet) {
    let (mut added, mut removed, none) = (FeatureList::new(), FeatureList::new(), FeatureList::new());
    let before = *sized::<G>(&mut moving[0].accumulator.planes);
    for (plane, (now, before)) in planes.as_ref().iter().zip(before.as_ref()).enumerate() {
        let (set, cleared) = (now & !before, before & !now);
        added.collect::<G>(plane, set, |full| moving.iter_mut().for_each(|moving| moving.apply(net, full, &none)));
        removed
            .collect::<G>(plane, cleared, |full| moving.iter_mut().for_each(|moving| moving.apply(net, &none, full)));
    }
    for moving in &mut moving {
        moving.apply(net, &added, &removed);
        let accumulator = &mut *moving.accumulator;
        *sized::<G>(&mut accumulator.planes) = *planes;
        accumulator.active = accumulator.active + added.count - removed.count;
    }
}

/// Planes with their number known to the compiler.
#[inline]
fn sized<G: Planes>(planes: &mut [u128]) -> &mut G::PlaneSet {
    G::PlaneSet::from_slice_mut(planes).expect("an accumulator belongs to a network of one game")
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

/// Calls `evaluate` with the values of both perspectives, the first player's first, and the number of active features. The position
/// is given by its planes from the first player's perspective.
#[inline]
pub(super) fn with_accumulators<G: Planes, T>(
    net: &Layers,
    planes: &G::PlaneSet,
    evaluate: impl FnOnce([&[I16x16]; 2], usize) -> T,
) -> T {
    CACHE.with_borrow_mut(|cache| {
        let [first, second] = &mut cache.of(net, G::PLANES).perspectives;
        let mut first = Moving::new::<G>(net, first, Side::First, planes);
        let mut second = Moving::new::<G>(net, second, Side::Second, planes);
        // With one view both are always at the same position, with more usually.
        if net.views.count() == 1
            || sized::<G>(&mut first.accumulator.planes) == sized::<G>(&mut second.accumulator.planes)
        {
            move_to::<G, 2>(net, [first.reborrow(), second.reborrow()], planes);
        } else {
            move_to::<G, 1>(net, [first.reborrow()], planes);
            move_to::<G, 1>(net, [second.reborrow()], planes);
        }
        evaluate([&first.accumulator.values, &second.accumulator.values], first.accumulator.active)
    })
}
