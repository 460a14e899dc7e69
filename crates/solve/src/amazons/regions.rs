//! Bounds of regions: numbers for regions of one side, stops of small shared regions by full search, bounds of large ones.

use quevedo_core::Side;

use super::board::{Board, Region};
use super::bounds::bounds;
use super::filling::Fillings;
use super::sum::{RegionBounds, Stops, Sum, Term};
use super::table::PairTable;

/// Regions with no more empty squares are searched completely.
const SEARCHED: u32 = 4;
/// Numbers in the table are stored with this added, to be positive.
const OFFSET: i32 = 1 << 16;

/// Computes bounds of regions and caches them; all are proved.
pub(super) struct RegionEvaluator<const N: usize> {
    fillings: Fillings<N>,
    stops: PairTable,
    bounds: PairTable,
}

impl<const N: usize> RegionEvaluator<N> {
    /// With caches of about this size.
    pub(super) fn new(mib: usize) -> Self {
        Self { fillings: Fillings::new(mib / 4), stops: PairTable::new(mib / 2), bounds: PairTable::new(mib / 4) }
    }

    /// Adds the parts of a region to a sum.
    #[inline]
    pub(super) fn add(&mut self, region: &Region, sum: &mut Sum) {
        Board::<N>::each_part(region, |region| {
            let key = region.key();
            let bounds = self.region_bounds(&region, key);
            sum.add(Term { region, key, bounds });
        });
    }

    /// The bounds of a region in one piece.
    fn region_bounds(&mut self, region: &Region, key: u128) -> RegionBounds {
        if let Some(owner) = region.owner() {
            let count = self.fillings.count(region, owner);
            let [least, most] = [count.least as i32, count.most as i32];
            return if owner == Side::First {
                RegionBounds::of_value(least, most)
            } else {
                RegionBounds::of_value(-most, -least)
            };
        }
        if region.size() <= SEARCHED {
            let mut alone = Sum::default();
            alone.hot.push(Term { region: *region, key, bounds: RegionBounds::of_value(0, 0) });
            return RegionBounds::of_stops(self.stops(&alone));
        }
        if let Some(bounds) = self.bounds.probe(key) {
            let [lower, upper] = bounds.map(|bound| bound as i32 - OFFSET);
            return RegionBounds::of_value(lower, upper);
        }
        let [lower, upper] = bounds(region, &mut self.fillings);
        self.bounds.store(key, 1 << region.size().min(63), [lower, upper].map(|bound| (bound + OFFSET) as u32));
        RegionBounds::of_value(lower, upper)
    }

    /// The stops of a sum, by a full search of its hot regions.
    fn stops(&mut self, sum: &Sum) -> Stops {
        let key = sum.hot_key();
        let hot = self.stops.probe(key).map(|stops| stops.map(|stop| stop as i32 - OFFSET));
        let [left, right] = hot.unwrap_or_else(|| {
            let first = self.best_stop(sum, Side::First);
            let second = self.best_stop(sum, Side::Second);
            let Stops { left, right } = Stops::of_moves(first, second);
            self.stops.store(key, 1 << sum.size().min(63), [left, right].map(|stop| (stop + OFFSET) as u32));
            [left, right]
        });
        Stops { left: left + sum.spare, right: right + sum.spare }
    }

    /// The best stop among the moves of a side, in the hot regions without the spare moves.
    fn best_stop(&mut self, sum: &Sum, side: Side) -> Option<i32> {
        let mut best = None;
        for index in 0..sum.hot.len() {
            let rest = Sum { spare: 0, ..sum.without(index) };
            Board::<N>::each_move(&sum.hot[index].region, side, |next, _| {
                let mut child = rest.clone();
                self.add(&next, &mut child);
                let stops = self.stops(&child);
                best = Some(match (side, best) {
                    (Side::First, best) => best.map_or(stops.right, |best: i32| best.max(stops.right)),
                    (Side::Second, best) => best.map_or(stops.left, |best: i32| best.min(stops.left)),
                });
            });
        }
        best
    }
}
