//! The board from each side: its own pieces at the bottom, its pawns going up.
//!
//! For Black every set of squares is turned upside down, so that one evaluation serves both sides and no term can
//! favour a colour.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square, get_king_moves};

/// The pieces of one side.
#[derive(Clone, Copy)]
pub(super) struct Army {
    kinds: [BitBoard; Piece::NUM],
    pub(super) all: BitBoard,
}

impl Army {
    /// The pieces as they stand for White.
    #[inline]
    pub(super) fn of(board: &Board, color: Color) -> Self {
        Self { kinds: Piece::ALL.map(|piece| board.colored_pieces(color, piece)), all: board.colors(color) }
    }

    /// The same pieces seen from the other end of the board.
    #[inline]
    pub(super) fn flip(&self) -> Self {
        Self { kinds: self.kinds.map(BitBoard::flip_ranks), all: self.all.flip_ranks() }
    }

    #[inline]
    pub(super) fn get(&self, piece: Piece) -> BitBoard {
        self.kinds[piece as usize]
    }

    #[inline]
    pub(super) fn count(&self, piece: Piece) -> i32 {
        self.get(piece).len() as i32
    }

    #[inline]
    pub(super) fn pawns(&self) -> BitBoard {
        self.get(Piece::Pawn)
    }

    #[inline]
    pub(super) fn king(&self) -> Square {
        only(self.get(Piece::King))
    }

    /// Everything but pawns and king.
    #[inline]
    pub(super) fn officers(&self) -> BitBoard {
        self.all - self.pawns() - self.get(Piece::King)
    }

    /// What the officers are worth, in the round numbers that say which endings can be won.
    #[inline]
    pub(super) fn force(&self) -> i32 {
        let minors = self.count(Piece::Knight) + self.count(Piece::Bishop);
        300 * minors + 500 * self.count(Piece::Rook) + 900 * self.count(Piece::Queen)
    }
}

/// The square of a set that has only one.
#[inline]
pub(super) fn only(set: BitBoard) -> Square {
    debug_assert!(set.len() == 1, "{set:?} is not one square");
    set.next_square().unwrap_or(Square::A1)
}

/// Both armies from one side, and what most terms need.
pub(super) struct Camp {
    pub(super) own: Army,
    pub(super) enemy: Army,
    pub(super) occupied: BitBoard,
    /// What the own pawns attack.
    pub(super) pawn_attacks: BitBoard,
    /// What the enemy's pawns attack.
    pub(super) enemy_pawn_attacks: BitBoard,
    /// The enemy king's square, those around it, and those one step further towards us.
    pub(super) king_zone: BitBoard,
    pub(super) king: Square,
    pub(super) enemy_king: Square,
    /// Whether it is the enemy's turn.
    pub(super) waits: bool,
}

impl Camp {
    /// The camp of White and that of Black.
    #[inline]
    pub(super) fn both(board: &Board) -> [Self; 2] {
        let armies = Color::ALL.map(|color| Army::of(board, color));
        let flipped = [armies[0].flip(), armies[1].flip()];
        let turn = board.side_to_move();
        [Self::new(armies[0], armies[1], turn == Color::Black), Self::new(flipped[1], flipped[0], turn == Color::White)]
    }

    #[inline]
    fn new(own: Army, enemy: Army, waits: bool) -> Self {
        let around = get_king_moves(enemy.king()) | enemy.get(Piece::King);
        Self {
            own,
            enemy,
            occupied: own.all | enemy.all,
            pawn_attacks: pawn_attacks(own.pawns()),
            enemy_pawn_attacks: beside(down(enemy.pawns())),
            king_zone: around | down(around),
            king: own.king(),
            enemy_king: enemy.king(),
            waits,
        }
    }
}

/// A set of squares, each one step further.
#[inline]
pub(super) const fn up(set: BitBoard) -> BitBoard {
    BitBoard(set.0 << 8)
}

/// A set of squares, each one step back.
#[inline]
pub(super) const fn down(set: BitBoard) -> BitBoard {
    BitBoard(set.0 >> 8)
}

/// The squares left and right of a set.
#[inline]
pub(super) const fn beside(set: BitBoard) -> BitBoard {
    BitBoard((set.0 << 1) & !File::A.bitboard().0 | (set.0 >> 1) & !File::H.bitboard().0)
}

/// What pawns attack that walk up.
#[inline]
pub(super) const fn pawn_attacks(pawns: BitBoard) -> BitBoard {
    beside(up(pawns))
}

/// A set and all squares above it.
#[inline]
pub(super) const fn fill_up(set: BitBoard) -> BitBoard {
    let set = set.0 | set.0 << 8;
    let set = set | set << 16;
    BitBoard(set | set << 32)
}

/// A set and all squares below it.
#[inline]
pub(super) const fn fill_down(set: BitBoard) -> BitBoard {
    let set = set.0 | set.0 >> 8;
    let set = set | set >> 16;
    BitBoard(set | set >> 32)
}

/// All squares of the files of a set.
#[inline]
pub(super) const fn files(set: BitBoard) -> BitBoard {
    fill_up(fill_down(set))
}

/// Steps of a king.
#[inline]
pub(super) fn distance(from: Square, to: Square) -> i32 {
    let files = (from.file() as i32 - to.file() as i32).abs();
    let ranks = (from.rank() as i32 - to.rank() as i32).abs();
    files.max(ranks)
}

/// Steps from the four squares in the middle, along files and ranks together: 0 to 6.
#[inline]
pub(super) fn from_centre(square: Square) -> i32 {
    edge_to_centre(square.file() as i32) + edge_to_centre(square.rank() as i32)
}

/// 3 for the edge, 0 for the middle.
const fn edge_to_centre(line: i32) -> i32 {
    if line < 4 { 3 - line } else { line - 4 }
}

/// A rank and all above it.
#[inline]
pub(super) const fn from_rank_up(rank: Rank) -> BitBoard {
    BitBoard(u64::MAX << (8 * rank as u32))
}
