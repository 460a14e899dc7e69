//! The Amazons in half moves: first the queen move of an amazon, then her arrow, both by the same side.

use quevedo_core::hash::combine;
use quevedo_core::{Game, Outcome, Rng, Side, Split};

use super::rays::{Occupied, Targets, each_bit};
use super::rules::AMAZONS;
use super::{Amazons, AmazonsMove};

/// A position of the game of halves. Two queen moves that lead to the same board from different boards stay different
/// positions, because the hash is that of the position before the turn with the queen move folded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmazonsHalves<const N: usize> {
    /// The position before the turn.
    before: Amazons<N>,
    /// The queen move of this turn, if it has been made: an arrow comes next.
    moved: Option<QueenMove>,
}

/// The first half of a move: an amazon moves like a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueenMove {
    /// Where she stood.
    pub from: u8,
    /// Where she goes.
    pub to: u8,
}

/// Half a move; `file + N·rank` is a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HalfMove {
    /// An amazon moves.
    Queen(QueenMove),
    /// The amazon that has just moved shoots at a square.
    Arrow(u8),
}

impl<const N: usize> AmazonsHalves<N> {
    /// What the amazon that has just moved can shoot at.
    #[inline]
    fn targets(&self, moved: QueenMove) -> Targets {
        Amazons::<N>::RAYS.reach(moved.to, Occupied::new(self.before.occupied).toggled(moved.from))
    }

    /// The amazons of the side to move and where each can go; the rest of the array stays empty.
    #[inline]
    fn queen_moves(&self) -> [(u8, Targets); AMAZONS] {
        let occupied = Occupied::new(self.before.occupied);
        let mut moves = [(0, Targets::default()); AMAZONS];
        let mut used = 0;
        each_bit(self.before.amazons(self.before.turn()), |from| {
            moves[used] = (from, Amazons::<N>::RAYS.reach(from, occupied));
            used += 1;
        });
        moves
    }

    /// The hash of the position before the turn, with the queen move folded in if there is one.
    #[inline]
    fn hash_with(&self, before: u64) -> u64 {
        self.moved.map_or(before, |moved| combine(before, u64::from(moved.from) << 8 | u64::from(moved.to)))
    }
}

impl<const N: usize> Split for Amazons<N> {
    type Halves = AmazonsHalves<N>;

    #[inline]
    fn halves(&self) -> AmazonsHalves<N> {
        AmazonsHalves { before: *self, moved: None }
    }

    #[inline]
    fn split(mv: AmazonsMove) -> [HalfMove; 2] {
        [HalfMove::Queen(QueenMove { from: mv.from, to: mv.to }), HalfMove::Arrow(mv.arrow)]
    }

    #[inline]
    fn join(first: HalfMove, second: HalfMove) -> Option<AmazonsMove> {
        match (first, second) {
            (HalfMove::Queen(QueenMove { from, to }), HalfMove::Arrow(arrow)) => Some(AmazonsMove { from, to, arrow }),
            _ => None,
        }
    }

    #[inline]
    fn whole(position: &AmazonsHalves<N>) -> Self {
        let before = position.before;
        position.moved.map_or(before, |moved| before.with_arrow_pending(moved))
    }

    #[inline]
    fn begun(position: &AmazonsHalves<N>) -> (Self, Option<HalfMove>) {
        (position.before, position.moved.map(HalfMove::Queen))
    }
}

impl<const N: usize> Game for AmazonsHalves<N> {
    type Move = HalfMove;

    fn start() -> Self {
        Amazons::start().halves()
    }

    #[inline]
    fn turn(&self) -> Side {
        self.before.turn()
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(HalfMove)) {
        match self.moved {
            Some(moved) => self.targets(moved).each(|arrow| visit(HalfMove::Arrow(arrow))),
            None => {
                for (from, reach) in self.queen_moves() {
                    reach.each(|to| visit(HalfMove::Queen(QueenMove { from, to })));
                }
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: HalfMove) {
        match (mv, self.moved.take()) {
            (HalfMove::Queen(moved), _) => self.moved = Some(moved),
            (HalfMove::Arrow(arrow), Some(QueenMove { from, to })) => self.before.play(AmazonsMove { from, to, arrow }),
            (HalfMove::Arrow(_), None) => debug_assert!(false, "an arrow without an amazon"),
        }
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        None
    }

    /// Only before a queen move: an amazon that has moved can always shoot at the square she left.
    #[inline]
    fn stuck(&self) -> Outcome {
        self.before.stuck()
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.hash_with(self.before.hash())
    }

    fn hash_from_scratch(&self) -> u64 {
        self.hash_with(self.before.hash_from_scratch())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        let count = |reach: Targets| u64::from(reach.count());
        self.moved.map_or_else(
            || self.queen_moves().map(|(_, reach)| count(reach)).iter().sum(),
            |moved| count(self.targets(moved)),
        )
    }

    #[inline]
    fn has_moves(&self) -> bool {
        self.moved.is_some() || self.before.has_moves()
    }

    /// Uniform among the queen moves, and then uniform among the arrows. That is not uniform among the moves of the whole
    /// game, where queen moves with many arrows are more likely.
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Option<HalfMove> {
        if let Some(moved) = self.moved {
            let targets = self.targets(moved);
            return Some(HalfMove::Arrow(targets.nth(rng.u32(0..targets.count()))));
        }
        let moves = self.queen_moves();
        let count = moves.iter().map(|(_, reach)| reach.count()).sum();
        if count == 0 {
            return None;
        }
        let mut left = rng.u32(0..count);
        moves.into_iter().find_map(|(from, reach)| {
            let here = reach.count();
            if left < here {
                return Some(HalfMove::Queen(QueenMove { from, to: reach.nth(left) }));
            }
            left -= here;
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quevedo_core::{perft, playout};

    use super::*;

    /// Plays random games and hands over every position.
    fn each_position<const N: usize>(games: u64, mut check: impl FnMut(&Amazons<N>, &mut Rng)) {
        for seed in 0..games {
            let mut rng = Rng::with_seed(seed);
            let mut position = Amazons::<N>::start();
            check(&position, &mut rng);
            while let Some(mv) = position.random_move(&mut rng) {
                position.play(mv);
                check(&position, &mut rng);
            }
        }
    }

    fn check_position<const N: usize>(position: &Amazons<N>) {
        let halves = position.halves();
        let mut joined = BTreeSet::new();
        for first in halves.legal_moves() {
            let mut halfway = halves;
            halfway.play(first);
            assert_eq!(halfway.turn(), position.turn());
            for second in halfway.legal_moves() {
                let mv = Amazons::<N>::join(first, second).expect("a queen move and an arrow");
                assert_eq!(Amazons::<N>::split(mv), [first, second]);
                assert!(joined.insert(mv), "{mv:?} is made twice");
                let (mut by_halves, mut at_once) = (halfway, *position);
                by_halves.play(second);
                at_once.play(mv);
                assert_eq!(by_halves, at_once.halves());
            }
        }
        assert_eq!(joined, position.legal_moves().into_iter().collect());
        assert_eq!(perft(&halves, 2), position.count_moves());
        assert_eq!(halves.outcome(), position.outcome());
    }

    #[test]
    fn two_halves_are_a_move_and_a_move_is_two_halves() {
        each_position::<6>(20, |position, _| check_position(position));
        each_position::<8>(3, |position, _| check_position(position));
    }

    #[test]
    fn perft_of_the_start_is_that_of_whole_moves() {
        assert_eq!(perft(&AmazonsHalves::<10>::start(), 2), 2176);
        assert_eq!(perft(&AmazonsHalves::<6>::start(), 4), perft(&Amazons::<6>::start(), 2));
    }

    #[test]
    fn hash_and_counts_agree_with_the_position() {
        each_position::<8>(5, |position, rng| {
            let mut halves = position.halves();
            for _ in 0..2 {
                assert_eq!(halves.hash(), halves.hash_from_scratch());
                let moves = halves.legal_moves();
                assert_eq!(halves.count_moves(), moves.len() as u64);
                assert_eq!(halves.has_moves(), !moves.is_empty());
                let Some(mv) = halves.random_move(rng) else { break };
                assert!(moves.contains(&mv));
                let before = halves.hash();
                halves.play(mv);
                assert_ne!(halves.hash(), before);
            }
        });
    }

    #[test]
    fn halfway_is_evaluated_by_the_board_without_the_arrow() {
        let mut halves = AmazonsHalves::<6>::start();
        assert_eq!(Amazons::whole(&halves), Amazons::start());
        let moved = QueenMove { from: 1, to: 7 };
        halves.play(HalfMove::Queen(moved));
        let whole = Amazons::whole(&halves);
        assert_eq!(whole.turn(), Side::Second);
        assert_eq!(whole.arrows(), 0);
        assert_eq!(whole.amazons(Side::First), Amazons::<6>::start().amazons(Side::First) ^ (1 << 1 | 1 << 7));
    }

    #[test]
    fn random_games_end_with_somebody_stuck() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..20 {
            let game = playout(AmazonsHalves::<6>::start(), &mut rng);
            assert!(game.plies % 2 == 0 && game.outcome.winner.is_some());
        }
    }
}
