//! Positions as the columns played so far or as a diagram, moves as column numbers from 1.

use quevedo_core::notation::{Grid, SimpleFen, messages as common, read_end, read_side};
use quevedo_core::{Game, Message, MoveError, Notation, PositionError, Side, UciStyle};

use super::{Column, Connect4, messages};

pub(super) const FIRST: char = 'x';
pub(super) const SECOND: char = 'o';
pub(super) const EMPTY: char = '.';

impl<const W: usize, const H: usize> Connect4<W, H> {
    /// Other programs know only the classic board; on any other the notation for UCI is our own.
    const IS_CLASSIC: bool = W == 7 && H == 6;
    const WIDTHS: [u8; H] = [W as u8; H];
    const FEN: SimpleFen<'static> = SimpleFen { widths: &Self::WIDTHS, letters: ['P', 'p'], drops: true };

    /// The row in which the next disc of a column comes to lie.
    fn landing(&self, column: u8) -> u8 {
        (self.all & Self::column(column)).count_ones() as u8
    }

    /// A disc in a column, if it is legal.
    fn drop_into(&self, column: u8, text: &str) -> Result<Column, MoveError> {
        if !self.has_moves() {
            return Err(MoveError::game_over(text));
        }
        if usize::from(self.landing(column)) == H {
            return Err(MoveError::illegal(text, messages::column_full()));
        }
        Ok(Column(column))
    }

    fn parse_fen(text: &str) -> Result<Self, PositionError> {
        let mut discs = [0; 2];
        let square = |row: usize, file| Self::square(file, (H - 1 - row) as u8);
        let turn = Self::FEN.read(text, |row, file, side| discs[side.index()] |= square(row, file))?;
        Self::validate(text, discs, turn)
    }

    /// Plays the columns one after the other.
    fn parse_columns(text: &str) -> Result<Self, PositionError> {
        let mut position = Self::start();
        for (index, letter) in text.chars().enumerate() {
            let mv = position
                .parse_move(letter.encode_utf8(&mut [0; 4]))
                .map_err(|error| messages::bad_column(index + 1, error.message()))
                .map_err(|why| PositionError::new(messages::columns_played(), text, why))?;
            position.play(mv);
        }
        Ok(position)
    }

    fn parse_diagram(text: &str, turn: Side) -> Result<Self, PositionError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != H {
            let expected = messages::wrong_rows(H, W, rows.len());
            return Err(PositionError::new(messages::diagram(), text, expected));
        }
        let mut discs = [0; 2];
        for (line, row) in rows.iter().enumerate() {
            if row.chars().count() != W {
                return Err(PositionError::new(messages::row(), row, messages::wrong_squares(W)));
            }
            for (column, letter) in row.chars().enumerate() {
                let square = Self::square(column as u8, (H - 1 - line) as u8);
                match letter {
                    FIRST => discs[0] |= square,
                    SECOND => discs[1] |= square,
                    EMPTY => {}
                    _ => return Err(PositionError::new(messages::row(), row, messages::letters())),
                }
            }
        }
        Self::validate(text, discs, turn)
    }

    /// Discs lie on discs, the numbers fit the turn, and the game did not go on after four in line.
    fn validate(text: &str, [first, second]: [u64; 2], turn: Side) -> Result<Self, PositionError> {
        let wrong = |expected: Message| Err(PositionError::new(messages::diagram(), text, expected));
        let all = first | second;
        for column in 0..W as u8 {
            let bottom = Self::square(column, 0);
            let discs = all & Self::column(column);
            if discs & (discs + bottom) != 0 {
                return wrong(messages::hanging_disc(column + 1));
            }
        }
        let numbers = (first.count_ones(), second.count_ones());
        if numbers.0 != numbers.1 + (turn == Side::Second) as u32 {
            let letter = if turn == Side::First { FIRST } else { SECOND };
            return wrong(messages::wrong_numbers(numbers.0, numbers.1, letter));
        }
        let own = if turn == Side::First { first } else { second };
        if Self::has_four(own) {
            return wrong(messages::already_won());
        }
        Ok(Self { own, all })
    }
}

impl<const W: usize, const H: usize> Notation for Connect4<W, H> {
    fn parse(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_whitespace();
        let board = fields.next().unwrap_or("");
        if board.contains('/') {
            let turn = read_side(fields.next(), FIRST, SECOND)?;
            read_end(fields.next())?;
            return Self::parse_diagram(board, turn);
        }
        read_end(fields.next())?;
        Self::parse_columns(if board == "-" { "" } else { board })
    }

    fn show(&self) -> String {
        let (first, second) = (self.discs(Side::First), self.discs(Side::Second));
        let letter = |square: u64| match (first & square, second & square) {
            (0, 0) => EMPTY,
            (0, _) => SECOND,
            _ => FIRST,
        };
        let row = |row: u8| (0..W as u8).map(|column| letter(Self::square(column, row))).collect::<String>();
        let diagram: Vec<String> = (0..H as u8).rev().map(row).collect();
        format!("{} {}", diagram.join("/"), if self.turn() == Side::First { FIRST } else { SECOND })
    }

    fn parse_move(&self, text: &str) -> Result<Column, MoveError> {
        let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<usize>().ok()).flatten();
        let Some(number) = number.filter(|number| (1..=W).contains(number) && !text.starts_with('0')) else {
            return Err(MoveError::malformed(text, messages::column_between(W)));
        };
        self.drop_into(number as u8 - 1, text)
    }

    fn show_move(&self, mv: Column) -> String {
        (mv.0 + 1).to_string()
    }

    fn parse_uci(text: &str) -> Result<Self, PositionError> {
        Self::parse(text).or_else(|error| if Self::IS_CLASSIC { Self::parse_fen(text) } else { Err(error) })
    }

    fn show_uci(&self) -> String {
        if !Self::IS_CLASSIC {
            return self.show();
        }
        let square = |row: usize, file| Self::square(file, (H - 1 - row) as u8);
        let disc = |row, file| Side::BOTH.into_iter().find(|side| self.discs(*side) & square(row, file) != 0);
        Self::FEN.show(self.turn(), disc)
    }

    /// `P@d1` is the square on which the disc comes to lie.
    fn parse_uci_move(&self, text: &str, _style: UciStyle) -> Result<Column, MoveError> {
        let square = text.strip_prefix("P@").filter(|_| Self::IS_CLASSIC);
        let grid = Grid { files: W as u8, ranks: H as u8 };
        match square.and_then(|square| grid.take(square)) {
            Some(((column, row), "")) if row == self.landing(column) => self.drop_into(column, text),
            Some(_) => Err(MoveError::illegal(text, common::comes_to_rest_elsewhere())),
            None => self.parse_move(text),
        }
    }

    fn show_uci_move(&self, mv: Column, _style: UciStyle) -> String {
        if !Self::IS_CLASSIC {
            return self.show_move(mv);
        }
        format!("P@{}{}", char::from(b'a' + mv.0), self.landing(mv.0) + 1)
    }
}
