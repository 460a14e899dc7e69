//! Positions as eleven points, side to move and stall counter, moves as `a2b3`.

use quevedo_core::notation::{Grid, messages as common, read_counter, read_end, read_side};
use quevedo_core::{MoveError, Notation, PositionError, Side};

use super::rules::{DOGS, PLACES, POINTS, STALL_LIMIT};
use super::{HareHounds, Step, messages};
use crate::hunt::PathNotation;

const GRID: Grid = Grid { files: 5, ranks: 3 };
const PATHS: PathNotation = PathNotation { take_point, point_name, max_points: 2, expected: messages::points_of_move };

pub(super) fn point_name(point: u8) -> String {
    let (file, rank) = PLACES[usize::from(point)];
    GRID.name(file, rank)
}

/// Takes a point off the front of a move.
fn take_point(text: &str) -> Option<(u8, &str)> {
    let (place, rest) = GRID.take(text)?;
    let point = PLACES.iter().position(|known| *known == place)?;
    Some((point as u8, rest))
}

fn path(mv: Step) -> impl Iterator<Item = u8> {
    [mv.from, mv.to].into_iter()
}

impl HareHounds {
    /// The letter on a point.
    pub(super) fn letter(&self, point: u8) -> Option<char> {
        if self.hare == point { Some('h') } else { (self.dogs >> point & 1 == 1).then_some('D') }
    }
}

impl Notation for HareHounds {
    fn parse(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_whitespace();
        let board = fields.next().unwrap_or("");
        let (mut dogs, mut hares) = (0_u16, 0_u16);
        for (point, letter) in board.chars().take(POINTS).enumerate() {
            match letter {
                'D' => dogs |= 1 << point,
                'h' => hares |= 1 << point,
                '-' => {}
                _ => return Err(PositionError::new(messages::point(), &letter.to_string(), messages::letters())),
            }
        }
        let points = board.chars().count();
        if points != POINTS {
            return Err(PositionError::new(common::board(), board, messages::wrong_points(POINTS, points)));
        }
        if hares.count_ones() != 1 || dogs.count_ones() != DOGS {
            let expected = messages::wrong_pieces(DOGS, hares.count_ones(), dogs.count_ones());
            return Err(PositionError::new(common::board(), board, expected));
        }
        let turn = read_side(fields.next(), 'd', 'h')?;
        let stall = read_counter(fields.next(), messages::stall_counter(), STALL_LIMIT)?;
        read_end(fields.next())?;
        Ok(Self { dogs, hare: hares.trailing_zeros() as u8, turn, stall })
    }

    fn show(&self) -> String {
        let board: String = (0..POINTS as u8).map(|point| self.letter(point).unwrap_or('-')).collect();
        format!("{board} {} {}", if self.turn == Side::First { 'd' } else { 'h' }, self.stall)
    }

    fn parse_move(&self, text: &str) -> Result<Step, MoveError> {
        let (dogs, hare) = (u64::from(self.dogs), 1 << self.hare);
        let own = if self.turn == Side::First { dogs } else { hare };
        PATHS.parse(self, text, own, path, |path| match self.turn {
            _ if (dogs | hare) >> path[1] & 1 == 1 => common::place_taken(point_name(path[1])),
            Side::First => messages::dog_steps(),
            Side::Second => messages::hare_steps(),
        })
    }

    fn show_move(&self, mv: Step) -> String {
        PATHS.show(path(mv))
    }
}
