//! Positions as ranks of `M` and `c`, moves as `e1d2`.

use quevedo_core::notation::{Grid, SimpleFen, messages as common, read_end, read_ranks, read_side, write_ranks};
use quevedo_core::{MoveError, Notation, PositionError, Side};

use super::rules::{CATS, DARK};
use super::{MouseCats, Step, messages};
use crate::Bits;
use crate::hunt::PathNotation;

const GRID: Grid = Grid { files: 8, ranks: 8 };
pub(super) const WIDTHS: [u8; 8] = [8; 8];
const PATHS: PathNotation = PathNotation {
    take_point: take_square,
    point_name: square_name,
    max_points: 2,
    expected: || common::from_and_to("e1d2"),
};
/// UCI programs write the mouse as a fox, the cats as hounds.
const FEN: SimpleFen = SimpleFen { widths: &WIDTHS, letters: ['F', 'h'], drops: false };

pub(super) fn square_name(square: u8) -> String {
    GRID.name(square % 8, square / 8)
}

/// The square at a rank from the top and a file.
pub(super) fn square_at(row: usize, file: u8) -> u8 {
    (7 - row as u8) * 8 + file
}

/// Takes a square off the front of a move.
fn take_square(text: &str) -> Option<(u8, &str)> {
    let ((file, rank), rest) = GRID.take(text)?;
    Some((8 * rank + file, rest))
}

fn path(mv: Step) -> impl Iterator<Item = u8> {
    [mv.from, mv.to].into_iter()
}

impl MouseCats {
    /// The right number of pieces stand on dark squares.
    fn validate(board: &str, mouse: u64, cats: u64) -> Result<(), PositionError> {
        if let Some(square) = Bits((mouse | cats) & !DARK).next() {
            return Err(PositionError::new(common::square(), &square_name(square), messages::dark_squares()));
        }
        if mouse.is_power_of_two() && cats.count_ones() == CATS {
            return Ok(());
        }
        let expected = messages::wrong_pieces(CATS, mouse.count_ones(), cats.count_ones());
        Err(PositionError::new(common::board(), board, expected))
    }

    /// The letter on a square.
    pub(super) fn letter(&self, square: u8) -> Option<char> {
        if self.mouse >> square & 1 == 1 { Some('M') } else { (self.cats >> square & 1 == 1).then_some('c') }
    }
}

impl Notation for MouseCats {
    fn parse(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_whitespace();
        let board = fields.next().unwrap_or("");
        let (mut mouse, mut cats) = (0_u64, 0_u64);
        read_ranks(board, &WIDTHS, |row, file, letter| {
            match letter {
                'M' => mouse |= 1 << square_at(row, file),
                'c' => cats |= 1 << square_at(row, file),
                _ => return Err(PositionError::new(common::piece(), &letter.to_string(), messages::letters())),
            }
            Ok(())
        })?;
        Self::validate(board, mouse, cats)?;
        let turn = read_side(fields.next(), 'm', 'c')?;
        read_end(fields.next())?;
        Ok(Self { mouse, cats, turn })
    }

    fn show(&self) -> String {
        let board = write_ranks(&WIDTHS, |row, file| self.letter(square_at(row, file)));
        format!("{board} {}", if self.turn == Side::First { 'm' } else { 'c' })
    }

    fn parse_move(&self, text: &str) -> Result<Step, MoveError> {
        let own = if self.turn == Side::First { self.mouse } else { self.cats };
        PATHS.parse(self, text, own, path, |path| match self.turn {
            _ if (self.mouse | self.cats) >> path[1] & 1 == 1 => common::place_taken(square_name(path[1])),
            Side::First => messages::mouse_steps(),
            Side::Second => messages::cat_steps(),
        })
    }

    fn show_move(&self, mv: Step) -> String {
        PATHS.show(path(mv))
    }

    fn parse_uci(text: &str) -> Result<Self, PositionError> {
        Self::parse(text).or_else(|_| {
            let mut pieces = [0_u64; 2];
            let turn = FEN.read(text, |row, file, side| pieces[side.index()] |= 1 << square_at(row, file))?;
            let [mouse, cats] = pieces;
            Self::validate(text, mouse, cats)?;
            Ok(Self { mouse, cats, turn })
        })
    }

    fn show_uci(&self) -> String {
        let pieces = [(self.mouse, Side::First), (self.cats, Side::Second)];
        FEN.show(self.turn, |row, file| {
            let stands = |(squares, _): &&(u64, Side)| squares >> square_at(row, file) & 1 == 1;
            pieces.iter().find(stands).map(|(_, side)| *side)
        })
    }
}
