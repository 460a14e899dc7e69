//! Squares with a margin around them, so that a look at a neighbour never falls off the board.
//!
//! ```text
//!   . . . . . .      The cell of a square is (y + 1) · (width + 2) + x + 1. What stands in the margin is zero.
//!   . a b c d .
//!   . e f g h .
//!   . . . . . .
//! ```

use quevedo_core::Planes;

/// Squares whose sums are made side by side: as many as fit the registers.
pub(super) const GROUP: usize = 6;

/// The cells of a board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Cells from one row to the next.
    pub(super) stride: usize,
    /// With those of the margin.
    pub(super) cells: usize,
    /// The cell of every square.
    pub(super) cell: Vec<usize>,
    /// All squares in groups; the last one repeats a square where there are too few.
    pub(super) groups: Vec<[usize; GROUP]>,
}

impl Board {
    pub(super) fn new<G: Planes>() -> Self {
        let stride = G::WIDTH + 2;
        let cell = (0..G::SQUARES).map(|square| (square / G::WIDTH + 1) * stride + square % G::WIDTH + 1).collect();
        let last = G::SQUARES - 1;
        let groups = (0..G::SQUARES).step_by(GROUP).map(|first| std::array::from_fn(|index| (first + index).min(last)));
        Self { stride, cells: stride * (G::HEIGHT + 2), cell, groups: groups.collect() }
    }

    /// The cell that a tap looks at.
    #[inline]
    pub(super) fn tapped(&self, cell: usize, tap: usize) -> usize {
        cell + tap / 3 * self.stride + tap % 3 - self.stride - 1
    }
}
