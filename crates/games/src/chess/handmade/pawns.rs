//! Pawn structure and passed pawns.

use cozy_chess::{BitBoard, Piece, Rank, Square, get_rook_moves};

use super::camp::{Camp, beside, distance, down, files, fill_down, fill_up, up};
use super::pieces::Attacks;
use super::tapered::Tapered;
use super::weights;

/// How well the pawns stand together: visits pawns of the same kind, and what they are worth together.
#[inline]
pub(super) fn each_structure(camp: &Camp, mut visit: impl FnMut(BitBoard, Tapered)) {
    let pawns = camp.own.pawns();
    let neighbours = beside(files(pawns));
    let doubled = pawns & fill_up(up(pawns));
    let isolated = pawns - neighbours;
    // No neighbour can come up to support them, and their next step is watched.
    let left_behind = (pawns & neighbours) - beside(fill_up(pawns));
    let backward = left_behind & down(camp.enemy_pawn_attacks);
    // Nothing stands in front of these: rooks attack them.
    let exposed = (isolated | backward) - fill_down(camp.enemy.pawns());
    let supported = pawns & camp.pawn_attacks;
    let connected = supported | pawns & beside(pawns);

    visit(doubled, weights::DOUBLED * doubled.len());
    visit(isolated, weights::ISOLATED * isolated.len());
    visit(backward, weights::BACKWARD * backward.len());
    visit(exposed, weights::EXPOSED * exposed.len());
    visit(supported, weights::SUPPORTED * supported.len());
    for pawn in connected {
        visit(pawn.bitboard(), weights::CONNECTED[pawn.rank() as usize]);
    }
}

/// Visits the pawns that no enemy pawn can stop any more, and what each is worth.
#[inline]
pub(super) fn each_passed(camp: &Camp, attacks: &Attacks, enemy: &Attacks, mut visit: impl FnMut(BitBoard, Tapered)) {
    let pawns = camp.own.pawns();
    let guards = camp.enemy.pawns();
    let guarded = fill_down(down(guards | beside(guards)));
    let passed = pawns - guarded - fill_down(down(pawns));
    for pawn in passed {
        visit(pawn.bitboard(), passed_pawn(camp, attacks, enemy, pawn));
    }
}

/// What one passed pawn is worth: by its rank, by who can walk with it, and by what stands in its way.
fn passed_pawn(camp: &Camp, attacks: &Attacks, enemy: &Attacks, pawn: Square) -> Tapered {
    let rank = pawn.rank() as usize;
    let next = up(pawn.bitboard());
    let path = fill_up(next);
    let mut score = weights::PASSED[rank];

    let Some(next_square) = next.next_square() else { return score };
    let escort = distance(camp.enemy_king, next_square).min(5) * weights::PASSED_ENEMY_KING
        - distance(camp.king, next_square).min(5) * weights::PASSED_OWN_KING;
    score += Tapered::new(0, escort * weights::PASSED_HASTE[rank] / 8);

    if !(next & camp.enemy.all).is_empty() {
        score += weights::PASSED_BLOCKED[rank];
    } else if (path & (camp.enemy.all | enemy.all)).is_empty() {
        score += weights::PASSED_FREE[rank];
    } else if (next & (enemy.all - attacks.all)).is_empty() {
        score += weights::PASSED_STEP[rank];
    }
    let behind = get_rook_moves(pawn, camp.occupied) & fill_down(pawn.bitboard());
    if !(behind & camp.own.get(Piece::Rook)).is_empty() {
        score += weights::PASSED_ROOK_BEHIND;
    }
    if !(behind & camp.enemy.get(Piece::Rook)).is_empty() {
        score += weights::PASSED_ENEMY_ROOK_BEHIND;
    }
    if outruns(camp, pawn, path) {
        score += weights::PASSED_UNSTOPPABLE;
    }
    score
}

/// Whether only the enemy king could catch the pawn, and he is too far away: the rule of the square.
fn outruns(camp: &Camp, pawn: Square, path: BitBoard) -> bool {
    if !camp.enemy.officers().is_empty() || !(path & camp.occupied).is_empty() {
        return false;
    }
    let steps = (7 - pawn.rank() as i32).min(5);
    let goal = Square::new(pawn.file(), Rank::Eighth);
    distance(camp.enemy_king, goal) - i32::from(camp.waits) > steps
}
