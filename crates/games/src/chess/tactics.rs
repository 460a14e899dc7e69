//! Search parameters and move ordering of chess.

use cozy_chess::{BitBoard, Color, Piece, Square};
use quevedo_core::{Score, SearchParams, Tactics, Text};

use super::exchange::{self, VALUES};
use super::{Chess, ChessMove};

/// A piece of a colour that goes to a square.
const PIECE_TO: usize = 2 * Piece::NUM * 64;

/// A colour that goes from a square to a square.
const FROM_TO: usize = 2 * 64 * 64;

/// The multiplier of the hashes of correction history: 2^64 divided by the golden ratio (Knuth, 1973).
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
/// All but pawns.
const PIECES: [Piece; 5] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

impl Chess {
    #[inline]
    fn piece_index(&self, square: Square) -> usize {
        self.board.piece_on(square).map_or(0, |piece| piece as usize)
    }
}

impl Tactics for Chess {
    const SCORE_UNIT: Option<Text> = Some(Text { en: "pawns", es: "peones" });

    const PARAMS: SearchParams = SearchParams {
        quiescence: true,
        null_move: true,
        late_move_reductions: true,
        late_move_pruning: true,
        min_table_depth: 1,
        aspiration_window: 15,
        aspiration_growth: 200,
        futility_margin: 67,
        futility_base: 72,
        reverse_futility_margin: 58,
        razor_margin: 272,
        null_move_eval_divisor: 162,
        probcut_margin: 298,
        lmp_max_depth: 8,
        lmp_factor: 168,
        lmp_not_improving: 50,
        history_pruning_margin: 5320,
        see_max_depth: 8,
        see_noisy_margin: 80,
        see_quiet_margin: 42,
        lmr_base: 97,
        lmr_divisor: 246,
        lmr_history_divisor: 12_041,
        lmr_cut_node: 107,
        lmr_not_improving: 85,
        lmr_pv: 89,
        lmr_killer: 92,
        lmr_deeper_margin: 56,
        lmr_shallower_margin: 8,
        singular_margin: 83,
        double_extension_margin: 37,
        delta_margin: 195,
        correction_weight: 76,
        history_bonus: 237,
        history_malus: 111,
        ..SearchParams::PLAIN
    };

    const HISTORY_KEYS: usize = PIECE_TO + FROM_TO;

    /// What goes where, and from where to where.
    #[inline]
    fn history_keys(&self, ChessMove(mv): ChessMove) -> [usize; 2] {
        let color = self.board.side_to_move() as usize;
        let piece = self.piece_index(mv.from);
        let (from, to) = (mv.from as usize, mv.to as usize);
        [(color * Piece::NUM + piece) * 64 + to, PIECE_TO + (color * 64 + from) * 64 + to]
    }

    const CONTINUATION_KEYS: usize = Piece::NUM * 64;

    /// What goes where.
    #[inline]
    fn continuation_key(&self, ChessMove(mv): ChessMove) -> usize {
        self.piece_index(mv.from) * 64 + mv.to as usize
    }

    /// Also promotions that take nothing: these have the king as victim.
    const CAPTURE_KEYS: usize = Piece::NUM * 64 * Piece::NUM;

    #[inline]
    fn capture_key(&self, ChessMove(mv): ChessMove) -> usize {
        let victim = exchange::captured(&self.board, mv).map_or(Piece::King, |(victim, _)| victim);
        (self.piece_index(mv.from) * 64 + mv.to as usize) * Piece::NUM + victim as usize
    }

    const CORRECTION_KEYS: usize = 3;

    /// The pawns, the pieces of White, the pieces of Black.
    #[inline]
    fn correction_key(&self, index: usize) -> u64 {
        let board = &self.board;
        let (pawns, white) = (board.pieces(Piece::Pawn), board.colors(Color::White));
        let hash = |seed: u64, pieces: &[Piece], of: BitBoard| {
            let fold = |hash: u64, piece: &Piece| (hash ^ (board.pieces(*piece) & of).0).wrapping_mul(MULTIPLIER);
            let hash = pieces.iter().fold(seed, fold);
            hash ^ hash >> 32
        };
        match index {
            0 => hash((pawns & white).0.wrapping_mul(MULTIPLIER), &[Piece::Pawn], !white),
            1 => hash(1, &PIECES, white),
            _ => hash(2, &PIECES, !white),
        }
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
    fn exchange_at_least(&self, mv: ChessMove, threshold: Score) -> bool {
        exchange::exchange_at_least(&self.board, mv.0, threshold)
    }

    /// Captures and promotions to a queen.
    #[inline]
    fn each_noisy_move(&self, mut visit: impl FnMut(ChessMove)) {
        let enemy = self.board.colors(!self.board.side_to_move());
        self.board.generate_moves(|mut moves| {
            if moves.piece == Piece::Pawn {
                // En passant and promotions go to empty squares.
                moves.into_iter().map(ChessMove).filter(|mv| self.is_noisy(*mv)).for_each(&mut visit);
            } else {
                moves.to &= enemy;
                moves.into_iter().map(ChessMove).for_each(&mut visit);
            }
            false
        });
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
