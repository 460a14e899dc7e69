//! Positions as ranks of `Q`, `q` and `*`, moves as `d1-d7/g7`.

use quevedo_core::notation::{Grid, fen_ranks, messages as common, read_end, read_ranks, read_side, write_ranks};
use quevedo_core::{Game, Message, MoveError, Notation, PositionError, Side, UciStyle, View};

use super::rules::AMAZONS;
use super::{Amazons, AmazonsMove, messages};

impl<const N: usize> Amazons<N> {
    pub(super) const GRID: Grid = Grid { files: N as u8, ranks: N as u8 };
    pub(super) const WIDTHS: [u8; N] = [N as u8; N];

    pub(super) fn square_name(square: u8) -> String {
        Self::GRID.name(square % N as u8, square / N as u8)
    }

    /// The letter on a square.
    pub(super) fn letter(&self, square: u8) -> Option<char> {
        let bit = 1 << square;
        if self.amazons(Side::First) & bit != 0 {
            Some('Q')
        } else if self.amazons(Side::Second) & bit != 0 {
            Some('q')
        } else {
            (self.occupied & bit != 0).then_some('*')
        }
    }

    /// Takes a square, and the separator behind it, off the front of a move.
    fn take_square<'a>(text: &'a str, whole: &str, separator: &str) -> Result<(u8, &'a str), MoveError> {
        let wrong = || MoveError::malformed(whole, messages::squares_of_move(Self::GRID.describe()));
        let ((file, rank), rest) = Self::GRID.take(text).ok_or_else(wrong)?;
        Ok((rank * N as u8 + file, rest.strip_prefix(separator).ok_or_else(wrong)?))
    }

    /// What forbids a move, if anything does.
    fn forbids(&self, mv: AmazonsMove) -> Option<Message> {
        let name = Self::square_name;
        if !self.has_moves() {
            return Some(common::game_over());
        }
        if self.amazons(self.turn()) >> mv.from & 1 == 0 {
            return Some(messages::no_amazon(name(mv.from)));
        }
        if !self.reach(mv.from).contains(mv.to) {
            return Some(messages::blocked_amazon(name(mv.from), name(mv.to)));
        }
        let mut there = *self;
        there.occupied ^= 1 << mv.from;
        let hits = there.reach(mv.to).contains(mv.arrow);
        (!hits).then(|| messages::blocked_arrow(name(mv.to), name(mv.arrow)))
    }

    /// Reads the two fields of a position.
    fn read(board: &str, turn: Option<&str>) -> Result<Self, PositionError> {
        let (mut amazons, mut arrows) = ([0_u128; 2], 0_u128);
        read_ranks(board, &Self::WIDTHS, |row, file, letter| {
            let square = 1 << ((N - 1 - row) * N + usize::from(file));
            match letter {
                'Q' => amazons[0] |= square,
                'q' => amazons[1] |= square,
                '*' => arrows |= square,
                _ => {
                    return Err(PositionError::new(common::square(), &letter.to_string(), messages::letters()));
                }
            }
            Ok(())
        })?;
        for (side, letter) in Side::BOTH.into_iter().zip(["Q", "q"]) {
            let count = amazons[side.index()].count_ones() as usize;
            if !(1..=AMAZONS).contains(&count) {
                let expected = messages::wrong_pieces(AMAZONS, Self::ABOUT.sides[side.index()], letter, count);
                return Err(PositionError::new(common::board(), board, expected));
            }
        }
        Ok(Self::from_parts(amazons, arrows, read_side(turn, 'w', 'b')?))
    }

    /// The move that `d1d7,d7g7` names, if the text reads so.
    fn read_uci_move(text: &str) -> Option<AmazonsMove> {
        let take = |text| {
            let ((file, rank), rest) = Self::GRID.take(text)?;
            Some((rank * N as u8 + file, rest))
        };
        let (from, rest) = take(text)?;
        let (to, rest) = take(rest)?;
        let (bow, rest) = take(rest.strip_prefix(',')?)?;
        let (arrow, rest) = take(rest)?;
        (to == bow && rest.is_empty()).then_some(AmazonsMove { from, to, arrow })
    }

    /// The move itself, if it is legal.
    fn legal(&self, mv: AmazonsMove, text: &str) -> Result<AmazonsMove, MoveError> {
        self.forbids(mv).map_or(Ok(mv), |why| Err(MoveError::illegal(text, why)))
    }
}

impl<const N: usize> Notation for Amazons<N> {
    fn parse(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_whitespace();
        let position = Self::read(fields.next().unwrap_or(""), fields.next())?;
        read_end(fields.next())?;
        Ok(position)
    }

    fn show(&self) -> String {
        let board = write_ranks(&Self::WIDTHS, |row, file| self.letter(((N - 1 - row) * N) as u8 + file));
        format!("{board} {}", if self.turn() == Side::First { 'w' } else { 'b' })
    }

    fn parse_move(&self, text: &str) -> Result<AmazonsMove, MoveError> {
        let (from, rest) = Self::take_square(text, text, "-")?;
        let (to, rest) = Self::take_square(rest, text, "/")?;
        let (arrow, rest) = Self::take_square(rest, text, "")?;
        if !rest.is_empty() {
            return Err(MoveError::malformed(text, messages::nothing_behind_arrow()));
        }
        self.legal(AmazonsMove { from, to, arrow }, text)
    }

    fn show_move(&self, mv: AmazonsMove) -> String {
        format!("{}-{}/{}", Self::square_name(mv.from), Self::square_name(mv.to), Self::square_name(mv.arrow))
    }

    /// A FEN, the pieces in hand and the counters ignored.
    fn parse_uci(text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_whitespace();
        Self::read(fen_ranks(fields.next().unwrap_or("")), fields.next())
    }

    fn show_uci(&self) -> String {
        self.show() + " - - 0 1"
    }

    /// A move as `d1d7,d7g7`: from, to, and again to, arrow.
    fn parse_uci_move(&self, text: &str, _style: UciStyle) -> Result<AmazonsMove, MoveError> {
        Self::read_uci_move(text).map_or_else(|| self.parse_move(text), |mv| self.legal(mv, text))
    }

    fn show_uci_move(&self, mv: AmazonsMove, _style: UciStyle) -> String {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(Self::square_name);
        format!("{from}{to},{to}{arrow}")
    }
}
