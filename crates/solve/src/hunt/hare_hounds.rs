//! Numbers of the Hare and the Dogs: the set of dogs, the hare's point, the stall counter, and the side to move.

use std::sync::OnceLock;

use quevedo_core::{Game, Side};
use quevedo_games::HareHounds;

use super::retrograde::{Numbered, RetrogradeTable, rank, sets};

const POINTS: u8 = 11;
const DOGS: u32 = 3;
/// C(11, 3) sets of dogs.
const DOG_SETS: usize = 165;
/// From 0 to 10, which ends the game.
const STALLS: u8 = 11;

impl Numbered for HareHounds {
    const NUMBERS: usize = DOG_SETS * POINTS as usize * STALLS as usize * 2;

    fn number(&self) -> usize {
        let placement = rank(self.dogs().into()) * usize::from(POINTS) + usize::from(self.hare());
        (placement * usize::from(STALLS) + usize::from(self.stall())) * 2 + self.turn().index()
    }

    fn each_position(mut visit: impl FnMut(Self)) {
        for dogs in sets(POINTS.into(), DOGS) {
            for (hare, stall) in (0..POINTS).flat_map(|hare| (0..STALLS).map(move |stall| (hare, stall))) {
                let placed = |turn| Self::placed(dogs as u16, hare, turn, stall);
                Side::BOTH.into_iter().filter_map(placed).for_each(&mut visit);
            }
        }
    }

    fn table() -> &'static RetrogradeTable<Self> {
        static TABLE: OnceLock<RetrogradeTable<HareHounds>> = OnceLock::new();
        TABLE.get_or_init(RetrogradeTable::build)
    }
}
