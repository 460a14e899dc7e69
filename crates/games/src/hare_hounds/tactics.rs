//! What a search may know of the Hare and the Dogs.

use quevedo_core::Tactics;

use super::{HareHounds, Step};

impl Tactics for HareHounds {
    const TRAITS: usize = 16 * 16;

    #[inline]
    fn traits(&self, mv: Step) -> [usize; 2] {
        [usize::from(mv.from) << 4 | usize::from(mv.to); 2]
    }
}
