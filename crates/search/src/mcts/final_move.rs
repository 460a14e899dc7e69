//! The final move: from the statistics of the root to a search result.

use std::collections::{BTreeMap, HashMap};

use quevedo_core::{Game, Score, SearchResult, Side};

use super::proof::NodeProof;
use super::rollout::score_from_value;
use super::tree::{Node, NodeId, ROOT, Stats, Tree};

/// A move with the statistics of its node.
#[derive(Clone, Copy)]
struct Candidate<M> {
    mv: M,
    stats: Stats,
    proof: NodeProof,
}

impl<M> Candidate<M> {
    /// A move that has no node.
    const fn new(mv: M) -> Self {
        Self { mv, stats: Stats { points: 0.0, visits: 0 }, proof: NodeProof::Open }
    }

    /// The ranking key; greater is better. First proved wins, the shortest first; then what is not lost, by visits
    /// (robust child); then proved losses, the longest first.
    fn rank(&self, turn: Side) -> (i32, f64, f64) {
        match self.proof {
            NodeProof::Won { by, plies } if by == turn => (1, -f64::from(plies), 0.0),
            NodeProof::Won { plies, .. } => (-1, f64::from(plies), 0.0),
            _ => (0, f64::from(self.stats.visits), self.stats.mean(turn)),
        }
    }
}

impl<M: Copy> From<&Node<M>> for Candidate<M> {
    fn from(node: &Node<M>) -> Self {
        Self { mv: node.mv, stats: node.stats(), proof: node.proof }
    }
}

/// The best of the candidates by [`Candidate::rank`]. A proved draw is better than a move with more visits and a mean
/// below a half.
fn best<M: Copy>(candidates: impl Iterator<Item = Candidate<M>> + Clone, turn: Side) -> Option<Candidate<M>> {
    // The first of equals; `max_by` would take the last.
    let first_best = |a: Candidate<M>, b: Candidate<M>| if b.rank(turn) > a.rank(turn) { b } else { a };
    let best = candidates.clone().reduce(first_best)?;
    let is_worse_than_draw = best.proof == NodeProof::Open && best.stats.mean(turn) < 0.5;
    let draw = candidates.filter(|candidate| candidate.proof == NodeProof::Drawn).reduce(first_best);
    Some(draw.filter(|_| is_worse_than_draw).unwrap_or(best))
}

/// The result among these moves; `None` only if there is no move. `depth` is the longest path of the search, `sims` its
/// simulations.
pub(super) fn search_result<G: Game>(
    root: &G,
    moves: &[G::Move],
    tree: &Tree<G::Move>,
    depth: usize,
    sims: u64,
    scale: f64,
) -> Option<SearchResult<G::Move>> {
    let candidates = candidates(moves, tree);
    let turn = root.turn();
    let chosen = best(candidates.iter().copied(), turn)?;
    let pv = principal_variation(root, tree, chosen.mv);
    Some(SearchResult {
        score: Some(score(&chosen, turn, scale)),
        depth: depth.max(pv.len()) as u32,
        nodes: sims,
        pv,
        visits: candidates.iter().map(|candidate| (candidate.mv, candidate.stats.visits.into())).collect(),
        ..SearchResult::of_move(chosen.mv)
    })
}

/// These moves in their order, with the statistics of the root's children.
fn candidates<M: Copy + Eq + std::hash::Hash>(moves: &[M], tree: &Tree<M>) -> Vec<Candidate<M>> {
    let mut candidates: Vec<_> = moves.iter().copied().map(Candidate::new).collect();
    let indices: HashMap<M, usize> = moves.iter().enumerate().map(|(index, mv)| (*mv, index)).collect();
    for child in tree.children(ROOT) {
        if let Some(index) = indices.get(&child.mv) {
            candidates[*index] = Candidate::from(child);
        }
    }
    candidates
}

/// How often each pair of moves from the root was visited, in the order of the moves; pairs without visits are left out.
pub(super) fn visit_pairs<M: Copy + Ord>(tree: &Tree<M>) -> Vec<(M, M, u64)> {
    let mut sums = BTreeMap::new();
    if tree.len() > 0 {
        for (index, first) in tree.children(ROOT).iter().enumerate() {
            for second in tree.children(tree.child(ROOT, index)).iter().filter(|node| node.visits() > 0) {
                sums.insert((first.mv, second.mv), u64::from(second.visits()));
            }
        }
    }
    sums.into_iter().map(|((first, second), count)| (first, second, count)).collect()
}

fn score<M>(chosen: &Candidate<M>, turn: Side, scale: f64) -> Score {
    chosen.proof.score(turn, 1).unwrap_or_else(|| score_from_value(chosen.stats.mean(turn), scale))
}

/// The principal variation that begins with the chosen move: the best moves, as far as they were visited.
fn principal_variation<G: Game>(root: &G, tree: &Tree<G::Move>, chosen: G::Move) -> Vec<G::Move> {
    let mut position = root.clone();
    position.play(chosen);
    let mut pv = vec![chosen];
    if let Some(node) = tree.find(ROOT, chosen) {
        extend_pv(tree, node, position, &mut pv);
    }
    pv
}

/// Appends the best moves from a node on, as far as they were visited.
fn extend_pv<G: Game>(tree: &Tree<G::Move>, mut node: NodeId, mut position: G, pv: &mut Vec<G::Move>) {
    let is_visited = |child: &&Node<G::Move>| child.visits() > 0 || child.proof.is_proved();
    while let Some(next) = best(tree.children(node).iter().filter(is_visited).map(Candidate::from), position.turn()) {
        pv.push(next.mv);
        position.play(next.mv);
        let Some(child) = tree.find(node, next.mv) else { break };
        node = child;
    }
}
