//! The sequential probability ratio test (SPRT, Wald 1945): a match that stops as soon as one of two hypotheses about the
//! Elo difference can be accepted.
//!
//! This is the generalised test (GSPRT): the unknown probabilities of the five results of a pair are the maximum
//! likelihood estimates under each hypothesis, that is, the distribution with the mean of the hypothesis that is nearest
//! to the observed one.

use super::{POINTS, Pairs, score_of};

/// Added to every count, so that a result that was not observed is unlikely, not impossible.
const PSEUDOCOUNT: f64 = 1e-3;

/// The test of one Elo difference against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo differences of H0 and H1.
    pub elo: [f64; 2],
    /// The error rates alpha (H1 is accepted although H0 holds) and beta (the reverse).
    pub errors: [f64; 2],
}

/// The decision of a test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// H1 is accepted.
    AcceptH1,
    /// H0 is accepted.
    AcceptH0,
    /// More games are needed.
    Continue,
}

impl Sprt {
    /// A test with error rates of 5 %.
    pub const fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo: [elo0, elo1], errors: [0.05, 0.05] }
    }

    /// The log-likelihood ratios at which it stops.
    pub fn bounds(&self) -> [f64; 2] {
        let [alpha, beta] = self.errors;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The log-likelihood ratio (LLR) of H1 to H0.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        let total = pairs.total() as f64;
        if pairs.total() == 0 {
            return 0.0;
        }
        let counts = pairs.counts.map(|count| count as f64 + PSEUDOCOUNT);
        let sum: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / sum);
        let [first, second] = self.elo.map(|elo| most_likely(&observed, score_of(elo)));
        let terms = (0..5).map(|result| observed[result] * (second[result] / first[result]).ln());
        total * terms.sum::<f64>()
    }

    /// The decision after these pairs.
    pub fn decide(&self, pairs: &Pairs) -> SprtDecision {
        let ([lower, upper], llr) = (self.bounds(), self.llr(pairs));
        if llr >= upper {
            SprtDecision::AcceptH1
        } else if llr <= lower {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Continue
        }
    }
}

/// The maximum likelihood probabilities with mean `score`: each observed one is divided by `1 + x (points - score)`, with
/// the one `x` that gives the mean.
fn most_likely(observed: &[f64; 5], score: f64) -> [f64; 5] {
    let excess = |x: f64| -> f64 {
        observed.iter().zip(POINTS).map(|(share, points)| share * (points - score) / (1.0 + x * (points - score))).sum()
    };
    // The excess falls from plus to minus infinity between the poles of the outermost results: bisection finds its zero.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|result| observed[result] / (1.0 + x * (POINTS[result] - score)))
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
        let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
        for score in [0.3, 0.5, 0.61] {
            let found = most_likely(&observed, score);
            let sum: f64 = found.iter().sum();
            let mean: f64 = found.iter().zip(POINTS).map(|(share, points)| share * points).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (mean - score).abs() < 1e-9, "{found:?}");
        }
        assert!(
            most_likely(&observed, 0.5).iter().zip(observed).all(|(found, observed)| (found - observed).abs() < 1e-9)
        );
    }

    /// Near the truth the generalised ratio is that of two normal distributions: n (s1 - s0) (2 m - s0 - s1) / 2 v.
    #[test]
    fn ratios_are_near_those_of_normal_distributions() {
        let pairs = Pairs { counts: [600, 2_100, 4_500, 2_200, 620] };
        let sprt = Sprt::new(0.0, 5.0);
        let [s0, s1] = sprt.elo.map(score_of);
        let normal = pairs.total() as f64 * (s1 - s0) * (2.0 * pairs.score() - s0 - s1) / (2.0 * pairs.variance());
        assert!((sprt.llr(&pairs) - normal).abs() < 0.02 * normal.abs().max(1.0), "{} {normal}", sprt.llr(&pairs));
    }

    /// How often the test accepts when the truth is `elo`, over many simulated matches.
    fn acceptance(elo: f64, sprt: &Sprt, seed: u64) -> f64 {
        let base = [0.05, 0.2, 0.5, 0.2, 0.05];
        let chances = most_likely(&base, score_of(elo));
        let mut rng = Rng::with_seed(seed);
        let matches = 1_000;
        let accepted = (0..matches).filter(|_| run(&chances, sprt, &mut rng) == SprtDecision::AcceptH1).count();
        accepted as f64 / f64::from(matches)
    }

    fn run(chances: &[f64; 5], sprt: &Sprt, rng: &mut Rng) -> SprtDecision {
        let mut pairs = Pairs::default();
        loop {
            pairs.add(draw_pair(chances, rng));
            match sprt.decide(&pairs) {
                SprtDecision::Continue => {}
                decision => return decision,
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
