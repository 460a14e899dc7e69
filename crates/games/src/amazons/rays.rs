//! Queen moves over a 128-bit board by subtraction.
//!
//! Square `file + N·rank` is bit `file + N·rank`. Along a ray towards higher bits, `blockers - 1` borrows up to
//! the nearest blocker: `blockers ^ (blockers - 1)` is everything up to it, whole if there is none. The four
//! rays towards lower bits are the same on a mirrored board, where square `s` is bit `127 - s`; so the
//! occupied squares are kept both ways.

use crate::bits::{Bits, nth};

/// The occupied squares, as they are and mirrored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occupied {
    plain: u128,
    mirrored: u128,
}

/// The squares a queen reaches: those behind her by ascending rays, those by descending rays on the mirrored
/// board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Targets {
    up: u128,
    down: u128,
}

/// The four rays upwards from every square: right, up-left, up, up-right; and the four downwards, mirrored.
pub(super) struct Rays {
    up: [[u128; 4]; 128],
    down: [[u128; 4]; 128],
}

impl Occupied {
    #[inline]
    pub(super) fn new(squares: u128) -> Self {
        Self { plain: squares, mirrored: squares.reverse_bits() }
    }

    /// Empties an occupied square, or occupies an empty one.
    #[inline]
    pub(super) fn toggled(self, square: u8) -> Self {
        Self { plain: self.plain ^ 1 << square, mirrored: self.mirrored ^ 1 << (127 - square) }
    }
}

impl Targets {
    /// How many squares.
    #[inline]
    pub(super) fn count(self) -> u32 {
        self.up.count_ones() + self.down.count_ones()
    }

    /// How many of these squares.
    #[inline]
    pub(super) fn count_among(self, squares: Occupied) -> u32 {
        (self.up & squares.plain).count_ones() + (self.down & squares.mirrored).count_ones()
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.up | self.down == 0
    }

    /// Visits every square.
    #[inline]
    pub(super) fn each(self, mut visit: impl FnMut(u8)) {
        each_bit(self.up, &mut visit);
        each_bit(self.down, |bit| visit(127 - bit));
    }

    /// The square number `n` in the order of [`Targets::each`].
    #[inline]
    pub(super) fn nth(self, n: u32) -> u8 {
        let ups = self.up.count_ones();
        if n < ups { nth_bit(self.up, n) } else { 127 - nth_bit(self.down, n - ups) }
    }

    #[inline]
    pub(super) fn contains(self, square: u8) -> bool {
        (self.up >> square | self.down >> (127 - square)) & 1 == 1
    }
}

/// Visits the bits of a word, half by half: loops over 64 bits are the faster ones.
#[inline]
pub(super) fn each_bit(word: u128, mut visit: impl FnMut(u8)) {
    for bit in Bits(word as u64) {
        visit(bit);
    }
    for bit in Bits((word >> 64) as u64) {
        visit(64 + bit);
    }
}

#[inline]
fn nth_bit(word: u128, n: u32) -> u8 {
    let low = (word as u64).count_ones();
    if n < low { nth(word as u64, n) } else { 64 + nth((word >> 64) as u64, n - low) }
}

impl Rays {
    /// The rays of an `n` by `n` board.
    pub(super) const fn new(n: usize) -> Self {
        let mut rays = Self { up: [[0; 4]; 128], down: [[0; 4]; 128] };
        let steps = [(1, 0), (-1, 1), (0, 1), (1, 1)];
        let mut square = 0;
        while square < n * n {
            let mut ray = 0;
            while ray < 4 {
                let (file, rank) = ((square % n) as isize, (square / n) as isize);
                rays.up[square][ray] = walk(n as isize, (file, rank), steps[ray]);
                rays.down[square][ray] = walk(n as isize, (file, rank), (-steps[ray].0, -steps[ray].1)).reverse_bits();
                ray += 1;
            }
            square += 1;
        }
        rays
    }

    /// What a queen on `square` reaches over empty squares. She herself need not be on the board.
    #[inline]
    pub(super) fn reach(&self, square: u8, occupied: Occupied) -> Targets {
        let fill = |rays: &[u128; 4], occupied: u128| {
            let mut reached = 0;
            for ray in rays {
                let blockers = ray & occupied;
                reached |= ray & (blockers ^ blockers.wrapping_sub(1));
            }
            reached & !occupied
        };
        let square = usize::from(square & 127);
        Targets { up: fill(&self.up[square], occupied.plain), down: fill(&self.down[square], occupied.mirrored) }
    }
}

/// The squares from a square to the edge, itself left out.
const fn walk(n: isize, from: (isize, isize), step: (isize, isize)) -> u128 {
    let mut squares = 0;
    let (mut file, mut rank) = (from.0 + step.0, from.1 + step.1);
    while file >= 0 && file < n && rank >= 0 && rank < n {
        squares |= 1 << (file + n * rank);
        (file, rank) = (file + step.0, rank + step.1);
    }
    squares
}
