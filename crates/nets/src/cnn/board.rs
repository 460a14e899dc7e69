//! The board with zero padding, so that every neighbour of a square exists.
//!
//! ```text
//!   . . . . . .      The cell of a square is (y + 1) · (width + 2) + x + 1. The padding is zero.
//!   . a b c d .
//!   . e f g h .
//!   . . . . . .
//! ```

use crate::encoding::Encoding;

/// Squares whose sums are computed together: as many as fit the registers.
pub(super) const GROUP: usize = 6;

/// The cells of a board with padding.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Cells in a row.
    pub(super) stride: usize,
    /// The number of cells, including the padding.
    pub(super) cells: usize,
    /// The cell of every square.
    pub(super) cell: Vec<usize>,
}

/// A square of a position in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) position: usize,
    pub(super) square: usize,
    /// Among the cells of the whole batch, board after board.
    pub(super) cell: usize,
}

impl Board {
    pub(super) fn new(encoding: &Encoding) -> Self {
        let Encoding { width, height, .. } = *encoding;
        let stride = width + 2;
        let cell = (0..width * height).map(|square| (square / width + 1) * stride + square % width + 1).collect();
        Self { stride, cells: stride * (height + 2), cell }
    }

    /// All squares of a batch in groups. The last group is filled up with the last square.
    pub(super) fn groups(&self, positions: usize) -> impl Iterator<Item = [Place; GROUP]> {
        let mut next = Place { position: 0, square: 0, cell: self.cell[0] };
        (0..(positions * self.cell.len()).div_ceil(GROUP)).map(move |_| {
            std::array::from_fn(|_| {
                let place = next;
                next = self.after(place, positions);
                place
            })
        })
    }

    /// The next square of this position or the first of the next one; after the last square the last one again.
    fn after(&self, place: Place, positions: usize) -> Place {
        let Place { position, square, .. } = place;
        if square + 1 < self.cell.len() {
            Place { position, square: square + 1, cell: position * self.cells + self.cell[square + 1] }
        } else if position + 1 < positions {
            Place { position: position + 1, square: 0, cell: (position + 1) * self.cells + self.cell[0] }
        } else {
            place
        }
    }

    /// The cell at an offset of the 3x3 kernel.
    #[inline]
    pub(super) fn neighbour(&self, cell: usize, tap: usize) -> usize {
        cell + tap / 3 * self.stride + tap % 3 - self.stride - 1
    }
}

#[cfg(test)]
mod tests {
    use quevedo_games::Connect4;

    use super::{Board, Encoding, GROUP};

    #[test]
    fn groups_are_all_squares_in_order() {
        let board = Board::new(&Encoding::of::<Connect4<8, 7>>());
        for positions in [1, 2, 3, 5] {
            let places: Vec<_> = board.groups(positions).flatten().collect();
            assert_eq!(places.len(), (positions * 56).next_multiple_of(GROUP));
            for (index, place) in places.iter().enumerate() {
                let index = index.min(positions * 56 - 1);
                assert_eq!((place.position, place.square), (index / 56, index % 56));
                assert_eq!(place.cell, place.position * board.cells + board.cell[place.square]);
            }
        }
    }
}
