//! What the features are worth, in hundredths of a pawn.
//!
//! Set by hand, then fitted with the tables of [`squares`](super::squares) to half a million quiet positions of
//! games against itself: to how the game ended, and to what a small search said.

use cozy_chess::Piece;

use super::tapered::Tapered;

const fn s(middle: i32, end: i32) -> Tapered {
    Tapered::new(middle, end)
}

/// Middlegame and endgame of a whole table.
const fn taper<const N: usize>(middle: [i32; N], end: [i32; N]) -> [Tapered; N] {
    let mut table = [Tapered::ZERO; N];
    let mut index = 0;
    while index < N {
        table[index] = s(middle[index], end[index]);
        index += 1;
    }
    table
}

/// Material, by piece.
pub(super) const MATERIAL: [Tapered; 6] = taper([71, 327, 347, 467, 1007, 0], [108, 311, 327, 557, 990, 0]);

/// The right to move.
pub(super) const TEMPO: i32 = 12;

const KNIGHT_MOBILITY: [Tapered; 9] =
    taper([-47, -27, -12, -2, 2, 7, 10, 16, 20], [-60, -37, -15, -2, 5, 10, 14, 13, 9]);

const BISHOP_MOBILITY: [Tapered; 14] = taper(
    [-33, -23, -7, -2, 6, 14, 14, 14, 20, 22, 24, 27, 32, 33],
    [-52, -32, -12, -6, 10, 13, 21, 24, 22, 24, 25, 25, 27, 25],
);

const ROOK_MOBILITY: [Tapered; 15] = taper(
    [-39, -21, -9, -7, -4, -3, 0, 3, 2, 9, 8, 13, 16, 18, 21],
    [-51, -31, -17, -5, 10, 13, 17, 22, 24, 33, 35, 39, 35, 40, 43],
);

const QUEEN_MOBILITY: [Tapered; 28] = taper(
    [-30, -22, -16, -9, -5, -3, -3, -4, -2, -1, 2, 4, 7, 6, 11, 10, 10, 13, 12, 14, 16, 17, 17, 18, 19, 20, 21, 22],
    [
        -50, -45, -38, -30, -22, -15, -8, -1, 2, 8, 12, 17, 21, 24, 29, 28, 31, 33, 34, 35, 37, 38, 38, 39, 40, 40, 40,
        40,
    ],
);

/// What a piece is worth by the number of good squares that it reaches.
#[inline]
pub(super) fn mobility(piece: Piece) -> &'static [Tapered] {
    match piece {
        Piece::Knight => &KNIGHT_MOBILITY,
        Piece::Bishop => &BISHOP_MOBILITY,
        Piece::Rook => &ROOK_MOBILITY,
        Piece::Queen => &QUEEN_MOBILITY,
        Piece::Pawn | Piece::King => &[],
    }
}

pub(super) const BISHOP_PAIR: Tapered = s(24, 56);
/// For each own pawn on the colour of a bishop.
pub(super) const BISHOP_PAWNS: Tapered = s(-2, -3);
pub(super) const KNIGHT_OUTPOST: Tapered = s(25, 10);
pub(super) const BISHOP_OUTPOST: Tapered = s(19, 1);
pub(super) const MINOR_BEHIND_PAWN: Tapered = s(5, 3);
pub(super) const ROOK_OPEN_FILE: Tapered = s(25, 8);
pub(super) const ROOK_HALF_OPEN_FILE: Tapered = s(10, 11);
pub(super) const ROOK_ON_SEVENTH: Tapered = s(6, 22);

pub(super) const DOUBLED: Tapered = s(-5, -21);
pub(super) const ISOLATED: Tapered = s(-5, -11);
pub(super) const BACKWARD: Tapered = s(-1, -9);
/// On top, for isolated and backward pawns with no enemy pawn in front.
pub(super) const EXPOSED: Tapered = s(-11, -9);
pub(super) const SUPPORTED: Tapered = s(9, 0);
/// Pawns side by side or supported, by rank.
pub(super) const CONNECTED: [Tapered; 8] = taper([0, 4, 6, 5, 9, 31, 55, 0], [0, -4, 1, -1, 8, 37, 60, 0]);

pub(super) const PASSED: [Tapered; 8] = taper([0, -2, -4, 2, 18, 41, 89, 0], [0, 8, 10, 34, 56, 98, 147, 0]);
/// How much the kings' distances count, by the pawn's rank, in eighths.
pub(super) const PASSED_HASTE: [i32; 8] = [0, 0, 2, 8, 16, 26, 36, 0];
/// For each step of the enemy king to the square in front of the pawn.
pub(super) const PASSED_ENEMY_KING: i32 = 11;
/// For each step of the own king.
pub(super) const PASSED_OWN_KING: i32 = 7;
/// The next square is taken by an enemy piece.
pub(super) const PASSED_BLOCKED: [Tapered; 8] =
    taper([0, 0, -3, -4, -7, -16, -32, 0], [0, 0, -6, -8, -15, -34, -72, 0]);
/// The enemy neither holds nor attacks any square on the way.
pub(super) const PASSED_FREE: [Tapered; 8] = taper([0, -1, 0, 1, 7, 16, 31, 0], [0, 5, 8, 17, 31, 52, 84, 0]);
/// The next step is safe.
pub(super) const PASSED_STEP: [Tapered; 8] = taper([0, 3, 3, 4, 5, 10, 16, 0], [0, 3, 3, 8, 17, 26, 39, 0]);
pub(super) const PASSED_ROOK_BEHIND: Tapered = s(10, 17);
pub(super) const PASSED_ENEMY_ROOK_BEHIND: Tapered = s(-9, -26);
/// The enemy has only a king left to stop it, and he is too late.
pub(super) const PASSED_UNSTOPPABLE: Tapered = s(0, 299);

/// Enemy pieces that pawns attack.
pub(super) const THREAT_BY_PAWN: Tapered = s(53, 32);
/// Rooks and queens that knights or bishops attack.
pub(super) const THREAT_BY_MINOR: Tapered = s(42, 28);
/// Queens that rooks attack.
pub(super) const THREAT_BY_ROOK: Tapered = s(38, 21);
/// Pieces that a safe step of a pawn would attack.
pub(super) const THREAT_BY_PUSH: Tapered = s(17, 11);
/// Pieces attacked and not defended.
pub(super) const LOOSE_PIECE: Tapered = s(28, 26);
pub(super) const LOOSE_PAWN: Tapered = s(9, 37);
/// Squares that the enemy's pieces reach but not safely.
pub(super) const CONTESTED: Tapered = s(2, 1);

/// The nearest own pawn ahead of the king, by the file's distance from the edge and the pawn's rank; rank 0: none.
pub(super) const SHIELD: [[Tapered; 8]; 4] = [
    taper([-18, 14, 17, 6, -4, -7, -7, 0], [2, -8, 0, 0, 1, 2, 1, 0]),
    taper([-26, 16, 13, -5, -11, -13, -21, 0], [4, -6, -3, -3, 5, 1, 0, 0]),
    taper([-18, 17, -1, -2, -11, -9, -14, 0], [-3, -1, -1, 3, -1, 1, 2, 0]),
    taper([-16, 14, 5, 0, -5, -10, -10, 0], [-1, 0, 0, 2, 0, 1, 2, 0]),
];
/// The nearest enemy pawn ahead of the king, by rank; rank 0: none.
pub(super) const STORM: [Tapered; 8] = taper([-10, 11, -19, -22, -14, -1, -4, 0], [-2, 2, 2, 2, 7, 2, 0, 0]);
/// The same where it has run into the own pawn.
pub(super) const RAM: [Tapered; 8] = taper([0, 0, -16, -1, -6, 0, 3, 0], [0, 0, -13, -3, -8, -2, -1, 0]);

/// Units of danger for each piece that attacks the king's zone.
pub(super) const ATTACKER: [i32; 6] = [0, 9, 4, 6, 6, 0];
/// Units for each of its attacks there.
pub(super) const ZONE_ATTACK: i32 = 2;
/// Units for each weak square in the zone.
pub(super) const WEAK_ZONE: i32 = 5;
/// Units for checks that cost nothing.
pub(super) const SAFE_CHECK: [i32; 6] = [0, 15, 7, 18, 15, 0];
/// Units less without a queen.
pub(super) const NO_QUEEN: i32 = 28;

/// What units of danger are worth: little at first, then more and more.
const DANGER: [Tapered; 128] = {
    let mut table = [Tapered::ZERO; 128];
    let mut units = 0;
    while units < 128 {
        table[units] = s((units * units / 20) as i32, (units / 2) as i32);
        units += 1;
    }
    table
};

/// What units of danger are worth.
#[inline]
pub(super) fn danger(units: i32) -> Tapered {
    DANGER[units.clamp(0, 127) as usize]
}
