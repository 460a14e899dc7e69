//! Leaves that wait for the evaluator, so that it is asked about many positions at once.
//!
//! A simulation would like to know what all before it have found. Where several wait, each counts for the time being as
//! lost by whoever chose its way, so that the next one goes elsewhere: virtual loss (Chaslot, Winands and van den Herik,
//! 2008; there between threads). When the values are there, the losses are taken back.

use quevedo_core::{Game, Score, Side};

use super::tree::{NodeId, Tree};

/// A node that a simulation passes, and who moves there.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) node: NodeId,
    pub(super) turn: Side,
}

/// Simulations that wait for the evaluator.
pub(super) struct Batch<G> {
    leaves: Vec<Leaf<G>>,
    /// The ways to the leaves, one behind the other.
    steps: Vec<Step>,
    /// What the evaluator is asked about, a position for each leaf, and its answers.
    asked: Vec<G>,
    scores: Vec<Score>,
}

struct Leaf<G> {
    position: G,
    /// Where its way ends among the steps of all.
    end: usize,
}

/// A leaf that has been judged.
pub(super) struct Judged<'a, G> {
    /// The way to it, itself included.
    pub(super) path: &'a [Step],
    pub(super) position: &'a G,
    /// What the evaluator was asked about, and what it said.
    pub(super) asked: &'a G,
    pub(super) score: Score,
}

impl<G> Default for Batch<G> {
    fn default() -> Self {
        Self { leaves: Vec::new(), steps: Vec::new(), asked: Vec::new(), scores: Vec::new() }
    }
}

impl<G: Game> Batch<G> {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Whether this node is one of the leaves.
    #[inline]
    pub(super) fn holds(&self, node: NodeId) -> bool {
        self.leaves.iter().any(|leaf| self.steps[leaf.end - 1].node == node)
    }

    /// Lets a leaf at the end of a way wait for what the evaluator says of `asked`.
    pub(super) fn add(&mut self, path: &[Step], position: G, asked: G) {
        self.steps.extend_from_slice(path);
        self.leaves.push(Leaf { position, end: self.steps.len() });
        self.asked.push(asked);
    }

    /// Has all leaves judged by one question.
    pub(super) fn ask(&mut self, evaluate: impl FnOnce(&[G], &mut [Score])) {
        self.scores.resize(self.asked.len(), 0);
        evaluate(&self.asked, &mut self.scores);
    }

    /// The leaves in the order in which they came, judged.
    pub(super) fn judged(&self) -> impl Iterator<Item = Judged<'_, G>> {
        let starts = std::iter::once(0).chain(self.leaves.iter().map(|leaf| leaf.end));
        let answers = self.asked.iter().zip(&self.scores);
        self.leaves.iter().zip(starts).zip(answers).map(|((leaf, start), (asked, score))| Judged {
            path: &self.steps[start..leaf.end],
            position: &leaf.position,
            asked,
            score: *score,
        })
    }

    /// Forgets all leaves, and keeps the room for others.
    pub(super) fn clear(&mut self) {
        self.leaves.clear();
        self.steps.clear();
        self.asked.clear();
        self.scores.clear();
    }
}

/// Counts a simulation that waits as lost by whoever chose each of its nodes; the root is the choice of who waits there.
pub(super) fn lend<M: Copy + Eq>(tree: &mut Tree<M>, path: &[Step]) {
    for (step, loss) in losses(path) {
        let stats = &mut tree[step.node].stats;
        stats.visits += 1;
        stats.points += loss;
    }
}

/// Undoes [`lend`].
pub(super) fn take_back<M: Copy + Eq>(tree: &mut Tree<M>, path: &[Step]) {
    for (step, loss) in losses(path) {
        let stats = &mut tree[step.node].stats;
        stats.visits -= 1;
        stats.points -= loss;
    }
}

/// The nodes of a way, each with the first player's points if it is lost by whoever chose it.
fn losses(path: &[Step]) -> impl Iterator<Item = (Step, f64)> {
    let choosers = path.iter().take(1).map(|root| !root.turn).chain(path.iter().map(|step| step.turn));
    path.iter().zip(choosers).map(|(step, chooser)| (*step, if chooser == Side::First { 0.0 } else { 1.0 }))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use quevedo_core::{Evaluator, Game, Limits, Line, Rng, Score, Side, Term};
    use quevedo_games::{Amazons, Connect4};

    use super::super::budget::Budget;
    use super::super::searcher::Searcher;
    use super::super::tree::{NodeId, ROOT, Tree};
    use super::super::{Plan, Policy, Rollout, Settings};
    use super::{Step, lend, losses, take_back};

    /// Likes to have many moves, and all moves alike where it thinks of moves.
    struct Even {
        priors: bool,
    }

    impl<G: Game> Evaluator<G> for Even {
        fn evaluate(&self, position: &G) -> Score {
            position.count_moves() as Score
        }

        fn each_term(&self, _: &G, _: &mut dyn FnMut(Term)) {}

        fn priors(&self, _: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
            priors.fill(1.0 / moves.len() as f32);
            self.priors
        }
    }

    /// No visit is lost and none is lent: a node was a leaf once, and all its other visits went on to its children. Where
    /// something is proved, some end there. Points are between none and all.
    fn check<M: Copy + Eq>(tree: &Tree<M>, node: NodeId, what: &str) {
        let stats = tree[node].stats;
        let visits = f64::from(stats.visits);
        assert!(stats.points > -1e-6 && stats.points < visits + 1e-6, "{what}: {stats:?}");
        if !tree[node].is_expanded() {
            return;
        }
        let below: u32 = tree.children(node).iter().map(|child| child.stats.visits).sum();
        let own = u32::from(node != ROOT);
        let is_right = if stats.proof.is_proved() { stats.visits >= below } else { stats.visits == own + below };
        assert!(is_right, "{what}: {} visits, {below} of them below", stats.visits);
        (0..tree.children(node).len()).for_each(|index| check(tree, tree.child(node, index), what));
    }

    fn search<G: Game>(policy: Policy, batch: usize, priors: bool) {
        let never = AtomicBool::new(false);
        let rollout = Rollout::Eval { plies: 0 };
        let settings = Settings { sims: Some(701), batch, rollout, scale: 20.0, ..Settings::new(policy) };
        let plan = Plan { settings: &settings, judge: &Even { priors }, nodes: settings.nodes };
        let mut searcher = Searcher::<G>::new(Rng::with_seed(1));
        let line = Line::new(G::start());
        searcher.set_line(&line, line.position().legal_moves()[0]);
        let sims = searcher.search(plan, Budget::new(&settings, Limits::default(), None, (&never, &never)), |_, _| {});
        let what = format!("{policy:?} by {batch}, priors: {priors}");
        assert_eq!((sims, searcher.tree.root().stats.visits), (701, 701), "{what}");
        check(&searcher.tree, ROOT, &what);
    }

    #[test]
    fn nothing_lent_is_left_in_the_tree() {
        for batch in [1, 2, 8, 64, 256] {
            for policy in [Policy::Ucb1, Policy::UcbCut, Policy::Epsilon, Policy::Puct] {
                search::<Connect4<7, 6>>(policy, batch, false);
                search::<Amazons<6>>(policy, batch, false);
            }
            search::<Connect4<7, 6>>(Policy::Puct, batch, true);
            search::<Amazons<6>>(Policy::Puct, batch, true);
        }
    }

    #[test]
    fn a_visit_that_waits_is_lost_by_who_chose_it() {
        let mut tree = Tree::new();
        tree.plant(0_u8);
        // The second player moves twice.
        let path = [Side::First, Side::Second, Side::Second].map(|turn| Step { node: ROOT, turn });
        assert_eq!(losses(&path).map(|(_, points)| points).collect::<Vec<_>>(), [1.0, 0.0, 1.0]);
        lend(&mut tree, &path);
        assert_eq!((tree.root().stats.visits, tree.root().stats.points), (3, 2.0));
        take_back(&mut tree, &path);
        assert_eq!((tree.root().stats.visits, tree.root().stats.points), (0, 0.0));
    }
}
