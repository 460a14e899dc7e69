//! How programs that play many games write the positions and moves of ours, where they do it otherwise.
//!
//! They write every position as a FEN: ranks from the top, pieces of the first player in capital letters, `w` or `b`
//! to move, then fields that mean nothing in these games. Discs that are put on the board come from a pocket, which
//! stands in brackets behind the ranks.

use quevedo_core::notation::{messages, read_ranks, write_ranks};
use quevedo_core::{MoveError, Piece, PositionError, Side};

use crate::{GameEntry, MoveView, Session};

/// A way of writing positions and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// As we do.
    Own,
    /// As we do, but castling is the king taking his own rook: `e1h1`.
    RookCastling,
    /// Amazons: `d1d7,d7g7` is a move and the shot from where it ends.
    Arrows,
    /// Hunts on the squares of chess: other letters for the pieces.
    Hunt,
    /// Discs put on squares: `P@d6`, ranks counted from the bottom; a pass is a disc that stays, `d4d4`.
    Discs,
    /// Discs dropped into columns: `P@d1` is the square on which the disc comes to lie.
    Columns,
}

/// What no position has: the text is not written in this dialect.
impl Dialect {
    /// A game from a position in this dialect or in our own notation.
    pub fn open(self, game: &'static GameEntry, text: &str) -> Result<Box<dyn Session>, PositionError> {
        game.session(Some(text)).or_else(|own| match self.read_position(game, text) {
            Some(read) => game.session(Some(&read?)),
            None => Err(own),
        })
    }

    /// Plays a move given in this dialect or in our own notation.
    pub fn play(self, session: &mut dyn Session, text: &str) -> Result<MoveView, MoveError> {
        match self.read_move(text) {
            Some(own) if self != Self::Columns || self.show_move(session, &own) == text => session.play(&own),
            Some(_) => Err(MoveError::illegal(text, messages::comes_to_rest_elsewhere())),
            None => session.play(text),
        }
    }

    /// The position of a game.
    pub fn show_position(self, session: &dyn Session) -> String {
        match self {
            Self::Own | Self::RookCastling => session.position(),
            Self::Arrows => session.position() + " - - 0 1",
            Self::Hunt | Self::Discs | Self::Columns => self.show_fen(session),
        }
    }

    /// A legal move of a game, given in our own notation.
    pub fn show_move(self, session: &dyn Session, own: &str) -> String {
        match self {
            Self::Own | Self::Hunt => own.to_owned(),
            Self::RookCastling => castle_by_rook(session, own),
            Self::Arrows => show_shot(own).unwrap_or_else(|| own.to_owned()),
            Self::Discs if own == "pass" => show_pass(session),
            Self::Discs => mirror(own).map_or_else(|| own.to_owned(), |square| format!("P@{square}")),
            Self::Columns => show_drop(session, own).unwrap_or_else(|| own.to_owned()),
        }
    }

    /// A move of this dialect in our own notation; `None` if it does not look like one.
    fn read_move(self, text: &str) -> Option<String> {
        match self {
            Self::Own | Self::RookCastling | Self::Hunt => None,
            Self::Arrows => read_shot(text),
            Self::Discs => {
                let dropped = text.strip_prefix("P@").or_else(|| text.strip_prefix("p@"));
                let passes = text.len() == 4 && text.get(..2) == text.get(2..);
                dropped.and_then(mirror).or_else(|| passes.then(|| "pass".into()))
            }
            Self::Columns => {
                let column = text.strip_prefix("P@")?.bytes().next()?;
                column.is_ascii_lowercase().then(|| (column - b'a' + 1).to_string())
            }
        }
    }

    /// A position of this dialect in our own notation; `None` where there is no other than ours.
    fn read_position(self, game: &'static GameEntry, text: &str) -> Option<Result<String, PositionError>> {
        let mut fields = text.split_whitespace();
        let (board, side) = (fields.next()?, fields.next());
        let board = board.split_once('[').map_or(board, |(ranks, _pocket)| ranks);
        match self {
            Self::Own | Self::RookCastling => name_rooks(text).map(Ok),
            Self::Arrows => Some(Ok(format!("{board} {}", side.unwrap_or("")))),
            Self::Hunt | Self::Discs | Self::Columns => Some(self.read_fen(game, board, side)),
        }
    }

    /// The letters of pieces: ours, then theirs. Ours are also those of the sides to move, in the case that fits.
    const fn letters(self) -> [(char, char); 2] {
        match self {
            Self::Discs => [('X', 'P'), ('O', 'p')],
            Self::Columns => [('x', 'P'), ('o', 'p')],
            _ => [('M', 'F'), ('c', 'h')],
        }
    }

    /// How we say who moves.
    fn turn(self, side: Side) -> char {
        let letter = self.letters()[side.index()].0;
        if self == Self::Hunt { letter.to_ascii_lowercase() } else { letter }
    }

    fn read_fen(self, game: &GameEntry, board: &str, side: Option<&str>) -> Result<String, PositionError> {
        let rows = rows(game);
        let mut squares: Vec<Vec<Option<char>>> = rows.iter().map(|width| vec![None; usize::from(*width)]).collect();
        read_ranks(board, &rows, |row, file, letter| {
            let known = self.letters().into_iter().find(|(_, theirs)| *theirs == letter);
            let expected = || messages::pieces_are(self.letters()[0].1, self.letters()[1].1);
            let (ours, _) =
                known.ok_or_else(|| PositionError::new(messages::piece(), &letter.to_string(), expected()))?;
            squares[row][usize::from(file)] = Some(ours);
            Ok(())
        })?;
        let turn = match side {
            Some("w") => self.turn(Side::First),
            Some("b") => self.turn(Side::Second),
            found => {
                return Err(PositionError::new(messages::side_to_move(), found.unwrap_or(""), messages::write_fen()));
            }
        };
        let board = match self {
            Self::Discs => squares.concat().into_iter().map(|square| square.unwrap_or('-')).collect(),
            Self::Columns => {
                let row = |row: &Vec<Option<char>>| row.iter().map(|square| square.unwrap_or('.')).collect::<String>();
                squares.iter().map(row).collect::<Vec<_>>().join("/")
            }
            _ => write_ranks(&rows, |row, file| squares[row][usize::from(file)]),
        };
        Ok(format!("{board} {turn}"))
    }

    fn show_fen(self, session: &dyn Session) -> String {
        let (rows, board) = (rows(session.entry()), session.board());
        let theirs = |piece: Piece| piece.side.map(|side| self.letters()[side.index()].1);
        let width = usize::from(rows[0]);
        let ranks = write_ranks(&rows, |row, file| board.pieces[row * width + usize::from(file)].and_then(theirs));
        let empties = board.pieces.iter().filter(|piece| piece.is_none()).count();
        let pocket = match self {
            Self::Hunt => String::new(),
            _ => format!("[{}{}]", "P".repeat(empties), "p".repeat(empties)),
        };
        format!("{ranks}{pocket} {} - - 0 1", if session.turn() == Side::First { 'w' } else { 'b' })
    }
}

/// How wide each row of a full board is.
fn rows(game: &GameEntry) -> Vec<u8> {
    let places = game.shape().places;
    let columns = places.iter().map(|place| place.column + 1).max().unwrap_or(0);
    let rows = places.iter().map(|place| place.row + 1).max().unwrap_or(0);
    vec![columns; usize::from(rows)]
}

/// Splits a square off the front of a text.
fn take_square(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    (digits > 0 && text.as_bytes()[0].is_ascii_lowercase()).then(|| text.split_at(1 + digits))
}

/// `d1d7,d7g7` as `d1-d7/g7`.
fn read_shot(text: &str) -> Option<String> {
    let (step, shot) = text.split_once(',')?;
    let (from, to) = take_square(step)?;
    let (bow, arrow) = take_square(shot)?;
    (to == bow).then(|| format!("{from}-{to}/{arrow}"))
}

/// `d1-d7/g7` as `d1d7,d7g7`.
fn show_shot(own: &str) -> Option<String> {
    let (from, rest) = own.split_once('-')?;
    let (to, arrow) = rest.split_once('/')?;
    Some(format!("{from}{to},{to}{arrow}"))
}

/// A square of an 8x8 board with its ranks counted from the other end.
fn mirror(square: &str) -> Option<String> {
    let [file, rank @ b'1'..=b'8'] = *square.as_bytes() else { return None };
    Some(format!("{}{}", char::from(file), char::from(b'1' + b'8' - rank)))
}

/// A pass: the lowest of the own discs stays where it is.
fn show_pass(session: &dyn Session) -> String {
    let (shape, board) = (session.entry().shape(), session.board());
    let own = |piece: &Option<Piece>| piece.is_some_and(|piece| piece.side == Some(session.turn()));
    let discs = shape.places.iter().zip(&board.pieces).filter(|(_, piece)| own(piece)).map(|(place, _)| place);
    let lowest = discs.min_by_key(|place| (std::cmp::Reverse(place.row), place.column));
    let square = lowest.and_then(|place| mirror(&place.name));
    square.map_or_else(|| "0000".into(), |square| square.repeat(2))
}

/// The square that the next disc in a column comes to lie on.
fn show_drop(session: &dyn Session, own: &str) -> Option<String> {
    let (shape, board) = (session.entry().shape(), session.board());
    let column = shape.places.iter().zip(&board.pieces).filter(|(place, _)| place.tap == own);
    let lowest = column.filter(|(_, piece)| piece.is_none()).max_by_key(|(place, _)| place.row);
    lowest.map(|(place, _)| format!("P@{}", place.name))
}

/// Castling as the king taking his own rook, where it is written as a long step of the king.
fn castle_by_rook(session: &dyn Session, own: &str) -> String {
    let rook = match own {
        "e1g1" => "h1",
        "e1c1" => "a1",
        "e8g8" => "h8",
        "e8c8" => "a8",
        _ => return own.to_owned(),
    };
    let (shape, board) = (session.entry().shape(), session.board());
    let piece = |square: &str| shape.find(square).and_then(|place| board.pieces[place]).map(|piece| piece.kind);
    // On a rook of its own the king castles already.
    let steps = piece(&own[..2]) == Some("king") && piece(&own[2..]).is_none();
    if steps { own[..2].to_owned() + rook } else { own.to_owned() }
}

/// A FEN whose castling rights `KQkq` mean the outermost rooks (X-FEN), with these rooks named by their files; `None`
/// if it is none.
fn name_rooks(fen: &str) -> Option<String> {
    let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    let rights = fields.get(2)?.clone();
    let mut ranks = fields[0].split('/');
    let (black, white) = (squares_of(ranks.next()?), squares_of(ranks.next_back()?));
    let name = |right: char| {
        let (rank, king, rook) = if right.is_uppercase() { (&white, 'K', 'R') } else { (&black, 'k', 'r') };
        let king = rank.iter().position(|square| *square == king)?;
        let file = match right.to_ascii_lowercase() {
            'k' => rank.iter().rposition(|square| *square == rook).filter(|file| *file > king)?,
            'q' => rank.iter().position(|square| *square == rook).filter(|file| *file < king)?,
            _ => return None,
        };
        let letter = char::from(b'a' + u8::try_from(file).ok()?);
        Some(if right.is_uppercase() { letter.to_ascii_uppercase() } else { letter })
    };
    fields[2] = rights.chars().map(name).collect::<Option<String>>()?;
    Some(fields.join(" "))
}

/// The squares of a rank of a FEN, one character each.
fn squares_of(rank: &str) -> Vec<char> {
    let spread = |letter: char| match letter.to_digit(10) {
        Some(empties) => vec![' '; empties as usize],
        None => vec![letter],
    };
    rank.chars().flat_map(spread).collect()
}
