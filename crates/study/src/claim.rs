//! The claims of a paper, tested by our figures.

use serde::Deserialize;

use crate::figures::{Mean, share_interval};

/// Equality is confirmed by an interval around it that is no wider than this share of the points.
const MAX_EQUAL_WIDTH: f64 = 0.3;

/// An ordering of two players or figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Order {
    #[serde(rename = "a>b")]
    Greater,
    #[serde(rename = "a<b")]
    Less,
    #[serde(rename = "a=b")]
    Equal,
}

/// The verdict of our figures on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They confirm it, beyond their error.
    Confirmed,
    /// They contradict it, beyond their error.
    Contradicted,
    /// Their error is too large to decide.
    WithinError,
}

impl Verdict {
    /// In words, with a sign.
    pub fn text(self) -> &'static str {
        match self {
            Self::Confirmed => "✓ confirmed",
            Self::Contradicted => "✗ contradicted",
            Self::WithinError => "≈ within error",
        }
    }

    /// The verdict on a difference that is claimed to be positive, by its interval.
    pub(crate) fn of_positive(low: f64, high: f64) -> Self {
        if low > 0.0 {
            Self::Confirmed
        } else if high < 0.0 {
            Self::Contradicted
        } else {
            Self::WithinError
        }
    }
}

impl Order {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Greater => "A > B",
            Self::Less => "A < B",
            Self::Equal => "A = B",
        }
    }

    /// The verdict on `a` and `b` by an interval of a measure of `a - b`.
    pub(crate) fn test(self, low: f64, high: f64) -> Verdict {
        match self {
            Self::Greater => Verdict::of_positive(low, high),
            Self::Less => Verdict::of_positive(-high, -low),
            Self::Equal if low > 0.0 || high < 0.0 => Verdict::Contradicted,
            Self::Equal if high - low <= MAX_EQUAL_WIDTH => Verdict::Confirmed,
            Self::Equal => Verdict::WithinError,
        }
    }

    /// The verdict by the share of the points of `a`; none without games.
    pub(crate) fn test_share(self, share: f64, games: u64) -> Option<Verdict> {
        let [low, high] = share_interval(share, games);
        (games > 0).then(|| self.test(low - 0.5, high - 0.5))
    }

    /// The verdict by two means; none where one is missing. A single measurement decides nothing.
    pub(crate) fn test_means(self, a: &Mean, b: &Mean) -> Option<Verdict> {
        let difference = a.value()? - b.value()?;
        if a.count().min(b.count()) < 2 {
            return Some(Verdict::WithinError);
        }
        let error = a.error().hypot(b.error());
        Some(self.test(difference - error, difference + error))
    }
}

/// A verdict in a cell.
pub(crate) fn show(verdict: Option<Verdict>) -> String {
    verdict.map_or_else(String::new, |verdict| verdict.text().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_the_interval() {
        use Verdict::{Confirmed, Contradicted, WithinError};
        assert_eq!(Order::Greater.test(0.1, 0.3), Confirmed);
        assert_eq!(Order::Greater.test(-0.3, -0.1), Contradicted);
        assert_eq!(Order::Less.test(-0.3, -0.1), Confirmed);
        assert_eq!([Order::Greater, Order::Less].map(|order| order.test(-0.1, 0.1)), [WithinError; 2]);
        assert_eq!(
            [(-0.1, 0.1), (0.1, 0.2), (-0.3, 0.3)].map(|(low, high)| Order::Equal.test(low, high)),
            [Confirmed, Contradicted, WithinError]
        );
    }

    #[test]
    fn without_games_there_is_no_verdict() {
        assert_eq!(Order::Greater.test_share(0.5, 0), None);
        assert_eq!(Order::Less.test_means(&Mean::default(), &Mean::default()), None);
    }
}
