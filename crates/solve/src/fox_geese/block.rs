//! The solution of one block: all placements of a profile, all points of the fox, all values of the stall counter.
//!
//! Write G(s) for the points of the fox where the geese, to move with stall counter s, win, and F(s) for the same with the
//! fox to move. Both are sets of the fox's points, kept for every placement of the block:
//!
//! * G(s) has the points of F(0) of every placement one step forward, and for s < 9 those of F(s+1) of every placement
//!   one step sideways.
//! * F(s) has the points from which no step leads out of G(s), and no jump to where the fox, landed, wins.
//! * A landed fox wins by stopping outside G(s), or by jumping on.
//!
//! Steps forward and jumps lead to other blocks, finished before. Within the block F(s) needs G(s), and G(s) needs F(s+1):
//! ten sweeps from s = 9 down to 0, and no search for a fixed point.
//!
//! A block is cut into **parts**, one for every way to fill the two most significant ranks; threads share the parts.

use rayon::prelude::*;

use super::board::{
    ALL, Bits, FORWARD, FOX_POINT, FoxSet, RANKS, WAYS, around, forward_targets, fox_set, jumpable, mirrored,
    steps_home,
};
use super::entry::{Entry, STALLS};
use super::profile::{ORDER, Profile, digit, sidesteps, subsets};

/// Blocks smaller than this are not worth sharing.
pub(super) const SHARED_SIZE: usize = 50_000;

/// A solved block, one item a placement.
pub(super) struct Block {
    /// How often the geese win when they are to move; nothing for the larger one of two mirror images.
    pub(super) to_move: Vec<Entry>,
    /// How often they win when the fox has just landed and may stop or jump on.
    pub(super) landed: Vec<Entry>,
    /// F(0): where the fox to move loses when the stall counter is 0.
    pub(super) fox_loses: Vec<FoxSet>,
    /// Positions the geese win, to move with a stall counter of 0.
    pub(super) wins: u64,
}

/// A block that moves lead to.
#[derive(Clone, Copy)]
pub(super) struct Other<'a, T> {
    items: &'a [T],
    strides: [u32; RANKS],
}

impl<'a, T> Other<'a, T> {
    pub(super) fn new(items: &'a [T], profile: Profile) -> Self {
        Self { items, strides: profile.strides() }
    }

    /// Stands for a block where all placements are alike.
    pub(super) fn uniform(item: &'a [T; 1]) -> Self {
        Self { items: item, strides: [0; RANKS] }
    }
}

/// The blocks that moves lead to, by the rank of the goose.
pub(super) struct Others<'a> {
    /// [`Block::landed`] after its capture.
    pub(super) captured: [Other<'a, Entry>; RANKS],
    /// [`Block::fox_loses`] after its step forward.
    pub(super) advanced: [Other<'a, FoxSet>; RANKS],
}

/// Solves a block; threads share the work within it if `shared`.
pub(super) fn solve(profile: Profile, others: &Others, shared: bool) -> Block {
    let layout = Layout::new(profile);
    let grain = if shared { 1 } else { layout.parts };
    let numbers = (0..layout.parts).into_par_iter().with_min_len(grain);
    let mut parts: Vec<Part> = numbers.map(|number| Part::new(&layout, number, others)).collect();
    let mut fox_loses = vec![vec![0; layout.part_size]; layout.parts];
    for stall in (0..STALLS).rev() {
        let swept = parts.par_iter_mut().with_min_len(grain).enumerate();
        fox_loses = swept.map(|(number, part)| part.sweep(&layout, number, stall, &fox_loses)).collect();
    }
    let (size, cut) = (profile.size(), layout.part_size);
    let grain = if shared { cut } else { size };
    let wins = parts.iter().map(|part| part.wins(&layout)).sum();
    let to_move = gather(size, grain, |index| parts[index / cut].to_move(index % cut));
    let landed = gather(size, grain, |index| parts[index / cut].landed(index % cut));
    Block { to_move, landed, fox_loses: gather(size, grain, |index| fox_loses[index / cut][index % cut]), wins }
}

/// A vector of so many items, made by all threads in pieces of at least `grain`.
fn gather<T: Send>(size: usize, grain: usize, item: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    (0..size).into_par_iter().with_min_len(grain).map(item).collect()
}

/// The two most significant ranks, whose digits number the parts.
const TOP: [usize; 2] = [ORDER[RANKS - 2], ORDER[RANKS - 1]];

/// How a block is cut.
struct Layout {
    bases: [u32; RANKS],
    strides: [u32; RANKS],
    parts: usize,
    part_size: usize,
    /// The subsets of every rank.
    subsets: [Vec<u8>; RANKS],
    /// Steps sideways within every rank, from digit to digits.
    sidesteps: [Vec<Vec<u32>>; RANKS],
}

impl Layout {
    fn new(profile: Profile) -> Self {
        let (bases, strides) = (profile.bases(), profile.strides());
        Self {
            bases,
            strides,
            parts: (bases[TOP[0]] * bases[TOP[1]]) as usize,
            part_size: strides[TOP[0]] as usize,
            subsets: std::array::from_fn(|rank| subsets(rank, profile.counts[rank])),
            sidesteps: std::array::from_fn(|rank| sidesteps(rank, profile.counts[rank])),
        }
    }

    /// The digits of the top ranks in a part.
    fn top_digits(&self, part: usize) -> [u32; 2] {
        let base = self.bases[TOP[0]];
        [part as u32 % base, part as u32 / base]
    }

    /// The parts one step sideways away within a top rank.
    fn parts_beside(&self, part: usize) -> impl Iterator<Item = usize> {
        let [low, high] = self.top_digits(part);
        let base = self.bases[TOP[0]];
        let lows = self.sidesteps[TOP[0]][low as usize].iter().map(move |next| next + high * base);
        let highs = self.sidesteps[TOP[1]][high as usize].iter().map(move |next| low + next * base);
        lows.chain(highs).map(|part| part as usize)
    }
}

/// A walk over the placements of a part, with their numbers in the other blocks kept up to date.
struct Walk<'a> {
    layout: &'a Layout,
    others: &'a Others<'a>,
    digits: [u32; RANKS],
    geese: u64,
    /// The number in every other block as far as ranks count that the move does not change: after captures, and after
    /// steps forward.
    bases: [u32; 2 * RANKS],
    /// What one more of a digit adds to these.
    steps: [[u32; 2 * RANKS]; RANKS],
}

impl<'a> Walk<'a> {
    fn new(layout: &'a Layout, part: usize, others: &'a Others) -> Self {
        let steps = std::array::from_fn(|digit| {
            std::array::from_fn(|block| {
                let rank = block % RANKS;
                let (other, changed) = if block < RANKS {
                    (others.captured[rank].strides, digit == rank)
                } else {
                    (others.advanced[rank].strides, digit == rank || digit == rank + 1)
                };
                if changed { 0 } else { other[digit] }
            })
        });
        let mut walk = Self { layout, others, digits: [0; RANKS], geese: 0, bases: [0; 2 * RANKS], steps };
        for rank in 0..RANKS {
            walk.geese |= u64::from(layout.subsets[rank][0]) << (8 * rank);
        }
        for (rank, digit) in TOP.into_iter().zip(layout.top_digits(part)) {
            walk.turn(rank, digit);
        }
        walk
    }

    /// Sets a digit.
    #[inline]
    fn turn(&mut self, rank: usize, digit: u32) {
        let change = digit.wrapping_sub(self.digits[rank]);
        for (base, step) in self.bases.iter_mut().zip(self.steps[rank]) {
            *base = base.wrapping_add(step.wrapping_mul(change));
        }
        self.digits[rank] = digit;
        let row = self.layout.subsets[rank][digit as usize];
        self.geese = self.geese & !(0xff << (8 * rank)) | u64::from(row) << (8 * rank);
    }

    /// Goes on to the next placement.
    #[inline]
    fn advance(&mut self) {
        for rank in ORDER {
            let next = self.digits[rank] + 1;
            if next < self.layout.bases[rank] {
                return self.turn(rank, next);
            }
            if next > 1 {
                self.turn(rank, 0);
            }
        }
    }

    /// What is known of the placement without a goose.
    #[inline]
    fn captured(&self, goose: u8) -> Entry {
        let rank = usize::from(goose / 8);
        let other = &self.others.captured[rank];
        let row = (self.geese ^ 1 << goose) >> (8 * rank);
        other.items[(self.bases[rank] + digit(rank, row) * other.strides[rank]) as usize]
    }

    /// Where the fox loses after a step forward.
    #[inline]
    fn advanced(&self, from: u8, to: u8) -> FoxSet {
        let rank = usize::from(from / 8);
        let other = &self.others.advanced[rank];
        let geese = self.geese ^ 1 << from ^ 1 << to;
        let low = digit(rank, geese >> (8 * rank)) * other.strides[rank];
        let high = digit(rank + 1, geese >> (8 * rank + 8)) * other.strides[rank + 1];
        other.items[(self.bases[RANKS + rank] + low + high) as usize]
    }

    /// Where a step forward wins.
    #[inline]
    fn forward(&self) -> FoxSet {
        let mut won = 0;
        for step in FORWARD {
            for to in Bits(forward_targets(self.geese, step)) {
                won |= self.advanced(to - step, to);
            }
        }
        won
    }

    /// Where a jump wins for the fox, by the least stall counter with which it does.
    #[inline]
    fn jumps(&self) -> [FoxSet; STALLS + 1] {
        let mut jumps = [0; STALLS + 1];
        for way in WAYS {
            // No fox jumps along rank 1.
            for goose in Bits(jumpable(self.geese, way) & !0xff) {
                let entry = self.captured(goose);
                let [low, high] = [goose - way, goose + way].map(|point| FOX_POINT[usize::from(point)]);
                jumps[entry.count(high)] |= 1_u32.checked_shl(low.into()).unwrap_or(0);
                // Rank 1 is the fox's goal.
                let home = if low >= 32 { 0 } else { entry.count(low) };
                jumps[home] |= 1 << high;
            }
        }
        jumps
    }
}

/// The placements of a part, and what is known of them.
struct Part {
    empty: Vec<FoxSet>,
    /// Where the fox has a step to rank 1.
    home: Vec<FoxSet>,
    /// Where a step forward wins.
    forward: Vec<FoxSet>,
    /// Where a jump wins for the fox, one row a value of the stall counter.
    jumps: Vec<FoxSet>,
    /// G(s), in the same rows.
    won: Vec<FoxSet>,
    /// Whether the mirror image stands for the placement in the table.
    twin: Vec<bool>,
}

impl Part {
    /// Looks at the other blocks.
    fn new(layout: &Layout, number: usize, others: &Others) -> Self {
        let size = layout.part_size;
        let column = || Vec::with_capacity(size);
        let rows = || vec![0; size * STALLS];
        let twin = Vec::with_capacity(size);
        let mut part = Self { empty: column(), home: column(), forward: column(), jumps: rows(), won: rows(), twin };
        let mut walk = Walk::new(layout, number, others);
        for index in 0..size {
            let empty = ALL & !fox_set(walk.geese);
            part.empty.push(empty);
            part.home.push(steps_home(walk.geese));
            part.twin.push(mirrored(walk.geese) < walk.geese);
            part.forward.push(walk.forward() & empty);
            let mut sum = 0;
            for (stall, jumps) in walk.jumps()[..STALLS].iter().enumerate() {
                sum |= jumps;
                part.jumps[stall * size + index] = sum;
            }
            walk.advance();
        }
        part
    }

    /// Works out G(s) of a part, and returns F(s), given F(s+1) of all parts.
    fn sweep(&mut self, layout: &Layout, number: usize, stall: usize, fox_loses: &[Vec<FoxSet>]) -> Vec<FoxSet> {
        let size = layout.part_size;
        let row = stall * size..(stall + 1) * size;
        let won = &mut self.won[row.clone()];
        won.copy_from_slice(&self.forward);
        if stall + 1 < STALLS {
            layout.parts_beside(number).for_each(|part| join(won, &fox_loses[part]));
            step_sideways(layout, won, &fox_loses[number]);
        }
        let fixed = self.empty.iter().zip(&self.home).zip(&self.jumps[row]);
        let fox_loses = won.iter_mut().zip(fixed).map(|(won, ((empty, home), jumps))| {
            *won &= empty;
            empty & !(around(empty & !*won) | home | jumps)
        });
        fox_loses.collect()
    }

    /// The counts of a placement when the geese are to move.
    #[inline]
    fn to_move(&self, index: usize) -> Entry {
        if self.twin[index] { Entry::default() } else { self.entry(index, |_| 0) }
    }

    /// The counts of a placement when the fox has landed.
    #[inline]
    fn landed(&self, index: usize) -> Entry {
        self.entry(index, |place| self.jumps[place])
    }

    #[inline]
    fn entry(&self, index: usize, lost: impl Fn(usize) -> FoxSet) -> Entry {
        let mut entry = Entry::default();
        // What is not won with a stall counter of 0 is never won.
        if self.won[index] != 0 {
            let places = (0..STALLS).map(|stall| stall * self.empty.len() + index);
            places.for_each(|place| entry.add(self.won[place] & !lost(place)));
        }
        entry
    }

    /// How often the geese win when the stall counter is 0.
    fn wins(&self, layout: &Layout) -> u64 {
        self.won[..layout.part_size].iter().map(|won| u64::from(won.count_ones())).sum()
    }
}

/// Adds to every set what stands at the same place of another row.
#[inline]
fn join(sets: &mut [FoxSet], others: &[FoxSet]) {
    sets.iter_mut().zip(others).for_each(|(set, other)| *set |= other);
}

/// Adds to every set those of the placements one step sideways away, within the ranks that are not on top.
fn step_sideways(layout: &Layout, sets: &mut [FoxSet], fox_loses: &[FoxSet]) {
    for rank in ORDER.into_iter().filter(|rank| !TOP.contains(rank) && layout.bases[*rank] > 1) {
        let run = layout.strides[rank] as usize;
        let cycle = run * layout.bases[rank] as usize;
        for (sets, fox_loses) in sets.chunks_mut(cycle).zip(fox_loses.chunks(cycle)) {
            for (sets, digits) in sets.chunks_mut(run).zip(&layout.sidesteps[rank]) {
                for digit in digits {
                    join(sets, &fox_loses[*digit as usize * run..][..run]);
                }
            }
        }
    }
}
