//! Who wins a sum, by df-pn, depth-first proof-number search (A. Nagai, *Df-pn algorithm for searching AND/OR trees*, 2002).
//!
//! The proof number of a position estimates the least effort to prove a win of the side to move, the disproof number that of
//! a loss. The most-proving child is searched until another one is cheaper. Transpositions are frequent, and a sum over
//! children would count shared subtrees many times; so the disproof number is the largest one of the children plus one for
//! each other child (T. Ueda et al., *Weak proof-number search*, Computers and Games 2008).
//!
//! A side can also spend a spare move. It never has to while a region is hot in the strict sense (Conway's number
//! avoidance), but that is not known before the end: so it is a move like any other.

use std::sync::atomic::AtomicBool;

use quevedo_core::Side;

use super::board::{Board, Region};
use super::regions::RegionEvaluator;
use super::sum::Sum;
use super::table::{LARGEST, PairTable};
use crate::SolveProgress;
use crate::deadline::is_set;

/// The proof number of what cannot be proved.
const INFINITE: u32 = LARGEST;
/// Nodes between two calls of the progress callback.
const PROGRESS_NODES: u64 = 1 << 10;

/// The proof and the disproof number of a position, for a win of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    const WON: Self = Self { proof: 0, disproof: INFINITE };
    const LOST: Self = Self { proof: INFINITE, disproof: 0 };

    fn decided(wins: bool) -> Self {
        if wins { Self::WON } else { Self::LOST }
    }

    fn is_proved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A position after a move that is not decided yet.
struct Child {
    key: u128,
    /// Which hot region was moved in, and what it is now; none for a spare move.
    moved: Option<(usize, Region)>,
    numbers: ProofNumbers,
}

/// The search was stopped.
pub(super) struct Stopped;

/// The search and its tables.
pub(super) struct Search<'a, const N: usize> {
    pub(super) regions: &'a mut RegionEvaluator<N>,
    pub(super) table: &'a mut PairTable,
    pub(super) stop: &'a AtomicBool,
    pub(super) progress: &'a mut dyn FnMut(SolveProgress),
    pub(super) nodes: u64,
}

impl<const N: usize> Search<'_, N> {
    /// Whether the side to move wins a sum.
    pub(super) fn wins(&mut self, sum: &Sum, turn: Side) -> Result<bool, Stopped> {
        if let Some(wins) = sum.decided(turn) {
            return Ok(wins);
        }
        let numbers = match self.known(sum, turn) {
            numbers if numbers.is_proved() => numbers,
            _ => self.prove(sum, turn, ProofNumbers { proof: INFINITE, disproof: INFINITE })?,
        };
        Ok(numbers.proof == 0)
    }

    /// The numbers of a sum before its expansion: from the table, or larger the further its bounds are from a decision.
    fn known(&self, sum: &Sum, turn: Side) -> ProofNumbers {
        if let Some([win, loss]) = self.table.probe(sum.key(turn)) {
            return ProofNumbers { proof: win, disproof: loss };
        }
        let [lower, upper] = sum.bounds();
        let (first, second) = (1 + (-lower).max(0) as u32, 1 + upper.max(0) as u32);
        let (win, loss) = if turn == Side::First { (first, second) } else { (second, first) };
        ProofNumbers { proof: win, disproof: loss }
    }

    /// Searches an undecided sum until it is proved or one of its numbers reaches its threshold.
    fn prove(&mut self, sum: &Sum, turn: Side, limit: ProofNumbers) -> Result<ProofNumbers, Stopped> {
        self.visit()?;
        let before = self.nodes;
        let mut children = Vec::new();
        let won = self.expand(sum, turn, &mut children);
        let numbers = loop {
            let numbers = if won { ProofNumbers::WON } else { combine(&children) };
            if numbers.is_proved() || numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                break numbers;
            }
            let (best, second) = most_proving(&children);
            let child = &children[best];
            // The child moves next: its loss is our win.
            let child_limit = ProofNumbers {
                disproof: limit.proof.min((second + second / 4).saturating_add(1)),
                proof: (limit.disproof - numbers.disproof).saturating_add(child.numbers.proof).min(INFINITE),
            };
            let next = self.child_sum(sum, child.moved);
            children[best].numbers = self.prove(&next, !turn, child_limit)?;
        };
        self.table.store(sum.key(turn), self.nodes - before + 1, [numbers.proof, numbers.disproof]);
        Ok(numbers)
    }

    fn visit(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes % PROGRESS_NODES == 0 {
            (self.progress)(SolveProgress::of_nodes(self.nodes));
        }
        // Read at every node: on a large board one position has thousands of moves.
        if is_set(self.stop) { Err(Stopped) } else { Ok(()) }
    }

    /// Lists the children, each sum once, without those that are already lost; true if a move is already proved to win.
    fn expand(&mut self, sum: &Sum, turn: Side, children: &mut Vec<Child>) -> bool {
        let mut won = false;
        for index in 0..sum.hot.len() {
            let rest = sum.without(index);
            Board::<N>::each_move(&sum.hot[index].region, turn, |region, _| {
                if !won {
                    let mut next = rest.clone();
                    self.regions.add(&region, &mut next);
                    won = self.add_child(&next, turn, Some((index, region)), children);
                }
            });
        }
        let can_wait = if turn == Side::First { sum.spare > 0 } else { sum.spare < 0 };
        if !won && can_wait {
            let next = self.child_sum(sum, None);
            won = self.add_child(&next, turn, None, children);
        }
        children.sort_unstable_by_key(|child| child.key);
        children.dedup_by_key(|child| child.key);
        won
    }

    /// Adds a child unless it is proved to lose; true if it is proved to win.
    fn add_child(&self, next: &Sum, turn: Side, moved: Option<(usize, Region)>, children: &mut Vec<Child>) -> bool {
        let numbers = next.decided(!turn).map_or_else(|| self.known(next, !turn), ProofNumbers::decided);
        if numbers.proof != 0 {
            children.push(Child { key: next.key(!turn), moved, numbers });
        }
        numbers.disproof == 0
    }

    fn child_sum(&mut self, sum: &Sum, moved: Option<(usize, Region)>) -> Sum {
        if let Some((index, region)) = moved {
            let mut next = sum.without(index);
            self.regions.add(&region, &mut next);
            next
        } else {
            Sum { spare: sum.spare - sum.spare.signum(), ..sum.clone() }
        }
    }
}

/// The numbers of a position from those of its children.
fn combine(children: &[Child]) -> ProofNumbers {
    let win = children.iter().map(|child| child.numbers.disproof).min().unwrap_or(INFINITE);
    let open = || children.iter().filter(|child| child.numbers.proof != 0);
    let others = open().count().saturating_sub(1) as u32;
    let hardest = open().map(|child| child.numbers.proof).max().unwrap_or(0);
    let loss = if win == 0 { INFINITE } else { hardest.saturating_add(others).min(INFINITE) };
    // Without an open child nothing wins.
    let win = if hardest == 0 { INFINITE } else { win };
    ProofNumbers { proof: win, disproof: loss }
}

/// The most-proving child, and the disproof number of the next one.
fn most_proving(children: &[Child]) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
    for (index, child) in children.iter().enumerate() {
        if child.numbers.disproof < least {
            (best, second, least) = (index, least, child.numbers.disproof);
        } else {
            second = second.min(child.numbers.disproof);
        }
    }
    (best, second)
}
