//! How many moves a side can make where it is alone.
//!
//! Every move shoots one square away, so there are never more moves than empty squares; often there are exactly as
//! many, but an amazon between two corners may have to give one up (a *defective* region; M. Müller and T. Tegos,
//! *Experiments in computer amazons*, More Games of No Chance, 2002). To find the longest sequence of moves is as hard as to find a
//! Hamiltonian path. The search tries to fill all squares first, then all but one, and so on:
//! the fewer squares may be lost, the fewer moves have to be tried.

use quevedo_core::Side;

use super::board::{Board, Region};
use super::table::PairTable;

/// The node budget of one region. Beyond it the count is a pair of bounds.
const NODE_BUDGET: u32 = 3000;

/// Bounds of the number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    /// So many can be made.
    pub(super) least: u32,
    /// No more can be made.
    pub(super) most: u32,
}

/// Counts moves in regions of one side, and caches the counts.
pub(super) struct Fillings<const N: usize> {
    table: PairTable,
    budget: u32,
}

/// The node budget is used up.
struct Exhausted;

impl<const N: usize> Fillings<N> {
    pub(super) fn new(mib: usize) -> Self {
        Self { table: PairTable::new(mib), budget: 0 }
    }

    /// How many moves the owner can make in a region in one piece.
    pub(super) fn count(&mut self, region: &Region, owner: Side) -> Count {
        // Colours do not matter here.
        let region = Region { amazons: [region.amazons[owner.index()], 0], ..*region };
        self.budget = NODE_BUDGET;
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

    /// Whether `target` moves can be made.
    fn can_make(&mut self, region: &Region, target: u32) -> Result<bool, Exhausted> {
        let known = self.known(region);
        if target <= known.least {
            return Ok(true);
        }
        if target > known.most {
            return Ok(false);
        }
        self.budget = self.budget.checked_sub(1).ok_or(Exhausted)?;
        let left = self.budget;
        let mut found = false;
        for (_, next) in ordered_moves::<N>(region) {
            if self.parts_can_make(&next, target - 1)? {
                found = true;
                break;
            }
        }
        let (least, most) = if found { (target, known.most) } else { (known.least, target - 1) };
        self.table.store(region.key(), u64::from(left - self.budget), [least, most]);
        Ok(found)
    }

    /// The same for the region after a move, which may have several parts.
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

/// The successors of a region, each once. Arrows into corners come first: they cut nothing off.
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

/// The number of moves of a greedy sequence.
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quevedo_core::{Game, Notation, Rng};
    use quevedo_games::Amazons;

    use super::*;

    /// The count of the first side, with the amazons of the second side as arrows.
    fn counted(position: &Amazons<6>) -> [u32; 2] {
        let mut fillings = Fillings::<6>::new(1);
        let whole = Board::whole(position);
        let alone = Region { amazons: [whole.amazons[Side::First.index()], 0], ..whole };
        let mut total = [0; 2];
        Board::<6>::each_part(&alone, |part| {
            let count = fillings.count(&part, Side::First);
            total = [total[0] + count.least, total[1] + count.most];
        });
        total
    }

    /// The longest sequence of moves of the first side if the second never moves, by trying them all.
    fn longest_sequence(position: &Amazons<6>, known: &mut HashMap<[u128; 2], u32>) -> u32 {
        let key = [position.amazons(Side::First), position.arrows()];
        if let Some(length) = known.get(&key) {
            return *length;
        }
        let moves = position.legal_moves().into_iter();
        let longest = moves.map(|mv| {
            let mut next = *position;
            next.play(mv);
            let passed = Amazons::parse(&next.show().replace(" b", " w")).unwrap();
            1 + longest_sequence(&passed, known)
        });
        let longest = longest.max().unwrap_or(0);
        known.insert(key, longest);
        longest
    }

    /// Regions of one to three amazons in a block; the other side stands behind arrows.
    #[test]
    fn fillings_are_the_longest_sequences_of_moves() {
        let mut rng = Rng::with_seed(5);
        let mut defective = 0;
        for index in 0..200 {
            let empties = 3 + index % 5;
            let mut squares = vec!['Q'; 1 + index % 3];
            squares.resize(squares.len() + empties, '1');
            squares.resize(12, '*');
            rng.shuffle(&mut squares);
            let mut ranks: Vec<String> =
                squares.chunks(4).map(|row| format!("{}**", row.iter().collect::<String>())).collect();
            ranks.extend(["******", "******", "*****q"].map(String::from));
            let text = format!("{} w", ranks.join("/")).replace("1111", "4").replace("111", "3").replace("11", "2");
            let position = Amazons::parse(&text).unwrap();
            let expected = longest_sequence(&position, &mut HashMap::new());
            assert_eq!(counted(&position), [expected; 2], "{text}");
            defective += u32::from((expected as usize) < empties);
        }
        assert!(defective > 20, "regions that cannot be filled are what this is about: {defective}");
    }
}
