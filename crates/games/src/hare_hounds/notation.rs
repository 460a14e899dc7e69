//! Positions as eleven points, side to move and stall counter, moves as `a2b3`.

use quevedo_core::notation::{Grid, messages as common, read_counter, read_end, read_side};
use quevedo_core::{Game, Message, MoveError, Notation, PositionError, Side};

use super::rules::{DOGS, PLACES, POINTS, STALL_LIMIT};
use super::{HareHounds, Step, messages};

const GRID: Grid = Grid { files: 5, ranks: 3 };

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

impl HareHounds {
    /// The letter on a point.
    pub(super) fn letter(&self, point: u8) -> Option<char> {
        if self.hare == point { Some('h') } else { (self.dogs >> point & 1 == 1).then_some('D') }
    }

    /// What forbids a move that is not legal.
    fn forbids(&self, mv: Step) -> Message {
        let own = if self.turn == Side::First { self.dogs } else { 1 << self.hare };
        if !self.has_moves() {
            common::game_over()
        } else if own >> mv.from & 1 == 0 {
            common::no_own_piece(point_name(mv.from))
        } else if (self.dogs | 1 << self.hare) >> mv.to & 1 == 1 {
            common::place_taken(point_name(mv.to))
        } else if self.turn == Side::First {
            messages::dog_steps()
        } else {
            messages::hare_steps()
        }
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
        let points = take_point(text).and_then(|(from, rest)| Some((from, take_point(rest)?)));
        let Some((from, (to, ""))) = points else {
            return Err(MoveError::malformed(text, messages::points_of_move()));
        };
        let mv = Step { from, to };
        if self.legal_moves().contains(&mv) { Ok(mv) } else { Err(MoveError::illegal(text, self.forbids(mv))) }
    }

    fn show_move(&self, mv: Step) -> String {
        point_name(mv.from) + &point_name(mv.to)
    }
}
