//! Positions and moves as programs that play many games by UCI write them, Fairy-Stockfish above all: positions are
//! FENs, whatever the game. The methods are in [`Notation`](crate::Notation); here is what games share.

use super::{messages, read_ranks, write_ranks};
use crate::{PositionError, Side};

/// How moves are written; the engine option `UCI_Chess960` chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UciStyle {
    /// As usual.
    #[default]
    Standard,
    /// Castling is the king taking his own rook: `e1h1`. Of no meaning outside chess.
    Chess960,
}

/// The FENs of a game with one kind of piece a side: ranks from the top, `w` or `b` to move, then fields that mean
/// nothing in these games.
#[derive(Clone, Copy, Debug)]
pub struct SimpleFen<'a> {
    /// How many squares each rank has, top first.
    pub widths: &'a [u8],
    /// The letters of the two sides' pieces.
    pub letters: [char; 2],
    /// Whether pieces are dropped on the board. Then those in hand stand in brackets behind the ranks, a piece a side
    /// for every empty square.
    pub drops: bool,
}

impl SimpleFen<'_> {
    /// Reads a FEN: hands every piece over with its rank (0 = top), its file and its side, and answers who moves. What
    /// follows the side to move is not looked at.
    pub fn read(self, text: &str, mut piece: impl FnMut(usize, u8, Side)) -> Result<Side, PositionError> {
        let mut fields = text.split_whitespace();
        let [first, second] = self.letters;
        read_ranks(fen_ranks(fields.next().unwrap_or("")), self.widths, |row, file, letter| {
            let side = match letter {
                _ if letter == first => Side::First,
                _ if letter == second => Side::Second,
                _ => {
                    let expected = messages::pieces_are(first, second);
                    return Err(PositionError::new(messages::piece(), &letter.to_string(), expected));
                }
            };
            piece(row, file, side);
            Ok(())
        })?;
        match fields.next() {
            Some("w") => Ok(Side::First),
            Some("b") => Ok(Side::Second),
            found => Err(PositionError::new(messages::side_to_move(), found.unwrap_or(""), messages::write_fen())),
        }
    }

    /// Writes a FEN. `piece` tells whose piece stands at a rank (0 = top) and file.
    pub fn show(self, turn: Side, piece: impl Fn(usize, u8) -> Option<Side>) -> String {
        let letters = |row, file| piece(row, file).map(|side| self.letters[side.index()]);
        let mut text = write_ranks(self.widths, letters);
        if self.drops {
            let squares =
                self.widths.iter().enumerate().flat_map(|(row, width)| (0..*width).map(move |file| (row, file)));
            let empties = squares.filter(|(row, file)| piece(*row, *file).is_none()).count();
            let hand = self.letters.map(|letter| letter.to_string().repeat(empties)).concat();
            text = format!("{text}[{hand}]");
        }
        format!("{text} {} - - 0 1", if turn == Side::First { 'w' } else { 'b' })
    }
}

/// The ranks of a FEN without the pieces in hand, which stand in brackets behind them.
pub fn fen_ranks(board: &str) -> &str {
    board.split_once('[').map_or(board, |(ranks, _hand)| ranks)
}
