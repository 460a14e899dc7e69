//! How sure the value of a selective search is.

/// The confidence of a value: how likely it is that no cut of Multi-ProbCut below it was wrong by more than the deviation
/// allowed for. Only an exact value is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Confidence {
    /// 60 %: 0.85 standard deviations.
    Percent60,
    /// 73 %: 1.1 standard deviations.
    Percent73,
    /// 87 %: 1.5 standard deviations.
    Percent87,
    /// 95 %: 2 standard deviations.
    Percent95,
    /// 98 %: 2.6 standard deviations.
    Percent98,
    /// 99 %: 3.3 standard deviations.
    Percent99,
    /// Proved: nothing is cut.
    Exact,
}

impl Confidence {
    const ALL: [Self; 7] = [
        Self::Percent60,
        Self::Percent73,
        Self::Percent87,
        Self::Percent95,
        Self::Percent98,
        Self::Percent99,
        Self::Exact,
    ];

    /// The confidence in percent.
    pub const fn percent(self) -> u32 {
        match self {
            Self::Percent60 => 60,
            Self::Percent73 => 73,
            Self::Percent87 => 87,
            Self::Percent95 => 95,
            Self::Percent98 => 98,
            Self::Percent99 => 99,
            Self::Exact => 100,
        }
    }

    /// How many hundredths of a standard deviation a shallow value has to be beyond a bound for a cut.
    pub(super) const fn deviations(self) -> i32 {
        match self {
            Self::Percent60 => 85,
            Self::Percent73 => 110,
            Self::Percent87 => 150,
            Self::Percent95 => 200,
            Self::Percent98 => 260,
            Self::Percent99 => 330,
            Self::Exact => i32::MAX,
        }
    }

    /// The confidence of a number from a table.
    #[inline]
    pub(super) fn from_index(index: u8) -> Self {
        Self::ALL[usize::from(index).min(Self::ALL.len() - 1)]
    }
}
