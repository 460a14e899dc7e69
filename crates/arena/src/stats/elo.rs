//! Elo differences with their intervals.

use std::f64::consts::SQRT_2;

use super::{Pairs, SIGMAS_95};

/// The Elo difference of a share of the points.
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of the points of an Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The Elo difference of the first player, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The maximum likelihood estimate; infinite when one player has all points.
    pub difference: f64,
    /// The 95 % confidence interval.
    pub interval: [f64; 2],
    /// The likelihood of superiority (LOS): the probability that the first player is stronger.
    pub superiority: f64,
}

impl Elo {
    /// The estimate from pairs of games.
    pub fn of(pairs: &Pairs) -> Self {
        Self::among(pairs, 1)
    }

    /// The estimate as one of several that are read together: with 95 % probability all their intervals hold the true
    /// difference (Bonferroni).
    pub fn among(pairs: &Pairs, comparisons: usize) -> Self {
        let sigmas = simultaneous_sigmas(comparisons);
        let count = pairs.total() as f64;
        let score = pairs.score();
        // A prior of half a pair keeps the error of a one-sided match above zero.
        let spread = if pairs.total() == 0 { f64::INFINITY } else { (variance_with_prior(pairs) / count).sqrt() };
        let clip = |score: f64| score.clamp(0.0, 1.0);
        Self {
            difference: elo_of(score),
            interval: [-1.0, 1.0].map(|sign| elo_of(clip(score + sign * sigmas * spread))),
            superiority: normal_cdf((score - 0.5) / spread),
        }
    }

    /// Half the width of the interval, for `±`; infinite where the interval is.
    pub fn error(&self) -> f64 {
        (self.interval[1] - self.interval[0]) / 2.0
    }
}

/// Standard errors of an interval that is one of several: that of `1 - 0.05 / comparisons` confidence.
fn simultaneous_sigmas(comparisons: usize) -> f64 {
    if comparisons <= 1 {
        return SIGMAS_95;
    }
    let tail = 0.025 / comparisons as f64;
    let (mut low, mut high) = (SIGMAS_95, 40.0);
    // The tail shrinks as the bound grows: bisection.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if normal_cdf(-middle) > tail { low = middle } else { high = middle }
    }
    low
}

/// The variance. If all pairs have the same result, that of a match with half a pair more of the farthest other result.
fn variance_with_prior(pairs: &Pairs) -> f64 {
    let variance = pairs.variance();
    if variance > 0.0 {
        return variance;
    }
    let share = 0.5 / (pairs.total() as f64 + 0.5);
    let farthest = pairs.score().max(1.0 - pairs.score());
    share * (1.0 - share) * farthest * farthest
}

/// The probability that a normal variable is below `x`.
fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

#[cfg(test)]
mod tests {
    use quevedo_core::Rng;

    use super::*;

    fn near(found: f64, expected: f64, within: f64) -> bool {
        (found - expected).abs() <= within
    }

    /// The scale of Elo's own table (The Rating of Chessplayers, 1978), in its logistic form.
    #[test]
    fn scores_and_differences_are_those_of_the_scale() {
        for (elo, score) in [(0.0, 0.5), (100.0, 0.6401), (200.0, 0.7597), (400.0, 0.9091), (-200.0, 0.2403)] {
            assert!(near(score_of(elo), score, 5e-5), "{elo}");
            assert!(near(elo_of(score_of(elo)), elo, 1e-9), "{elo}");
        }
    }

    /// A hundred pairs with 58 % of the points: worked out by hand from the definition.
    #[test]
    fn an_interval_is_that_of_the_normal_approximation() {
        let elo = Elo::of(&Pairs { counts: [10, 10, 30, 38, 12] });
        // mean 0.58; variance (10·0.58² + 10·0.33² + 30·0.08² + 38·0.17² + 12·0.42²) / 100 = 0.0786
        assert!(near(elo.difference, 56.07, 0.01), "{elo:?}");
        let spread = 1.959_964 * (0.0786_f64 / 100.0).sqrt();
        assert!(
            near(elo.interval[0], elo_of(0.58 - spread), 0.01) && near(elo.interval[1], elo_of(0.58 + spread), 0.01)
        );
        // 0.08 is 2.8535 standard errors: 99.78 % of a normal distribution lie below.
        assert!(near(elo.superiority, 0.99784, 2e-5), "{elo:?}");
    }

    /// From tables of the normal distribution: the quantiles of 0.975, 0.9975 and 0.9995.
    #[test]
    fn several_intervals_are_wider() {
        for (comparisons, sigmas) in [(1, 1.959_964), (10, 2.807_034), (50, 3.290_527)] {
            assert!(near(simultaneous_sigmas(comparisons), sigmas, 1e-6), "{comparisons}");
        }
        let pairs = Pairs { counts: [10, 10, 30, 38, 12] };
        let (alone, among) = (Elo::of(&pairs), Elo::among(&pairs, 10));
        assert!(among.difference.to_bits() == alone.difference.to_bits() && among.interval[0] < alone.interval[0]);
        // 56 Elo by a hundred pairs are a finding alone, and none among sixty.
        assert!(alone.interval[0] > 0.0 && Elo::among(&pairs, 60).interval[0] < 0.0);
    }

    #[test]
    fn one_sided_matches_and_none_at_all_have_no_finite_difference() {
        let all = Elo::of(&Pairs { counts: [0, 0, 0, 0, 20] });
        assert!(all.difference.is_infinite() && all.interval[0].is_finite() && all.superiority > 0.999);
        let none = Elo::of(&Pairs::default());
        assert!(near(none.superiority, 0.5, 1e-12) && none.interval[0] == f64::NEG_INFINITY);
    }

    /// Draws a match from known probabilities many times: the interval holds the truth as often as it says.
    #[test]
    fn intervals_cover_the_truth() {
        let chances = [0.08, 0.17, 0.35, 0.25, 0.15];
        let truth = elo_of(chances.iter().zip(super::super::POINTS).map(|(chance, points)| chance * points).sum());
        let mut rng = Rng::with_seed(11);
        let (matches, mut covered) = (10_000, 0);
        for _ in 0..matches {
            let interval = Elo::of(&draw_match(&chances, 250, &mut rng)).interval;
            covered += u32::from(interval[0] <= truth && truth <= interval[1]);
        }
        let share = f64::from(covered) / f64::from(matches);
        assert!((0.94..=0.96).contains(&share), "{share}");
    }

    fn draw_match(chances: &[f64; 5], count: u32, rng: &mut Rng) -> Pairs {
        let mut pairs = Pairs::default();
        for _ in 0..count {
            pairs.add(super::super::sprt::tests::draw_pair(chances, rng));
        }
        pairs
    }
}
