//! The counts of one block, in the ten sweeps of [`block`](super::super::block): sets become counts, "some move wins" the
//! smallest count of the geese's moves, "no move escapes" the largest of the fox's.

use quevedo_games::Bits;
use quevedo_solve::fox_geese::board::{ALL, FOX_POINT, WAYS, fox_set, jumpable, steps_home};
use quevedo_solve::fox_geese::entry::STALLS;
use quevedo_solve::fox_geese::profile::Profile;
use rayon::prelude::*;

use super::super::board::{FORWARD, forward_targets};
use super::super::walk::{Layout, SuccessorBlocks, Walk};
use super::counts::{Counts, LOST, NEVER, keep_larger, keep_smaller, largest_around, never_on};
use super::rounding::Rounding;

/// Counts of one placement for every stall counter that is kept.
pub(super) type LandedCounts<const KEPT: usize> = [Counts; KEPT];

/// A position whose length is wanted: the number of its placement, the number of the fox's point, the stall counter.
#[derive(Clone, Copy)]
pub(super) struct LengthQuery {
    pub(super) placement: usize,
    pub(super) fox: u8,
    pub(super) stall: usize,
}

/// A block with its counts, one item a placement.
pub(super) struct CountedBlock<const KEPT: usize> {
    /// When the fox has just landed and may stop or jump on, for every counter that is kept.
    pub(super) landed: Vec<LandedCounts<KEPT>>,
    /// When the fox is to move and the stall counter is 0.
    pub(super) fox_to_move: Vec<Counts>,
    /// The largest count but [`NEVER`].
    pub(super) longest: u8,
    /// A count for every query.
    pub(super) answers: Vec<u8>,
}

/// Counts a block; threads share the work within it if `shared`.
pub(super) fn solve<const KEPT: usize>(
    profile: Profile,
    successors: &SuccessorBlocks<LandedCounts<KEPT>, Counts>,
    rounding: &Rounding<KEPT>,
    queries: &[LengthQuery],
    shared: bool,
) -> CountedBlock<KEPT> {
    let layout = Layout::new(profile);
    let grain = if shared { 1 } else { layout.parts };
    let numbers = (0..layout.parts).into_par_iter().with_min_len(grain);
    let mut parts: Vec<Part<KEPT>> = numbers.map(|number| Part::new(&layout, number, successors)).collect();
    let mut fox_to_move = vec![Vec::new(); layout.parts];
    let mut answers = vec![NEVER; queries.len()];
    for stall in (0..STALLS).rev() {
        let swept = parts.par_iter_mut().with_min_len(grain).enumerate();
        fox_to_move = swept.map(|(number, part)| part.sweep(&layout, number, stall, rounding, &fox_to_move)).collect();
        for (answer, query) in answers.iter_mut().zip(queries).filter(|(_, query)| query.stall == stall) {
            let part = &parts[query.placement / layout.part_size];
            *answer = part.to_move()[query.placement % layout.part_size][usize::from(query.fox)];
        }
    }
    let longest = parts.iter().map(|part| part.longest).max().unwrap_or(0);
    let landed = parts.into_par_iter().with_min_len(grain).map(Part::landed).collect::<Vec<_>>().concat();
    CountedBlock { landed, fox_to_move: fox_to_move.concat(), longest, answers }
}

/// The placements of a part, and their counts.
struct Part<const KEPT: usize> {
    /// Where the fox may stand.
    empty: Vec<Counts>,
    /// [`NEVER`] where it may not stand, and where it steps to rank 1.
    barred: Vec<Counts>,
    /// The best step forward.
    forward: Vec<Counts>,
    /// The best jump of the fox.
    jumps: Vec<LandedCounts<KEPT>>,
    /// The counts with the geese to move, where they are kept.
    stops: Vec<LandedCounts<KEPT>>,
    /// The counts of the last sweep with the geese to move, between two more items.
    to_move: Vec<Counts>,
    longest: u8,
}

impl<const KEPT: usize> Part<KEPT> {
    /// Reads the successor blocks.
    fn new(layout: &Layout, number: usize, successors: &SuccessorBlocks<LandedCounts<KEPT>, Counts>) -> Self {
        let size = layout.part_size;
        let column = || Vec::with_capacity(size);
        let mut part = Self {
            empty: column(),
            barred: column(),
            forward: column(),
            jumps: Vec::with_capacity(size),
            stops: vec![[LOST; KEPT]; size],
            to_move: vec![LOST; size + 2],
            longest: 0,
        };
        let mut walk = Walk::new(layout, number, successors);
        for _ in 0..size {
            let taken = fox_set(walk.geese);
            part.empty.push(never_on(ALL & !taken));
            part.barred.push(never_on(!ALL | taken | steps_home(walk.geese)));
            part.forward.push(walk.forward());
            part.jumps.push(walk.jumps());
            walk.advance();
        }
        part
    }

    /// The counts of the last sweep with the geese to move.
    fn to_move(&self) -> &[Counts] {
        &self.to_move[1..=self.forward.len()]
    }

    /// Counts with the geese to move, and returns the counts with the fox to move, given those of all parts for
    /// a counter one larger.
    fn sweep(
        &mut self,
        layout: &Layout,
        number: usize,
        stall: usize,
        rounding: &Rounding<KEPT>,
        fox_to_move: &[Vec<Counts>],
    ) -> Vec<Counts> {
        let to_move = &mut self.to_move[1..=layout.part_size];
        to_move.copy_from_slice(&self.forward);
        if stall + 1 < STALLS {
            layout.parts_beside(number).for_each(|part| keep_smaller(to_move, &fox_to_move[part]));
            layout.step_sideways(to_move, &fox_to_move[number], keep_smaller);
        }
        self.longest = self.longest.max(count_move(to_move, &self.empty));
        if let Some(place) = rounding.kept_place(stall) {
            self.stops.iter_mut().zip(&self.to_move[1..]).for_each(|(stops, counts)| stops[place] = *counts);
        }
        match rounding.place(stall) {
            Some(place) => self.fox_moves(|jumps| jumps[place]),
            // Every jump has a count of 1 at least.
            None => self.fox_moves(|jumps| jumps[0].map(|count| if count == 0 { 0 } else { NEVER })),
        }
    }

    /// The counts with the fox to move, given those of its jumps.
    fn fox_moves(&self, jumps: impl Fn(&LandedCounts<KEPT>) -> Counts) -> Vec<Counts> {
        let fixed = self.barred.iter().zip(&self.jumps);
        let moves = largest_around(&self.to_move).zip(fixed).map(|(mut counts, (barred, landed))| {
            keep_larger(&mut counts, barred);
            keep_larger(&mut counts, &jumps(landed));
            counts
        });
        moves.collect()
    }

    /// The counts of a fox that has just landed: the larger ones of stopping and jumping on.
    fn landed(self) -> Vec<LandedCounts<KEPT>> {
        let mut landed = self.stops;
        for (landed, jumps) in landed.iter_mut().zip(&self.jumps) {
            landed.iter_mut().zip(jumps).for_each(|(landed, jumps)| keep_larger(landed, jumps));
        }
        landed
    }
}

/// Adds the geese's move to the counts, and 0 where a goose stands. Returns the largest but [`NEVER`].
fn count_move(to_move: &mut [Counts], empty: &[Counts]) -> u8 {
    let pairs = to_move.as_flattened_mut().iter_mut().zip(empty.as_flattened());
    let beyond = pairs.map(|(count, empty)| {
        *count = count.saturating_add(1) & empty;
        count.wrapping_add(1)
    });
    beyond.max().unwrap_or(1).saturating_sub(1)
}

impl<const KEPT: usize> Walk<'_, LandedCounts<KEPT>, Counts> {
    /// The smallest counts after a step forward.
    #[inline]
    fn forward(&self) -> Counts {
        let mut best = [LOST];
        for step in FORWARD {
            for to in Bits(forward_targets(self.geese, step)) {
                keep_smaller(&mut best, std::slice::from_ref(self.advanced(to - step, to)));
            }
        }
        best[0]
    }

    /// The largest counts after a jump.
    #[inline]
    fn jumps(&self) -> LandedCounts<KEPT> {
        let mut best = [[0; _]; KEPT];
        for way in WAYS {
            // No fox jumps along rank 1.
            for goose in Bits(jumpable(self.geese, way) & !0xff) {
                let landed = self.captured(goose);
                let [low, high] = [goose - way, goose + way].map(|point| usize::from(FOX_POINT[usize::from(point)]));
                for (best, landed) in best.iter_mut().zip(landed) {
                    // Rank 1 is the fox's goal, and it jumps from there no more.
                    best[high] = best[high].max(landed.get(low).copied().unwrap_or(NEVER));
                    if let Some(best) = best.get_mut(low) {
                        *best = (*best).max(landed[high]);
                    }
                }
            }
        }
        best
    }
}
