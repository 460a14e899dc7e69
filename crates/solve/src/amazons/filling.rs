//! How many moves a side can make where it is alone.
//!
//! Every move shoots one square away, so there are never more moves than empty squares; often there are exactly as
//! many, but an amazon between two corners may have to give one up (a *defective* region; M. Müller and T. Tegos,
//! *Experiments in computer amazons*, More Games of No Chance, 2002). To find the longest sequence of moves is as hard as to find a
//! Hamiltonian path. Here it is asked first whether all squares can be filled, then all but one, and so on:
//! the fewer squares may be lost, the fewer moves come into question.

use quevedo_core::Side;

use super::board::{Board, Region};
use super::table::Table;

/// Positions that may be looked at for one region before bounds have to do.
const PATIENCE: u32 = 3000;

/// How many moves can be made: at least, at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    /// So many can be made.
    pub(super) least: u32,
    /// No more can be made.
    pub(super) most: u32,
}

/// Counts moves in regions of one side, and remembers the counts.
pub(super) struct Fillings<const N: usize> {
    table: Table,
    patience: u32,
}

/// A region whose patience ran out.
struct Exhausted;

impl<const N: usize> Fillings<N> {
    pub(super) fn new(mib: usize) -> Self {
        Self { table: Table::new(mib), patience: 0 }
    }

    /// How many moves the owner can make in a region in one piece.
    pub(super) fn count(&mut self, region: &Region, owner: Side) -> Count {
        // Colours do not matter here.
        let region = Region { amazons: [region.amazons[owner.index()], 0], ..*region };
        self.patience = PATIENCE;
        let most = region.size();
        if let Ok(exact) = self.longest(&region, most) {
            return Count { least: exact, most: exact };
        }
        let known = self.known(&region);
        Count { least: known.least.max(greedy::<N>(&region)), ..known }
    }

    /// The longest sequence, if it is not longer than `most`.
    fn longest(&mut self, region: &Region, most: u32) -> Result<u32, Exhausted> {
        let mut target = most;
        while target > 0 && !self.can_make(region, target)? {
            target -= 1;
        }
        Ok(target)
    }

    fn known(&self, region: &Region) -> Count {
        let most = region.size();
        self.table.probe(region.key()).map_or(Count { least: 1, most }, |[least, most]| Count { least, most })
    }

    /// Whether so many moves can be made.
    fn can_make(&mut self, region: &Region, target: u32) -> Result<bool, Exhausted> {
        let known = self.known(region);
        if target <= known.least {
            return Ok(true);
        }
        if target > known.most {
            return Ok(false);
        }
        self.patience = self.patience.checked_sub(1).ok_or(Exhausted)?;
        let left = self.patience;
        let mut found = false;
        for (_, next) in ordered_moves::<N>(region) {
            if self.parts_can_make(&next, target - 1)? {
                found = true;
                break;
            }
        }
        let (least, most) = if found { (target, known.most) } else { (known.least, target - 1) };
        self.table.store(region.key(), u64::from(left - self.patience), [least, most]);
        Ok(found)
    }

    /// The same of what a move leaves, which may have fallen apart.
    fn parts_can_make(&mut self, region: &Region, target: u32) -> Result<bool, Exhausted> {
        let (mut parts, mut most) = (Vec::new(), 0);
        Board::<N>::each_part(region, |part| {
            most += part.size();
            parts.push(part);
        });
        if most < target {
            return Ok(false);
        }
        if let [part] = &parts[..] {
            return self.can_make(part, target);
        }
        let mut slack = most - target;
        for part in &parts {
            let size = part.size();
            let longest = self.longest(part, size)?;
            let Some(rest) = slack.checked_sub(size - longest) else { return Ok(false) };
            slack = rest;
        }
        Ok(true)
    }
}

/// What the moves make of a region, each thing once. Arrows into corners come first: who fills them cuts nothing off.
fn ordered_moves<const N: usize>(region: &Region) -> Vec<(u32, Region)> {
    let mut moves = Vec::new();
    Board::<N>::each_move(region, Side::First, |next, arrow| {
        let around = Board::<N>::grown(1 << arrow) & next.squares();
        moves.push((around.count_ones(), next));
    });
    moves.sort_unstable_by_key(|(around, next)| (*around, next.empty, next.amazons[0]));
    moves.dedup();
    moves
}

/// How many moves are made if the one that looks best is always taken.
fn greedy<const N: usize>(region: &Region) -> u32 {
    let mut left = Some(*region);
    let mut count = 0;
    while let Some(region) = left {
        let kept = |next: &Region| {
            let mut kept = 0;
            Board::<N>::each_part(next, |part| kept += part.size());
            kept
        };
        left = ordered_moves::<N>(&region).into_iter().map(|(_, next)| next).rev().max_by_key(kept);
        count += u32::from(left.is_some());
    }
    count
}
