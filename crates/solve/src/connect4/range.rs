//! Bounds of a score.

/// The score is at least `low` and at most `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoreRange {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl ScoreRange {
    pub(super) const fn exactly(score: i32) -> Self {
        Self { low: score, high: score }
    }

    /// The bounds of both together.
    #[inline]
    pub(super) fn intersect(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The same from the other side.
    #[inline]
    pub(super) const fn swapped(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// A bound that decides whether the score reaches `goal`: at least `goal`, or less; `None` if the range does not decide it.
    #[inline]
    pub(super) const fn bound_for(self, goal: i32) -> Option<i32> {
        if self.low >= goal {
            Some(self.low)
        } else if self.high < goal {
            Some(self.high)
        } else {
            None
        }
    }

    /// Narrows the range by the fail-soft bound that a null-window search for `goal` returned.
    #[inline]
    pub(super) fn narrow(&mut self, goal: i32, bound: i32) {
        if bound >= goal {
            self.low = self.low.max(bound);
        } else {
            self.high = self.high.min(bound);
        }
    }
}
