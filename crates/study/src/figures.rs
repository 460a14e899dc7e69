//! Figures with their intervals: shares of points, means of measurements.

/// Standard errors of a 95 % interval.
const SIGMAS: f64 = 1.959_963_984_540_054;

/// The 95 % interval of a proportion by the number of independent trials (Wilson 1927). It has a width even where all
/// trials had the same result.
pub(crate) fn share_interval(share: f64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let (count, z2) = (trials as f64, SIGMAS * SIGMAS);
    let middle = (share + z2 / (2.0 * count)) / (1.0 + z2 / count);
    let half = SIGMAS * (share * (1.0 - share) / count + z2 / (4.0 * count * count)).sqrt() / (1.0 + z2 / count);
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

/// A share in percent with its interval: `88 % [80, 93]`.
pub(crate) fn show_share(share: f64, trials: u64) -> String {
    if trials == 0 {
        return "–".into();
    }
    let [low, high] = share_interval(share, trials);
    format!("{:.0} % [{:.0}, {:.0}]", 100.0 * share, 100.0 * low, 100.0 * high)
}

/// A difference in Elo as a whole number with its sign; infinite where one player has all points.
pub(crate) fn show_elo(elo: f64) -> String {
    if elo.is_finite() { format!("{elo:+.0}") } else { if elo > 0.0 { "∞" } else { "-∞" }.into() }
}

/// The mean of measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Mean {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Mean {
    pub(crate) fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The mean; nothing of nothing.
    pub(crate) fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// Half the width of the 95 % interval; 0 for a single measurement, of which nothing is known but itself.
    pub(crate) fn error(&self) -> f64 {
        let count = self.count as f64;
        if self.count < 2 {
            return 0.0;
        }
        let variance = ((self.squares - self.sum * self.sum / count) / (count - 1.0)).max(0.0);
        SIGMAS * (variance / count).sqrt()
    }

    /// With its error, in some unit: `12.3 ± 0.4`.
    pub(crate) fn show(&self, scale: f64) -> String {
        let Some(value) = self.value() else { return "–".into() };
        let error = self.error() * scale;
        if error == 0.0 { short(value * scale) } else { format!("{} ± {}", short(value * scale), short(error)) }
    }
}

/// A number with about three digits that matter.
pub(crate) fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 1e7 => format!("{:.1} M", value / 1e6),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 || size == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 5e-4
    }

    /// From the tables of Newcombe, *Two-sided confidence intervals for the single proportion* (1998), method 3.
    #[test]
    fn shares_have_the_published_intervals() {
        for (wins, trials, low, high) in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)] {
            let found = share_interval(f64::from(wins) / trials as f64, trials);
            assert!(near(found[0], low) && near(found[1], high), "{wins}/{trials}: {found:?}");
        }
        assert!(share_interval(0.5, 0).iter().zip([0.0, 1.0]).all(|(found, known)| (found - known).abs() < 1e-12));
    }

    #[test]
    fn means_have_the_error_of_the_normal_approximation() {
        let mut mean = Mean::default();
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            mean.add(value);
        }
        // The variance is 32 / 7, by hand.
        assert!(near(mean.value().unwrap(), 5.0) && near(mean.error(), 1.959_964 * (32.0_f64 / 7.0 / 8.0).sqrt()));
        assert_eq!(Mean::default().show(1.0), "–");
    }
}
