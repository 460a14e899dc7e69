//! King and pawn against king, solved.
//!
//! For each pawn on the files a to d and each square of its king, one set holds the enemy king's squares that
//! are won with the pawn's side to move, and one those that are lost for the lone king to move. Working backwards,
//! whole sets grow at once until nothing changes; pawns near promotion come first, for the others need them.

use std::sync::LazyLock;

use cozy_chess::{BitBoard, File, Rank, Square, get_king_moves};

use super::camp::{beside, down, pawn_attacks, up};

/// 24 kilobytes, worked out at first use.
static SOLUTION: LazyLock<Solution> = LazyLock::new(Solution::new);

/// Whether the side with the pawn wins. The pawn walks up.
pub(super) fn is_won(king: Square, pawn: Square, enemy_king: Square, to_move: bool) -> bool {
    let flip = |square: Square| if pawn.file() > File::D { square.flip_file() } else { square };
    SOLUTION.squares(flip(pawn), to_move)[flip(king) as usize].has(flip(enemy_king))
}

/// By pawn and by its king: where the enemy king is lost.
struct Solution {
    /// With the pawn's side to move.
    attacking: [[BitBoard; Square::NUM]; PAWNS],
    /// With the lone king to move.
    defending: [[BitBoard; Square::NUM]; PAWNS],
}

/// Four files by six ranks.
const PAWNS: usize = 24;

fn index(pawn: Square) -> usize {
    debug_assert!(pawn.file() <= File::D && Rank::First < pawn.rank() && pawn.rank() < Rank::Eighth);
    (pawn.rank() as usize - 1) * 4 + pawn.file() as usize
}

impl Solution {
    fn new() -> Self {
        let mut solution =
            Self { attacking: [[BitBoard::EMPTY; 64]; PAWNS], defending: [[BitBoard::EMPTY; 64]; PAWNS] };
        for rank in (Rank::Second as usize..=Rank::Seventh as usize).rev().map(Rank::index) {
            for file in [File::A, File::B, File::C, File::D] {
                while solution.grow(Square::new(file, rank)) {}
            }
        }
        solution
    }

    fn squares(&self, pawn: Square, to_move: bool) -> &[BitBoard; 64] {
        if to_move { &self.attacking[index(pawn)] } else { &self.defending[index(pawn)] }
    }

    /// Adds what is won in one move more; whether there was anything.
    fn grow(&mut self, pawn: Square) -> bool {
        let mut grew = false;
        for king in Square::ALL.into_iter().filter(|king| *king != pawn) {
            let attacking = self.wins(king, pawn);
            let defending = self.losses(king, pawn);
            grew |= attacking != self.attacking[index(pawn)][king as usize];
            grew |= defending != self.defending[index(pawn)][king as usize];
            self.attacking[index(pawn)][king as usize] = attacking;
            self.defending[index(pawn)][king as usize] = defending;
        }
        grew
    }

    /// Where the enemy king is when a move of king or pawn leads to a loss of his.
    fn wins(&self, king: Square, pawn: Square) -> BitBoard {
        let walks = get_king_moves(king) - pawn.bitboard();
        let by_king = walks.into_iter().fold(BitBoard::EMPTY, |wins, to| wins | self.squares(pawn, false)[to as usize]);
        let legal = !near(king) - pawn.bitboard() - pawn_attacks(pawn.bitboard());
        (by_king | self.wins_by_pawn(king, pawn)) & legal
    }

    fn wins_by_pawn(&self, king: Square, pawn: Square) -> BitBoard {
        let step = up(pawn.bitboard());
        let Some(next) = step.next_square().filter(|next| *next != king) else { return BitBoard::EMPTY };
        if next.rank() == Rank::Eighth {
            // The new queen must not be taken at once.
            let guarded = get_king_moves(king).has(next);
            return if guarded { !step } else { !near(next) };
        }
        let mut wins = self.squares(next, false)[king as usize];
        let further = up(step).next_square().filter(|further| pawn.rank() == Rank::Second && *further != king);
        if let Some(further) = further {
            wins |= self.squares(further, false)[king as usize] - step;
        }
        wins
    }

    /// Where the enemy king is when he can move, and wherever he goes he is lost.
    fn losses(&self, king: Square, pawn: Square) -> BitBoard {
        let open = !near(king) - pawn_attacks(pawn.bitboard());
        let good = open - self.squares(pawn, true)[king as usize];
        let legal = !near(king) - pawn.bitboard();
        legal & around(open) & !around(good)
    }
}

/// A king's square and those he attacks.
fn near(king: Square) -> BitBoard {
    get_king_moves(king) | king.bitboard()
}

/// From where a king reaches a set of squares in one step.
fn around(set: BitBoard) -> BitBoard {
    let row = set | beside(set);
    beside(set) | up(row) | down(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known number of won positions of this ending on four files.
    #[test]
    fn as_many_wins_as_known() {
        let count = |sets: &[[BitBoard; 64]; PAWNS]| sets.iter().flatten().map(|set| set.len()).sum::<u32>();
        assert_eq!(count(&SOLUTION.attacking) + count(&SOLUTION.defending), 111_282);
    }
}
