//! What is known of regions: numbers, stops of small regions by playing them out, bounds of large ones.

use quevedo_core::Side;

use super::board::{Board, Region};
use super::bounds::bounds;
use super::filling::Fillings;
use super::sum::{Stops, Sum, Term, Worth};
use super::table::Table;

/// Regions with no more empty squares are played out.
const PLAYED_OUT: u32 = 4;
/// Numbers in the table are stored with this added, to be positive.
const OFFSET: i32 = 1 << 16;

/// Remembers what it finds: all of it is proved.
pub(super) struct Knowledge<const N: usize> {
    fillings: Fillings<N>,
    stops: Table,
    worths: Table,
}

impl<const N: usize> Knowledge<N> {
    /// Knowledge that takes about so many MiB.
    pub(super) fn new(mib: usize) -> Self {
        Self { fillings: Fillings::new(mib / 4), stops: Table::new(mib / 2), worths: Table::new(mib / 4) }
    }

    /// What a region, in one piece or not, adds to a sum.
    #[inline]
    pub(super) fn add(&mut self, region: &Region, sum: &mut Sum) {
        Board::<N>::each_part(region, |region| {
            let key = region.key();
            let worth = self.worth(&region, key);
            sum.add(Term { region, key, worth });
        });
    }

    /// What is known of a region in one piece.
    fn worth(&mut self, region: &Region, key: u128) -> Worth {
        if let Some(owner) = region.owner() {
            let count = self.fillings.count(region, owner);
            let [least, most] = [count.least as i32, count.most as i32];
            return if owner == Side::First { Worth::bounded(least, most) } else { Worth::bounded(-most, -least) };
        }
        if region.size() <= PLAYED_OUT {
            let mut alone = Sum::default();
            alone.hot.push(Term { region: *region, key, worth: Worth::bounded(0, 0) });
            return Worth::stopped(self.stops(&alone));
        }
        if let Some(bounds) = self.worths.probe(key) {
            let [lower, upper] = bounds.map(|bound| bound as i32 - OFFSET);
            return Worth::bounded(lower, upper);
        }
        let [lower, upper] = bounds(region, &mut self.fillings);
        self.worths.store(key, 1 << region.size().min(63), [lower, upper].map(|bound| (bound + OFFSET) as u32));
        Worth::bounded(lower, upper)
    }

    /// The stops of a sum, found by playing out all of its hot regions.
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
