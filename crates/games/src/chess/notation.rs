//! Positions as FEN, moves in the notation of UCI; SAN is read as well.

use cozy_chess::{Board, Color, FenParseError, File, Move, Piece, Rank, Square, get_king_moves};
use quevedo_core::notation::messages as common;
use quevedo_core::{Game, Message, MoveError, Notation, NumberedStarts, PositionError, Text, UciStyle, View};

use super::rules::color;
use super::{Chess, ChessMove, messages, san};

impl Chess {
    /// Whether both sides castle, if at all, with a king on the e-file and rooks in the corners, so that the
    /// letters `KQkq` and the moves `e1g1` say it all. Otherwise rooks are named by their files.
    fn castles_classically(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let rights = self.board.castle_rights(color);
            let none = rights.short.is_none() && rights.long.is_none();
            let king = self.board.king(color).file() == File::E;
            none || (king && rights.short.is_none_or(|f| f == File::H) && rights.long.is_none_or(|f| f == File::A))
        })
    }

    /// The legal move that a text in UCI notation names, if the text reads as one at all.
    fn find_uci(&self, text: &str) -> Option<Result<ChessMove, MoveError>> {
        let from: Square = text.get(0..2)?.parse().ok()?;
        let to: Square = text.get(2..4)?.parse().ok()?;
        let promotion = match text.get(4..)? {
            "" => None,
            letter => Some(letter.parse::<Piece>().ok().filter(|_| letter.len() == 1)?),
        };
        let castling = self.castling(from, to).unwrap_or(to);
        let mv = Move { from, to: castling, promotion };
        Some(if self.board.is_legal(mv) {
            Ok(ChessMove(mv))
        } else {
            Err(MoveError::illegal(text, self.forbids(from, to, promotion)))
        })
    }

    /// The rook that `e1g1` or `e1c1` castles with.
    fn castling(&self, from: Square, to: Square) -> Option<Square> {
        let mover = self.board.side_to_move();
        if from != self.board.king(mover) || from.file() != File::E || from.rank() != to.rank() {
            return None;
        }
        let rights = self.board.castle_rights(mover);
        let rook = match to.file() {
            File::G => rights.short,
            File::C => rights.long,
            _ => None,
        };
        rook.map(|file| Square::new(file, from.rank()))
    }

    /// What forbids a move that is not legal.
    fn forbids(&self, from: Square, to: Square, promotion: Option<Piece>) -> Message {
        let board = &self.board;
        let promotes = |piece| board.is_legal(Move { from, to, promotion: Some(piece) });
        if !self.has_moves() {
            common::game_over()
        } else if !board.colors(color(self.turn())).has(from) {
            common::no_own_piece(from.to_string())
        } else if promotion.is_none() && promotes(Piece::Queen) {
            messages::promotion_missing(from.to_string(), to.to_string())
        } else if promotion.is_some() && board.is_legal(Move { from, to, promotion: None }) {
            messages::promotion_refused()
        } else if self.in_check() {
            messages::still_in_check()
        } else {
            messages::piece_cannot_go(from.to_string(), to.to_string())
        }
    }
}

/// The start positions of Chess960 (R. J. Fischer, 1996), in the numbering of R. Scharnagl: 518 is the usual one.
const CHESS960: NumberedStarts =
    NumberedStarts { word: "chess960", name: Text { en: "Chess960", es: "Ajedrez 960" }, count: 960 };

/// The start position of Chess960 of a number.
fn chess960_start(number: &str) -> Result<Chess, PositionError> {
    let known = number.parse().ok().filter(|number| *number < CHESS960.count);
    let wrong = || PositionError::new(messages::start_number(), number, common::number_between(0, CHESS960.count - 1));
    known.map(|number| Chess { board: Board::chess960_startpos(number) }).ok_or_else(wrong)
}

/// The first thing that is wrong with the pieces of a FEN of eight ranks.
fn board_error(board: &str, turn: &str) -> PositionError {
    let wrong = |expected: Message| PositionError::new(common::board(), board, expected);
    let ranks: Vec<Vec<char>> = board.split('/').map(squares_of).collect();
    let stranger = ranks.iter().flatten().find(|letter| **letter != ' ' && !"KQRBNPkqrbnp".contains(**letter));
    if let Some(letter) = stranger {
        return PositionError::new(common::piece(), &letter.to_string(), messages::letters());
    }
    if let Some((row, rank)) = ranks.iter().enumerate().find(|(_, rank)| rank.len() != 8) {
        return wrong(common::wrong_places(8 - row, 8, rank.len()));
    }
    for (side, [king, pawn]) in Chess::ABOUT.sides.into_iter().zip([['K', 'P'], ['k', 'p']]) {
        let own = |letter: &&char| letter.is_alphabetic() && letter.is_uppercase() == king.is_uppercase();
        let pieces: Vec<&char> = ranks.iter().flatten().filter(own).collect();
        let count = |kind: char| pieces.iter().filter(|letter| ***letter == kind).count();
        match (count(king), count(pawn), pieces.len()) {
            (1, ..=8, ..=16) => {}
            (1, ..=8, found) => return wrong(messages::too_many_pieces(side, found)),
            (1, found, _) => return wrong(messages::too_many_pawns(side, found)),
            (found, ..) => return wrong(messages::one_king(side, found)),
        }
    }
    let edges = [0, 7].into_iter().flat_map(|row| (0..8).map(move |file| (row, file)));
    if let Some((row, file)) = edges.into_iter().find(|(row, file)| "Pp".contains(ranks[*row][*file])) {
        return wrong(messages::pawn_rank(Square::new(File::index(file), Rank::index(7 - row)).to_string()));
    }
    let turned = format!("{board} {} - - 0 1", if turn == "w" { "b" } else { "w" }).parse::<Board>();
    let waits = Chess::ABOUT.sides[usize::from(turn == "w")];
    wrong(turned.map_or_else(|_| messages::too_many_checks(), |_| messages::in_check_after_moving(waits)))
}

fn fen_error(text: &str, error: FenParseError) -> PositionError {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let field = |index: usize| fields.get(index).copied().unwrap_or("");
    let (part, found, expected) = match error {
        FenParseError::InvalidBoard => return board_error(field(0), field(1)),
        FenParseError::InvalidSideToMove => (common::side_to_move(), field(1), messages::write_turn()),
        FenParseError::InvalidCastlingRights => (messages::castling_rights(), field(2), messages::write_castling()),
        FenParseError::InvalidEnPassant => (messages::en_passant_square(), field(3), messages::write_en_passant()),
        FenParseError::InvalidHalfMoveClock => (messages::halfmove_clock(), field(4), common::number_between(0, 100)),
        FenParseError::InvalidFullmoveNumber => (messages::move_number(), field(5), common::number_between(1, 65_535)),
        FenParseError::MissingField => (messages::fen(), text, messages::missing_fields()),
        FenParseError::TooManyFields => (messages::fen(), text, messages::too_many_fields()),
    };
    PositionError::new(part, found, expected)
}

impl Notation for Chess {
    const START_TAG: &'static str = "FEN";
    const NUMBERED_STARTS: Option<NumberedStarts> = Some(CHESS960);

    /// The two counters may be left out, and with them the en passant square and the castling rights.
    fn parse(text: &str) -> Result<Self, PositionError> {
        if let Some(number) = text.trim().strip_prefix(CHESS960.word).and_then(|rest| rest.strip_prefix(':')) {
            return chess960_start(number);
        }
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        let defaults = ["", "", "-", "-", "0", "1"];
        if fields.len() < 2 {
            return Err(fen_error(text, FenParseError::MissingField));
        }
        fields.extend(defaults.iter().skip(fields.len()));
        let ranks = fields[0].split('/').count();
        if ranks != 8 {
            return Err(PositionError::new(common::board(), fields[0], common::wrong_ranks(8, ranks)));
        }
        let numbers = fields[4..].iter().all(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
        if !numbers {
            return Err(PositionError::new(messages::counters(), &fields[4..].join(" "), messages::two_numbers()));
        }
        let fen = fields.join(" ");
        let board = fen.parse::<Board>().map_err(|error| fen_error(&fen, error))?;
        if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
            return Err(PositionError::new(common::board(), fields[0], messages::kings_apart()));
        }
        Ok(Self { board })
    }

    fn show(&self) -> String {
        if self.castles_classically() { format!("{}", self.board) } else { format!("{:#}", self.board) }
    }

    fn parse_move(&self, text: &str) -> Result<ChessMove, MoveError> {
        if let Some(found) = self.find_uci(text) {
            return found;
        }
        san::read(self, text)
    }

    fn show_move(&self, mv: ChessMove) -> String {
        let Move { from, to, promotion } = mv.0;
        if self.board.colors(self.board.side_to_move()).has(to) && from.file() == File::E && self.castles_classically()
        {
            return format!("{from}{}{}", Self::castling_king_file(from, to), from.rank());
        }
        promotion.map_or_else(|| format!("{from}{to}"), |piece| format!("{from}{to}{piece}"))
    }

    fn pretty_move(&self, mv: ChessMove) -> String {
        san::write(self, mv)
    }

    /// Reads X-FEN too.
    fn parse_uci(text: &str) -> Result<Self, PositionError> {
        Self::parse(text).or_else(|error| name_rooks(text).map_or(Err(error), |fen| Self::parse(&fen)))
    }

    fn uci_style(&self) -> UciStyle {
        if self.castles_classically() { UciStyle::Standard } else { UciStyle::Chess960 }
    }

    fn show_uci_move(&self, mv: ChessMove, style: UciStyle) -> String {
        match style {
            UciStyle::Standard => self.show_move(mv),
            UciStyle::Chess960 => mv.0.to_string(),
        }
    }
}

/// An X-FEN, whose castling rights `KQkq` mean the outermost rooks, with these rooks named by their files; `None` if the
/// text is none.
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
