//! A `cozy_chess::Board` under the laws of chess.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use quevedo_core::{Game, Outcome, Rng, Side};

use super::{material, reasons};

/// Plies without a capture or a pawn move after which the game is drawn.
const FIFTY_MOVES: u8 = 100;

/// A position. Two are equal when they are the same for the repetition rule: the same pieces on the same
/// squares, the same side to move, the same castling rights, and the same en passant capture, if a legal one is
/// there. The counters do not matter.
#[derive(Clone, Debug)]
pub struct Chess {
    pub(super) board: Board,
}

/// A move. Castling is the king taking his own rook, as the move generator has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChessMove(pub(super) Move);

impl ChessMove {
    fn order(self) -> (u8, u8, u8) {
        (self.0.from as u8, self.0.to as u8, self.0.promotion.map_or(0, |piece| piece as u8))
    }
}

impl Ord for ChessMove {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for ChessMove {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Chess {
    fn eq(&self, other: &Self) -> bool {
        let en_passant = |position: &Self| position.board.en_passant().filter(|_| position.en_passant_is_real());
        let (a, b) = (&self.board, &other.board);
        a.hash_without_ep() == b.hash_without_ep()
            && a.side_to_move() == b.side_to_move()
            && Piece::ALL.into_iter().all(|piece| a.pieces(piece) == b.pieces(piece))
            && Color::ALL.into_iter().all(|color| a.colors(color) == b.colors(color))
            && Color::ALL.into_iter().all(|color| a.castle_rights(color) == b.castle_rights(color))
            && en_passant(self) == en_passant(other)
    }
}

impl Eq for Chess {}

impl Chess {
    /// The board of the move generator underneath.
    #[inline]
    pub fn inner(&self) -> &Board {
        &self.board
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// The pawn that can legally be taken en passant.
    pub fn en_passant_pawn(&self) -> Option<Square> {
        let file = self.board.en_passant().filter(|_| self.en_passant_is_real())?;
        Some(Square::new(file, Rank::Fourth.relative_to(!self.board.side_to_move())))
    }

    /// Whether a pawn can legally be taken en passant. The board notes every double step; the laws count only
    /// those that can be answered.
    pub(super) fn en_passant_is_real(&self) -> bool {
        let Some(file) = self.board.en_passant() else { return false };
        let color = self.board.side_to_move();
        let to = Square::new(file, Rank::Sixth.relative_to(color));
        let takers = get_pawn_attacks(to, !color) & self.board.colored_pieces(color, Piece::Pawn);
        takers.into_iter().any(|from| self.board.is_legal(Move { from, to, promotion: None }))
    }

    /// The files of the king and the rook's goal squares after castling with a rook on `rook`.
    pub(super) fn castling_king_file(king: Square, rook: Square) -> File {
        if king.file() < rook.file() { File::G } else { File::C }
    }
}

/// The kings of the board must not touch.
impl From<Board> for Chess {
    fn from(board: Board) -> Self {
        Self { board }
    }
}

pub(super) fn side(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

pub(super) fn color(side: Side) -> Color {
    match side {
        Side::First => Color::White,
        Side::Second => Color::Black,
    }
}

impl Game for Chess {
    type Move = ChessMove;

    fn start() -> Self {
        Self { board: Board::startpos() }
    }

    #[inline]
    fn turn(&self) -> Side {
        side(self.board.side_to_move())
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(ChessMove)) {
        self.board.generate_moves(|moves| {
            for mv in moves {
                visit(ChessMove(mv));
            }
            false
        });
    }

    #[inline]
    fn play(&mut self, mv: ChessMove) {
        self.board.play_unchecked(mv.0);
    }

    /// Mate comes before the fifty-move rule.
    #[inline]
    fn ended(&self) -> Option<Outcome> {
        if self.board.halfmove_clock() >= FIFTY_MOVES && (!self.in_check() || self.has_moves()) {
            return Some(Outcome::draw(&reasons::FIFTY_MOVES));
        }
        material::is_dead(&self.board).then(|| Outcome::draw(&reasons::MATERIAL))
    }

    #[inline]
    fn stuck(&self) -> Outcome {
        if self.in_check() { Outcome::win(!self.turn(), &reasons::MATE) } else { Outcome::draw(&reasons::STALEMATE) }
    }

    #[inline]
    fn hash(&self) -> u64 {
        if self.board.en_passant().is_none() || self.en_passant_is_real() {
            self.board.hash()
        } else {
            self.board.hash_without_ep()
        }
    }

    /// A board that is read anew has its hash put together piece by piece.
    fn hash_from_scratch(&self) -> u64 {
        let board = cozy_chess::BoardBuilder::from_board(&self.board).build();
        board.map_or(0, |board| Self { board }.hash())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        count
    }

    #[inline]
    fn has_moves(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    /// The generator hands moves over piece by piece; only those of the chosen piece are unpacked.
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Option<ChessMove> {
        // 16 pieces, and a pawn may come a second time with its en passant capture.
        let mut groups = [(0, None); 24];
        let (mut used, mut count) = (0, 0);
        self.board.generate_moves(|moves| {
            count += moves.len();
            groups[used] = (count, Some(moves));
            used += 1;
            false
        });
        if count == 0 {
            return None;
        }
        let chosen = rng.usize(0..count);
        let group = groups[..used].partition_point(|(end, _)| *end <= chosen);
        let (end, moves) = groups[group];
        let moves = moves?;
        moves.into_iter().nth(moves.len() + chosen - end).map(ChessMove)
    }

    #[inline]
    fn reversible_plies(&self) -> usize {
        usize::from(self.board.halfmove_clock())
    }

    fn can_win(&self, side: Side) -> bool {
        material::can_mate(&self.board, color(side))
    }
}
