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

use quevedo_games::Bits;
use quevedo_solve::fox_geese::board::{ALL, FOX_POINT, FoxSet, WAYS, around, fox_set, jumpable, mirrored, steps_home};
use quevedo_solve::fox_geese::entry::{Entry, STALLS};
use quevedo_solve::fox_geese::profile::Profile;
use rayon::prelude::*;

use super::board::{FORWARD, forward_targets};
use super::walk::{Layout, SuccessorBlocks, Walk};

/// Smaller blocks are solved by one thread.
pub(super) const SHARED_SIZE: usize = 50_000;

/// A solved block, one item a placement.
pub(super) struct SolvedBlock {
    /// With how many stall counters the geese win when they are to move; empty for the larger one of two mirror images.
    pub(super) to_move: Vec<Entry>,
    /// The same when the fox has just landed and may stop or jump on.
    pub(super) landed: Vec<Entry>,
    /// F(0): where the fox to move loses when the stall counter is 0.
    pub(super) fox_loses: Vec<FoxSet>,
    /// Positions the geese win, to move with a stall counter of 0.
    pub(super) wins: u64,
}

/// Solves a block; threads share the work within it if `shared`.
pub(super) fn solve(profile: Profile, successors: &SuccessorBlocks<Entry, FoxSet>, shared: bool) -> SolvedBlock {
    let layout = Layout::new(profile);
    let grain = if shared { 1 } else { layout.parts };
    let numbers = (0..layout.parts).into_par_iter().with_min_len(grain);
    let mut parts: Vec<Part> = numbers.map(|number| Part::new(&layout, number, successors)).collect();
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
    SolvedBlock { to_move, landed, fox_loses: gather(size, grain, |index| fox_loses[index / cut][index % cut]), wins }
}

/// A vector of `size` items, made by all threads in pieces of at least `grain`.
fn gather<T: Send>(size: usize, grain: usize, item: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    (0..size).into_par_iter().with_min_len(grain).map(item).collect()
}

impl Walk<'_, Entry, FoxSet> {
    /// Where a step forward wins.
    #[inline]
    fn forward(&self) -> FoxSet {
        let mut won = 0;
        for step in FORWARD {
            for to in Bits(forward_targets(self.geese, step)) {
                won |= *self.advanced(to - step, to);
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

/// The placements of a part, and their sets.
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
    /// Reads the successor blocks.
    fn new(layout: &Layout, number: usize, successors: &SuccessorBlocks<Entry, FoxSet>) -> Self {
        let size = layout.part_size;
        let column = || Vec::with_capacity(size);
        let rows = || vec![0; size * STALLS];
        let twin = Vec::with_capacity(size);
        let mut part = Self { empty: column(), home: column(), forward: column(), jumps: rows(), won: rows(), twin };
        let mut walk = Walk::new(layout, number, successors);
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
            layout.step_sideways(won, &fox_loses[number], join);
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
fn join(sets: &mut [FoxSet], row: &[FoxSet]) {
    sets.iter_mut().zip(row).for_each(|(set, other)| *set |= other);
}
