//! Six planes of own pieces and six of the opponent's; both sides view their first rank at the bottom. A move is its two
//! squares. The own king selects the input bucket; the board is mirrored so that the king stands on the files a to d.

use cozy_chess::{Color, Piece};
use quevedo_core::planes::InputBucket;
use quevedo_core::{Game, Planes, Side};

use super::{Chess, ChessMove};

/// `square ^ FLIP_RANK` is the square on the same file with the rank flipped.
const FLIP_RANK: u8 = 56;

/// The input bucket for each square of the own king, from its first rank on, on the files a to d: in a corner behind its pawns, in the
/// middle of the first rank, on the second rank, in the open.
const BUCKETS: [[u8; 4]; 8] =
    [[0, 0, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3], [3, 3, 3, 3], [3, 3, 3, 3], [3, 3, 3, 3], [3, 3, 3, 3], [3, 3, 3, 3]];

impl Planes for Chess {
    const WIDTH: usize = 8;
    const HEIGHT: usize = 8;
    type PlaneSet = [u128; 2 * Piece::NUM];
    type Steps = [u8; 2];
    const MAX_ACTIVE_FEATURES: usize = 32;
    const PIECES: &'static str = "PNBRQKpnbrqk";
    const FLIP_RANKS: bool = true;
    const BUCKET_PLANE: Option<usize> = Some(Piece::King as usize);
    const BUCKETS: usize = 4;
    /// A pawn has four promotions.
    const MOVES_PER_ACTION: usize = 4;

    fn bucket(king: usize) -> InputBucket {
        let (rank, file) = (king / 8, king % 8);
        let is_mirrored = file > 3;
        InputBucket { number: BUCKETS[rank][if is_mirrored { 7 - file } else { file }], is_mirrored }
    }

    #[inline]
    fn planes(&self, viewer: Side) -> Self::PlaneSet {
        let sides = if viewer == Side::First { [Color::White, Color::Black] } else { [Color::Black, Color::White] };
        let mut planes = [0; Self::PLANES];
        for (planes, side) in planes.chunks_exact_mut(Piece::NUM).zip(sides) {
            let own = self.board.colors(side);
            for (plane, piece) in planes.iter_mut().zip(Piece::ALL) {
                let squares = (own & self.board.pieces(piece)).0;
                *plane = if viewer == Side::First { squares } else { squares.swap_bytes() }.into();
            }
        }
        planes
    }

    fn steps(&self, ChessMove(mv): ChessMove) -> [u8; 2] {
        let flip = if self.turn() == Side::First { 0 } else { FLIP_RANK };
        [mv.from as u8 ^ flip, mv.to as u8 ^ flip]
    }
}
