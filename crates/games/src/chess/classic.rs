//! `classic`: the evaluation of the Salamanca thesis.
//!
//! Material, a table of squares for every piece (pawns and king have a second one for the endgame), and a mop-up
//! that drives the king of a side that is well behind to the edge, where he can be mated.

use cozy_chess::{Board, Color, Piece, Square};
use quevedo_core::{Layer, Score, Term, Text};

use super::view::place_of;

/// What the pieces are worth.
const MATERIAL: [Score; Piece::NUM] = [100, 300, 300, 500, 900, 0];

/// How much the pieces of one side keep the endgame away, and how much there is at the start.
const PRESENCE: [Score; Piece::NUM] = [0, 10, 10, 20, 45, 0];
const FULL_PRESENCE: Score = 2 * 10 + 2 * 10 + 2 * 20 + 45;

/// The static evaluation, for the side to move.
pub(super) fn evaluate(board: &Board) -> Score {
    let own = Half::new(board, board.side_to_move());
    let enemy = Half::new(board, !board.side_to_move());
    own.total(&enemy) - enemy.total(&own)
}

/// The terms of the evaluation, for White.
pub(super) fn each_term(board: &Board, visit: &mut dyn FnMut(Term)) {
    let [white, black] = Color::ALL.map(|color| Half::new(board, color));
    visit(Term::new(MATERIAL_NAME, white.material - black.material));
    visit(Term::new(SQUARES_NAME, white.squares(&black) - black.squares(&white)));
    visit(Term::new(MOP_UP_NAME, white.mop_up(&black) - black.mop_up(&white)));
}

const MATERIAL_NAME: Text = Text::new("material", "material");
const SQUARES_NAME: Text = Text::new("squares", "casillas");
const MOP_UP_NAME: Text = Text::new("mop-up", "acorralar al rey");

/// The terms on the board: what each piece is worth, and where it stands. The mop-up is drawn on the king that is driven.
pub(super) fn each_layer(board: &Board, visit: &mut dyn FnMut(Layer)) {
    let halves = Color::ALL.map(|color| Half::new(board, color));
    let [mut material, mut squares, mut mop_up] = [MATERIAL_NAME, SQUARES_NAME, MOP_UP_NAME].map(Layer::new);
    for (color, sign) in Color::ALL.into_iter().zip([1.0, -1.0]) {
        let (own, enemy) = (&halves[color as usize], &halves[!color as usize]);
        for square in board.colors(color) {
            let Some(piece) = board.piece_on(square) else { continue };
            let one = Half::of_piece(piece, square.relative_to(color), own.king);
            material.add(&[place_of(square)], sign * f64::from(one.material));
            squares.add(&[place_of(square)], sign * one.exact_squares(enemy));
        }
        mop_up.add(&[place_of(enemy.king)], sign * f64::from(own.mop_up(enemy)));
    }
    [material, squares, mop_up].into_iter().filter(|layer| !layer.points.is_empty()).for_each(visit);
}

/// What one side has.
struct Half {
    material: Score,
    /// The squares of the pieces with one table, of pawns and king early, and of these two late.
    pieces: Score,
    early: Score,
    late: Score,
    /// Of [`FULL_PRESENCE`].
    presence: Score,
    king: Square,
}

impl Half {
    fn new(board: &Board, color: Color) -> Self {
        let mut half = Self::empty(board.king(color));
        for square in board.colors(color) {
            let Some(piece) = board.piece_on(square) else { continue };
            half.add(piece, square.relative_to(color));
        }
        half.presence = half.presence.min(FULL_PRESENCE);
        half
    }

    const fn empty(king: Square) -> Self {
        Self { material: 0, pieces: 0, early: 0, late: 0, presence: 0, king }
    }

    /// What one piece adds; `square` is as its side sees the board.
    fn of_piece(piece: Piece, square: Square, king: Square) -> Self {
        let mut half = Self::empty(king);
        half.add(piece, square);
        half
    }

    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.material += MATERIAL[piece as usize];
        self.presence += PRESENCE[piece as usize];
        match piece {
            Piece::Pawn => {
                self.early += look_up(&PAWN_EARLY, square);
                self.late += look_up(&PAWN_LATE, square);
            }
            Piece::King => {
                self.early += look_up(&KING_EARLY, square);
                self.late += look_up(&KING_LATE, square);
            }
            Piece::Knight => self.pieces += look_up(&KNIGHT, square),
            Piece::Bishop => self.pieces += look_up(&BISHOP, square),
            Piece::Rook => self.pieces += look_up(&ROOK, square),
            Piece::Queen => self.pieces += look_up(&QUEEN, square),
        }
    }

    fn total(&self, enemy: &Self) -> Score {
        self.material + self.squares(enemy) + self.mop_up(enemy)
    }

    /// The enemy's pieces say how early it is for the own pawns and king.
    fn squares(&self, enemy: &Self) -> Score {
        self.pieces + self.blend(enemy) / FULL_PRESENCE
    }

    /// The same, not rounded.
    fn exact_squares(&self, enemy: &Self) -> f64 {
        f64::from(self.pieces) + f64::from(self.blend(enemy)) / f64::from(FULL_PRESENCE)
    }

    fn blend(&self, enemy: &Self) -> Score {
        self.early * enemy.presence + self.late * (FULL_PRESENCE - enemy.presence)
    }

    /// Two pawns ahead: the enemy king belongs to the edge and the own king near him, the more so the fewer pieces
    /// the enemy has.
    fn mop_up(&self, enemy: &Self) -> Score {
        if self.material < enemy.material + 2 * MATERIAL[Piece::Pawn as usize] {
            return 0;
        }
        let apart = steps(self.king, enemy.king);
        let centre = [Square::D4, Square::E4, Square::D5, Square::E5].map(|square| steps(square, enemy.king));
        let from_centre = centre.into_iter().min().unwrap_or(0);
        let drive = 10 * from_centre + 4 * (14 - apart);
        drive * (FULL_PRESENCE - enemy.presence) / FULL_PRESENCE
    }
}

/// Steps along files and ranks.
fn steps(from: Square, to: Square) -> Score {
    let files = (from.file() as Score - to.file() as Score).abs();
    let ranks = (from.rank() as Score - to.rank() as Score).abs();
    files + ranks
}

/// A piece-square table for White on the files a to d; the other half is its mirror image.
type Table = [[Score; 4]; 8];

fn look_up(table: &Table, square: Square) -> Score {
    let file = square.file() as usize;
    table[7 - square.rank() as usize][file.min(7 - file)]
}

const PAWN_EARLY: Table = [
    [0, 0, 0, 0],
    [50, 50, 50, 50],
    [10, 10, 20, 30],
    [5, 5, 10, 25],
    [0, 0, 0, 20],
    [5, -5, -10, 0],
    [5, 10, 10, -20],
    [0, 0, 0, 0],
];

const PAWN_LATE: Table = [
    [0, 0, 0, 0],
    [80, 80, 80, 80],
    [50, 50, 50, 50],
    [30, 30, 30, 30],
    [20, 20, 20, 20],
    [10, 10, 10, 10],
    [10, 10, 10, 10],
    [0, 0, 0, 0],
];

const KNIGHT: Table = [
    [-50, -40, -30, -30],
    [-40, -20, 0, 0],
    [-30, 0, 10, 15],
    [-30, 5, 15, 20],
    [-30, 0, 15, 20],
    [-30, 5, 10, 15],
    [-40, -20, 0, 5],
    [-50, -40, -30, -30],
];

const BISHOP: Table = [
    [-20, -10, -10, -10],
    [-10, 0, 0, 0],
    [-10, 0, 5, 10],
    [-10, 5, 5, 10],
    [-10, 0, 10, 10],
    [-10, 10, 10, 10],
    [-10, 5, 0, 0],
    [-20, -10, -10, -10],
];

const ROOK: Table = [
    [0, 0, 0, 0],
    [5, 10, 10, 10],
    [-5, 0, 0, 0],
    [-5, 0, 0, 0],
    [-5, 0, 0, 0],
    [-5, 0, 0, 0],
    [-5, 0, 0, 0],
    [0, 0, 0, 5],
];

const QUEEN: Table = [
    [-20, -10, -10, -5],
    [-10, 0, 0, 0],
    [-10, 0, 5, 5],
    [-5, 0, 5, 5],
    [-5, 0, 5, 5],
    [-10, 0, 5, 5],
    [-10, 0, 0, 0],
    [-20, -10, -10, -5],
];

const KING_EARLY: Table = [
    [-80, -70, -70, -70],
    [-60, -60, -60, -60],
    [-40, -50, -50, -60],
    [-30, -40, -40, -50],
    [-20, -30, -30, -40],
    [-10, -20, -20, -20],
    [20, 20, -5, -5],
    [20, 30, 10, 0],
];

const KING_LATE: Table = [
    [-20, -10, -10, -10],
    [-5, 0, 5, 5],
    [-10, -5, 20, 30],
    [-15, -10, 35, 45],
    [-20, -15, 30, 40],
    [-25, -20, 20, 25],
    [-30, -25, 0, 0],
    [-50, -30, -30, -30],
];
