//! What a piece is worth where it stands.
//!
//! Each table shows the files a to d, the last rank on top; the other half of the board is its mirror image.

use super::tapered::Tapered;
use super::weights::MATERIAL;

type Half = [[i32; 4]; 8];

/// Material and square together, by piece and square.
pub(super) static WORTH: [[Tapered; 64]; 6] = {
    let mut worth = [[Tapered::ZERO; 64]; 6];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < 64 {
            let (rank, file) = (7 - square / 8, square % 8);
            let file = if file < 4 { file } else { 7 - file };
            let [middle, end] = SQUARES[piece];
            let material = MATERIAL[piece];
            worth[piece][square] =
                Tapered::new(material.middle() + middle[rank][file], material.end() + end[rank][file]);
            square += 1;
        }
        piece += 1;
    }
    worth
};

/// The tables by piece, for the middlegame and for the endgame.
const SQUARES: [[Half; 2]; 6] = [
    [PAWN_MIDDLE, PAWN_END],
    [KNIGHT_MIDDLE, KNIGHT_END],
    [BISHOP_MIDDLE, BISHOP_END],
    [ROOK_MIDDLE, ROOK_END],
    [QUEEN_MIDDLE, QUEEN_END],
    [KING_MIDDLE, KING_END],
];

const PAWN_MIDDLE: Half = [
    [0, 0, 0, 0],
    [30, 44, 44, 51],
    [6, 3, 21, 22],
    [-4, -8, -4, 14],
    [-17, -7, -1, 10],
    [-14, -4, -1, 0],
    [-16, 2, -11, -7],
    [0, 0, 0, 0],
];

const PAWN_END: Half = [
    [0, 0, 0, 0],
    [56, 54, 45, 42],
    [39, 30, 29, 17],
    [18, 6, 3, -7],
    [11, -1, -4, -15],
    [-1, 2, -2, -5],
    [9, 9, 1, 8],
    [0, 0, 0, 0],
];

const KNIGHT_MIDDLE: Half = [
    [-110, -60, -35, -25],
    [-44, -25, 10, 8],
    [-20, 10, 26, 35],
    [-2, 8, 19, 29],
    [-7, 5, 17, 15],
    [-21, 2, 6, 9],
    [-28, -21, -13, -2],
    [-60, -19, -20, -13],
];

const KNIGHT_END: Half = [
    [-60, -35, -19, -15],
    [-27, -12, -11, 0],
    [-17, -8, 5, 12],
    [-8, 4, 13, 21],
    [-6, -3, 15, 20],
    [-18, -3, -4, 11],
    [-28, -14, -13, -4],
    [-34, -33, -17, -11],
];

const BISHOP_MIDDLE: Half = [
    [-23, -12, -30, -27],
    [-21, -7, -7, -10],
    [-5, 7, 14, 12],
    [-7, 5, 12, 22],
    [-1, 6, 6, 18],
    [7, 19, 12, 9],
    [7, 12, 4, -1],
    [-14, 0, -8, -9],
];

const BISHOP_END: Half = [
    [-15, -12, -7, -4],
    [-10, -4, 0, -3],
    [-1, -1, 1, -2],
    [-1, 5, 6, 8],
    [-5, -2, 7, 10],
    [-7, 0, 4, 11],
    [-12, -16, -10, -3],
    [-15, -7, -13, -4],
];

const ROOK_MIDDLE: Half = [
    [16, 17, 10, 19],
    [9, 15, 31, 32],
    [-5, 12, 13, 16],
    [-14, -5, 7, 10],
    [-24, -11, -7, -7],
    [-24, -11, -13, -11],
    [-27, -11, -11, -4],
    [-15, -15, -3, 4],
];

const ROOK_END: Half = [
    [11, 13, 14, 14],
    [11, 13, 6, 1],
    [8, 9, 6, 6],
    [6, 6, 9, 3],
    [3, 6, 3, -1],
    [-3, -2, -3, -4],
    [-4, -3, -6, -5],
    [-11, 0, -9, -10],
];

const QUEEN_MIDDLE: Half = [
    [-9, 6, 15, 20],
    [-12, -26, 1, 1],
    [-1, -2, 7, 11],
    [-7, -2, -5, -8],
    [-3, -6, -7, -6],
    [-13, 3, -9, -8],
    [-16, -7, 4, -4],
    [-11, -13, -5, 0],
];

const QUEEN_END: Half = [
    [1, 15, 21, 22],
    [0, 20, 29, 37],
    [-3, 9, 25, 35],
    [9, 26, 32, 41],
    [1, 19, 23, 36],
    [-9, -7, 10, 9],
    [-21, -22, -21, -11],
    [-26, -28, -25, -23],
];

const KING_MIDDLE: Half = [
    [-40, -20, -30, -50],
    [-20, -20, -29, -40],
    [-20, -11, -20, -41],
    [-30, -25, -36, -51],
    [-39, -30, -39, -55],
    [-13, -11, -25, -39],
    [9, 11, -16, -35],
    [11, 23, -5, -10],
];

const KING_END: Half = [
    [-60, -30, -16, -12],
    [-14, 13, 19, 17],
    [4, 25, 28, 24],
    [-4, 19, 28, 29],
    [-12, 4, 22, 29],
    [-22, -1, 13, 18],
    [-28, -14, 1, 9],
    [-54, -42, -19, -19],
];
