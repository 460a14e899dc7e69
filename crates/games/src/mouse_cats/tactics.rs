//! Search parameters and move ordering of the Mouse and the Cats.

use quevedo_core::Tactics;

use super::{MouseCats, Step};

impl Tactics for MouseCats {
    const HISTORY_KEYS: usize = 64 * 64;

    #[inline]
    fn history_keys(&self, mv: Step) -> [usize; 2] {
        [usize::from(mv.from) << 6 | usize::from(mv.to); 2]
    }
}
