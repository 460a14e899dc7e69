//! What a move wins or loses on its target square: static exchange evaluation by the swap algorithm.
//!
//! Both sides take in turn with their least valuable piece, sliders behind others included, and stop when taking
//! on would lose. Pins are not looked at, and pawns that take on the last rank stay pawns.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use quevedo_core::Score;

/// What the pieces are worth in an exchange. The king counts nothing: he is never left to be taken.
pub(super) const VALUES: [Score; Piece::NUM] = [100, 300, 300, 500, 900, 0];

/// The piece that a move takes, and where it stands: next to the target when a pawn is taken en passant.
#[inline]
pub(super) fn captured(board: &Board, mv: Move) -> Option<(Piece, Square)> {
    if board.occupied().has(mv.to) {
        // Castling is the king going to his own rook.
        let enemy = board.colors(!board.side_to_move()).has(mv.to);
        return board.piece_on(mv.to).filter(|_| enemy).map(|piece| (piece, mv.to));
    }
    let en_passant = mv.from.file() != mv.to.file() && board.pieces(Piece::Pawn).has(mv.from);
    en_passant.then(|| (Piece::Pawn, Square::new(mv.to.file(), mv.from.rank())))
}

/// The target square after the first move of an exchange.
struct FirstCapture {
    /// What the move has won: what it took, and what its promotion added.
    gain: Score,
    /// What the piece is worth that now stands on the target.
    standing: Score,
    /// The squares that are occupied after the move.
    occupied: BitBoard,
}

impl FirstCapture {
    /// `None` for castling, which wins and loses nothing.
    #[inline]
    fn new(board: &Board, mv: Move) -> Option<Self> {
        if board.colors(board.side_to_move()).has(mv.to) {
            return None;
        }
        let mut standing = VALUES[board.piece_on(mv.from)? as usize];
        let mut occupied = (board.occupied() - mv.from.bitboard()) | mv.to.bitboard();
        let mut gain = 0;
        if let Some((piece, square)) = captured(board, mv) {
            gain = VALUES[piece as usize];
            if square != mv.to {
                occupied -= square.bitboard();
            }
        }
        if let Some(promotion) = mv.promotion {
            gain += VALUES[promotion as usize] - standing;
            standing = VALUES[promotion as usize];
        }
        Some(Self { gain, standing, occupied })
    }
}

/// What a legal move wins or loses in the captures on its target square.
pub(super) fn static_exchange(board: &Board, mv: Move) -> Score {
    let Some(FirstCapture { gain, mut standing, occupied }) = FirstCapture::new(board, mv) else { return 0 };
    // What the side that took last has won so far, if all stopped there.
    let mut gains = [0; 32];
    gains[0] = gain;
    let mut last = 0;
    for value in Recaptures::new(board, mv.to, occupied) {
        last += 1;
        gains[last] = standing - gains[last - 1];
        standing = value;
    }
    // Nobody has to take: from the end, each side keeps what is better.
    for taken in (1..=last).rev() {
        gains[taken - 1] = -gains[taken].max(-gains[taken - 1]);
    }
    gains[0]
}

/// Whether [`static_exchange`] is at least `threshold`. It stops as soon as that is known.
pub(super) fn exchange_at_least(board: &Board, mv: Move, threshold: Score) -> bool {
    let Some(FirstCapture { gain, standing, occupied }) = FirstCapture::new(board, mv) else {
        return threshold <= 0;
    };
    // What the mover has above the threshold, if the other side does not take.
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    // What is left if the piece is captured.
    balance -= standing;
    if balance >= 0 {
        return true;
    }
    let mut recaptures = Recaptures::new(board, mv.to, occupied);
    for value in recaptures.by_ref() {
        balance = -balance - 1 - value;
        if balance >= 0 {
            break;
        }
    }
    // The side that is to capture and cannot has failed.
    recaptures.side != board.side_to_move()
}

/// The captures on a square, in turn, each with the least valuable piece: the values of the pieces that capture.
struct Recaptures<'a> {
    board: &'a Board,
    attackers: Attackers,
    /// The side that captures next.
    side: Color,
    occupied: BitBoard,
}

impl<'a> Recaptures<'a> {
    #[inline]
    fn new(board: &'a Board, target: Square, occupied: BitBoard) -> Self {
        Self { board, attackers: Attackers::new(board, target), side: !board.side_to_move(), occupied }
    }
}

impl Iterator for Recaptures<'_> {
    type Item = Score;

    #[inline]
    fn next(&mut self) -> Option<Score> {
        let (piece, from) = self.attackers.least_valuable(self.board, self.side, self.occupied)?;
        self.occupied -= from.bitboard();
        let is_attacked = || self.attackers.least_valuable(self.board, !self.side, self.occupied).is_some();
        if piece == Piece::King && is_attacked() {
            return None;
        }
        self.side = !self.side;
        Some(VALUES[piece as usize])
    }
}

/// Who could ever take on a square.
struct Attackers {
    target: Square,
    /// Pawns, knights and kings that attack it.
    steppers: BitBoard,
    /// All bishops and queens, all rooks and queens: whether they attack it depends on what stands between.
    diagonal: BitBoard,
    straight: BitBoard,
}

impl Attackers {
    #[inline]
    fn new(board: &Board, target: Square) -> Self {
        let pawns = get_pawn_attacks(target, Color::Black) & board.colored_pieces(Color::White, Piece::Pawn)
            | get_pawn_attacks(target, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn);
        let knights = get_knight_moves(target) & board.pieces(Piece::Knight);
        let kings = get_king_moves(target) & board.pieces(Piece::King);
        let queens = board.pieces(Piece::Queen);
        Self {
            target,
            steppers: pawns | knights | kings,
            diagonal: board.pieces(Piece::Bishop) | queens,
            straight: board.pieces(Piece::Rook) | queens,
        }
    }

    /// The least valuable piece of a side that attacks the target, of those that are left.
    #[inline]
    fn least_valuable(&self, board: &Board, side: Color, occupied: BitBoard) -> Option<(Piece, Square)> {
        let sliders = get_bishop_moves(self.target, occupied) & self.diagonal
            | get_rook_moves(self.target, occupied) & self.straight;
        let attackers = (self.steppers | sliders) & occupied & board.colors(side);
        if attackers.is_empty() {
            return None;
        }
        Piece::ALL.into_iter().find_map(|piece| Some((piece, (attackers & board.pieces(piece)).next_square()?)))
    }
}
