//! Steps of the geese.

use quevedo_solve::fox_geese::board::{CROSS, STARS};

/// The steps of a goose forward.
pub(super) const FORWARD: [u8; 3] = [8, 7, 9];

/// Where geese arrive by a step forward.
#[inline]
pub(super) const fn forward_targets(geese: u64, step: u8) -> u64 {
    let movers = if step == 8 { geese } else { geese & STARS };
    movers << step & CROSS & !geese
}
