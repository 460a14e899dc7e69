//! Numbers of the Mouse and the Cats: the set of cats among the 32 dark squares, the mouse's square, and the side to move.

use std::sync::OnceLock;

use quevedo_core::{Game, Side};
use quevedo_games::MouseCats;

use super::retrograde::{Numbered, RetrogradeTable, rank, sets};

const SQUARES: u32 = 32;
const CATS: u32 = 4;
/// C(32, 4) sets of cats.
const CAT_SETS: usize = 35_960;

/// The dark square with a number: dark squares alternate, and so two neighbouring squares share one number.
fn square(dark: u32) -> u8 {
    (2 * dark + (dark / 4) % 2) as u8
}

impl Numbered for MouseCats {
    const NUMBERS: usize = CAT_SETS * SQUARES as usize * 2;

    fn number(&self) -> usize {
        // Of the squares 2n and 2n + 1 one is dark: a cat on either is bit n.
        let mut pairs = self.cats() | self.cats() >> 1;
        let mut cats = 0;
        pairs &= 0x5555555555555555;
        while pairs != 0 {
            cats |= 1 << (pairs.trailing_zeros() / 2);
            pairs &= pairs - 1;
        }
        (rank(cats) * SQUARES as usize + usize::from(self.mouse() / 2)) * 2 + self.turn().index()
    }

    fn each_position(mut visit: impl FnMut(Self)) {
        for set in sets(SQUARES, CATS) {
            let cats = (0..SQUARES).filter(|dark| set >> dark & 1 == 1).fold(0, |cats, dark| cats | 1 << square(dark));
            for mouse in (0..SQUARES).map(square) {
                Side::BOTH.into_iter().filter_map(|turn| Self::placed(mouse, cats, turn)).for_each(&mut visit);
            }
        }
    }

    fn table() -> &'static RetrogradeTable<Self> {
        static TABLE: OnceLock<RetrogradeTable<MouseCats>> = OnceLock::new();
        TABLE.get_or_init(RetrogradeTable::build)
    }
}
