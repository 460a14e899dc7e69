//! Own discs and the opponent's discs, row by row from the bottom; a move is the square where the disc comes to rest.

use quevedo_core::{Planes, Side, View};

use super::{Column, Connect4};
use crate::bits::Bits;

impl<const W: usize, const H: usize> Connect4<W, H> {
    /// A set of squares in rows instead of columns.
    #[inline]
    fn in_rows(squares: u64) -> u128 {
        Bits(squares).fold(0, |rows, bit| rows | 1 << Self::in_row(bit))
    }

    /// A square in rows instead of columns.
    #[inline]
    fn in_row(bit: u8) -> usize {
        let (column, row) = (usize::from(bit) / (H + 1), usize::from(bit) % (H + 1));
        row * W + column
    }
}

impl<const W: usize, const H: usize> Planes for Connect4<W, H> {
    const NAME: &'static str = match (W, H) {
        (8, 7) => Self::ABOUT.id,
        (7, 6) => "connect4-7x6",
        _ => "connect4-small",
    };
    const WIDTH: usize = W;
    const HEIGHT: usize = H;
    const PIECES: &'static str = "xo";
    type PlaneSet = [u128; 2];
    type Steps = [u8; 1];
    const ACTIONS: usize = W;

    #[inline]
    fn planes(&self, viewer: Side) -> [u128; 2] {
        [viewer, !viewer].map(|side| Self::in_rows(self.discs(side)))
    }

    fn steps(&self, mv: Column) -> [u8; 1] {
        let rest = (self.all & Self::column(mv.0)) + Self::square(mv.0, 0);
        [Self::in_row(rest.trailing_zeros() as u8) as u8]
    }

    /// The column.
    fn action([square]: [u8; 1]) -> usize {
        usize::from(square) % W
    }
}
