//! Moves and flips by plain words.

use super::{DOWN, INNER, STEPS, UP};

/// The empty squares where `own` can put a disc.
#[inline]
pub fn placements(own: u64, other: u64) -> u64 {
    let mut found = 0;
    for (step, inner) in STEPS.into_iter().zip(INNER) {
        let between = other & inner;
        // One step, a second one, then two at a time: at most six discs fit between two others.
        let (mut up, mut down) = (own << step & between, own >> step & between);
        up |= up << step & between;
        down |= down >> step & between;
        let pairs_up = between << step & between;
        let pairs_down = pairs_up >> step;
        for _ in 0..2 {
            up |= up << (2 * step) & pairs_up;
            down |= down >> (2 * step) & pairs_down;
        }
        found |= up << step | down >> step;
    }
    found & !(own | other)
}

/// The discs that turn when `own` puts one on the empty square; none where that is no move.
#[inline]
pub fn flips(own: u64, other: u64, square: u8) -> u64 {
    let rays = UP.0[usize::from(square)].into_iter().zip(DOWN.0[usize::from(square)]);
    rays.fold(0, |turned, (up, down)| turned | run_up(own, other, up) | run_down(own, other, down))
}

/// The run of `other` at the low end of a ray, if `own` closes it.
#[inline]
fn run_up(own: u64, other: u64, ray: u64) -> u64 {
    let gaps = ray & !other;
    let end = gaps & gaps.wrapping_neg() & own;
    if end == 0 { 0 } else { ray & (end - 1) }
}

/// The run of `other` at the high end of a ray, if `own` closes it.
#[inline]
fn run_down(own: u64, other: u64, ray: u64) -> u64 {
    let gaps = ray & !other;
    let Some(highest) = gaps.checked_ilog2() else { return 0 };
    if own >> highest & 1 == 0 { 0 } else { ray & (u64::MAX << highest << 1) }
}
