//! How a node gets its children.

use quevedo_core::{Evaluator, Game, Rng, score};

use super::Plan;
use super::proof::Proof;
use super::settings::Policy;
use super::tree::{Node, NodeId, Tree};

/// What the evaluator thinks of the moves of a position, and whether it thinks of moves at all.
pub(super) struct Opinion<M> {
    moves: Vec<M>,
    priors: Vec<f32>,
    /// `None` before the first question.
    answers: Option<bool>,
}

impl<M: Copy + Eq> Opinion<M> {
    pub(super) const fn new() -> Self {
        Self { moves: Vec::new(), priors: Vec::new(), answers: None }
    }

    /// Whether the evaluator has said something about moves.
    #[inline]
    pub(super) fn is_known(&self) -> bool {
        self.answers == Some(true)
    }

    /// Asks the evaluator, unless it has had no answer before; whether there is one. Games that the last move has ended
    /// are proved.
    fn ask<G: Game<Move = M>, E: Evaluator<G>>(&mut self, children: &mut [Node<M>], position: &G, judge: &E) -> bool {
        if self.answers == Some(false) {
            return false;
        }
        self.moves.clear();
        self.moves.extend(children.iter().map(|child| child.mv));
        self.priors.clear();
        self.priors.resize(children.len(), 0.0);
        let answers = judge.priors(position, &self.moves, &mut self.priors);
        self.answers = Some(answers);
        for (child, prior) in children.iter_mut().zip(&self.priors).filter(|_| answers) {
            child.prior = *prior;
            let mut after = position.clone();
            after.play(child.mv);
            child.stats.proof = after.ended().map_or(Proof::Open, Proof::of);
        }
        answers
    }
}

/// Gives a node a child for every legal move, or for the best ones where the policy cuts. Children are in the order
/// in which they are to be tried: the evaluator's, best first, or none at all, so that no part of the board is
/// favoured when there is no time to try them all.
pub(super) fn expand<G: Game, E: Evaluator<G>>(
    tree: &mut Tree<G::Move>,
    parent: NodeId,
    position: &G,
    plan: Plan<'_, E>,
    (opinion, rng): (&mut Opinion<G::Move>, &mut Rng),
) {
    let first = tree.len();
    position.each_move(|mv| tree.push(Node::new(mv)));
    if plan.settings.policy == Policy::Puct && opinion.ask(tree.orphans(first), position, plan.judge) {
        tree.orphans(first).sort_unstable_by(best_first);
    } else if plan.settings.judges() {
        judge(tree.orphans(first), position, plan.judge);
        if plan.settings.policy == Policy::UcbCut {
            tree[parent].cut = cut(tree, first, plan.settings.width.max(1));
        }
        tree.orphans(first).sort_unstable_by(best_first);
        if plan.settings.policy == Policy::Puct {
            soften(tree.orphans(first), plan.settings.scale);
        }
    } else {
        rng.shuffle(tree.orphans(first));
    }
    debug_assert!(tree.len() > first, "a game that is over has a proof, not children");
    tree.adopt(parent, first);
}

/// Gives a node whose children were cut the missing ones too: needed when all that were kept are lost.
pub(super) fn complete<G: Game>(tree: &mut Tree<G::Move>, parent: NodeId, position: &G) {
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
    tree.adopt(parent, first);
    tree[parent].cut = false;
}

/// Lets the evaluator say how good each move is for who makes it; finished games speak for themselves.
fn judge<G: Game, E: Evaluator<G>>(children: &mut [Node<G::Move>], position: &G, judge: &E) {
    let turn = position.turn();
    for child in children {
        let mut after = position.clone();
        after.play(child.mv);
        let score = if let Some(outcome) = after.outcome() {
            child.stats.proof = Proof::of(outcome);
            child.stats.proof.score(turn, 0).unwrap_or(score::DRAW)
        } else {
            let score = score::clamp(judge.evaluate(&after));
            if after.turn() == turn { score } else { -score }
        };
        child.prior = score as f32;
    }
}

fn best_first<M>(a: &Node<M>, b: &Node<M>) -> std::cmp::Ordering {
    b.prior.total_cmp(&a.prior)
}

/// Keeps the best `width` of the new children; whether any had to go.
fn cut<M: Copy + Eq>(tree: &mut Tree<M>, first: usize, width: usize) -> bool {
    let children = tree.orphans(first);
    if children.len() <= width {
        return false;
    }
    children.select_nth_unstable_by(width, best_first);
    tree.drop_orphans(first + width);
    true
}

/// Turns scores, best first, into probabilities: softmax.
fn soften<M>(children: &mut [Node<M>], scale: f64) {
    let Some(best) = children.first().map(|child| child.prior) else { return };
    let mut sum = 0.0;
    for child in &mut *children {
        child.prior = ((child.prior - best) / scale as f32).exp();
        sum += child.prior;
    }
    for child in children {
        child.prior /= sum;
    }
}
