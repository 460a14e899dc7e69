//! Stable discs: those that can never be flipped.
//!
//! A table lists the stable discs of every edge, found by trying all moves. Inside, a disc is stable if each of the four
//! lines through it is full or has an adjacent stable disc of the same side. Some stable discs are missed, so the count is
//! a lower bound.

use std::sync::OnceLock;

use bytemuck::zeroed_box;
use quevedo_games::othello::full_diagonals;

const FILE_A: u64 = 0x0101010101010101;
const FILE_H: u64 = FILE_A << 7;
const ROW_1: u64 = 0xff;
const INSIDE: u64 = 0x007e7e7e7e7e7e00;
const NOT_A: u64 = !FILE_A;
const NOT_H: u64 = !FILE_H;

/// For the discs of `own` and of `other` along an edge, the discs of `own` that are stable. A shared disc, which is no
/// position, is listed as not stable.
type Edges = [[u8; 256]; 256];

/// Finds stable discs.
#[derive(Clone, Copy)]
pub struct Stability {
    edges: &'static Edges,
}

impl Stability {
    /// With the table of edges, which is built on first use.
    pub fn new() -> Self {
        static EDGES: OnceLock<Box<Edges>> = OnceLock::new();
        Self { edges: EDGES.get_or_init(edges) }
    }

    /// Discs of `own` that never turn, whatever both sides play.
    #[inline]
    pub fn stable(self, own: u64, other: u64) -> u64 {
        let full = full_lines(own | other);
        let everywhere = full.iter().fold(own & INSIDE, |held, line| held & line);
        let mut stable = self.stable_on_edges(own, other) | everywhere;
        if stable == 0 {
            return 0;
        }
        loop {
            let beside = [
                (stable << 1) & NOT_A | (stable >> 1) & NOT_H,
                (stable << 7) & NOT_H | (stable >> 7) & NOT_A,
                stable << 8 | stable >> 8,
                (stable << 9) & NOT_A | (stable >> 9) & NOT_H,
            ];
            let held = full.iter().zip(beside).fold(own & INSIDE, |held, (full, beside)| held & (full | beside));
            if held & !stable == 0 {
                return stable;
            }
            stable |= held;
        }
    }

    #[inline]
    fn stable_on_edges(self, own: u64, other: u64) -> u64 {
        let look_up = |own: u64, other: u64| u64::from(self.edges[own as usize & 0xff][other as usize & 0xff]);
        look_up(own, other)
            | look_up(own >> 56, other >> 56) << 56
            | unpacked(look_up(packed(own & FILE_A), packed(other & FILE_A)))
            | unpacked(look_up(packed((own & FILE_H) >> 7), packed((other & FILE_H) >> 7))) << 7
    }
}

impl Default for Stability {
    fn default() -> Self {
        Self::new()
    }
}

/// The first file as eight bits, row 1 lowest.
#[inline]
const fn packed(file: u64) -> u64 {
    file.wrapping_mul(0x0102040810204080) >> 56
}

/// Eight bits as the first file: copies of them seven apart, of which each row keeps one.
#[inline]
const fn unpacked(bits: u64) -> u64 {
    let low = (bits & 0x7f).wrapping_mul(0x0002040810204081) & FILE_A;
    low | (bits & 0x80) << 49
}

/// The squares whose row, rising diagonal, column and falling diagonal is full.
#[inline]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut rows = discs & discs >> 1;
    rows &= rows >> 2;
    rows &= rows >> 4;
    let mut columns = discs & discs >> 8;
    columns &= columns >> 16;
    columns &= columns >> 32;
    [
        (rows & FILE_A) * 0xff,
        full_diagonals(discs, 7, NOT_H),
        (columns & ROW_1) * FILE_A,
        full_diagonals(discs, 9, NOT_A),
    ]
}

/// Stable discs for all edges, those with fewer empty squares first: every move on an edge leads to one of them.
fn edges() -> Box<Edges> {
    let mut table: Box<Edges> = zeroed_box();
    for empties in 0..=8 {
        for own in 0..=255_u8 {
            for other in (0..=255_u8).filter(|other| own & other == 0 && (own | other).count_zeros() == empties) {
                table[usize::from(own)][usize::from(other)] = stable_on_edge(&table, own, other);
            }
        }
    }
    table
}

/// The discs of `own` that no move of either side on any square flips. A disc may be put anywhere on an edge, turning
/// something or not, since it may turn discs elsewhere.
fn stable_on_edge(table: &Edges, own: u8, other: u8) -> u8 {
    let mut stable = own;
    for place in (0..8).filter(|place| (own | other) >> place & 1 == 0) {
        let (mine, turned) = (own | 1 << place, turned_on_edge(own, other, place));
        stable &= table[usize::from(mine | turned)][usize::from(other & !turned)];
        let (theirs, turned) = (other | 1 << place, turned_on_edge(other, own, place));
        stable &= table[usize::from(own & !turned)][usize::from(theirs | turned)];
    }
    stable
}

/// The discs of `other` along the edge that turn when `own` takes a place.
fn turned_on_edge(own: u8, other: u8, place: u32) -> u8 {
    let disc = 1_u8 << place;
    let run = |step: fn(u8) -> u8| {
        let (mut run, mut next) = (0, step(disc));
        while next & other != 0 {
            run |= next;
            next = step(next);
        }
        if next & own == 0 { 0 } else { run }
    };
    run(|place| place << 1) | run(|place| place >> 1)
}
