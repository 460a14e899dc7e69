//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.

use cozy_chess::{File, Move, Piece, Rank, Square};
use quevedo_core::{Game, MoveError};

use super::{Chess, ChessMove, messages};

const PIECES: [(Piece, char); 6] = [
    (Piece::Pawn, 'P'),
    (Piece::Knight, 'N'),
    (Piece::Bishop, 'B'),
    (Piece::Rook, 'R'),
    (Piece::Queen, 'Q'),
    (Piece::King, 'K'),
];

fn letter(piece: Piece) -> char {
    PIECES[piece as usize].1
}

fn piece(letter: char) -> Option<Piece> {
    PIECES.iter().find(|(_, known)| *known == letter).map(|(piece, _)| *piece)
}

/// Whether a move is castling, written as the king taking his rook.
fn is_castling(position: &Chess, mv: Move) -> bool {
    position.inner().colors(position.inner().side_to_move()).has(mv.to)
}

/// Writes a legal move, with `+` or `#` behind it where it checks or mates.
pub(super) fn write(position: &Chess, mv: ChessMove) -> String {
    let mut text = write_bare(position, mv.0);
    let mut after = position.clone();
    after.play(mv);
    if after.in_check() {
        text.push(if after.has_moves() { '+' } else { '#' });
    }
    text
}

fn write_bare(position: &Chess, mv: Move) -> String {
    let board = position.inner();
    if is_castling(position, mv) {
        return if mv.from.file() < mv.to.file() { "O-O".into() } else { "O-O-O".into() };
    }
    let Some(moved) = board.piece_on(mv.from) else { return String::new() };
    let mut text = String::new();
    let captures = board.piece_on(mv.to).is_some() || (moved == Piece::Pawn && mv.from.file() != mv.to.file());
    if moved == Piece::Pawn {
        if captures {
            text.push(mv.from.file().into());
        }
    } else {
        text.push(letter(moved));
        text.push_str(&disambiguation(position, moved, mv));
    }
    if captures {
        text.push('x');
    }
    text.push_str(&mv.to.to_string());
    if let Some(promotion) = mv.promotion {
        text.extend(['=', letter(promotion)]);
    }
    text
}

/// The file, the rank or both of the origin, as little as tells it from other pieces of the kind that could
/// legally go to the same square.
fn disambiguation(position: &Chess, moved: Piece, mv: Move) -> String {
    let board = position.inner();
    let mut rivals = Vec::new();
    board.generate_moves_for(board.colored_pieces(board.side_to_move(), moved), |moves| {
        if moves.from != mv.from && moves.to.has(mv.to) {
            rivals.push(moves.from);
        }
        false
    });
    let shares_file = rivals.iter().any(|rival| rival.file() == mv.from.file());
    let shares_rank = rivals.iter().any(|rival| rival.rank() == mv.from.rank());
    match (rivals.is_empty(), shares_file, shares_rank) {
        (true, _, _) => String::new(),
        (_, false, _) => mv.from.file().to_string(),
        (_, true, false) => mv.from.rank().to_string(),
        (_, true, true) => mv.from.to_string(),
    }
}

/// A move as far as its text tells.
struct Wanted {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

impl Wanted {
    fn is(&self, position: &Chess, mv: Move) -> bool {
        position.inner().piece_on(mv.from) == Some(self.piece)
            && !is_castling(position, mv)
            && mv.to == self.to
            && mv.promotion == self.promotion
            && self.file.is_none_or(|file| file == mv.from.file())
            && self.rank.is_none_or(|rank| rank == mv.from.rank())
    }
}

/// Reads a move that must be legal. Marks of check and annotations such as `!` may be there or not; `0-0` is castling too.
pub(super) fn read(position: &Chess, text: &str) -> Result<ChessMove, MoveError> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    if !position.has_moves() {
        return Err(MoveError::game_over(text));
    }
    let legal = position.legal_moves();
    let fits: Vec<ChessMove> = match bare {
        "O-O" | "0-0" => castlings(position, &legal, true),
        "O-O-O" | "0-0-0" => castlings(position, &legal, false),
        _ => {
            let wanted = read_wanted(bare).ok_or_else(|| MoveError::malformed(text, messages::uci_or_san()))?;
            legal.into_iter().filter(|mv| wanted.is(position, mv.0)).collect()
        }
    };
    match fits[..] {
        [mv] => Ok(mv),
        [] => Err(MoveError::illegal(text, messages::no_such_move())),
        _ => Err(MoveError::illegal(text, messages::ambiguous_move())),
    }
}

fn castlings(position: &Chess, legal: &[ChessMove], short: bool) -> Vec<ChessMove> {
    let fits = |mv: &&ChessMove| is_castling(position, mv.0) && (mv.0.from.file() < mv.0.to.file()) == short;
    legal.iter().filter(fits).copied().collect()
}

fn read_wanted(text: &str) -> Option<Wanted> {
    let mut letters: Vec<char> = text.chars().collect();
    let promotion = letters.last().copied().and_then(piece).filter(|piece| *piece != Piece::Pawn);
    if promotion.is_some() {
        letters.pop();
        if letters.last() == Some(&'=') {
            letters.pop();
        }
    }
    let rank = Rank::try_from(letters.pop()?).ok()?;
    let file = File::try_from(letters.pop()?).ok()?;
    if letters.last() == Some(&'x') {
        letters.pop();
    }
    let from_rank = letters.last().and_then(|letter| Rank::try_from(*letter).ok());
    letters.truncate(letters.len() - from_rank.is_some() as usize);
    let from_file = letters.last().and_then(|letter| File::try_from(*letter).ok());
    letters.truncate(letters.len() - from_file.is_some() as usize);
    let moved = letters.pop().map_or(Some(Piece::Pawn), piece)?;
    letters.is_empty().then_some(Wanted {
        piece: moved,
        file: from_file,
        rank: from_rank,
        to: Square::new(file, rank),
        promotion,
    })
}
