//! Walks over the placements of a block and finds the placements that moves lead to.
//!
//! A block is cut into **parts**, one for every way to fill the two most significant ranks; threads share the parts. The
//! items that blocks hold for a placement are type parameters: sets for the tables, counts for the lengths.

use std::collections::HashMap;

use quevedo_solve::fox_geese::board::RANKS;
use quevedo_solve::fox_geese::profile::{ORDER, Profile, digit, sidesteps, subsets};

/// A block that moves lead to.
pub(super) struct SuccessorBlock<'a, T> {
    items: &'a [T],
    strides: [u32; RANKS],
}

impl<'a, T> SuccessorBlock<'a, T> {
    /// The block of a profile; without one, one item for all placements.
    fn find(profile: Option<Profile>, (blocks, otherwise): (&'a HashMap<Profile, Vec<T>>, &'a [T; 1])) -> Self {
        match profile.and_then(|profile| Some((profile, blocks.get(&profile)?))) {
            Some((profile, items)) => Self { items, strides: profile.strides() },
            None => Self { items: otherwise, strides: [0; RANKS] },
        }
    }
}

/// The blocks that moves lead to, by the rank of the goose.
pub(super) struct SuccessorBlocks<'a, Landed, FoxToMove> {
    /// After its capture, when the fox has just landed.
    pub(super) captured: [SuccessorBlock<'a, Landed>; RANKS],
    /// After its step forward, with the fox to move.
    pub(super) advanced: [SuccessorBlock<'a, FoxToMove>; RANKS],
}

impl<'a, Landed, FoxToMove> SuccessorBlocks<'a, Landed, FoxToMove> {
    /// The blocks that moves from a profile lead to. Without a block there is no such move, or the fox has won.
    pub(super) fn of(
        profile: Profile,
        landed: (&'a HashMap<Profile, Vec<Landed>>, &'a [Landed; 1]),
        above: (&'a HashMap<Profile, Vec<FoxToMove>>, &'a [FoxToMove; 1]),
    ) -> Self {
        Self {
            captured: std::array::from_fn(|rank| SuccessorBlock::find(profile.captured(rank), landed)),
            advanced: std::array::from_fn(|rank| SuccessorBlock::find(profile.advanced(rank), above)),
        }
    }
}

/// The two most significant ranks, whose digits number the parts.
const TOP: [usize; 2] = [ORDER[RANKS - 2], ORDER[RANKS - 1]];

/// How a block is cut.
pub(super) struct Layout {
    bases: [u32; RANKS],
    strides: [u32; RANKS],
    pub(super) parts: usize,
    pub(super) part_size: usize,
    /// The subsets of every rank.
    subsets: [Vec<u8>; RANKS],
    /// Steps sideways within every rank, from digit to digits.
    sidesteps: [Vec<Vec<u32>>; RANKS],
}

impl Layout {
    pub(super) fn new(profile: Profile) -> Self {
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
    pub(super) fn parts_beside(&self, part: usize) -> impl Iterator<Item = usize> {
        let [low, high] = self.top_digits(part);
        let base = self.bases[TOP[0]];
        let lows = self.sidesteps[TOP[0]][low as usize].iter().map(move |next| next + high * base);
        let highs = self.sidesteps[TOP[1]][high as usize].iter().map(move |next| low + next * base);
        lows.chain(highs).map(|part| part as usize)
    }

    /// Joins to the items of a part those of the placements one step sideways away, within the ranks that are not on top.
    pub(super) fn step_sideways<T>(&self, items: &mut [T], from: &[T], join: impl Fn(&mut [T], &[T])) {
        for rank in ORDER.into_iter().filter(|rank| !TOP.contains(rank) && self.bases[*rank] > 1) {
            let run = self.strides[rank] as usize;
            let cycle = run * self.bases[rank] as usize;
            for (items, from) in items.chunks_mut(cycle).zip(from.chunks(cycle)) {
                for (items, digits) in items.chunks_mut(run).zip(&self.sidesteps[rank]) {
                    for digit in digits {
                        join(items, &from[*digit as usize * run..][..run]);
                    }
                }
            }
        }
    }
}

/// A walk over the placements of a part, with their numbers in the successor blocks updated incrementally.
pub(super) struct Walk<'a, Landed, FoxToMove> {
    layout: &'a Layout,
    successors: &'a SuccessorBlocks<'a, Landed, FoxToMove>,
    digits: [u32; RANKS],
    pub(super) geese: u64,
    /// The number in every successor block, without the ranks that the move changes: after captures, and after steps
    /// forward.
    bases: [u32; 2 * RANKS],
    /// What an increment of a digit adds to these.
    steps: [[u32; 2 * RANKS]; RANKS],
}

impl<'a, Landed, FoxToMove> Walk<'a, Landed, FoxToMove> {
    pub(super) fn new(layout: &'a Layout, part: usize, successors: &'a SuccessorBlocks<'a, Landed, FoxToMove>) -> Self {
        let steps = std::array::from_fn(|digit| {
            std::array::from_fn(|block| {
                let rank = block % RANKS;
                let (strides, changed) = if block < RANKS {
                    (successors.captured[rank].strides, digit == rank)
                } else {
                    (successors.advanced[rank].strides, digit == rank || digit == rank + 1)
                };
                if changed { 0 } else { strides[digit] }
            })
        });
        let mut walk = Self { layout, successors, digits: [0; RANKS], geese: 0, bases: [0; 2 * RANKS], steps };
        for rank in 0..RANKS {
            walk.geese |= u64::from(layout.subsets[rank][0]) << (8 * rank);
        }
        for (rank, digit) in TOP.into_iter().zip(layout.top_digits(part)) {
            walk.set_digit(rank, digit);
        }
        walk
    }

    /// Sets a digit.
    #[inline]
    fn set_digit(&mut self, rank: usize, digit: u32) {
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
    pub(super) fn advance(&mut self) {
        for rank in ORDER {
            let next = self.digits[rank] + 1;
            if next < self.layout.bases[rank] {
                return self.set_digit(rank, next);
            }
            if next > 1 {
                self.set_digit(rank, 0);
            }
        }
    }

    /// The item of the placement without a goose.
    #[inline]
    pub(super) fn captured(&self, goose: u8) -> &'a Landed {
        let rank = usize::from(goose / 8);
        let block = &self.successors.captured[rank];
        let row = (self.geese ^ 1 << goose) >> (8 * rank);
        &block.items[(self.bases[rank] + digit(rank, row) * block.strides[rank]) as usize]
    }

    /// The item of the placement after a step forward.
    #[inline]
    pub(super) fn advanced(&self, from: u8, to: u8) -> &'a FoxToMove {
        let rank = usize::from(from / 8);
        let block = &self.successors.advanced[rank];
        let geese = self.geese ^ 1 << from ^ 1 << to;
        let low = digit(rank, geese >> (8 * rank)) * block.strides[rank];
        let high = digit(rank + 1, geese >> (8 * rank + 8)) * block.strides[rank + 1];
        &block.items[(self.bases[RANKS + rank] + low + high) as usize]
    }
}
