//! Search parameters and move ordering of the Hare and the Dogs.

use quevedo_core::Tactics;

use super::{HareHounds, Step};

impl Tactics for HareHounds {
    const HISTORY_KEYS: usize = 16 * 16;

    #[inline]
    fn history_keys(&self, mv: Step) -> [usize; 2] {
        [usize::from(mv.from) << 4 | usize::from(mv.to); 2]
    }
}
