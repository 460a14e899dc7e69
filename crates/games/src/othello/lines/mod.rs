//! Where discs may go and what they turn: the inner loop of every search and of the solver.
//!
//! Squares are numbered as in the rules, `8·row + column`. Along each of the four lines through a square (step 1, 7,
//! 8, 9) there is a ray up, to higher numbers, and one down. The four lines are four lanes of one wide register; where
//! there is none, the same is done line by line with plain words. The last move of a game is only counted, by tables.

mod last;
mod plain;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod wide;

pub use last::turned_by_last;

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use plain::{flips, placements};
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub use wide::{flips, placements};

/// Moves and flips by plain words, whatever the processor can do: for the tests and measurements that compare.
pub mod reference {
    pub use super::plain::{flips, placements};
}

/// The steps of the four lines.
const STEPS: [u64; 4] = [1, 7, 8, 9];

/// The squares that a run of discs can pass through along each line: a line that leaves the board sideways ends at the
/// edge files.
const INNER: [u64; 4] = [INNER_FILES, INNER_FILES, u64::MAX, INNER_FILES];
const INNER_FILES: u64 = 0x7e7e7e7e7e7e7e7e;

/// For every square the rays along the four lines.
#[repr(align(32))]
struct Rays([[u64; 4]; 64]);

static UP: Rays = rays(true);
static DOWN: Rays = rays(false);

const fn rays(up: bool) -> Rays {
    // Columns to the right a step up goes, for each line.
    const SIDEWAYS: [i32; 4] = [1, -1, 0, 1];
    const ROWS: [i32; 4] = [0, 1, 1, 1];
    let mut rays = [[0; 4]; 64];
    let sign = if up { 1 } else { -1 };
    let mut place = 0;
    while place < 4 * 64 {
        let (square, line) = (place / 4, place % 4);
        let (mut row, mut column) = (square as i32 / 8, square as i32 % 8);
        loop {
            row += sign * ROWS[line];
            column += sign * SIDEWAYS[line];
            if row < 0 || row > 7 || column < 0 || column > 7 {
                break;
            }
            rays[square][line] |= 1 << (8 * row + column);
        }
        place += 1;
    }
    Rays(rays)
}

/// The squares around each square.
pub static NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut found = [0; 64];
    let mut square = 0;
    while square < 64 {
        found[square] = grown(1 << square) & !(1 << square);
        square += 1;
    }
    found
}

/// The squares and their neighbours.
#[inline]
pub const fn grown(squares: u64) -> u64 {
    const NOT_A: u64 = 0xfefefefefefefefe;
    const NOT_H: u64 = 0x7f7f7f7f7f7f7f7f;
    let rows = squares | (squares << 1) & NOT_A | (squares >> 1) & NOT_H;
    rows | rows << 8 | rows >> 8
}
