//! Six planes of own pieces and six of the other's, from the viewer's first rank up; a move is its two squares.

use cozy_chess::{Color, Piece};
use quevedo_core::planes::{MAX_PLANES, MAX_STEPS, NO_STEP};
use quevedo_core::{Game, Planes, Side};

use super::{Chess, ChessMove};

/// Turns a square over to the other side's view.
const FLIP: u8 = 56;

impl Planes for Chess {
    const NAME: &'static str = "chess";
    const WIDTH: usize = 8;
    const HEIGHT: usize = 8;
    const PLANES: usize = 2 * Piece::NUM;
    const MAX_ACTIVE_FEATURES: usize = 32;
    const STEPS: usize = 2;

    #[inline]
    fn planes(&self, viewer: Side) -> [u128; MAX_PLANES] {
        let sides = if viewer == Side::First { [Color::White, Color::Black] } else { [Color::Black, Color::White] };
        let mut planes = [0; MAX_PLANES];
        for (planes, side) in planes.chunks_exact_mut(Piece::NUM).zip(sides) {
            let own = self.board.colors(side);
            for (plane, piece) in planes.iter_mut().zip(Piece::ALL) {
                let squares = (own & self.board.pieces(piece)).0;
                *plane = if viewer == Side::First { squares } else { squares.swap_bytes() }.into();
            }
        }
        planes
    }

    fn turned(input: usize) -> usize {
        ((input + Self::FEATURES / 2) % Self::FEATURES) ^ usize::from(FLIP)
    }

    fn steps(&self, ChessMove(mv): ChessMove) -> [u8; MAX_STEPS] {
        let flip = if self.turn() == Side::First { 0 } else { FLIP };
        [mv.from as u8 ^ flip, mv.to as u8 ^ flip, NO_STEP]
    }
}
