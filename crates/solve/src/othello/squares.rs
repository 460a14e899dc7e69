//! Sets of squares.

/// The corners.
pub(super) const CORNERS: u64 = 0x8100000000000081;

/// The quadrants of the board.
const QUADRANTS: [u64; 4] = [0x0f0f0f0f, 0xf0f0f0f0, 0x0f0f0f0f << 32, 0xf0f0f0f0 << 32];

/// The quadrant of each square.
pub(super) static QUADRANT: [u64; 64] = quadrant_of();

const fn quadrant_of() -> [u64; 64] {
    let mut found = [0; 64];
    let mut square = 0;
    while square < 64 {
        found[square] = QUADRANTS[square / 32 * 2 + square % 8 / 4];
        square += 1;
    }
    found
}

/// Parity: the squares in quadrants with an odd number of empty squares. The side that moves there first is likely to move
/// there last.
#[inline]
pub(super) fn odd_quadrants(empty: u64) -> u64 {
    let odd = |quadrant: u64| if (empty & quadrant).count_ones() % 2 == 1 { quadrant } else { 0 };
    QUADRANTS.into_iter().fold(0, |found, quadrant| found | odd(quadrant))
}
