//! Which stall counters are kept for captures, and which of them stands for one that is not.
//!
//! A step forward sets the counter to 0 and a step sideways stays within the block, so only captures need the counts of
//! another block for the counter they have. Keeping them for all ten takes ten times the memory. But a larger counter is
//! never better for the geese: the next kept one above gives an upper bound, and the next below a lower one. Without a kept one
//! above, the upper bound is a win of the fox.
//!
//! Geese that win fast seldom let the fox jump after steps sideways, so few counters are enough.

use quevedo_solve::fox_geese::entry::STALLS;

/// What is to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// An upper bound: the geese win in at most this many plies.
    Upper,
    /// A lower bound: the fox holds out at least this many plies.
    Lower,
}

/// How many stall counters are kept, and so how close the bounds come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// One: 32 bytes a placement.
    Coarse,
    /// Two: 64 bytes a placement.
    Fine,
    /// All ten: 320 bytes a placement, and both bounds are the exact length.
    Exact,
}

/// The counters that are kept, and what stands for the others.
pub(super) struct Rounding<const KEPT: usize> {
    kept: [usize; KEPT],
    /// For every counter the place of the one that stands for it, if any.
    places: [Option<usize>; STALLS],
}

impl Rounding<1> {
    pub(super) fn coarse(bound: Bound) -> Self {
        Self::new([if bound == Bound::Upper { 2 } else { 0 }], bound)
    }
}

impl Rounding<2> {
    pub(super) fn fine(bound: Bound) -> Self {
        Self::new(if bound == Bound::Upper { [1, 5] } else { [0, 2] }, bound)
    }
}

impl Rounding<STALLS> {
    pub(super) fn exact() -> Self {
        Self::new(std::array::from_fn(|stall| stall), Bound::Upper)
    }
}

impl<const KEPT: usize> Rounding<KEPT> {
    fn new(kept: [usize; KEPT], bound: Bound) -> Self {
        let place = |stall| match bound {
            Bound::Upper => kept.iter().position(|kept| *kept >= stall),
            Bound::Lower => kept.iter().rposition(|kept| *kept <= stall),
        };
        Self { kept, places: std::array::from_fn(place) }
    }

    /// Where the counts for a counter are.
    pub(super) fn place(&self, stall: usize) -> Option<usize> {
        self.places[stall]
    }

    /// The same for a counter that is kept itself.
    pub(super) fn kept_place(&self, stall: usize) -> Option<usize> {
        self.kept.iter().position(|kept| *kept == stall)
    }
}
