//! Expansion: how a node gets its children.

use quevedo_core::{Evaluator, Game, Rng, score};

use super::SearchContext;
use super::proof::NodeProof;
use super::settings::Policy;
use super::tree::{Node, NodeId, Tree};

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
        children: &mut [Node<M>],
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
            child.stats.proof = after.ended().map_or(NodeProof::Open, NodeProof::of);
        }
        has_policy
    }
}

/// Gives a node a child for every legal move, or for the best ones where the policy cuts. The order of the children is
/// the order in which they are tried: best first by prior or static evaluation, else random, so that no part of the
/// board is preferred when not all can be tried.
pub(super) fn expand<G: Game, E: Evaluator<G>>(
    tree: &mut Tree<G::Move>,
    parent: NodeId,
    position: &G,
    context: &SearchContext<'_, E>,
    policy_priors: &mut PolicyPriors<G::Move>,
    rng: &mut Rng,
) {
    let SearchContext { settings, evaluator, .. } = *context;
    let is_puct = settings.policy == Policy::Puct;
    let first = tree.len();
    position.each_move(|mv| tree.push(Node::new(mv)));
    if is_puct && policy_priors.set_priors(tree.new_children(first), position, evaluator) {
        tree.new_children(first).sort_unstable_by(best_first);
    } else if settings.orders_children() {
        evaluate_children(tree.new_children(first), position, evaluator);
        if settings.policy == Policy::UcbCut {
            tree[parent].is_cut = keep_best(tree, first, settings.width.max(1));
        }
        tree.new_children(first).sort_unstable_by(best_first);
        if is_puct {
            softmax(tree.new_children(first), settings.scale);
        }
    } else {
        rng.shuffle(tree.new_children(first));
    }
    debug_assert!(tree.len() > first, "a finished game has a proof, not children");
    tree.attach_children(parent, first);
}

/// Adds the missing children of a node that was cut: needed when all children that were kept are lost.
pub(super) fn add_cut_children<G: Game>(tree: &mut Tree<G::Move>, parent: NodeId, position: &G) {
    let first = tree.len();
    for index in 0..tree.children(parent).len() {
        let kept = tree[tree.child(parent, index)];
        tree.push(kept);
    }
    position.each_move(|mv| {
        if tree.find(parent, mv).is_none() {
            tree.push(Node::new(mv));
        }
    });
    tree.attach_children(parent, first);
    tree[parent].is_cut = false;
}

/// Sets the prior of each child to its score for the side that makes the move. Children where the game is over are
/// proved.
fn evaluate_children<G: Game, E: Evaluator<G>>(children: &mut [Node<G::Move>], position: &G, evaluator: &E) {
    let turn = position.turn();
    for child in children {
        let mut after = position.clone();
        after.play(child.mv);
        let score = if let Some(outcome) = after.outcome() {
            child.stats.proof = NodeProof::of(outcome);
            child.stats.proof.score(turn, 0).unwrap_or(score::DRAW)
        } else {
            let score = score::clamp(evaluator.evaluate(&after));
            if after.turn() == turn { score } else { -score }
        };
        child.prior = score as f32;
    }
}

fn best_first<M>(a: &Node<M>, b: &Node<M>) -> std::cmp::Ordering {
    b.prior.total_cmp(&a.prior)
}

/// Keeps the best `width` of the new children. Returns whether any was dropped.
fn keep_best<M: Copy + Eq>(tree: &mut Tree<M>, first: usize, width: usize) -> bool {
    let children = tree.new_children(first);
    if children.len() <= width {
        return false;
    }
    children.select_nth_unstable_by(width, best_first);
    tree.truncate(first + width);
    true
}

/// Softmax: turns the scores of the children, best first, into probabilities.
fn softmax<M>(children: &mut [Node<M>], temperature: f64) {
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
