//! The final move: from the statistics of the roots to a search result.

use std::collections::{BTreeMap, HashMap};

use quevedo_core::{Game, Score, SearchResult, Side};

use super::proof::NodeProof;
use super::rollout::score_from_value;
use super::searcher::Searcher;
use super::tree::{Node, NodeId, ROOT, Stats, Tree};

/// A move of the root, with the statistics of all trees together.
#[derive(Clone, Copy)]
struct Candidate<M> {
    mv: M,
    /// As in a [`Node`], but the sum over many trees may not fit into 32 bits.
    visits: u64,
    points: f64,
    proof: NodeProof,
}

impl<M> Candidate<M> {
    const fn new(mv: M) -> Self {
        Self { mv, visits: 0, points: 0.0, proof: NodeProof::Open }
    }

    /// Adds the statistics of one tree. A proof of any tree is a proof.
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

    /// The ranking key; greater is better. First proved wins, the shortest first; then what is not lost, by visits
    /// (robust child); then proved losses, the longest first.
    fn rank(&self, turn: Side) -> (i32, f64, f64) {
        match self.proof {
            NodeProof::Won { by, plies } if by == turn => (1, -f64::from(plies), 0.0),
            NodeProof::Won { plies, .. } => (-1, f64::from(plies), 0.0),
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

/// The best of the candidates by [`Candidate::rank`]. A proved draw is better than a move with more visits and a mean
/// below a half.
fn best<M: Copy>(candidates: impl Iterator<Item = Candidate<M>> + Clone, turn: Side) -> Option<Candidate<M>> {
    // The first of equals; `max_by` would take the last.
    let first_best = |a: Candidate<M>, b: Candidate<M>| if b.rank(turn) > a.rank(turn) { b } else { a };
    let best = candidates.clone().reduce(first_best)?;
    let is_worse_than_draw = best.proof == NodeProof::Open && best.mean(turn) < 0.5;
    let draw = candidates.filter(|candidate| candidate.proof == NodeProof::Drawn).reduce(first_best);
    Some(draw.filter(|_| is_worse_than_draw).unwrap_or(best))
}

/// The result among these moves after `sims` simulations; `None` only if there is no move.
pub(super) fn search_result<G: Game>(
    root: &G,
    moves: &[G::Move],
    searchers: &[&Searcher<G>],
    sims: u64,
    scale: f64,
) -> Option<SearchResult<G::Move>> {
    let candidates = merge_roots(moves, searchers);
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

/// These moves in their order, with the statistics of all trees.
fn merge_roots<G: Game>(moves: &[G::Move], searchers: &[&Searcher<G>]) -> Vec<Candidate<G::Move>> {
    let mut candidates: Vec<_> = moves.iter().copied().map(Candidate::new).collect();
    let indices: HashMap<G::Move, usize> =
        candidates.iter().enumerate().map(|(index, candidate)| (candidate.mv, index)).collect();
    for searcher in searchers {
        for child in searcher.tree.children(ROOT) {
            if let Some(index) = indices.get(&child.mv) {
                candidates[*index].add(&child.stats);
            }
        }
    }
    candidates
}

/// How often the trees together visited each pair of moves from the root; pairs without visits are left out.
pub(super) fn visit_pairs<'t, M: Copy + Ord + 't>(trees: impl Iterator<Item = &'t Tree<M>>) -> Vec<(M, M, u64)> {
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
    chosen.proof.score(turn, 1).unwrap_or_else(|| score_from_value(chosen.mean(turn), scale))
}

/// The principal variation by the tree that has proved the chosen move or visited it most.
fn principal_variation<G: Game>(root: &G, searchers: &[&Searcher<G>], chosen: G::Move) -> Vec<G::Move> {
    let nodes = searchers.iter().filter_map(|searcher| Some((&searcher.tree, searcher.tree.find(ROOT, chosen)?)));
    let most = nodes.max_by_key(|(tree, node)| (tree[*node].stats.proof.is_proved(), tree[*node].stats.visits));
    let mut position = root.clone();
    position.play(chosen);
    let mut pv = vec![chosen];
    if let Some((tree, node)) = most {
        extend_pv(tree, node, position, &mut pv);
    }
    pv
}

/// Appends the best moves of one tree, as far as it has visited them.
fn extend_pv<G: Game>(tree: &Tree<G::Move>, mut node: NodeId, mut position: G, pv: &mut Vec<G::Move>) {
    let is_visited = |child: &&Node<G::Move>| child.stats.visits > 0 || child.stats.proof.is_proved();
    while let Some(next) = best(tree.children(node).iter().filter(is_visited).map(Candidate::from), position.turn()) {
        pv.push(next.mv);
        position.play(next.mv);
        let Some(child) = tree.find(node, next.mv) else { break };
        node = child;
    }
}
