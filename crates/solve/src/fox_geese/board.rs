//! The cross as two kinds of sets.
//!
//! Geese are kept as the rules keep them, bit `8·rank + file` of a word. The fox needs only the thirty points of ranks
//! 2 to 7, for on rank 1 it has won: a [`FoxSet`] numbers them rank by rank, so that what holds for every place of the
//! fox is one 32-bit word and eight placements of geese are one vector register.
//!
//! ```text
//!  7          27 28 29
//!  6          24 25 26
//!  5    17 18 19 20 21 22 23
//!  4    10 11 12 13 14 15 16
//!  3     3  4  5  6  7  8  9
//!  2           0  1  2
//! ```

/// The 33 points.
pub const CROSS: u64 = 0x1c1c7f7f7f1c1c;
/// Points where diagonal lines meet.
pub const STARS: u64 = 0xaa55aa55aa55aa55 & CROSS;
/// Ranks of the cross.
pub const RANKS: usize = 7;
/// The bits of a rank within its byte.
pub const ROWS: [u8; RANKS] = [0b11100, 0b11100, 0x7f, 0x7f, 0x7f, 0b11100, 0b11100];

/// A set of points of ranks 2 to 7.
pub type FoxSet = u32;

/// All points of a [`FoxSet`].
pub const ALL: FoxSet = (1 << 30) - 1;
const FOX_STARS: FoxSet = fox_set(STARS);
/// Points with no neighbour to the left, and to the right.
const LEFT_EDGE: FoxSet = fox_set(0x04040101010404);
const RIGHT_EDGE: FoxSet = fox_set(0x10104040401010);
const RANK_2: FoxSet = fox_set(0xff00);
const RANK_4: FoxSet = fox_set(0xff << 24);
const RANK_6: FoxSet = fox_set(0xff << 40);
/// The middles of the wide ranks, below and above which the cross goes on.
const MIDDLE_3: FoxSet = fox_set(0x1c << 16);
const MIDDLE_5: FoxSet = fox_set(0x1c << 32);

/// The number of a point in a [`FoxSet`]; 32 or more for points of rank 1 and outside the cross.
pub static FOX_POINT: [u8; 64] = fox_points();

const fn fox_points() -> [u8; 64] {
    let mut numbers = [u8::MAX; 64];
    let (mut point, mut number) = (8, 0);
    while point < 64 {
        if CROSS >> point & 1 == 1 {
            numbers[point] = number;
            number += 1;
        }
        point += 1;
    }
    numbers
}

/// The points of ranks 2 to 7 among `points`.
#[inline]
pub const fn fox_set(points: u64) -> FoxSet {
    let low = (points >> 10 & 0x7 | points >> 13 & 0x7f << 3 | points >> 14 & 0x7f << 10) as FoxSet;
    let high = (points >> 15 & 0x7f << 17 | points >> 18 & 0x7 << 24 | points >> 23 & 0x7 << 27) as FoxSet;
    low | high
}

/// The points from which a fox steps onto an empty point of rank 1: straight down, and from d2 along the diagonals.
#[inline]
pub const fn steps_home(geese: u64) -> FoxSet {
    let empty = !geese >> 2 & 0b111;
    empty as FoxSet | if empty & 0b101 == 0 { 0 } else { 0b010 }
}

/// The neighbours of a set along the lines, among ranks 2 to 7.
#[inline]
pub const fn around(set: FoxSet) -> FoxSet {
    let columns = set | beside(set & FOX_STARS);
    beside(set) | above(columns) | below(columns)
}

#[inline]
const fn beside(set: FoxSet) -> FoxSet {
    (set & !RIGHT_EDGE) << 1 | (set & !LEFT_EDGE) >> 1
}

#[inline]
const fn above(set: FoxSet) -> FoxSet {
    let wide = set & ((RANK_4 >> 7) | RANK_4);
    (set & (RANK_2 | MIDDLE_5)) << 5 | wide << 7 | (set & RANK_6) << 3
}

#[inline]
const fn below(set: FoxSet) -> FoxSet {
    let wide = set & ((RANK_4 << 7) | RANK_4);
    (set & (MIDDLE_3 | RANK_6)) >> 5 | wide >> 7 | (set & RANK_6 << 3) >> 3
}

/// The four ways of a line over a goose, as the distance to the points on its both sides.
pub const WAYS: [u8; 4] = [1, 8, 7, 9];

/// The geese with an empty point on both sides of them along one of the [`WAYS`].
#[inline]
pub const fn jumpable(geese: u64, way: u8) -> u64 {
    let empty = CROSS & !geese;
    let open = geese & empty << way & empty >> way;
    if way == 1 || way == 8 { open } else { open & STARS }
}

/// The mirror image of a placement, with left and right swapped.
pub const fn mirrored(geese: u64) -> u64 {
    geese.reverse_bits().swap_bytes() >> 1
}

/// The mirror image of a point.
pub const fn mirrored_point(point: u8) -> u8 {
    (point & !7) + 6 - (point & 7)
}
