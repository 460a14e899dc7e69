//! The search of one thread: simulations, step by step.

use quevedo_core::{Evaluator, Game, Line, Observer, Rng, Score, Side};

use super::SearchContext;
use super::batch::{LeafBatch, PathStep, add_virtual_loss, remove_virtual_loss, virtual_loss, virtual_losses};
use super::budget::{Budget, BudgetTracker, NextAction};
use super::expand::{PolicyPriors, add_cut_children, new_children};
use super::observed::SimulationLog;
use super::proof::NodeProof;
use super::rollout::{RolloutResult, points_from_outcome, points_from_score, rollout};
use super::select::ChildSelector;
use super::tree::{NewChild, Node, NodeId, ROOT, Tree, TreeAccess};

/// The root is not visited more often than this, so that visits of many threads fit into 32 bits.
const MAX_VISITS: u32 = u32::MAX - (1 << 16);

/// How a simulation ends.
pub(super) enum SimulationEnd<G> {
    /// With the first player's points.
    Points(f64),
    /// At a leaf whose points are the evaluation of this position.
    Evaluate(G),
    /// It cannot go on before the pending batch is evaluated.
    Blocked,
}

/// Where selection stops.
enum SelectionEnd {
    /// At a node whose points are known.
    Points(f64),
    /// At a leaf that is to be valued.
    Leaf,
    /// At a leaf that is to be expanded. Selection goes on from there.
    Expand,
    /// At a cut node whose visible children are all lost. Selection goes on when it has the others.
    Cut,
    /// At a leaf of the pending batch.
    Blocked,
}

/// The state of one thread.
pub(super) struct Searcher<G: Game> {
    pub(super) rng: Rng,
    policy_priors: PolicyPriors<G::Move>,
    /// The children of the node that is being expanded.
    children: Vec<NewChild<G::Move>>,
    /// The path of the current simulation.
    pub(super) path: Vec<PathStep>,
    /// Leaves that wait for the evaluator.
    pub(super) batch: LeafBatch<G>,
    /// Hashes of the positions that could be repeated: those of the game, then those of the path.
    hashes: Vec<u64>,
    /// How many of them are of the game.
    game_hashes: usize,
    /// The longest path so far, in plies.
    pub(super) depth: usize,
    /// The current simulation, where an observer wants to know.
    pub(super) log: Option<SimulationLog<G::Move>>,
}

impl<G: Game> Searcher<G> {
    pub(super) fn new(rng: Rng) -> Self {
        Self {
            rng,
            policy_priors: PolicyPriors::new(),
            children: Vec::new(),
            path: Vec::new(),
            batch: LeafBatch::default(),
            hashes: Vec::new(),
            game_hashes: 0,
            depth: 0,
            log: None,
        }
    }

    /// Prepares a search from the end of `line`.
    pub(super) fn set_line(&mut self, line: &Line<G>) {
        let positions = line.positions();
        let back = line.position().reversible_plies().min(positions.len() - 1);
        self.set_hashes(positions[positions.len() - 1 - back..].iter().map(Game::hash));
    }

    /// Prepares a search from the last of the positions with these hashes, which could be repeated.
    pub(super) fn set_hashes(&mut self, hashes: impl IntoIterator<Item = u64>) {
        self.depth = 0;
        self.hashes.clear();
        self.hashes.extend(hashes);
        self.game_hashes = self.hashes.len();
    }

    /// Expands the root if it is not.
    pub(super) fn expand_root<E: Evaluator<G>>(
        &mut self,
        tree: &mut Tree<G::Move>,
        root: &G,
        context: &SearchContext<'_, E>,
    ) {
        if !tree.root().is_expanded() {
            let is_cut = new_children(&mut self.children, root, context, &mut self.policy_priors, &mut self.rng);
            tree.attach_children(ROOT, self.children.drain(..).map(Node::from));
            tree[ROOT].is_cut = is_cut;
            update_proof(tree, ROOT, root.turn(), context);
        }
    }

    /// Simulates until the root is proved or the budget is used up. Returns the number of simulations. `report` is
    /// called from time to time, the observer after every simulation.
    pub(super) fn search<E: Evaluator<G>>(
        &mut self,
        tree: &mut TreeAccess<'_, G::Move>,
        root: &G,
        context: &SearchContext<'_, E>,
        budget: Budget<'_>,
        report: &mut dyn FnMut(&Self, &Tree<G::Move>),
        mut observer: Option<&mut dyn Observer<G::Move>>,
    ) -> u64 {
        let mut tracker = BudgetTracker::new(budget);
        self.log = observer.is_some().then(SimulationLog::new);
        while tree.read(|tree| has_open_root(tree, context)) {
            match tracker.next() {
                NextAction::Simulate => {
                    self.simulate(tree, root, context);
                    if let Some(observer) = &mut observer {
                        tree.read(|tree| self.observe_simulation(tree, &mut **observer));
                    }
                }
                // A pending batch stays: when it is evaluated must not depend on the clock.
                NextAction::Report => tree.read(|tree| report(self, tree)),
                NextAction::Stop => {
                    self.flush_batch(tree, context);
                    return tracker.sims();
                }
            }
        }
        self.flush_batch(tree, context);
        budget.signal_proved();
        tracker.sims()
    }

    /// One simulation: selects a leaf, values it and backs the result up. A leaf of a batch is valued later.
    #[inline]
    fn simulate<E: Evaluator<G>>(
        &mut self,
        tree: &mut TreeAccess<'_, G::Move>,
        root: &G,
        context: &SearchContext<'_, E>,
    ) {
        loop {
            let (end, position) = self.descend(tree, root, context);
            match end {
                SimulationEnd::Points(points) => return self.backpropagate(tree, points),
                SimulationEnd::Evaluate(rollout_end) if context.settings.batch > 1 => {
                    return self.enqueue_leaf(tree, position, rollout_end, context);
                }
                SimulationEnd::Evaluate(rollout_end) => {
                    let score = context.evaluator.evaluate(&rollout_end);
                    return self.finish_simulation(tree, &position, &rollout_end, score, context);
                }
                SimulationEnd::Blocked => {
                    self.cancel_path(tree);
                    self.flush_batch(tree, context);
                }
            }
        }
    }

    /// Selects a path down the tree. Returns how it ends, and the position there.
    #[inline]
    pub(super) fn descend<E: Evaluator<G>>(
        &mut self,
        tree: &mut TreeAccess<'_, G::Move>,
        root: &G,
        context: &SearchContext<'_, E>,
    ) -> (SimulationEnd<G>, G) {
        self.path.clear();
        self.log.iter_mut().for_each(SimulationLog::clear);
        self.hashes.truncate(self.game_hashes);
        let mut position = root.clone();
        let end = loop {
            match tree.read(|tree| self.select_path(tree, &mut position, context)) {
                SelectionEnd::Points(points) => break SimulationEnd::Points(points),
                SelectionEnd::Leaf => break self.value_leaf(tree, &position, context),
                SelectionEnd::Expand => {
                    if let Some(points) = self.expand_and_prove(tree, &position, context) {
                        break SimulationEnd::Points(points);
                    }
                }
                // Adding children moves nodes: no pending path may lead over them.
                SelectionEnd::Cut if self.batch.len() > 0 => break SimulationEnd::Blocked,
                SelectionEnd::Cut => {
                    let node = self.last_node();
                    tree.write(|tree| add_cut_children(tree, node, &position));
                }
                SelectionEnd::Blocked => break SimulationEnd::Blocked,
            }
        };
        (end, position)
    }

    /// Selection: goes on from the last node of the path, or begins at the root, until it cannot go on.
    #[inline]
    fn select_path<E>(
        &mut self,
        tree: &Tree<G::Move>,
        position: &mut G,
        context: &SearchContext<'_, E>,
    ) -> SelectionEnd {
        if self.path.is_empty() {
            self.push_step(tree, ROOT, position.turn(), !position.turn(), context);
        }
        loop {
            let turn = position.turn();
            let node = self.last_node();
            let here = &tree[node];
            let selector = ChildSelector { settings: context.settings, turn, parent: here.stats() };
            let children = tree.children(node);
            let selected = selector.select(children, &mut self.rng);
            if here.is_cut && selector.is_lost(&children[selected]) && tree.len() < context.max_nodes {
                return SelectionEnd::Cut;
            }
            if let Some(log) = &mut self.log {
                log.select(selector, children, selected);
            }
            let child = tree.child(node, selected);
            position.play(children[selected].mv);
            let earlier_visits = self.push_step(tree, child, position.turn(), turn, context);
            if let Some(end) = self.selection_end(tree, child, earlier_visits, position, context) {
                return end;
            }
        }
    }

    /// Appends a node to the path. In a shared tree it gets a virtual loss at once. Returns its visits before.
    #[inline]
    fn push_step<E>(
        &mut self,
        tree: &Tree<G::Move>,
        node: NodeId,
        turn: Side,
        selector: Side,
        context: &SearchContext<'_, E>,
    ) -> u32 {
        self.path.push(PathStep { node, turn });
        if context.is_shared { tree[node].begin_visit(virtual_loss(selector)) } else { tree[node].visits() }
    }

    /// The last node of the path.
    #[inline]
    fn last_node(&self) -> NodeId {
        self.path[self.path.len() - 1].node
    }

    /// Whether and how selection ends at a node: at a proved one, at a repetition and at a leaf. A leaf is expanded at
    /// its second visit.
    #[inline]
    fn selection_end<E>(
        &mut self,
        tree: &Tree<G::Move>,
        node: NodeId,
        earlier_visits: u32,
        position: &G,
        context: &SearchContext<'_, E>,
    ) -> Option<SelectionEnd> {
        let here = &tree[node];
        if let Some(points) = here.proof.points() {
            return Some(SelectionEnd::Points(points));
        }
        if self.is_repeated(position) {
            return Some(SelectionEnd::Points(0.5));
        }
        if here.is_expanded() {
            return None;
        }
        if self.batch.contains(node) {
            return Some(SelectionEnd::Blocked);
        }
        let expands = earlier_visits > 0 && tree.len() < context.max_nodes;
        Some(if expands { SelectionEnd::Expand } else { SelectionEnd::Leaf })
    }

    /// Values the leaf at the end of the path.
    #[inline]
    fn value_leaf<E: Evaluator<G>>(
        &mut self,
        tree: &mut TreeAccess<'_, G::Move>,
        position: &G,
        context: &SearchContext<'_, E>,
    ) -> SimulationEnd<G> {
        match rollout(position, context.settings, &mut self.rng) {
            RolloutResult::Evaluate(rollout_end) => SimulationEnd::Evaluate(rollout_end),
            RolloutResult::Points(points) => SimulationEnd::Points(self.expand_leaf(tree, position, points, context)),
            RolloutResult::Terminal(outcome) => {
                let proof = NodeProof::of(outcome);
                tree.write(|tree| self.prove_leaf(tree, proof, context));
                SimulationEnd::Points(points_from_outcome(outcome))
            }
        }
    }

    /// Backpropagation: adds the first player's points to all nodes of the path.
    #[inline]
    pub(super) fn backpropagate(&mut self, tree: &mut TreeAccess<'_, G::Move>, points: f64) {
        self.depth = self.depth.max(self.path.len() - 1);
        self.log.iter_mut().for_each(|log| log.points = points);
        match tree {
            TreeAccess::Own(tree) => self.path.iter().for_each(|step| tree[step.node].add_visit(points)),
            TreeAccess::Shared(_) => tree.read(|tree| {
                virtual_losses(&self.path).for_each(|(step, loss)| tree[step.node].end_visit(loss, points));
            }),
        }
    }

    /// Gives up the current simulation.
    #[cold]
    fn cancel_path(&mut self, tree: &TreeAccess<'_, G::Move>) {
        if tree.is_shared() {
            tree.read(|tree| {
                virtual_losses(&self.path).for_each(|(step, loss)| tree[step.node].cancel_visit(loss));
            });
        }
    }

    /// Ends a simulation whose leaf is valued by the score of `rollout_end`.
    #[inline]
    fn finish_simulation<E: Evaluator<G>>(
        &mut self,
        tree: &mut TreeAccess<'_, G::Move>,
        leaf: &G,
        rollout_end: &G,
        score: Score,
        context: &SearchContext<'_, E>,
    ) {
        let points = points_from_score(score, rollout_end.turn(), context.settings.scale);
        let points = self.expand_leaf(tree, leaf, points, context);
        self.backpropagate(tree, points);
    }

    /// Adds the leaf to the batch with a virtual loss, and evaluates the batch if it is full.
    fn enqueue_leaf<E: Evaluator<G>>(
        &mut self,
        tree: &mut TreeAccess<'_, G::Move>,
        leaf: G,
        rollout_end: G,
        context: &SearchContext<'_, E>,
    ) {
        self.batch.push(&self.path, leaf, rollout_end);
        if let TreeAccess::Own(tree) = tree {
            add_virtual_loss(tree, &self.path);
        }
        if self.batch.len() >= context.settings.batch {
            self.flush_batch(tree, context);
        }
    }

    /// Evaluates all leaves of the batch in one call, and backs the results up.
    fn flush_batch<E: Evaluator<G>>(&mut self, tree: &mut TreeAccess<'_, G::Move>, context: &SearchContext<'_, E>) {
        if self.batch.len() == 0 {
            return;
        }
        let mut batch = std::mem::take(&mut self.batch);
        batch.evaluate(|positions, scores| context.evaluator.evaluate_many(positions, scores));
        for leaf in batch.evaluated() {
            self.path.clear();
            self.path.extend_from_slice(leaf.path);
            if let TreeAccess::Own(tree) = tree {
                remove_virtual_loss(tree, leaf.path);
            }
            self.finish_simulation(tree, leaf.position, leaf.rollout_end, leaf.score, context);
        }
        batch.clear();
        self.batch = batch;
    }

    /// Expands the leaf at its first visit if the evaluator has a policy: one forward pass of a network gives value and
    /// priors. Returns `points`, or the proved ones if the children prove the leaf.
    #[inline]
    pub(super) fn expand_leaf<E: Evaluator<G>>(
        &mut self,
        tree: &mut TreeAccess<'_, G::Move>,
        position: &G,
        points: f64,
        context: &SearchContext<'_, E>,
    ) -> f64 {
        if !self.policy_priors.has_policy() || tree.read(Tree::len) >= context.max_nodes {
            return points;
        }
        self.expand_and_prove(tree, position, context).unwrap_or(points)
    }

    /// Expands the last node of the path. Returns the first player's points if the children prove it.
    ///
    /// In a shared tree another thread may be valuing the leaf, so that nobody knows yet whether the game is over there,
    /// or may have expanded it by now.
    fn expand_and_prove<E: Evaluator<G>>(
        &mut self,
        tree: &mut TreeAccess<'_, G::Move>,
        position: &G,
        context: &SearchContext<'_, E>,
    ) -> Option<f64> {
        if tree.is_shared()
            && let Some(outcome) = position.outcome()
        {
            tree.write(|tree| self.prove_leaf(tree, NodeProof::of(outcome), context));
            return Some(points_from_outcome(outcome));
        }
        let mut children = std::mem::take(&mut self.children);
        let is_cut = new_children(&mut children, position, context, &mut self.policy_priors, &mut self.rng);
        debug_assert!(!children.is_empty(), "a finished game has a proof, not children");
        let node = self.last_node();
        self.log.iter_mut().for_each(|log| log.expanded = children.len());
        let points = tree.write(|tree| {
            if !tree[node].is_expanded() {
                tree.attach_children(node, children.drain(..).map(Node::from));
                tree[node].is_cut = is_cut;
                if context.settings.orders_children() && update_proof(tree, node, position.turn(), context) {
                    self.backpropagate_proof(tree, context);
                }
            }
            tree[node].proof.points()
        });
        self.children = children;
        points
    }

    /// Proves the last node of the path, and with it what it proves above.
    #[cold]
    fn prove_leaf<E>(&self, tree: &mut Tree<G::Move>, proof: NodeProof, context: &SearchContext<'_, E>) {
        tree[self.last_node()].proof = proof;
        self.backpropagate_proof(tree, context);
    }

    /// Whether an equal position occurred before, in the game or on the path. The search counts it as a draw, but not
    /// as a proof: on another path it may be none.
    #[inline]
    fn is_repeated(&mut self, position: &G) -> bool {
        let back = position.reversible_plies();
        if back == 0 {
            return false;
        }
        let hash = position.hash();
        let is_repeated = self.hashes.iter().rev().take(back).any(|earlier| *earlier == hash);
        self.hashes.push(hash);
        is_repeated
    }

    /// Backs up the proof of the last node of the path as far as it proves its ancestors.
    #[cold]
    fn backpropagate_proof<E>(&self, tree: &mut Tree<G::Move>, context: &SearchContext<'_, E>) {
        for PathStep { node, turn } in self.path[..self.path.len() - 1].iter().rev() {
            if !update_proof(tree, *node, *turn, context) {
                break;
            }
        }
    }
}

/// Whether the root is not proved yet, and its visits can still be counted.
#[inline]
pub(super) fn has_open_root<M: Copy + Eq, E>(tree: &Tree<M>, context: &SearchContext<'_, E>) -> bool {
    let root = tree.root();
    !(context.settings.solver && root.proof.is_proved()) && root.visits() < MAX_VISITS
}

/// Updates the proof of a node by its children. Returns whether it is proved.
fn update_proof<M: Copy + Eq, E>(tree: &mut Tree<M>, node: NodeId, turn: Side, context: &SearchContext<'_, E>) -> bool {
    if !context.settings.solver {
        return false;
    }
    let children = tree.children(node).iter().map(|child| child.proof);
    let proof = NodeProof::of_parent(turn, !tree[node].is_cut, children);
    tree[node].proof = proof;
    proof.is_proved()
}

#[cfg(test)]
mod tests {
    use quevedo_core::score::DRAW;
    use quevedo_core::{Evaluator, Game, Line, Outcome, Score, Side, Term, ask, reasons};

    use super::super::{Mcts, Policy, Settings};

    /// The first player moves back and forth, or resigns; the second one passes and wins after 20 plies. Only
    /// repetition is a draw.
    #[derive(Clone, Debug)]
    struct Fortress {
        place: u8,
        turn: Side,
        plies: u8,
        resigned: bool,
    }

    impl PartialEq for Fortress {
        fn eq(&self, other: &Self) -> bool {
            (self.place, self.turn, self.resigned) == (other.place, other.turn, other.resigned)
        }
    }

    impl Eq for Fortress {}

    const PACE: u8 = 0;
    const RESIGN: u8 = 1;

    impl Game for Fortress {
        type Move = u8;

        fn start() -> Self {
            Self { place: 0, turn: Side::First, plies: 0, resigned: false }
        }

        fn turn(&self) -> Side {
            self.turn
        }

        fn each_move(&self, mut visit: impl FnMut(u8)) {
            if self.ended().is_none() {
                visit(PACE);
                if self.turn == Side::First {
                    visit(RESIGN);
                }
            }
        }

        fn play(&mut self, mv: u8) {
            self.place ^= u8::from(self.turn == Side::First);
            self.resigned = mv == RESIGN;
            self.turn = !self.turn;
            self.plies += 1;
        }

        fn ended(&self) -> Option<Outcome> {
            (self.resigned || self.plies >= 20).then_some(self.stuck())
        }

        fn stuck(&self) -> Outcome {
            Outcome::win(Side::Second, &reasons::NO_MOVES)
        }

        fn hash(&self) -> u64 {
            u64::from(self.place) << 2 | (self.turn as u64) << 1 | u64::from(self.resigned)
        }

        fn hash_from_scratch(&self) -> u64 {
            self.hash()
        }

        fn reversible_plies(&self) -> usize {
            self.plies.into()
        }
    }

    struct ZeroEval;

    impl Evaluator<Fortress> for ZeroEval {
        fn evaluate(&self, _: &Fortress) -> Score {
            0
        }

        fn each_term(&self, _: &Fortress, _: &mut dyn FnMut(Term)) {}
    }

    #[test]
    fn a_repeated_position_is_a_draw() {
        let mut line = Line::new(Fortress::start());
        for moves in 0..3 {
            let settings = Settings { sims: Some(200), seed: Some(1), ..Settings::new(Policy::Ucb1) };
            let result = ask(&mut Mcts::new(settings, ZeroEval), &line).expect("there is a move");
            assert_eq!(result.mv, PACE, "after {moves} moves");
            if moves > 1 {
                assert_eq!(result.score, Some(DRAW));
            }
            line.play(PACE);
            line.play(PACE);
        }
    }
}
