//! Expansion: how a node gets its children.

use quevedo_core::{Evaluator, Game, Rng, score};

use super::SearchContext;
use super::proof::NodeProof;
use super::settings::Policy;
use super::tree::{NewChild, Node, NodeId, Tree};

/// Buffers for the policy priors of a position, and whether the evaluator has a policy at all.
pub(super) struct PolicyPriors<M> {
    moves: Vec<M>,
    priors: Vec<f32>,
    /// `None` before the first call of the evaluator.
    has_policy: Option<bool>,
}

impl<M: Copy + Eq> PolicyPriors<M> {
    pub(super) const fn new() -> Self {
        Self { moves: Vec::new(), priors: Vec::new(), has_policy: None }
    }

    /// Whether the evaluator has given priors before.
    #[inline]
    pub(super) fn has_policy(&self) -> bool {
        self.has_policy == Some(true)
    }

    /// Sets the priors of new children by the evaluator's policy. Children where the game is over are proved. Returns
    /// `false` if the evaluator has no policy.
    fn set_priors<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        children: &mut [NewChild<M>],
        position: &G,
        evaluator: &E,
    ) -> bool {
        if self.has_policy == Some(false) {
            return false;
        }
        self.moves.clear();
        self.moves.extend(children.iter().map(|child| child.mv));
        self.priors.clear();
        self.priors.resize(children.len(), 0.0);
        let has_policy = evaluator.priors(position, &self.moves, &mut self.priors);
        self.has_policy = Some(has_policy);
        for (child, prior) in children.iter_mut().zip(&self.priors).filter(|_| has_policy) {
            child.prior = *prior;
            let mut after = position.clone();
            after.play(child.mv);
            child.proof = after.ended().map_or(NodeProof::Open, NodeProof::of);
        }
        has_policy
    }
}

/// The children of a node, one for every legal move, or for the best ones where the policy cuts. Their order is the order
/// in which they are tried: best first by prior or static evaluation, else random, so that no part of the board is
/// preferred when not all can be tried. Returns whether the node is cut. Children that are cut are dropped, but in a
/// shared tree they stay behind the others: no node can be moved there.
pub(super) fn new_children<G: Game, E: Evaluator<G>>(
    children: &mut Vec<NewChild<G::Move>>,
    position: &G,
    context: &SearchContext<'_, E>,
    policy_priors: &mut PolicyPriors<G::Move>,
    rng: &mut Rng,
) -> bool {
    let SearchContext { settings, evaluator, .. } = *context;
    let is_puct = settings.policy == Policy::Puct;
    let mut is_cut = false;
    children.clear();
    position.each_move(|mv| children.push(NewChild::new(mv)));
    if is_puct && policy_priors.set_priors(children, position, evaluator) {
        sort_best_first(children, None);
    } else if settings.orders_children() {
        evaluate_children(children, position, evaluator);
        let mut visible = children.len();
        if settings.policy == Policy::UcbCut && children.len() > settings.width.max(1) {
            (is_cut, visible) = (true, settings.width.max(1));
        }
        sort_best_first(children, is_cut.then_some(visible));
        if is_cut && !context.is_shared {
            children.truncate(visible);
        }
        if is_puct {
            softmax(children, settings.scale);
        }
    } else {
        rng.shuffle(children);
    }
    is_cut
}

/// Adds the missing children of a node that was cut: needed when all children that were kept are lost.
/// Another thread may have done it.
pub(super) fn add_cut_children<G: Game>(tree: &mut Tree<G::Move>, parent: NodeId, position: &G) {
    if tree[parent].is_cut && !tree.has_hidden_children(parent) {
        let mut children = tree.children(parent).to_vec();
        for mv in position.legal_moves() {
            if tree.find(parent, mv).is_none() {
                children.push(Node::new(mv));
            }
        }
        tree.attach_children(parent, children);
    }
    tree[parent].is_cut = false;
}

/// Sets the prior of each child to its score for the side that makes the move. Children where the game is over are
/// proved.
fn evaluate_children<G: Game, E: Evaluator<G>>(children: &mut [NewChild<G::Move>], position: &G, evaluator: &E) {
    let turn = position.turn();
    for child in children {
        let mut after = position.clone();
        after.play(child.mv);
        let score = if let Some(outcome) = after.outcome() {
            child.proof = NodeProof::of(outcome);
            child.proof.score(turn, 0).unwrap_or(score::DRAW)
        } else {
            let score = score::clamp(evaluator.evaluate(&after));
            if after.turn() == turn { score } else { -score }
        };
        child.prior = score as f32;
    }
}

/// Sorts children by their priors, the greatest first; with `sorted` only so many of them, and the others come behind in any
/// order.
fn sort_best_first<M: Copy>(children: &mut [NewChild<M>], sorted: Option<usize>) {
    let mut ranks = Vec::with_capacity(children.len());
    let mut unsorted = Vec::with_capacity(children.len());
    for (index, child) in children.iter().enumerate() {
        ranks.push(Rank { prior: child.prior, index });
        unsorted.push(*child);
    }
    Rank::sort(&mut ranks, sorted);
    for (child, rank) in children.iter_mut().zip(&ranks) {
        *child = unsorted[rank.index];
    }
}

/// The prior of a child, and its index before sorting. It knows no move, so that sorting is compiled once.
struct Rank {
    prior: f32,
    index: usize,
}

impl Rank {
    fn sort(ranks: &mut [Self], sorted: Option<usize>) {
        let best_first = |a: &Self, b: &Self| b.prior.total_cmp(&a.prior);
        let mut best = ranks;
        if let Some(count) = sorted {
            best.select_nth_unstable_by(count, best_first);
            best = &mut best[..count];
        }
        best.sort_unstable_by(best_first);
    }
}

/// Softmax: turns the scores of the children, best first, into probabilities.
fn softmax<M>(children: &mut [NewChild<M>], temperature: f64) {
    let Some(best) = children.first().map(|child| child.prior) else { return };
    let mut sum = 0.0;
    for child in &mut *children {
        child.prior = ((child.prior - best) / temperature as f32).exp();
        sum += child.prior;
    }
    for child in children {
        child.prior /= sum;
    }
}
