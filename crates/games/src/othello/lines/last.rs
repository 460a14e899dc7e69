//! How many discs the last move of a game turns.
//!
//! When one square is left, every disc that is not `own` is `other`, so the discs of `own` determine a line:
//! eight bits and the place of the square in them.

/// For a place in a line of eight and the discs of `own` in it: how many of the others turn.
static TURNED: [[u8; 256]; 8] = turned_in_line();

const fn turned_in_line() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut entry = 0;
    while entry < 8 * 256 {
        let (place, own) = (entry / 256, entry % 256);
        let above = (own >> place) >> 1;
        if above != 0 {
            table[place][own] += above.trailing_zeros() as u8;
        }
        let below = own & ((1 << place) - 1);
        if below != 0 {
            table[place][own] += place as u8 - 1 - below.ilog2() as u8;
        }
        entry += 1;
    }
    table
}

/// The diagonals through every square.
struct Diagonals {
    /// To the lower right.
    falling: u64,
    /// To the upper right.
    rising: u64,
}

static DIAGONALS: [Diagonals; 64] = diagonals();

const fn diagonals() -> [Diagonals; 64] {
    let mut table = [const { Diagonals { falling: 0, rising: 0 } }; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        let (row, column) = (from / 8, from % 8);
        let (to_row, to_column) = (to / 8, to % 8);
        if row + to_column == to_row + column {
            table[from].falling |= 1 << to;
        }
        if row + column == to_row + to_column {
            table[from].rising |= 1 << to;
        }
        pair += 1;
    }
    table
}

const FILE_A: u64 = 0x0101010101010101;

/// How many discs turn when `own` takes the last empty square; 0 where that is no move.
///
/// No two squares of a diagonal share a file, so the or of its rows lists it by files.
#[inline]
pub fn turned_by_last(own: u64, square: u8) -> u32 {
    let (row, column) = (usize::from(square / 8), usize::from(square % 8));
    let diagonals = &DIAGONALS[usize::from(square)];
    let by_file = |discs: u64| (discs.wrapping_mul(FILE_A) >> 56) as usize;
    // Where a diagonal is shorter than the board, the places beyond its ends hold no disc of `own` and close no run.
    let across = (own >> (8 * row)) as usize & 0xff;
    let down = ((own >> column & FILE_A).wrapping_mul(0x0102040810204080) >> 56) as usize;
    u32::from(TURNED[column][across])
        + u32::from(TURNED[row][down])
        + u32::from(TURNED[column][by_file(own & diagonals.falling)])
        + u32::from(TURNED[column][by_file(own & diagonals.rising)])
}
