//! Batched leaf evaluation with virtual loss.
//!
//! Leaves are collected so that the evaluator gets many positions in one call. Until then each pending simulation
//! counts as a loss for the sides that selected its path, so that the next simulation goes elsewhere: virtual loss
//! (Chaslot, Winands and van den Herik, 2008; there between threads). The virtual losses are removed before the values
//! are backed up.

use quevedo_core::{Game, Score, Side};

use super::tree::{NodeId, Tree};

/// A node on the path of a simulation, and the side to move there.
#[derive(Clone, Copy)]
pub(super) struct PathStep {
    pub(super) node: NodeId,
    pub(super) turn: Side,
}

/// Leaves that wait for the evaluator.
pub(super) struct LeafBatch<G> {
    leaves: Vec<PendingLeaf<G>>,
    /// The paths to the leaves, one after the other.
    steps: Vec<PathStep>,
    /// For each leaf the position to evaluate (the leaf itself, or the end of its rollout), and its score.
    rollout_ends: Vec<G>,
    scores: Vec<Score>,
}

struct PendingLeaf<G> {
    position: G,
    /// The end of its path in `steps`.
    end: usize,
}

/// A leaf with its evaluation.
pub(super) struct EvaluatedLeaf<'a, G> {
    /// The path from the root, the leaf included.
    pub(super) path: &'a [PathStep],
    pub(super) position: &'a G,
    /// The position that was evaluated, and its score.
    pub(super) rollout_end: &'a G,
    pub(super) score: Score,
}

impl<G> Default for LeafBatch<G> {
    fn default() -> Self {
        Self { leaves: Vec::new(), steps: Vec::new(), rollout_ends: Vec::new(), scores: Vec::new() }
    }
}

impl<G: Game> LeafBatch<G> {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Whether this node is one of the leaves.
    #[inline]
    pub(super) fn contains(&self, node: NodeId) -> bool {
        self.leaves.iter().any(|leaf| self.steps[leaf.end - 1].node == node)
    }

    /// Adds the leaf at the end of a path; its value will be the evaluation of `rollout_end`.
    pub(super) fn push(&mut self, path: &[PathStep], position: G, rollout_end: G) {
        self.steps.extend_from_slice(path);
        self.leaves.push(PendingLeaf { position, end: self.steps.len() });
        self.rollout_ends.push(rollout_end);
    }

    /// The positions to evaluate, first pushed first.
    pub(super) fn positions(&self) -> &[G] {
        &self.rollout_ends
    }

    /// Takes scores from elsewhere, or none where they are not needed.
    pub(super) fn skip_scores(&mut self) {
        self.scores.resize(self.rollout_ends.len(), 0);
    }

    /// Evaluates all leaves in one call.
    pub(super) fn evaluate(&mut self, evaluate_many: impl FnOnce(&[G], &mut [Score])) {
        self.scores.resize(self.rollout_ends.len(), 0);
        evaluate_many(&self.rollout_ends, &mut self.scores);
    }

    /// The evaluated leaves, first pushed first.
    pub(super) fn evaluated(&self) -> impl Iterator<Item = EvaluatedLeaf<'_, G>> {
        let starts = std::iter::once(0).chain(self.leaves.iter().map(|leaf| leaf.end));
        let evaluations = self.rollout_ends.iter().zip(&self.scores);
        self.leaves.iter().zip(starts).zip(evaluations).map(|((leaf, start), (rollout_end, score))| EvaluatedLeaf {
            path: &self.steps[start..leaf.end],
            position: &leaf.position,
            rollout_end,
            score: *score,
        })
    }

    /// Removes all leaves, and keeps the allocations.
    pub(super) fn clear(&mut self) {
        self.leaves.clear();
        self.steps.clear();
        self.rollout_ends.clear();
        self.scores.clear();
    }
}

/// Adds a virtual loss: a pending simulation counts as lost for the side that selected each of its nodes. The root
/// counts as selected by the opponent. In a shared tree selection itself does it.
pub(super) fn add_virtual_loss<M: Copy + Eq>(tree: &mut Tree<M>, path: &[PathStep]) {
    for (step, loss) in virtual_losses(path) {
        tree[step.node].add_visit(loss);
    }
}

/// Undoes [`add_virtual_loss`].
pub(super) fn remove_virtual_loss<M: Copy + Eq>(tree: &mut Tree<M>, path: &[PathStep]) {
    for (step, loss) in virtual_losses(path) {
        tree[step.node].remove_visit(loss);
    }
}

/// The nodes of a path, each with the first player's points if the side that selected it loses.
pub(super) fn virtual_losses(path: &[PathStep]) -> impl Iterator<Item = (PathStep, f64)> {
    let selectors = path.iter().take(1).map(|root| !root.turn).chain(path.iter().map(|step| step.turn));
    path.iter().zip(selectors).map(|(step, selector)| (*step, virtual_loss(selector)))
}

/// The first player's points if `selector` loses.
#[inline]
pub(super) fn virtual_loss(selector: Side) -> f64 {
    if selector == Side::First { 0.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use quevedo_core::{Evaluator, Game, Line, Score, Side, Term, ask};
    use quevedo_games::{Amazons, Connect4};

    use super::super::tree::{Node, NodeId, ROOT, Tree};
    use super::super::{Mcts, Policy, Rollout, Settings};
    use super::{PathStep, add_virtual_loss, remove_virtual_loss, virtual_losses};

    /// Evaluates mobility; its policy, if it has one, is uniform.
    struct UniformPolicy {
        has_policy: bool,
    }

    impl<G: Game> Evaluator<G> for UniformPolicy {
        fn evaluate(&self, position: &G) -> Score {
            position.count_moves() as Score
        }

        fn each_term(&self, _: &G, _: &mut dyn FnMut(Term)) {}

        fn priors(&self, _: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
            priors.fill(1.0 / moves.len() as f32);
            self.has_policy
        }
    }

    /// Visits add up and no virtual loss is left: a node was a leaf once, and all its other visits went on to its
    /// children. If the node is proved, some visits end there. Points are between 0 and the number of visits.
    fn check<M: Copy + Eq>(tree: &Tree<M>, node: NodeId, what: &str) {
        let stats = tree[node].stats();
        let visits = f64::from(stats.visits);
        assert!(stats.points > -1e-6 && stats.points < visits + 1e-6, "{what}: {stats:?}");
        if !tree[node].is_expanded() {
            return;
        }
        let below: u32 = tree.children(node).iter().map(Node::visits).sum();
        let own = u32::from(node != ROOT);
        let is_proved = tree[node].proof.is_proved();
        let is_right = if is_proved { stats.visits >= below } else { stats.visits == own + below };
        assert!(is_right, "{what}: {} visits, {below} of them in the children", stats.visits);
        (0..tree.children(node).len()).for_each(|index| check(tree, tree.child(node, index), what));
    }

    /// Points add up as well where the leaves are worth a whole number of quarters: the sum is exact in any order.
    fn check_points<M: Copy + Eq>(tree: &Tree<M>, node: NodeId, what: &str) {
        if tree[node].is_expanded() && !tree[node].proof.is_proved() {
            let below: f64 = tree.children(node).iter().map(Node::points).sum();
            let own = tree[node].points() - below;
            assert!(
                node == ROOT && own == 0.0 || node != ROOT && (0.0..=1.0).contains(&own),
                "{what}: {own} of its own"
            );
            (0..tree.children(node).len()).for_each(|index| check_points(tree, tree.child(node, index), what));
        }
    }

    fn search<G: Game>(settings: Settings, has_policy: bool) -> Tree<G::Move> {
        let what = format!("{settings:?}, policy priors: {has_policy}");
        let sims = settings.sims.expect("a number of simulations");
        let mut mcts = Mcts::new(settings, UniformPolicy { has_policy });
        let result = ask(&mut mcts, &Line::new(G::start())).expect("there is a move");
        let tree = mcts.tree.into_inner().expect("no thread panicked");
        assert_eq!((result.nodes, u64::from(tree.root().visits())), (sims, sims), "{what}");
        check(&tree, ROOT, &what);
        tree
    }

    fn settings(policy: Policy, batch: usize, threads: usize) -> Settings {
        let rollout = Rollout::Eval { plies: 0 };
        Settings { sims: Some(701), seed: Some(1), batch, threads, rollout, scale: 20.0, ..Settings::new(policy) }
    }

    const POLICIES: [Policy; 4] = [Policy::Ucb1, Policy::UcbCut, Policy::Epsilon, Policy::Puct];

    #[test]
    fn no_virtual_loss_is_left_in_the_tree() {
        for batch in [1, 2, 8, 64, 256] {
            for policy in POLICIES {
                search::<Connect4<7, 6>>(settings(policy, batch, 1), false);
                search::<Amazons<6>>(settings(policy, batch, 1), false);
            }
            search::<Connect4<7, 6>>(settings(Policy::Puct, batch, 1), true);
            search::<Amazons<6>>(settings(Policy::Puct, batch, 1), true);
        }
    }

    #[test]
    fn no_virtual_loss_is_left_in_a_shared_tree() {
        for (threads, batch) in [(2, 1), (2, 8), (5, 1), (5, 16)] {
            for policy in POLICIES {
                search::<Connect4<7, 6>>(settings(policy, batch, threads), false);
                search::<Amazons<6>>(settings(policy, batch, threads), false);
            }
            search::<Connect4<7, 6>>(settings(Policy::Puct, batch, threads), true);
            search::<Amazons<6>>(settings(Policy::Puct, batch, threads), true);
        }
        for threads in [1, 2, 5] {
            // Random games are worth 0, a half or 1.
            let random = Settings { rollout: Rollout::Random, sims: Some(5000), ..settings(Policy::Ucb1, 1, threads) };
            let tree = search::<Connect4<7, 6>>(random, false);
            check_points(&tree, ROOT, &format!("{threads} threads"));
        }
    }

    #[test]
    fn a_virtual_loss_counts_for_the_side_that_selected_the_node() {
        let mut tree = Tree::new(1);
        tree.reset(0_u8);
        // The second player moves twice.
        let path = [Side::First, Side::Second, Side::Second].map(|turn| PathStep { node: ROOT, turn });
        assert_eq!(virtual_losses(&path).map(|(_, points)| points).collect::<Vec<_>>(), [1.0, 0.0, 1.0]);
        add_virtual_loss(&mut tree, &path);
        assert_eq!((tree.root().visits(), tree.root().points()), (3, 2.0));
        remove_virtual_loss(&mut tree, &path);
        assert_eq!((tree.root().visits(), tree.root().points()), (0, 0.0));
    }
}
