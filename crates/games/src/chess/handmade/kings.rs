//! How safe the kings are.

use cozy_chess::{File, Piece, get_bishop_moves, get_knight_moves, get_rook_moves};

use super::camp::{Camp, from_rank_up};
use super::pieces::{Attacks, Survey};
use super::tapered::Tapered;
use super::weights;

/// The pawns around the own king: those that shelter him and those that storm at him.
#[inline]
pub(super) fn shelter(camp: &Camp) -> Tapered {
    let middle = (camp.king.file() as usize).clamp(1, 6);
    let ahead = from_rank_up(camp.king.rank());
    let (own, enemy) = (camp.own.pawns() & ahead, camp.enemy.pawns() & ahead);
    let mut score = Tapered::ZERO;
    for file in middle - 1..=middle + 1 {
        let lane = File::index(file).bitboard();
        // Rank 0, where no pawn can be, stands for none.
        let shield = (own & lane).next_square().map_or(0, |pawn| pawn.rank() as usize);
        let storm = (enemy & lane).next_square().map_or(0, |pawn| pawn.rank() as usize);
        let from_edge = file.min(7 - file);
        score += weights::SHIELD[from_edge][shield];
        score += if shield > 0 && storm == shield + 1 { weights::RAM[storm] } else { weights::STORM[storm] };
    }
    score
}

/// How much the enemy king has to fear. One attacker alone does little; with every further one, and with every
/// square that only the king defends, the danger grows faster than their number.
#[inline]
pub(super) fn danger(camp: &Camp, survey: &Survey, enemy: &Attacks) -> Tapered {
    let attacks = &survey.attacks;
    let queens = camp.own.get(Piece::Queen);
    if survey.attackers + i32::from(!queens.is_empty()) < 2 {
        return Tapered::ZERO;
    }
    // Squares that nothing but king or queen defends, and that only once.
    let weak = attacks.all & !enemy.twice & (!enemy.all | enemy.by(Piece::King) | enemy.by(Piece::Queen));
    let safe = !camp.own.all & (!enemy.all | weak & attacks.twice);
    let diagonals = get_bishop_moves(camp.enemy_king, camp.occupied) & safe;
    let straights = get_rook_moves(camp.enemy_king, camp.occupied) & safe;
    let jumps = get_knight_moves(camp.enemy_king) & safe;

    let mut units = survey.pressure + weights::WEAK_ZONE * (camp.king_zone & weak).len() as i32;
    for (piece, checks) in [
        (Piece::Knight, jumps),
        (Piece::Bishop, diagonals),
        (Piece::Rook, straights),
        (Piece::Queen, diagonals | straights),
    ] {
        if !(checks & attacks.by(piece)).is_empty() {
            units += weights::SAFE_CHECK[piece as usize];
        }
    }
    if queens.is_empty() {
        units -= weights::NO_QUEEN;
    }
    weights::danger(units)
}
