//! Where the pieces stand, how far they reach, and what they threaten.

use cozy_chess::{BitBoard, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves};

use super::camp::{Camp, down, files, fill_down, pawn_attacks, up};
use super::tapered::Tapered;
use super::{squares, weights};

/// The squares that a side attacks.
#[derive(Clone, Copy)]
pub(super) struct Attacks {
    by: [BitBoard; Piece::NUM],
    pub(super) all: BitBoard,
    /// What two pieces or more attack.
    pub(super) twice: BitBoard,
}

impl Attacks {
    #[inline]
    fn new(camp: &Camp) -> Self {
        let mut by = [BitBoard::EMPTY; Piece::NUM];
        by[Piece::Pawn as usize] = camp.pawn_attacks;
        let mut attacks = Self { by, all: camp.pawn_attacks, twice: BitBoard::EMPTY };
        attacks.add(Piece::King, get_king_moves(camp.king));
        attacks
    }

    #[inline]
    fn add(&mut self, piece: Piece, moves: BitBoard) {
        self.by[piece as usize] |= moves;
        self.twice |= self.all & moves;
        self.all |= moves;
    }

    #[inline]
    pub(super) fn by(&self, piece: Piece) -> BitBoard {
        self.by[piece as usize]
    }

    /// The same attacks seen from the other end of the board.
    #[inline]
    pub(super) fn flip(&self) -> Self {
        Self { by: self.by.map(BitBoard::flip_ranks), all: self.all.flip_ranks(), twice: self.twice.flip_ranks() }
    }
}

/// What one walk over the pieces of a side finds out.
pub(super) struct Survey {
    pub(super) attacks: Attacks,
    /// Material and squares together.
    pub(super) worth: Tapered,
    pub(super) mobility: Tapered,
    /// How hard the pieces press on the enemy king's zone.
    pub(super) pressure: i32,
    /// How many pieces do.
    pub(super) attackers: i32,
}

impl Survey {
    /// Walks over all pieces. Sliders see through their own kind, behind which they are just as useful.
    #[inline]
    pub(super) fn new(camp: &Camp) -> Self {
        let mut survey = Self {
            attacks: Attacks::new(camp),
            worth: squares::WORTH[Piece::King as usize][camp.king as usize],
            mobility: Tapered::ZERO,
            pressure: 0,
            attackers: 0,
        };
        for pawn in camp.own.pawns() {
            survey.worth += squares::WORTH[Piece::Pawn as usize][pawn as usize];
        }
        let area = area(camp);
        each_officer(camp, |piece, square, moves| survey.add(camp, area, piece, square, moves));
        survey
    }

    #[inline]
    fn add(&mut self, camp: &Camp, area: BitBoard, piece: Piece, square: Square, moves: BitBoard) {
        self.attacks.add(piece, moves);
        self.worth += squares::WORTH[piece as usize][square as usize];
        self.mobility += mobility(area, piece, moves);
        let pressed = (moves & camp.king_zone).len() as i32;
        if pressed > 0 {
            self.attackers += 1;
            self.pressure += weights::ATTACKER[piece as usize] + weights::ZONE_ATTACK * pressed;
        }
    }
}

/// Where a piece stands well: not on its own king or pawns, and not where a pawn takes it.
#[inline]
pub(super) fn area(camp: &Camp) -> BitBoard {
    !(camp.enemy_pawn_attacks | camp.own.pawns() | camp.own.get(Piece::King))
}

/// Visits the pieces but pawns and king, where they are, and what they attack.
#[inline]
pub(super) fn each_officer(camp: &Camp, mut visit: impl FnMut(Piece, Square, BitBoard)) {
    let own = &camp.own;
    let queens = own.get(Piece::Queen);
    let diagonal = camp.occupied - queens;
    let straight = diagonal - own.get(Piece::Rook);
    for square in own.get(Piece::Knight) {
        visit(Piece::Knight, square, get_knight_moves(square));
    }
    for square in own.get(Piece::Bishop) {
        visit(Piece::Bishop, square, get_bishop_moves(square, diagonal));
    }
    for square in own.get(Piece::Rook) {
        visit(Piece::Rook, square, get_rook_moves(square, straight));
    }
    for square in queens {
        visit(Piece::Queen, square, get_bishop_moves(square, camp.occupied) | get_rook_moves(square, camp.occupied));
    }
}

/// What the good squares are worth that a piece reaches.
#[inline]
pub(super) fn mobility(area: BitBoard, piece: Piece, moves: BitBoard) -> Tapered {
    weights::mobility(piece)[(moves & area).len() as usize]
}

/// What pieces are worth for their company and their lines: visits pieces, and what they are worth together.
#[inline]
pub(super) fn each_placement(camp: &Camp, mut visit: impl FnMut(BitBoard, Tapered)) {
    let own = &camp.own;
    let (knights, bishops, rooks) = (own.get(Piece::Knight), own.get(Piece::Bishop), own.get(Piece::Rook));
    if bishops.len() >= 2 {
        visit(bishops, weights::BISHOP_PAIR);
    }
    for color in [BitBoard::DARK_SQUARES, BitBoard::LIGHT_SQUARES] {
        let bishops = bishops & color;
        visit(bishops, weights::BISHOP_PAWNS * (bishops.len() * (own.pawns() & color).len()));
    }
    // No enemy pawn will ever drive a piece away from here.
    let ranks = Rank::Fourth.bitboard() | Rank::Fifth.bitboard() | Rank::Sixth.bitboard();
    let outposts = (ranks & camp.pawn_attacks) - fill_down(camp.enemy_pawn_attacks);
    let mut all = |pieces: BitBoard, worth: Tapered| visit(pieces, worth * pieces.len());
    all(knights & outposts, weights::KNIGHT_OUTPOST);
    all(bishops & outposts, weights::BISHOP_OUTPOST);
    all((knights | bishops) & down(own.pawns()), weights::MINOR_BEHIND_PAWN);

    let half_open = rooks - files(own.pawns());
    let open = half_open - files(camp.enemy.pawns());
    all(open, weights::ROOK_OPEN_FILE);
    all(half_open - open, weights::ROOK_HALF_OPEN_FILE);
    let seventh = Rank::Seventh.bitboard();
    if camp.enemy_king.rank() == Rank::Eighth || !(camp.enemy.pawns() & seventh).is_empty() {
        all(rooks & seventh, weights::ROOK_ON_SEVENTH);
    }
}

/// Threats against enemy pieces: visits what is threatened, and what it is worth together.
#[inline]
pub(super) fn each_threat(camp: &Camp, attacks: &Attacks, enemy: &Attacks, mut visit: impl FnMut(BitBoard, Tapered)) {
    let officers = camp.enemy.officers();
    let heavy = camp.enemy.get(Piece::Rook) | camp.enemy.get(Piece::Queen);
    let minors = attacks.by(Piece::Knight) | attacks.by(Piece::Bishop);
    let by_rook = attacks.by(Piece::Rook) & camp.enemy.get(Piece::Queen);
    let loose = attacks.all - enemy.all;
    let contested = attacks.all & enemy.all & !enemy.twice & !camp.enemy_pawn_attacks;

    // Pawns that can step forward in safety and attack something then.
    let empty = !camp.occupied;
    let steps = up(camp.own.pawns()) & empty;
    let steps = steps | up(steps & Rank::Third.bitboard()) & empty;
    let safe_steps = (steps - camp.enemy_pawn_attacks) & (attacks.all | !enemy.all);
    let pushes = pawn_attacks(safe_steps) & officers;

    let mut all = |squares: BitBoard, worth: Tapered| visit(squares, worth * squares.len());
    all(camp.pawn_attacks & officers, weights::THREAT_BY_PAWN);
    all(minors & heavy, weights::THREAT_BY_MINOR);
    all(by_rook, weights::THREAT_BY_ROOK);
    all(pushes, weights::THREAT_BY_PUSH);
    all(loose & officers, weights::LOOSE_PIECE);
    all(loose & camp.enemy.pawns(), weights::LOOSE_PAWN);
    all(contested, weights::CONTESTED);
}
