//! Positions as 64 squares and the side to move, moves as squares, `pass` for a pass; `--` and `pa` are read as passes too.

use quevedo_core::notation::{Grid, SimpleFen, messages as common, read_end, read_side};
use quevedo_core::{ForeignGame, Game, Message, MoveError, Notation, PositionError, Side, UciStyle};

use super::{Othello, Placement, formats, messages};

const GRID: Grid = Grid { files: 8, ranks: 8 };
pub(super) const BLACK: char = 'X';
pub(super) const WHITE: char = 'O';
pub(super) const EMPTY: char = '-';
/// Row 1 is the top rank, which UCI programs count as rank 8.
const FEN: SimpleFen = SimpleFen { widths: &[8; 8], letters: ['P', 'p'], drops: true };
/// A square with its rank counted from the other end.
const MIRROR: u8 = 56;

pub(super) fn square_name(square: u8) -> String {
    GRID.name(square % 8, square / 8)
}

impl Othello {
    /// A pass, if it is legal.
    fn pass(&self, text: &str) -> Result<Placement, MoveError> {
        let forced = self.placements() == 0;
        if forced { Ok(Placement::PASS) } else { Err(MoveError::illegal(text, messages::pass_not_forced())) }
    }

    /// A disc on a square, if it is legal.
    fn place(&self, square: u8, text: &str) -> Result<Placement, MoveError> {
        let legal = self.placements();
        let taken = (self.own | self.other) >> square & 1 == 1;
        match legal >> square & 1 {
            1 => Ok(Placement(square)),
            _ if taken => Err(MoveError::illegal(text, messages::disc_there())),
            _ if legal == 0 => Err(MoveError::illegal(text, messages::must_pass())),
            _ => Err(MoveError::illegal(text, messages::turns_nothing())),
        }
    }
}

impl Notation for Othello {
    fn parse(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_whitespace();
        let board = fields.next().unwrap_or("");
        let squares = board.chars().count();
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
        if squares != 64 {
            return Err(PositionError::new(common::board(), board, messages::wrong_squares(squares)));
        }
        let turn = read_side(fields.next(), BLACK, WHITE)?;
        read_end(fields.next())?;
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
        let lower = text.to_ascii_lowercase();
        match GRID.take(&lower) {
            _ if !self.has_moves() => Err(MoveError::game_over(text)),
            _ if ["pass", "pa", "--"].contains(&lower.as_str()) => self.pass(text),
            Some(((file, rank), "")) => self.place(8 * rank + file, text),
            _ => Err(MoveError::malformed(text, messages::square_or_pass())),
        }
    }

    /// A line of play is a transcript: `f5d6c3`.
    fn take_move<'a>(&self, text: &'a str) -> Result<(Placement, &'a str), MoveError> {
        formats::take_move(self, text)
    }

    fn show_move(&self, mv: Placement) -> String {
        mv.square().map_or_else(|| "pass".into(), square_name)
    }

    fn parse_uci(text: &str) -> Result<Self, PositionError> {
        Self::parse(text).or_else(|_| {
            let mut discs = [0; 2];
            let turn = FEN.read(text, |row, file, side| discs[side.index()] |= 1 << (8 * row + usize::from(file)))?;
            Ok(Self::from_discs(discs[turn.index()], discs[(!turn).index()], turn))
        })
    }

    fn show_uci(&self) -> String {
        let holds = |side, square: usize| self.discs(side) >> square & 1 == 1;
        FEN.show(self.turn, |row, file| Side::BOTH.into_iter().find(|side| holds(*side, 8 * row + usize::from(file))))
    }

    /// A disc as `P@d6`; a pass as a disc that stays, `d4d4`.
    fn parse_uci_move(&self, text: &str, _style: UciStyle) -> Result<Placement, MoveError> {
        let dropped = text.strip_prefix("P@").or_else(|| text.strip_prefix("p@")).and_then(|square| GRID.take(square));
        match dropped {
            _ if !self.has_moves() => Err(MoveError::game_over(text)),
            Some(((file, rank), "")) => self.place((8 * rank + file) ^ MIRROR, text),
            _ if text.len() == 4 && text.get(..2) == text.get(2..) => self.pass(text),
            _ => self.parse_move(text),
        }
    }

    /// A pass is the lowest of the own discs that stays.
    fn show_uci_move(&self, mv: Placement, _style: UciStyle) -> String {
        if let Some(square) = mv.square() {
            return format!("P@{}", square_name(square ^ MIRROR));
        }
        let lowest = (0..8).rev().map(|row| (row, self.own >> (8 * row) & 0xff)).find(|(_, discs)| *discs != 0);
        let square = lowest.map(|(row, discs)| 8 * row + discs.trailing_zeros() as u8);
        square.map_or_else(|| "0000".into(), |square| square_name(square ^ MIRROR).repeat(2))
    }

    const FOREIGN_FORMATS: &'static [&'static str] = &[formats::TRANSCRIPT, formats::GGF, formats::OBF];

    fn read_foreign(text: &str) -> Option<Result<Vec<ForeignGame<Self>>, Message>> {
        formats::read(text)
    }

    fn write_foreign(format: &str, game: &ForeignGame<Self>) -> Option<String> {
        formats::write(format, game)
    }
}
