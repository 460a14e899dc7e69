//! Who wins a sum, by proof numbers.
//!
//! Depth-first proof-number search (A. Nagai, *Df-pn algorithm for searching AND/OR trees*, 2002): of every position two numbers say
//! how much it would take at least to prove a win and a loss of the side to move; the move that costs the opponent least
//! is looked at next, until another one costs less. Positions are reached in many ways, and a sum over moves would count
//! what they share many times; so the largest of them counts, and one for each other (T. Ueda et al., *Weak proof-number
//! search*, Computers and Games 2008).
//!
//! A side can also spend a spare move. It never has to while a region is hot in the strict sense (Conway's number
//! avoidance), but whether it is shows only in the end: so it is a move like any other.

use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_core::Side;

use super::board::{Board, Region};
use super::knowledge::Knowledge;
use super::sum::Sum;
use super::table::{LARGEST, Table};

/// Nothing proves this any more.
const NEVER: u32 = LARGEST;
/// Positions between two words about progress.
const PAUSE: u64 = 1 << 10;

/// How much it takes to prove that the side to move wins, and that it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Proof {
    win: u32,
    loss: u32,
}

impl Proof {
    const WON: Self = Self { win: 0, loss: NEVER };
    const LOST: Self = Self { win: NEVER, loss: 0 };

    fn decided(wins: bool) -> Self {
        if wins { Self::WON } else { Self::LOST }
    }

    fn is_settled(self) -> bool {
        self.win == 0 || self.loss == 0
    }
}

/// A position after a move that is not decided yet.
struct Child {
    key: u128,
    /// Which hot region was moved in, and what it is now; none for a spare move.
    moved: Option<(usize, Region)>,
    proof: Proof,
}

/// Stopped before anything was proved.
pub(super) struct Stopped;

/// The search with all it remembers.
pub(super) struct Search<'a, const N: usize> {
    pub(super) knowledge: &'a mut Knowledge<N>,
    pub(super) table: &'a mut Table,
    pub(super) stop: &'a AtomicBool,
    pub(super) progress: &'a mut dyn FnMut(u64),
    pub(super) nodes: u64,
}

impl<const N: usize> Search<'_, N> {
    /// Whether the side to move wins a sum.
    pub(super) fn wins(&mut self, sum: &Sum, turn: Side) -> Result<bool, Stopped> {
        if let Some(wins) = sum.decided(turn) {
            return Ok(wins);
        }
        let proof = match self.known(sum, turn) {
            proof if proof.is_settled() => proof,
            _ => self.prove(sum, turn, Proof { win: NEVER, loss: NEVER })?,
        };
        Ok(proof.win == 0)
    }

    /// What is known of a sum without a look at its moves. At first, a proof takes the longer the further its bound is from
    /// deciding.
    fn known(&self, sum: &Sum, turn: Side) -> Proof {
        if let Some([win, loss]) = self.table.probe(sum.key(turn)) {
            return Proof { win, loss };
        }
        let [lower, upper] = sum.bounds();
        let (first, second) = (1 + (-lower).max(0) as u32, 1 + upper.max(0) as u32);
        let (win, loss) = if turn == Side::First { (first, second) } else { (second, first) };
        Proof { win, loss }
    }

    /// Searches an undecided sum until it is settled or one of its numbers reaches the limit.
    fn prove(&mut self, sum: &Sum, turn: Side, limit: Proof) -> Result<Proof, Stopped> {
        self.visit()?;
        let before = self.nodes;
        let mut children = Vec::new();
        let won = self.expand(sum, turn, &mut children);
        let proof = loop {
            let proof = if won { Proof::WON } else { gathered(&children) };
            if proof.is_settled() || proof.win >= limit.win || proof.loss >= limit.loss {
                break proof;
            }
            let (best, second) = cheapest(&children);
            let child = &children[best];
            // The child moves next: its loss is our win.
            let child_limit = Proof {
                loss: limit.win.min((second + second / 4).saturating_add(1)),
                win: (limit.loss - proof.loss).saturating_add(child.proof.win).min(NEVER),
            };
            let next = self.child_sum(sum, child.moved);
            children[best].proof = self.prove(&next, !turn, child_limit)?;
        };
        self.table.store(sum.key(turn), self.nodes - before + 1, [proof.win, proof.loss]);
        Ok(proof)
    }

    fn visit(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes % PAUSE == 0 {
            (self.progress)(self.nodes);
        }
        // Asked every time: on a large board one position has thousands of moves.
        if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Lists what the moves lead to, each sum once and those that lose at once left out; true if one wins at once.
    fn expand(&mut self, sum: &Sum, turn: Side, children: &mut Vec<Child>) -> bool {
        let mut won = false;
        for index in 0..sum.hot.len() {
            let rest = sum.without(index);
            Board::<N>::each_move(&sum.hot[index].region, turn, |region, _| {
                if !won {
                    let mut next = rest.clone();
                    self.knowledge.add(&region, &mut next);
                    won = self.judge(&next, turn, Some((index, region)), children);
                }
            });
        }
        let can_wait = if turn == Side::First { sum.spare > 0 } else { sum.spare < 0 };
        if !won && can_wait {
            let next = self.child_sum(sum, None);
            won = self.judge(&next, turn, None, children);
        }
        children.sort_unstable_by_key(|child| child.key);
        children.dedup_by_key(|child| child.key);
        won
    }

    /// Whether a move wins at once; if it does not lose at once either, it is listed.
    fn judge(&self, next: &Sum, turn: Side, moved: Option<(usize, Region)>, children: &mut Vec<Child>) -> bool {
        let proof = next.decided(!turn).map_or_else(|| self.known(next, !turn), Proof::decided);
        if proof.win != 0 {
            children.push(Child { key: next.key(!turn), moved, proof });
        }
        proof.loss == 0
    }

    fn child_sum(&mut self, sum: &Sum, moved: Option<(usize, Region)>) -> Sum {
        if let Some((index, region)) = moved {
            let mut next = sum.without(index);
            self.knowledge.add(&region, &mut next);
            next
        } else {
            Sum { spare: sum.spare - sum.spare.signum(), ..sum.clone() }
        }
    }
}

/// The numbers of a position out of those of its moves.
fn gathered(children: &[Child]) -> Proof {
    let win = children.iter().map(|child| child.proof.loss).min().unwrap_or(NEVER);
    let open = || children.iter().filter(|child| child.proof.win != 0);
    let others = open().count().saturating_sub(1) as u32;
    let hardest = open().map(|child| child.proof.win).max().unwrap_or(0);
    let loss = if win == 0 { NEVER } else { hardest.saturating_add(others).min(NEVER) };
    // Without an open child nothing wins.
    let win = if hardest == 0 { NEVER } else { win };
    Proof { win, loss }
}

/// The child whose loss is cheapest to prove, and how cheap the next one is.
fn cheapest(children: &[Child]) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, NEVER, NEVER);
    for (index, child) in children.iter().enumerate() {
        if child.proof.loss < least {
            (best, second, least) = (index, least, child.proof.loss);
        } else {
            second = second.min(child.proof.loss);
        }
    }
    (best, second)
}
