//! What a paper says, and what our figures say to it.

use serde::Deserialize;

use super::figures::{Mean, share_interval};

/// Equality is confirmed by an interval around it that is no wider, in shares of the points; a wider one tells nothing.
const LEVEL: f64 = 0.3;

/// An ordering of two players or figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum Order {
    #[serde(rename = "a>b")]
    Greater,
    #[serde(rename = "a<b")]
    Less,
    #[serde(rename = "a=b")]
    Equal,
}

/// What our figures say to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They say the same, beyond their error.
    Confirmed,
    /// They say the opposite, beyond their error.
    Contradicted,
    /// They cannot tell.
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

    /// By an interval of a difference that is claimed to be positive.
    pub(super) fn of_positive(low: f64, high: f64) -> Self {
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
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Greater => "A > B",
            Self::Less => "A < B",
            Self::Equal => "A = B",
        }
    }

    /// The verdict on `a` and `b` by an interval of a measure of `a - b`.
    pub(super) fn judge(self, low: f64, high: f64) -> Verdict {
        match self {
            Self::Greater => Verdict::of_positive(low, high),
            Self::Less => Verdict::of_positive(-high, -low),
            Self::Equal if low > 0.0 || high < 0.0 => Verdict::Contradicted,
            Self::Equal if high - low <= LEVEL => Verdict::Confirmed,
            Self::Equal => Verdict::WithinError,
        }
    }

    /// The verdict by the share of the points that `a` made; none without games.
    pub(super) fn judge_share(self, share: f64, games: u64) -> Option<Verdict> {
        let [low, high] = share_interval(share, games);
        (games > 0).then(|| self.judge(low - 0.5, high - 0.5))
    }

    /// The verdict by two means; none where one is missing. A single measurement tells nothing.
    pub(super) fn judge_means(self, a: &Mean, b: &Mean) -> Option<Verdict> {
        let difference = a.value()? - b.value()?;
        if a.count().min(b.count()) < 2 {
            return Some(Verdict::WithinError);
        }
        let error = a.error().hypot(b.error());
        Some(self.judge(difference - error, difference + error))
    }
}

/// A verdict in a cell.
pub(super) fn show(verdict: Option<Verdict>) -> String {
    verdict.map_or_else(String::new, |verdict| verdict.text().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_the_interval() {
        use Verdict::{Confirmed, Contradicted, WithinError};
        assert_eq!(Order::Greater.judge(0.1, 0.3), Confirmed);
        assert_eq!(Order::Greater.judge(-0.3, -0.1), Contradicted);
        assert_eq!(Order::Less.judge(-0.3, -0.1), Confirmed);
        assert_eq!([Order::Greater, Order::Less].map(|order| order.judge(-0.1, 0.1)), [WithinError; 2]);
        assert_eq!(
            [(-0.1, 0.1), (0.1, 0.2), (-0.3, 0.3)].map(|(low, high)| Order::Equal.judge(low, high)),
            [Confirmed, Contradicted, WithinError]
        );
    }

    #[test]
    fn nothing_played_is_no_verdict() {
        assert_eq!(Order::Greater.judge_share(0.5, 0), None);
        assert_eq!(Order::Less.judge_means(&Mean::default(), &Mean::default()), None);
    }
}
