//! Endings whose result is known, and how to bring them home; endings that are hard to win.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};
use quevedo_core::Score;

use super::camp::{Army, Camp, distance, files, from_centre, only};
use super::pawn_ending;
use super::tapered::{Tapered, WHOLE};

/// On top of the material where one side has only a king left and the other can mate.
const SURE_WIN: Score = 2_000;

/// A pawn that promotes, before its progress.
const PAWN_WINS: Score = 500;

/// The score of a known ending for the side to move.
#[inline]
pub(in crate::chess) fn known(board: &Board) -> Option<Score> {
    let few = board.occupied().len() <= 4;
    let lone = Color::ALL.into_iter().find(|color| board.colors(*color).len() == 1);
    if lone.is_none() && !few {
        return None;
    }
    score_known(board, lone)
}

fn score_known(board: &Board, lone: Option<Color>) -> Option<Score> {
    if let Some(lone) = lone {
        return Duel::new(board, !lone).against_king().map(|score| for_mover(board, !lone, score));
    }
    Color::ALL.into_iter().find_map(|strong| {
        let score = Duel::new(board, strong).against_pawn()?;
        Some(for_mover(board, strong, score))
    })
}

fn for_mover(board: &Board, strong: Color, score: Score) -> Score {
    if board.side_to_move() == strong { score } else { -score }
}

/// An ending from the stronger side, whose pawns go up.
struct Duel {
    strong: Army,
    weak: Army,
    to_move: bool,
}

impl Duel {
    fn new(board: &Board, color: Color) -> Self {
        let (strong, weak) = (Army::of(board, color), Army::of(board, !color));
        let to_move = board.side_to_move() == color;
        match color {
            Color::White => Self { strong, weak, to_move },
            Color::Black => Self { strong: strong.flip(), weak: weak.flip(), to_move },
        }
    }

    /// Against the bare king. Pawns with a piece that cannot mate alone are left to the usual evaluation.
    fn against_king(&self) -> Option<Score> {
        let strong = &self.strong;
        let [pawns, knights, bishops, rooks, queens] =
            [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].map(|piece| strong.count(piece));
        let colors = [BitBoard::DARK_SQUARES, BitBoard::LIGHT_SQUARES];
        let pair = colors.into_iter().all(|color| !(strong.get(Piece::Bishop) & color).is_empty());
        if strong.officers().is_empty() && pawns == 1 {
            return Some(self.lone_pawn());
        }
        if rooks + queens > 0 || pair || knights > 2 || (knights > 0 && bishops > 0) {
            let material = 100 * pawns + strong.force();
            let way = if pawns + rooks + queens == 0 && !pair && bishops == 1 && knights == 1 {
                self.to_the_right_corner()
            } else {
                mop_up(strong.king(), self.weak.king())
            };
            return Some(SURE_WIN + material + way);
        }
        (pawns == 0).then_some(0)
    }

    fn lone_pawn(&self) -> Score {
        let pawn = only(self.strong.pawns());
        if !pawn_ending::is_won(self.strong.king(), pawn, self.weak.king(), self.to_move) {
            return 0;
        }
        let goal = Square::new(pawn.file(), Rank::Eighth);
        PAWN_WINS + 40 * pawn.rank() as Score - 5 * distance(self.strong.king(), goal)
    }

    /// Bishop and knight mate only in a corner of the bishop's colour.
    fn to_the_right_corner(&self) -> Score {
        let dark = !(self.strong.get(Piece::Bishop) & BitBoard::DARK_SQUARES).is_empty();
        let king = if dark { self.weak.king() } else { self.weak.king().flip_file() };
        // 7 in the corners a1 and h8, 0 on the line from a8 to h1.
        let corner = (7 - king.file() as Score - king.rank() as Score).abs();
        60 * corner + mop_up(self.strong.king(), self.weak.king()) / 2
    }

    /// Queen or rook against a lone pawn.
    fn against_pawn(&self) -> Option<Score> {
        let single = |army: &Army, piece| army.all.len() == 2 && army.count(piece) == 1;
        if !single(&self.weak, Piece::Pawn) {
            return None;
        }
        if single(&self.strong, Piece::Queen) {
            return Some(self.queen_against_pawn());
        }
        single(&self.strong, Piece::Rook).then(|| self.rook_against_pawn())
    }

    /// Won, unless the pawn is one step from promotion, its king next to it, on a file where stalemate saves him.
    fn queen_against_pawn(&self) -> Score {
        let pawn = only(self.weak.pawns());
        let (own, enemy) = (self.strong.king(), self.weak.king());
        let saving = matches!(pawn.file(), File::A | File::C | File::F | File::H);
        let held = pawn.rank() == Rank::Second && saving && distance(enemy, pawn) == 1;
        let near = 7 - distance(own, pawn);
        if held && distance(own, pawn) > 3 + i32::from(self.to_move) { 30 + 5 * near } else { 750 + 15 * near }
    }

    /// A race: the rook wins if its king comes in front of the pawn or the other king is far away from it.
    fn rook_against_pawn(&self) -> Score {
        let pawn = only(self.weak.pawns());
        let (own, enemy) = (self.strong.king(), self.weak.king());
        let goal = Square::new(pawn.file(), Rank::First);
        let in_front = own.file() == pawn.file() && own.rank() < pawn.rank();
        let deserted = distance(enemy, pawn) >= 3 + i32::from(!self.to_move);
        let steps = pawn.rank() as Score;
        if in_front || deserted {
            return 450 - 10 * distance(own, pawn);
        }
        let lead = distance(own, goal) - i32::from(self.to_move) - steps - distance(enemy, pawn);
        if steps <= 3 && lead >= 0 { 40 - 8 * distance(own, pawn) } else { 220 - 20 * lead.clamp(-6, 6) }
    }
}

/// Drives the weak king to the edge, the own king after him.
fn mop_up(strong: Square, weak: Square) -> Score {
    20 * from_centre(weak) + 15 * (7 - distance(strong, weak))
}

/// The same, where the enemy has a few pieces left but no pawns and too little to hold.
#[inline]
pub(super) fn mop_up_side(camp: &Camp) -> Tapered {
    if !camp.enemy.pawns().is_empty() || camp.own.force() < camp.enemy.force() + 400 {
        return Tapered::ZERO;
    }
    Tapered::new(0, mop_up(camp.king, camp.enemy_king))
}

/// How much of an endgame score is left, in parts of [`WHOLE`], for the side that it favours.
#[inline]
pub(super) fn scale([white, black]: &[Camp; 2], end: Score) -> i32 {
    let camp = match end {
        0 => return WHOLE,
        1.. => white,
        _ => black,
    };
    let pawns = camp.own.count(Piece::Pawn);
    let ahead = camp.own.force() - camp.enemy.force();
    if pawns == 0 {
        return match (ahead, camp.own.force()) {
            (..=300, ..500) => 0,
            (..=300, _) => WHOLE / 8,
            _ => WHOLE,
        };
    }
    if has_wrong_bishop(camp) {
        return 0;
    }
    if have_opposite_bishops(camp) {
        let bare = camp.own.force() == 300 && camp.enemy.force() == 300;
        return if bare { (WHOLE / 4 + 4 * pawns).min(WHOLE) } else { WHOLE * 3 / 4 };
    }
    // The fewer pawns, the fewer ways to make progress.
    (WHOLE * 5 / 8 + 6 * pawns).min(WHOLE)
}

/// Whether each side has one bishop, on squares of different colours.
fn have_opposite_bishops(camp: &Camp) -> bool {
    let [own, enemy] = [&camp.own, &camp.enemy].map(|army| army.get(Piece::Bishop));
    let light = (own | enemy) & BitBoard::LIGHT_SQUARES;
    own.len() == 1 && enemy.len() == 1 && light.len() == 1
}

/// Whether all there is are pawns on one edge, perhaps with bishops that do not cover their promotion square, and
/// the enemy king reaches that corner.
fn has_wrong_bishop(camp: &Camp) -> bool {
    let pawns = camp.own.pawns();
    let bishops = camp.own.get(Piece::Bishop);
    let Some(pawn) = pawns.next_square() else { return false };
    let edge = matches!(pawn.file(), File::A | File::H) && files(pawn.bitboard()) & pawns == pawns;
    if !edge || camp.own.officers() != bishops {
        return false;
    }
    let corner = Square::new(pawn.file(), Rank::Eighth);
    let color = if BitBoard::DARK_SQUARES.has(corner) { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
    (bishops & color).is_empty() && distance(camp.enemy_king, corner) <= 1
}
