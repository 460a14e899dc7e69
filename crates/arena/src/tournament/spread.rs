//! The distribution of numbers.

use serde::Serialize;

/// The distribution of numbers. Percentiles are by nearest rank.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "SpreadState"), schema(as = SpreadState))]
pub struct Spread {
    /// The minimum.
    pub min: u64,
    /// The median.
    pub median: u64,
    /// The mean.
    pub mean: f64,
    /// The 95th percentile.
    pub p95: u64,
    /// The maximum.
    pub max: u64,
}

impl Spread {
    /// The distribution of numbers; `None` without numbers.
    pub fn of(mut numbers: Vec<u64>) -> Option<Self> {
        numbers.sort_unstable();
        let (min, max) = (*numbers.first()?, *numbers.last()?);
        let count = numbers.len();
        let rank = |percent: usize| numbers[(count * percent).div_ceil(100).max(1) - 1];
        let sum: u128 = numbers.iter().map(|number| u128::from(*number)).sum();
        Some(Self { min, median: rank(50), mean: sum as f64 / count as f64, p95: rank(95), max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook example of the nearest-rank method, and a hundred numbers.
    #[test]
    fn percentiles_are_nearest_ranks() {
        let spread = Spread::of(vec![50, 15, 40, 20, 35]).unwrap();
        assert_eq!((spread.min, spread.median, spread.p95, spread.max), (15, 35, 50, 50));
        assert!((spread.mean - 32.0).abs() < 1e-12);
        let hundred = Spread::of((1..=100).rev().collect()).unwrap();
        assert_eq!((hundred.median, hundred.p95), (50, 95));
        assert_eq!(Spread::of(Vec::new()), None);
        assert_eq!(Spread::of(vec![u64::MAX; 3]).map(|spread| spread.median), Some(u64::MAX));
    }
}
