//! Positions as ranks of the cross, side to move and stall counter, moves as the points of their path.

use quevedo_core::notation::{Grid, messages as common, read_counter, read_end, read_ranks, read_side, write_ranks};
use quevedo_core::{MoveError, Notation, PositionError, Side};

use super::rules::{CROSS, MOST_GEESE, STALL_LIMIT};
use super::{FoxGeese, Run, messages};
use crate::hunt::PathNotation;

const GRID: Grid = Grid { files: 7, ranks: 7 };
const PATHS: PathNotation =
    PathNotation { take_point, point_name, max_points: usize::MAX, expected: messages::points_of_path };
/// How many points each rank has, top first.
pub(super) const WIDTHS: [u8; 7] = [3, 3, 7, 7, 7, 3, 3];

/// The point at a rank from the top and a place within it.
pub(super) fn point_at(row: usize, place: u8) -> u8 {
    let first_file = (7 - WIDTHS[row]) / 2;
    8 * (6 - row as u8) + first_file + place
}

pub(super) fn point_name(point: u8) -> String {
    GRID.name(point % 8, point / 8)
}

/// Takes a point off the front of a move.
fn take_point(text: &str) -> Option<(u8, &str)> {
    let ((file, rank), rest) = GRID.take(text)?;
    let point = 8 * rank + file;
    (CROSS >> point & 1 == 1).then_some((point, rest))
}

impl FoxGeese {
    /// The letter on a point.
    pub(super) fn letter(&self, point: u8) -> Option<char> {
        if self.fox == point { Some('F') } else { (self.geese >> point & 1 == 1).then_some('g') }
    }
}

impl Notation for FoxGeese {
    fn parse(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_whitespace();
        let board = fields.next().unwrap_or("");
        let (mut geese, mut foxes) = (0_u64, 0_u64);
        read_ranks(board, &WIDTHS, |row, place, letter| {
            let point = 1 << point_at(row, place);
            match letter {
                'g' => geese |= point,
                'F' => foxes |= point,
                _ => return Err(PositionError::new(common::piece(), &letter.to_string(), messages::letters())),
            }
            Ok(())
        })?;
        if foxes.count_ones() != 1 || geese.count_ones() > MOST_GEESE {
            let expected = messages::wrong_pieces(MOST_GEESE, foxes.count_ones(), geese.count_ones());
            return Err(PositionError::new(common::board(), board, expected));
        }
        let turn = read_side(fields.next(), 'g', 'f')?;
        let stall = read_counter(fields.next(), messages::stall_counter(), STALL_LIMIT)?;
        read_end(fields.next())?;
        Ok(Self { geese, fox: foxes.trailing_zeros() as u8, turn, stall })
    }

    fn show(&self) -> String {
        let board = write_ranks(&WIDTHS, |row, place| self.letter(point_at(row, place)));
        format!("{board} {} {}", if self.turn == Side::First { 'g' } else { 'f' }, self.stall)
    }

    fn parse_move(&self, text: &str) -> Result<Run, MoveError> {
        let own = if self.turn == Side::First { self.geese } else { 1 << self.fox };
        PATHS.parse(self, text, own, Run::path, |_| match self.turn {
            Side::First => messages::goose_steps(),
            Side::Second => messages::fox_steps(),
        })
    }

    fn show_move(&self, mv: Run) -> String {
        PATHS.show(mv.path())
    }
}
