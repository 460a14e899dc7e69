//! The table of late move reductions.

use quevedo_core::SearchParams;

use super::worker::MAX_PLY;

/// Late move reductions are the same for all moves after this one.
const MAX_TRIED: usize = 64;

/// Late move reductions by depth and number of moves tried, in hundredths of a ply.
pub(super) struct LmrTable(Vec<[i16; MAX_TRIED]>);

impl LmrTable {
    /// `lmr_base + ln(depth) · ln(tried) / lmr_divisor`.
    pub(super) fn new(params: &SearchParams) -> Self {
        let logarithms: [f64; MAX_PLY] = std::array::from_fn(|number| (number.max(1) as f64).ln());
        let scale = 100.0 * 100.0 / f64::from(params.lmr_divisor);
        let reduction = |depth: usize, tried: usize| {
            (f64::from(params.lmr_base) + scale * logarithms[depth] * logarithms[tried]) as i16
        };
        Self((0..MAX_PLY).map(|depth| std::array::from_fn(|tried| reduction(depth, tried))).collect())
    }

    #[inline]
    pub(super) fn reduction(&self, depth: i32, tried: usize) -> i32 {
        i32::from(self.0[(depth as usize).min(MAX_PLY - 1)][tried.min(MAX_TRIED - 1)])
    }
}
