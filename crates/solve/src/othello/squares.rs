//! Sets of squares.

/// The corners.
pub(super) const CORNERS: u64 = 0x8100000000000081;

/// The quarters of the board.
const QUARTERS: [u64; 4] = [0x0f0f0f0f, 0xf0f0f0f0, 0x0f0f0f0f << 32, 0xf0f0f0f0 << 32];

/// The quarter of each square.
pub(super) static QUARTER: [u64; 64] = quarter_of();

const fn quarter_of() -> [u64; 64] {
    let mut found = [0; 64];
    let mut square = 0;
    while square < 64 {
        found[square] = QUARTERS[square / 32 * 2 + square % 8 / 4];
        square += 1;
    }
    found
}

/// The squares in quarters with an odd number of empty squares: who moves there is likely to have the last move there.
#[inline]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    let odd = |quarter: u64| if (empty & quarter).count_ones() % 2 == 1 { quarter } else { 0 };
    QUARTERS.into_iter().fold(0, |found, quarter| found | odd(quarter))
}
