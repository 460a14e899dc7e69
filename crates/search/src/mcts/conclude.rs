//! From what the trees know to a move.

use std::collections::{BTreeMap, HashMap};

use quevedo_core::{Game, Score, SearchResult, Side};

use super::proof::Proof;
use super::rollout::score_of;
use super::searcher::Searcher;
use super::tree::{Node, NodeId, ROOT, Stats, Tree};

/// A move of the root, and what all trees together know of it.
#[derive(Clone, Copy)]
struct Candidate<M> {
    mv: M,
    /// As in a [`Node`], but so many trees may have visited so often that 32 bits do not count it.
    visits: u64,
    points: f64,
    proof: Proof,
}

impl<M> Candidate<M> {
    const fn new(mv: M) -> Self {
        Self { mv, visits: 0, points: 0.0, proof: Proof::Open }
    }

    /// Adds what one tree knows. Any tree's proof is a proof.
    fn add(&mut self, stats: &Stats) {
        self.visits += u64::from(stats.visits);
        self.points += stats.points;
        if stats.proof.is_proved() {
            self.proof = stats.proof;
        }
    }

    /// The mean points of `side`.
    fn mean(&self, side: Side) -> f64 {
        if self.visits == 0 {
            return 0.5;
        }
        let first = self.points / self.visits as f64;
        if side == Side::First { first } else { 1.0 - first }
    }

    /// By what the best is found; more is better. A proved win, the sooner the better; then what is not lost, the
    /// more often tried the better; then the losses, the later the better.
    fn rank(&self, turn: Side) -> (i32, f64, f64) {
        match self.proof {
            Proof::Won { by, plies } if by == turn => (1, -f64::from(plies), 0.0),
            Proof::Won { plies, .. } => (-1, f64::from(plies), 0.0),
            _ => (0, self.visits as f64, self.mean(turn)),
        }
    }
}

impl<M: Copy> From<&Node<M>> for Candidate<M> {
    fn from(node: &Node<M>) -> Self {
        let mut candidate = Self::new(node.mv);
        candidate.add(&node.stats);
        candidate
    }
}

/// The best of the candidates: see [`Candidate::rank`]. A proved draw is better than a move tried more often that
/// seems to lose.
fn best<M: Copy>(candidates: impl Iterator<Item = Candidate<M>> + Clone, turn: Side) -> Option<Candidate<M>> {
    // The first of equals, where `max_by` would take the last.
    let first_best = |a: Candidate<M>, b: Candidate<M>| if b.rank(turn) > a.rank(turn) { b } else { a };
    let best = candidates.clone().reduce(first_best)?;
    let seems_lost = best.proof == Proof::Open && best.mean(turn) < 0.5;
    let draw = candidates.filter(|candidate| candidate.proof == Proof::Drawn).reduce(first_best);
    Some(draw.filter(|_| seems_lost).unwrap_or(best))
}

/// What the searches have come to after `sims` simulations, of these moves; `None` only if there are none.
pub(super) fn conclude<G: Game>(
    root: &G,
    moves: &[G::Move],
    searchers: &[&Searcher<G>],
    sims: u64,
    scale: f64,
) -> Option<SearchResult<G::Move>> {
    let candidates = gather(moves, searchers);
    let turn = root.turn();
    let chosen = best(candidates.iter().copied(), turn)?;
    let pv = principal_variation(root, searchers, chosen.mv);
    let depth = searchers.iter().map(|searcher| searcher.depth).max().unwrap_or(0).max(pv.len());
    Some(SearchResult {
        score: Some(score(&chosen, turn, scale)),
        depth: depth as u32,
        nodes: sims,
        pv,
        visits: candidates.iter().map(|candidate| (candidate.mv, candidate.visits)).collect(),
        ..SearchResult::of_move(chosen.mv)
    })
}

/// These moves, in their order, with what all trees know of them.
fn gather<G: Game>(moves: &[G::Move], searchers: &[&Searcher<G>]) -> Vec<Candidate<G::Move>> {
    let mut candidates: Vec<_> = moves.iter().copied().map(Candidate::new).collect();
    let places: HashMap<G::Move, usize> =
        candidates.iter().enumerate().map(|(place, candidate)| (candidate.mv, place)).collect();
    for searcher in searchers {
        for child in searcher.tree.children(ROOT) {
            if let Some(place) = places.get(&child.mv) {
                candidates[*place].add(&child.stats);
            }
        }
    }
    candidates
}

/// How often the trees together tried each pair of moves from the root; pairs never tried are left out.
pub(super) fn pairs<'t, M: Copy + Ord + 't>(trees: impl Iterator<Item = &'t Tree<M>>) -> Vec<(M, M, u64)> {
    let mut sums = BTreeMap::new();
    for tree in trees.filter(|tree| tree.len() > 0) {
        for (index, first) in tree.children(ROOT).iter().enumerate() {
            for second in tree.children(tree.child(ROOT, index)).iter().filter(|node| node.stats.visits > 0) {
                *sums.entry((first.mv, second.mv)).or_insert(0) += u64::from(second.stats.visits);
            }
        }
    }
    sums.into_iter().map(|((first, second), count)| (first, second, count)).collect()
}

fn score<M>(chosen: &Candidate<M>, turn: Side, scale: f64) -> Score {
    chosen.proof.score(turn, 1).unwrap_or_else(|| score_of(chosen.mean(turn), scale))
}

/// The line of best play by the tree that knows most about the chosen move.
fn principal_variation<G: Game>(root: &G, searchers: &[&Searcher<G>], chosen: G::Move) -> Vec<G::Move> {
    let known = searchers.iter().filter_map(|searcher| Some((&searcher.tree, searcher.tree.find(ROOT, chosen)?)));
    let most = known.max_by_key(|(tree, node)| (tree[*node].stats.proof.is_proved(), tree[*node].stats.visits));
    let mut position = root.clone();
    position.play(chosen);
    let mut pv = vec![chosen];
    if let Some((tree, node)) = most {
        follow(tree, node, position, &mut pv);
    }
    pv
}

/// Appends the moves that are best by one tree, as far as it has tried them.
fn follow<G: Game>(tree: &Tree<G::Move>, mut node: NodeId, mut position: G, pv: &mut Vec<G::Move>) {
    let tried = |child: &&Node<G::Move>| child.stats.visits > 0 || child.stats.proof.is_proved();
    while let Some(next) = best(tree.children(node).iter().filter(tried).map(Candidate::from), position.turn()) {
        pv.push(next.mv);
        position.play(next.mv);
        let Some(child) = tree.find(node, next.mv) else { break };
        node = child;
    }
}
