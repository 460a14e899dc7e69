//! What is known of a score.

/// The score is at least `low` and at most `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Range {
    pub(super) const fn exactly(score: i32) -> Self {
        Self { low: score, high: score }
    }

    /// What both know together.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The same for the other side.
    #[inline]
    pub(super) const fn swapped(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Answers whether the score reaches `goal`, when that is known: by a bound on the right side of it.
    #[inline]
    pub(super) const fn answer(self, goal: i32) -> Option<i32> {
        if self.low >= goal {
            Some(self.low)
        } else if self.high < goal {
            Some(self.high)
        } else {
            None
        }
    }

    /// Learns a bound that answered the question after `goal`.
    #[inline]
    pub(super) fn learn(&mut self, goal: i32, bound: i32) {
        if bound >= goal {
            self.low = self.low.max(bound);
        } else {
            self.high = self.high.min(bound);
        }
    }
}
