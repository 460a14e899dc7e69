//! The sequential test: a match that stops as soon as it knows.
//!
//! Wald's sequential probability ratio test (1945) asks after every pair which of two Elo differences explains the
//! results better, and stops when one does so convincingly. The unknown probabilities of the five results are those most
//! likely under each hypothesis (the generalised test, GSPRT): a distribution with the mean that the hypothesis asks
//! for, nearest to what was seen.

use super::{POINTS, Pairs, score_of};

/// What is added to every count, so that a result not seen yet is unlikely, not impossible.
const DOUBT: f64 = 1e-3;

/// The test of one Elo difference against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis, and of the one to be shown.
    pub elo: [f64; 2],
    /// How often it may accept what is false: the second where the first is true, and the other way round.
    pub errors: [f64; 2],
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The second hypothesis holds.
    Accepted,
    /// The first one holds.
    Rejected,
    /// Nothing yet.
    Open,
}

impl Sprt {
    /// The usual test, wrong in five of a hundred cases either way.
    pub const fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo: [elo0, elo1], errors: [0.05, 0.05] }
    }

    /// The ratios, in logarithms, at which it stops.
    pub fn bounds(&self) -> [f64; 2] {
        let [alpha, beta] = self.errors;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// How much better the second hypothesis explains the pairs, in logarithms.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        let total = pairs.total() as f64;
        if pairs.total() == 0 {
            return 0.0;
        }
        let counts = pairs.counts.map(|count| count as f64 + DOUBT);
        let sum: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / sum);
        let [first, second] = self.elo.map(|elo| most_likely(&seen, score_of(elo)));
        let terms = (0..5).map(|result| seen[result] * (second[result] / first[result]).ln());
        total * terms.sum::<f64>()
    }

    /// What the pairs decide.
    pub fn judge(&self, pairs: &Pairs) -> Verdict {
        let ([lower, upper], ratio) = (self.bounds(), self.ratio(pairs));
        if ratio >= upper {
            Verdict::Accepted
        } else if ratio <= lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// The probabilities with mean `score` under which what was seen is most likely: each is divided by `1 + x (points - score)`,
/// with the one `x` that makes the mean right.
fn most_likely(seen: &[f64; 5], score: f64) -> [f64; 5] {
    let excess = |x: f64| -> f64 {
        seen.iter().zip(POINTS).map(|(share, points)| share * (points - score) / (1.0 + x * (points - score))).sum()
    };
    // The excess falls from plus to minus infinity between the poles of the outermost results.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|result| seen[result] / (1.0 + x * (POINTS[result] - score)))
}

#[cfg(test)]
pub(super) mod tests {
    use quevedo_core::Rng;

    use super::*;

    /// A result of a pair by its probabilities.
    pub(in crate::stats) fn draw_pair(chances: &[f64; 5], rng: &mut Rng) -> usize {
        let mut left = rng.f64();
        chances
            .iter()
            .position(|chance| {
                left -= chance;
                left < 0.0
            })
            .unwrap_or(4)
    }

    #[test]
    fn bounds_are_walds() {
        let [lower, upper] = Sprt::new(0.0, 5.0).bounds();
        // ln(0.95 / 0.05), as every testing framework prints it: 2.94.
        assert!((upper - 2.944_439).abs() < 1e-6 && (lower + upper).abs() < 1e-12);
    }

    #[test]
    fn the_most_likely_distribution_has_the_mean_asked_for() {
        let seen = [0.1, 0.2, 0.4, 0.2, 0.1];
        for score in [0.3, 0.5, 0.61] {
            let found = most_likely(&seen, score);
            let sum: f64 = found.iter().sum();
            let mean: f64 = found.iter().zip(POINTS).map(|(share, points)| share * points).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (mean - score).abs() < 1e-9, "{found:?}");
        }
        assert!(most_likely(&seen, 0.5).iter().zip(seen).all(|(found, seen)| (found - seen).abs() < 1e-9));
    }

    /// Near the truth the generalised ratio is that of two normal distributions: n (s1 - s0) (2 m - s0 - s1) / 2 v.
    #[test]
    fn ratios_are_near_those_of_normal_distributions() {
        let pairs = Pairs { counts: [600, 2_100, 4_500, 2_200, 620] };
        let sprt = Sprt::new(0.0, 5.0);
        let [s0, s1] = sprt.elo.map(score_of);
        let normal = pairs.total() as f64 * (s1 - s0) * (2.0 * pairs.score() - s0 - s1) / (2.0 * pairs.variance());
        assert!((sprt.ratio(&pairs) - normal).abs() < 0.02 * normal.abs().max(1.0), "{} {normal}", sprt.ratio(&pairs));
    }

    /// How often the test accepts when the truth is `elo`, over many simulated matches.
    fn acceptance(elo: f64, sprt: &Sprt, seed: u64) -> f64 {
        let base = [0.05, 0.2, 0.5, 0.2, 0.05];
        let chances = most_likely(&base, score_of(elo));
        let mut rng = Rng::with_seed(seed);
        let matches = 1_000;
        let accepted = (0..matches).filter(|_| run(&chances, sprt, &mut rng) == Verdict::Accepted).count();
        accepted as f64 / f64::from(matches)
    }

    fn run(chances: &[f64; 5], sprt: &Sprt, rng: &mut Rng) -> Verdict {
        let mut pairs = Pairs::default();
        loop {
            pairs.add(draw_pair(chances, rng));
            match sprt.judge(&pairs) {
                Verdict::Open => {}
                verdict => return verdict,
            }
        }
    }

    #[test]
    fn errors_stay_within_what_was_asked() {
        let sprt = Sprt::new(0.0, 40.0);
        let (false_alarm, success) = (acceptance(0.0, &sprt, 3), acceptance(40.0, &sprt, 4));
        // 1,000 matches know a rate of 5 % to within 1.4 points.
        assert!(false_alarm <= 0.064, "{false_alarm}");
        assert!(success >= 0.936, "{success}");
    }
}
