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
        let own = &camp.own;
        let queens = own.get(Piece::Queen);
        let diagonal = camp.occupied - queens;
        let straight = diagonal - own.get(Piece::Rook);
        let mut survey = Self {
            attacks: Attacks::new(camp),
            worth: squares::WORTH[Piece::King as usize][camp.king as usize],
            mobility: Tapered::ZERO,
            pressure: 0,
            attackers: 0,
        };
        for pawn in own.pawns() {
            survey.worth += squares::WORTH[Piece::Pawn as usize][pawn as usize];
        }
        // Where a piece stands well: not on its own king or pawns, and not where a pawn takes it.
        let area = !(camp.enemy_pawn_attacks | own.pawns() | own.get(Piece::King));
        for square in own.get(Piece::Knight) {
            survey.add(camp, area, Piece::Knight, square, get_knight_moves(square));
        }
        for square in own.get(Piece::Bishop) {
            survey.add(camp, area, Piece::Bishop, square, get_bishop_moves(square, diagonal));
        }
        for square in own.get(Piece::Rook) {
            survey.add(camp, area, Piece::Rook, square, get_rook_moves(square, straight));
        }
        for square in queens {
            let moves = get_bishop_moves(square, camp.occupied) | get_rook_moves(square, camp.occupied);
            survey.add(camp, area, Piece::Queen, square, moves);
        }
        survey
    }

    #[inline]
    fn add(&mut self, camp: &Camp, area: BitBoard, piece: Piece, square: Square, moves: BitBoard) {
        self.attacks.add(piece, moves);
        self.worth += squares::WORTH[piece as usize][square as usize];
        self.mobility += weights::mobility(piece)[(moves & area).len() as usize];
        let pressed = (moves & camp.king_zone).len() as i32;
        if pressed > 0 {
            self.attackers += 1;
            self.pressure += weights::ATTACKER[piece as usize] + weights::ZONE_ATTACK * pressed;
        }
    }
}

/// What pieces are worth for their company and their lines.
#[inline]
pub(super) fn placement(camp: &Camp) -> Tapered {
    let own = &camp.own;
    let (knights, bishops, rooks) = (own.get(Piece::Knight), own.get(Piece::Bishop), own.get(Piece::Rook));
    let mut score = Tapered::ZERO;
    if bishops.len() >= 2 {
        score += weights::BISHOP_PAIR;
    }
    for color in [BitBoard::DARK_SQUARES, BitBoard::LIGHT_SQUARES] {
        score += weights::BISHOP_PAWNS * ((bishops & color).len() * (own.pawns() & color).len());
    }
    // No enemy pawn will ever drive a piece away from here.
    let ranks = Rank::Fourth.bitboard() | Rank::Fifth.bitboard() | Rank::Sixth.bitboard();
    let outposts = (ranks & camp.pawn_attacks) - fill_down(camp.enemy_pawn_attacks);
    score += weights::KNIGHT_OUTPOST * (knights & outposts).len();
    score += weights::BISHOP_OUTPOST * (bishops & outposts).len();
    score += weights::MINOR_BEHIND_PAWN * ((knights | bishops) & down(own.pawns())).len();

    let half_open = rooks - files(own.pawns());
    let open = half_open - files(camp.enemy.pawns());
    score += weights::ROOK_OPEN_FILE * open.len() + weights::ROOK_HALF_OPEN_FILE * (half_open - open).len();
    let seventh = Rank::Seventh.bitboard();
    if camp.enemy_king.rank() == Rank::Eighth || !(camp.enemy.pawns() & seventh).is_empty() {
        score += weights::ROOK_ON_SEVENTH * (rooks & seventh).len();
    }
    score
}

/// Threats against enemy pieces.
#[inline]
pub(super) fn threats(camp: &Camp, attacks: &Attacks, enemy: &Attacks) -> Tapered {
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

    weights::THREAT_BY_PAWN * (camp.pawn_attacks & officers).len()
        + weights::THREAT_BY_MINOR * (minors & heavy).len()
        + weights::THREAT_BY_ROOK * by_rook.len()
        + weights::THREAT_BY_PUSH * pushes.len()
        + weights::LOOSE_PIECE * (loose & officers).len()
        + weights::LOOSE_PAWN * (loose & camp.enemy.pawns()).len()
        + weights::CONTESTED * contested.len()
}
