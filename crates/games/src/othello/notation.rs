//! Positions as 64 squares and the side to move, moves as squares, `pass` for a pass.

use quevedo_core::notation::{Grid, messages as common, read_end, read_side};
use quevedo_core::{Game, MoveError, Notation, PositionError, Side};

use super::{Othello, Placement, messages};

const GRID: Grid = Grid { files: 8, ranks: 8 };
const BLACK: char = 'X';
const WHITE: char = 'O';
const EMPTY: char = '-';

pub(super) fn square_name(square: u8) -> String {
    GRID.name(square % 8, square / 8)
}

impl Notation for Othello {
    fn parse(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_whitespace();
        let board = fields.next().unwrap_or("");
        let turn = read_side(fields.next(), BLACK, WHITE)?;
        read_end(fields.next())?;
        let mut discs = [0; 2];
        for (index, letter) in board.chars().enumerate() {
            match letter {
                _ if index >= 64 => break,
                BLACK => discs[Side::First.index()] |= 1 << index,
                WHITE => discs[Side::Second.index()] |= 1 << index,
                EMPTY => {}
                _ => return Err(PositionError::new(common::square(), &letter.to_string(), messages::letters())),
            }
        }
        let squares = board.chars().count();
        if squares != 64 {
            return Err(PositionError::new(common::board(), board, messages::wrong_squares(squares)));
        }
        Ok(Self { own: discs[turn.index()], other: discs[(!turn).index()], turn })
    }

    fn show(&self) -> String {
        let (black, white) = (self.discs(Side::First), self.discs(Side::Second));
        let letter = |square: u32| match (black >> square & 1, white >> square & 1) {
            (1, _) => BLACK,
            (_, 1) => WHITE,
            _ => EMPTY,
        };
        let board: String = (0..64).map(letter).collect();
        format!("{board} {}", if self.turn == Side::First { BLACK } else { WHITE })
    }

    fn parse_move(&self, text: &str) -> Result<Placement, MoveError> {
        let legal = self.placements();
        if !self.has_moves() {
            return Err(MoveError::game_over(text));
        }
        if text.eq_ignore_ascii_case("pass") {
            let forced = legal == 0;
            let refused = || MoveError::illegal(text, messages::pass_not_forced());
            return forced.then_some(Placement::PASS).ok_or_else(refused);
        }
        let lower = text.to_ascii_lowercase();
        let Some(((file, rank), "")) = GRID.take(&lower) else {
            return Err(MoveError::malformed(text, messages::square_or_pass()));
        };
        let square = 8 * rank + file;
        let taken = (self.own | self.other) >> square & 1 == 1;
        match legal >> square & 1 {
            1 => Ok(Placement(square)),
            _ if taken => Err(MoveError::illegal(text, messages::disc_there())),
            _ if legal == 0 => Err(MoveError::illegal(text, messages::must_pass())),
            _ => Err(MoveError::illegal(text, messages::turns_nothing())),
        }
    }

    fn show_move(&self, mv: Placement) -> String {
        mv.square().map_or_else(|| "pass".into(), square_name)
    }
}
