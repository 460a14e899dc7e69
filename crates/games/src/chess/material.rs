//! Insufficient material, of both sides and of one.

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_king_moves, get_pawn_attacks};

/// Whether neither side can mate: bare kings, one knight, or bishops that all stand on squares of one colour.
#[inline]
pub(super) fn is_dead(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let knights = board.pieces(Piece::Knight);
    let bishops = board.pieces(Piece::Bishop);
    if knights.is_empty() {
        return are_on_one_color(bishops);
    }
    knights.len() == 1 && bishops.is_empty()
}

/// Whether `color` may be able to mate by some sequence of legal moves. Only pieces and locked pawns are checked:
/// `false` is certain, `true` is not.
pub(super) fn can_mate(board: &Board, color: Color) -> bool {
    let own = |piece| board.colored_pieces(color, piece);
    let heavy = own(Piece::Pawn) | own(Piece::Rook) | own(Piece::Queen);
    if !heavy.is_empty() {
        return !is_walled_off(board);
    }
    let knights = own(Piece::Knight).len();
    let bishops = own(Piece::Bishop);
    if bishops.is_empty() && knights <= 1 {
        // A lone knight needs an enemy piece, not a queen, that takes a square from its own king.
        let others = board.colors(!color) & !board.pieces(Piece::King) & !board.pieces(Piece::Queen);
        return knights == 1 && !others.is_empty();
    }
    if knights == 0 && are_on_one_color(board.pieces(Piece::Bishop)) {
        // Bishops of one colour need a knight or a pawn, of either side, on the other colour.
        return !(board.pieces(Piece::Pawn) | board.pieces(Piece::Knight)).is_empty();
    }
    true
}

fn are_on_one_color(bishops: BitBoard) -> bool {
    (bishops & BitBoard::DARK_SQUARES).is_empty() || (bishops & BitBoard::LIGHT_SQUARES).is_empty()
}

/// Whether there are only kings and pawns, no pawn can ever move or take, and neither king can ever reach an
/// enemy pawn: then nothing will ever change.
fn is_walled_off(board: &Board) -> bool {
    let pawns = board.pieces(Piece::Pawn);
    if board.occupied() != pawns | board.pieces(Piece::King) {
        return false;
    }
    let blocked = |color: Color| {
        let enemies = board.colored_pieces(!color, Piece::Pawn);
        board.colored_pieces(color, Piece::Pawn).into_iter().all(|pawn| {
            let ahead = forward(pawn, color).is_some_and(|square| enemies.has(square));
            ahead && (get_pawn_attacks(pawn, color) & enemies).is_empty()
        })
    };
    board.en_passant().is_none()
        && Color::ALL.into_iter().all(blocked)
        && Color::ALL.into_iter().all(|color| king_takes_nothing(board, color))
}

fn forward(pawn: Square, color: Color) -> Option<Square> {
    pawn.try_offset(0, if color == Color::White { 1 } else { -1 })
}

/// Whether the king can never reach an unprotected enemy pawn, walking where no enemy pawn attacks.
fn king_takes_nothing(board: &Board, color: Color) -> bool {
    let enemies = board.colored_pieces(!color, Piece::Pawn);
    let attacked =
        enemies.into_iter().fold(BitBoard::EMPTY, |attacked, pawn| attacked | get_pawn_attacks(pawn, !color));
    let open = !(attacked | board.colored_pieces(color, Piece::Pawn));
    let mut walked = board.king(color).bitboard();
    loop {
        let further = walked.into_iter().fold(walked, |all, square| all | get_king_moves(square)) & (open | walked);
        if further == walked {
            return (walked & enemies).is_empty();
        }
        walked = further;
    }
}
