//! The final move: from the statistics of the root to a search result.

use std::collections::{BTreeMap, HashMap};

use quevedo_core::{Game, Score, SearchResult, Side};

use super::proof::NodeProof;
use super::rollout::score_from_value;
use super::tree::{Node, NodeId, ROOT, Stats, Tree};

/// A move, known by its index, with the statistics of its node.
#[derive(Clone, Copy)]
struct Candidate {
    index: usize,
    stats: Stats,
    proof: NodeProof,
}

impl Candidate {
    /// A move that has no node.
    const fn without_node(index: usize) -> Self {
        Self { index, stats: Stats { points: 0.0, visits: 0 }, proof: NodeProof::Open }
    }

    fn new<M>(index: usize, node: &Node<M>) -> Self {
        Self { index, stats: node.stats(), proof: node.proof }
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

/// The best of the candidates by [`Candidate::rank`]. A proved draw is better than a move with more visits and a mean
/// below a half.
fn best(candidates: &[Candidate], turn: Side) -> Option<Candidate> {
    let candidates = candidates.iter().copied();
    // The first of equals; `max_by` would take the last.
    let first_best = |a: Candidate, b: Candidate| if b.rank(turn) > a.rank(turn) { b } else { a };
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
    let chosen = best(&candidates, turn)?;
    let mv = moves[chosen.index];
    let pv = principal_variation(root, tree, mv);
    Some(SearchResult {
        score: Some(score(&chosen, turn, scale)),
        depth: depth.max(pv.len()) as u32,
        nodes: sims,
        pv,
        visits: moves.iter().zip(&candidates).map(|(mv, candidate)| (*mv, candidate.stats.visits.into())).collect(),
        ..SearchResult::of_move(mv)
    })
}

/// These moves in their order, with the statistics of the root's children.
fn candidates<M: Copy + Eq + std::hash::Hash>(moves: &[M], tree: &Tree<M>) -> Vec<Candidate> {
    let mut candidates: Vec<_> = (0..moves.len()).map(Candidate::without_node).collect();
    let indices: HashMap<M, usize> = moves.iter().enumerate().map(|(index, mv)| (*mv, index)).collect();
    for child in tree.children(ROOT) {
        if let Some(index) = indices.get(&child.mv) {
            candidates[*index] = Candidate::new(*index, child);
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

fn score(chosen: &Candidate, turn: Side, scale: f64) -> Score {
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
    loop {
        let children = tree.children(node);
        let mut candidates = Vec::new();
        for (index, child) in children.iter().enumerate() {
            if child.visits() > 0 || child.proof.is_proved() {
                candidates.push(Candidate::new(index, child));
            }
        }
        let Some(next) = best(&candidates, position.turn()) else { break };
        let mv = children[next.index].mv;
        pv.push(mv);
        position.play(mv);
        node = tree.child(node, next.index);
    }
}
