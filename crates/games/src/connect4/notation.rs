//! Positions as the columns played so far or as a diagram, moves as column numbers from 1.

use quevedo_core::notation::{read_end, read_side};
use quevedo_core::{Game, Message, MoveError, Notation, PositionError, Side};

use super::{Column, Connect4, messages};

const FIRST: char = 'x';
const SECOND: char = 'o';
const EMPTY: char = '.';

impl<const W: usize, const H: usize> Connect4<W, H> {
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
        let column = number as u8 - 1;
        if !self.has_moves() {
            return Err(MoveError::game_over(text));
        }
        if self.all & Self::column(column) == Self::column(column) {
            return Err(MoveError::illegal(text, messages::column_full()));
        }
        Ok(Column(column))
    }

    fn show_move(&self, mv: Column) -> String {
        (mv.0 + 1).to_string()
    }
}
