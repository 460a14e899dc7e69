//! One training position.

use quevedo_core::planes::NO_STEP;

/// The squares that the data format stores for a move.
pub(super) const MAX_STEPS: usize = 3;

/// In place of the steps of a move where there is none.
pub const NO_MOVE: [u8; MAX_STEPS] = [NO_STEP; MAX_STEPS];

/// The steps of a move, filled up to the number that the data format stores; further ones are left out.
pub fn stored_steps(steps: &[u8]) -> [u8; MAX_STEPS] {
    std::array::from_fn(|step| steps.get(step).copied().unwrap_or(NO_STEP))
}

/// The steps of a move and its share of the visits, in 65535ths.
pub type PolicyEntry = ([u8; MAX_STEPS], u16);

/// A position encoded for the side to move, with the result of its search and of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The squares of every plane, one bit a square.
    pub planes: Vec<u128>,
    /// Points of the search for the side to move, where there was one.
    pub score: Option<i16>,
    /// The end of the game for the side to move: 1 won, 0 drawn, -1 lost.
    pub result: i8,
    /// The move that was played, by its steps.
    pub best: [u8; MAX_STEPS],
    /// Plies played before this position.
    pub ply: u16,
    /// What else is known.
    pub flags: Flags,
    /// How the visits were shared among the moves, where a player visits; empty otherwise.
    pub policy: Vec<PolicyEntry>,
    /// The position in its notation.
    pub text: String,
}

impl Sample {
    /// The number of active features: usually the pieces on the board.
    pub fn pieces(&self) -> u32 {
        self.planes.iter().map(|plane| plane.count_ones()).sum()
    }
}

/// Facts about a sample, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub u8);

impl Flags {
    /// The move that was played is noisy: a capture, a promotion.
    pub const NOISY: Self = Self(1);
    /// The side to move is under a threat: check.
    pub const THREATENED: Self = Self(1 << 1);
    /// The result is what a solver proved, not how the game ended.
    pub const EXACT: Self = Self(1 << 2);
    /// The side to move is the one that moves second.
    pub const SECOND: Self = Self(1 << 4);
    /// The position is after a move that was not played. The result is the sign of its score.
    pub const SIBLING: Self = Self(1 << 5);

    /// Every flag with its name.
    pub const NAMED: [(Self, &'static str); 5] = [
        (Self::NOISY, "noisy"),
        (Self::THREATENED, "threatened"),
        (Self::EXACT, "exact"),
        (Self::SECOND, "second"),
        (Self::SIBLING, "sibling"),
    ];

    /// These and others, if `holds`.
    #[must_use]
    pub const fn with(self, other: Self, holds: bool) -> Self {
        if holds { Self(self.0 | other.0) } else { self }
    }

    /// Whether all of `other` hold.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}
