//! The Amazons in half moves: first the way of an amazon, then her arrow, both by the same side.

use quevedo_core::hash::combine;
use quevedo_core::{Game, Outcome, Rng, Side, Split};

use super::rays::{Occupied, Reach, each_bit};
use super::rules::AMAZONS;
use super::{Amazons, Shot};

/// A position of the game of halves. Two ways that lead to the same board from different ones stay different: the
/// hash of the whole game would have to be taken apart to see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmazonsHalves<const N: usize> {
    /// The position before the turn.
    before: Amazons<N>,
    /// The way the amazon has gone, when it is the arrow's turn.
    way: Option<Way>,
}

/// Where an amazon came from and went to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Way {
    /// Where she stood.
    pub from: u8,
    /// Where she goes.
    pub to: u8,
}

/// Half a move; `file + N·rank` is a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HalfShot {
    /// An amazon goes.
    Go(Way),
    /// The amazon that has just gone shoots at a square.
    Shoot(u8),
}

impl<const N: usize> AmazonsHalves<N> {
    /// What the amazon that has just gone can shoot at.
    #[inline]
    fn targets(&self, way: Way) -> Reach {
        Amazons::<N>::RAYS.reach(way.to, Occupied::new(self.before.occupied).toggled(way.from))
    }

    /// The amazons of the side to move and where each can go; the rest of the array stays empty.
    #[inline]
    fn ways(&self) -> [(u8, Reach); AMAZONS] {
        let occupied = Occupied::new(self.before.occupied);
        let mut ways = [(0, Reach::default()); AMAZONS];
        let mut used = 0;
        each_bit(self.before.amazons(self.before.turn()), |from| {
            ways[used] = (from, Amazons::<N>::RAYS.reach(from, occupied));
            used += 1;
        });
        ways
    }

    /// The hash of the position before the turn, with the way folded in if there is one.
    #[inline]
    fn hash_with(&self, before: u64) -> u64 {
        self.way.map_or(before, |way| combine(before, u64::from(way.from) << 8 | u64::from(way.to)))
    }
}

impl<const N: usize> Split for Amazons<N> {
    type Halves = AmazonsHalves<N>;

    #[inline]
    fn halves(&self) -> AmazonsHalves<N> {
        AmazonsHalves { before: *self, way: None }
    }

    #[inline]
    fn split(mv: Shot) -> [HalfShot; 2] {
        [HalfShot::Go(Way { from: mv.from, to: mv.to }), HalfShot::Shoot(mv.arrow)]
    }

    #[inline]
    fn join(first: HalfShot, second: HalfShot) -> Option<Shot> {
        match (first, second) {
            (HalfShot::Go(Way { from, to }), HalfShot::Shoot(arrow)) => Some(Shot { from, to, arrow }),
            _ => None,
        }
    }

    /// An arrow shot at the amazon's own square leaves no mark on the board. (It does on the hash, which no
    /// position of the game shares, so that whoever remembers judgements by hash is not confused.)
    #[inline]
    fn whole(position: &AmazonsHalves<N>) -> Self {
        let mut whole = position.before;
        if let Some(Way { from, to }) = position.way {
            whole.play(Shot { from, to, arrow: to });
        }
        whole
    }

    #[inline]
    fn begun(position: &AmazonsHalves<N>) -> (Self, Option<HalfShot>) {
        (position.before, position.way.map(HalfShot::Go))
    }
}

impl<const N: usize> Game for AmazonsHalves<N> {
    type Move = HalfShot;

    fn start() -> Self {
        Amazons::start().halves()
    }

    #[inline]
    fn turn(&self) -> Side {
        self.before.turn()
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(HalfShot)) {
        match self.way {
            Some(way) => self.targets(way).each(|arrow| visit(HalfShot::Shoot(arrow))),
            None => {
                for (from, reach) in self.ways() {
                    reach.each(|to| visit(HalfShot::Go(Way { from, to })));
                }
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: HalfShot) {
        match (mv, self.way.take()) {
            (HalfShot::Go(way), _) => self.way = Some(way),
            (HalfShot::Shoot(arrow), Some(Way { from, to })) => self.before.play(Shot { from, to, arrow }),
            (HalfShot::Shoot(_), None) => debug_assert!(false, "an arrow without an amazon"),
        }
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        None
    }

    /// Only before a way: who has gone can always shoot back at where she came from.
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
        let count = |reach: Reach| u64::from(reach.count());
        self.way.map_or_else(|| self.ways().map(|(_, reach)| count(reach)).iter().sum(), |way| count(self.targets(way)))
    }

    #[inline]
    fn has_moves(&self) -> bool {
        self.way.is_some() || self.before.has_moves()
    }

    /// Every way is as likely as any other, and then every arrow: not the same as a random move of the whole
    /// game, which prefers ways with many arrows.
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Option<HalfShot> {
        if let Some(way) = self.way {
            let targets = self.targets(way);
            return Some(HalfShot::Shoot(targets.nth(rng.u32(0..targets.count()))));
        }
        let ways = self.ways();
        let count = ways.iter().map(|(_, reach)| reach.count()).sum();
        if count == 0 {
            return None;
        }
        let mut left = rng.u32(0..count);
        ways.into_iter().find_map(|(from, reach)| {
            let here = reach.count();
            if left < here {
                return Some(HalfShot::Go(Way { from, to: reach.nth(left) }));
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
                let mv = Amazons::<N>::join(first, second).expect("a way and an arrow");
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
    fn halfway_is_judged_by_the_board_without_the_arrow() {
        let mut halves = AmazonsHalves::<6>::start();
        assert_eq!(Amazons::whole(&halves), Amazons::start());
        let way = Way { from: 1, to: 7 };
        halves.play(HalfShot::Go(way));
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
