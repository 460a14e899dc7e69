//! Search parameters and move ordering of chess.

use cozy_chess::Piece;
use quevedo_core::{Score, SearchParams, Tactics};

use super::exchange::{self, VALUES};
use super::{Chess, ChessMove};

/// A piece of a colour that goes to a square.
const PIECE_TO: usize = 2 * Piece::NUM * 64;

/// A colour that goes from a square to a square.
const FROM_TO: usize = 2 * 64 * 64;

impl Tactics for Chess {
    const PARAMS: SearchParams = SearchParams {
        quiescence: true,
        null_move: true,
        late_move_reductions: true,
        late_move_pruning: true,
        futility_margin: 100,
        aspiration_window: 25,
        min_table_depth: 1,
        ..SearchParams::PLAIN
    };

    const HISTORY_KEYS: usize = PIECE_TO + FROM_TO;

    /// What goes where, and from where to where.
    #[inline]
    fn history_keys(&self, ChessMove(mv): ChessMove) -> [usize; 2] {
        let color = self.board.side_to_move() as usize;
        let piece = self.board.piece_on(mv.from).map_or(0, |piece| piece as usize);
        let (from, to) = (mv.from as usize, mv.to as usize);
        [(color * Piece::NUM + piece) * 64 + to, PIECE_TO + (color * 64 + from) * 64 + to]
    }

    /// The most valuable victim first, taken by the least valuable piece. A pawn becomes a queen or is quiet.
    #[inline]
    fn urgency(&self, ChessMove(mv): ChessMove) -> Score {
        let promoted = if mv.promotion == Some(Piece::Queen) { gain(Piece::Queen) } else { 0 };
        let taken = exchange::captured(&self.board, mv).map_or(0, |(victim, _)| {
            let taker = self.board.piece_on(mv.from).map_or(0, |piece| piece as Score);
            VALUES[victim as usize] - taker
        });
        promoted + taken
    }

    #[inline]
    fn is_noisy(&self, ChessMove(mv): ChessMove) -> bool {
        mv.promotion == Some(Piece::Queen) || exchange::captured(&self.board, mv).is_some()
    }

    #[inline]
    fn static_exchange(&self, mv: ChessMove) -> Score {
        exchange::static_exchange(&self.board, mv.0)
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.in_check()
    }

    /// With nothing but pawns and king, having to move may be what loses.
    #[inline]
    fn pass(&self) -> Option<Self> {
        let board = &self.board;
        let minor = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        if (board.colors(board.side_to_move()) - minor).is_empty() {
            return None;
        }
        board.null_move().map(|board| Self { board })
    }
}

/// What a pawn wins by becoming another piece.
fn gain(piece: Piece) -> Score {
    VALUES[piece as usize] - VALUES[Piece::Pawn as usize]
}
