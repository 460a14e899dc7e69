//! Numbers of the positions of one material.
//!
//! The side that comes first in the material is White; of the other positions the colors are swapped. Without pawns a position
//! is turned and mirrored so that White's king stands in the triangle a1-d1-d4, with pawns so that he stands on the files a to d:
//!
//! ```text
//!   number = (((king · 64 + other king) · 64 + man) · 64 + man) · 2 + side to move
//! ```
//!
//! A pawn that can be taken en passant counts as standing on the first rank of its side, where no pawn can be.

use arrayvec::ArrayVec;
use cozy_chess::{BoardBuilder, Color, Piece, Rank, Square, get_king_moves};
use quevedo_core::Side;
use quevedo_games::Chess;

use crate::chess::material::Material;

/// The most men of a table.
pub(super) const MOST_MEN: usize = 4;

/// The triangle of White's king without pawns.
const TRIANGLE: [usize; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
/// Half of the board, for White's king with pawns.
const HALF: usize = 32;

const MIRROR_FILES: usize = 7;
const MIRROR_RANKS: usize = 56;

/// The squares of White's king, Black's king, and the other men in the order of the material.
type Squares = ArrayVec<usize, MOST_MEN>;

/// Numbers of positions.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    material: Material,
    /// The men besides the kings.
    men: ArrayVec<(Color, Piece), { MOST_MEN - 2 }>,
    has_pawns: bool,
}

impl Numbering {
    pub(super) fn new(material: Material) -> Self {
        Self { material, men: material.pieces().collect(), has_pawns: material.pawns() > 0 }
    }

    pub(super) fn material(&self) -> Material {
        self.material
    }

    /// All numbers are less.
    pub(super) fn numbers(&self) -> usize {
        let kings = if self.has_pawns { HALF } else { TRIANGLE.len() };
        kings * 64_usize.pow(1 + self.men.len() as u32) * 2
    }

    /// The number of a position of this material.
    pub(super) fn number(&self, position: &Chess) -> usize {
        let is_white_first = Material::is_white_first(position.inner());
        let mut squares = self.squares(position, is_white_first);
        let turn = usize::from((position.inner().side_to_move() == Color::White) != is_white_first);
        if file(squares[0]) > 3 {
            squares.iter_mut().for_each(|square| *square ^= MIRROR_FILES);
        }
        if !self.has_pawns {
            if rank(squares[0]) > 3 {
                squares.iter_mut().for_each(|square| *square ^= MIRROR_RANKS);
            }
            if rank(squares[0]) > file(squares[0]) {
                squares.iter_mut().for_each(|square| *square = transposed(*square));
            }
        }
        let number = self.number_of(squares.clone(), turn);
        self.reflected(squares, turn).map_or(number, |reflected| reflected.min(number))
    }

    /// How many positions have this number: a position, its images on the board, and those with the colors swapped are one.
    pub(super) fn images(&self, number: usize) -> u64 {
        if self.has_pawns {
            return 2;
        }
        let squares = self.decode(number);
        if self.reflected(squares, number % 2) == Some(number) { 4 } else { 8 }
    }

    /// The number of the position mirrored at the diagonal a1-h8, if White's king is on it.
    fn reflected(&self, squares: Squares, turn: usize) -> Option<usize> {
        let is_on_diagonal = !self.has_pawns && rank(squares[0]) == file(squares[0]);
        is_on_diagonal.then(|| self.number_of(squares.into_iter().map(transposed).collect(), turn))
    }

    fn squares(&self, position: &Chess, is_white_first: bool) -> Squares {
        let board = position.inner();
        let (swap, flip) = if is_white_first { (false, 0) } else { (true, MIRROR_RANKS) };
        let owner = |color: Color| if swap { !color } else { color };
        let double_step = position.en_passant_pawn();
        let mut squares: Squares =
            Color::ALL.into_iter().map(|color| board.king(owner(color)) as usize ^ flip).collect();
        let mut last = None;
        for &(color, piece) in &self.men {
            if last.replace((color, piece)) == Some((color, piece)) {
                continue;
            }
            for square in board.colored_pieces(owner(color), piece) {
                let is_en_passant = double_step == Some(square);
                let rank = if is_en_passant { Rank::First.relative_to(owner(color)) } else { square.rank() };
                squares.push(Square::new(square.file(), rank) as usize ^ flip);
            }
        }
        squares
    }

    fn number_of(&self, mut squares: Squares, turn: usize) -> usize {
        if let [first, second] = self.men[..]
            && first == second
        {
            squares[2..].sort_unstable();
        }
        let king = if self.has_pawns {
            rank(squares[0]) * 4 + file(squares[0])
        } else {
            TRIANGLE.iter().position(|square| *square == squares[0]).expect("the king is in the triangle")
        };
        squares[1..].iter().fold(king, |number, square| number * 64 + square) * 2 + turn
    }

    fn decode(&self, number: usize) -> Squares {
        let mut rest = number / 2;
        let mut squares = Squares::new();
        for _ in 0..=self.men.len() {
            squares.push(rest % 64);
            rest /= 64;
        }
        squares.push(if self.has_pawns { rest / 4 * 8 + rest % 4 } else { TRIANGLE[rest] });
        squares.reverse();
        squares
    }

    /// The position with a number; `None` if there is none.
    pub(super) fn position(&self, number: usize) -> Option<Chess> {
        let squares = self.decode(number);
        if get_king_moves(Square::index(squares[0])).has(Square::index(squares[1])) {
            return None;
        }
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = Color::ALL[number % 2];
        let kings = Color::ALL.map(|color| (color, Piece::King));
        for ((color, piece), square) in kings.into_iter().chain(self.men.iter().copied()).zip(squares) {
            let mut square = Square::index(square);
            if piece == Piece::Pawn && square.rank() == Rank::First.relative_to(color) {
                builder.en_passant = Some(Square::new(square.file(), Rank::Third.relative_to(color)));
                square = Square::new(square.file(), Rank::Fourth.relative_to(color));
            }
            if builder.board[square as usize].replace((piece, color)).is_some() {
                return None;
            }
        }
        let position = Chess::from(builder.build().ok()?);
        // Of several ways to write a position one has its number.
        (self.number(&position) == number).then_some(position)
    }

    /// Visits every position.
    pub(super) fn each_position(&self, mut visit: impl FnMut(usize, Chess)) {
        for number in 0..self.numbers() {
            if let Some(position) = self.position(number) {
                visit(number, position);
            }
        }
    }

    /// The side that is White in the numbers.
    pub(super) fn first_side(position: &Chess) -> Side {
        if Material::is_white_first(position.inner()) { Side::First } else { Side::Second }
    }
}

fn rank(square: usize) -> usize {
    square / 8
}

fn file(square: usize) -> usize {
    square % 8
}

fn transposed(square: usize) -> usize {
    file(square) * 8 + rank(square)
}
