//! The search of one thread: its tree, and the simulations, step by step.

use quevedo_core::{Evaluator, Game, Line, Rng, Score, Side};

use super::SearchContext;
use super::batch::{LeafBatch, PathStep, add_virtual_loss, remove_virtual_loss};
use super::budget::{Budget, BudgetTracker, NextAction};
use super::dirichlet::add_dirichlet_noise;
use super::expand::{PolicyPriors, add_cut_children, expand};
use super::proof::NodeProof;
use super::rollout::{RolloutResult, points_from_outcome, points_from_score, rollout};
use super::select::ChildSelector;
use super::settings::Policy;
use super::tree::{NodeId, ROOT, Tree};

/// How a simulation ends.
enum SimulationEnd<G> {
    /// With the first player's points.
    Points(f64),
    /// At a leaf whose points are the evaluation of this position.
    Evaluate(G),
    /// It cannot go on before the pending batch is evaluated.
    Blocked,
}

/// What one thread keeps from move to move.
pub(super) struct Searcher<G: Game> {
    pub(super) tree: Tree<G::Move>,
    /// The game up to the root of the tree; `None` before the first search.
    line: Option<Line<G>>,
    rng: Rng,
    policy_priors: PolicyPriors<G::Move>,
    /// Whether the priors of the root include Dirichlet noise.
    has_root_noise: bool,
    /// The path of the current simulation.
    path: Vec<PathStep>,
    /// Leaves that wait for the evaluator.
    batch: LeafBatch<G>,
    /// Hashes of the positions that could be repeated: those of the game, then those of the path.
    hashes: Vec<u64>,
    /// How many of them are of the game.
    game_hashes: usize,
    /// The longest path so far, in plies.
    pub(super) depth: usize,
}

impl<G: Game> Searcher<G> {
    pub(super) fn new(rng: Rng) -> Self {
        let (path, hashes) = (Vec::new(), Vec::new());
        let (tree, policy_priors, batch) = (Tree::new(), PolicyPriors::new(), LeafBatch::default());
        Self {
            tree,
            line: None,
            rng,
            policy_priors,
            has_root_noise: false,
            path,
            batch,
            hashes,
            game_hashes: 0,
            depth: 0,
        }
    }

    /// Makes the end of `line` the root. If the line continues the last one, the subtree is kept. `any` is any legal
    /// move.
    pub(super) fn set_line(&mut self, line: &Line<G>, any: G::Move) {
        let node = self.find_node(line);
        match node {
            Some(node) => self.tree.reroot(node),
            None => self.tree.reset(any),
        }
        self.has_root_noise &= node == Some(ROOT);
        self.line = Some(line.clone());
        self.depth = 0;
        let positions = line.positions();
        let back = line.position().reversible_plies().min(positions.len() - 1);
        self.hashes.clear();
        self.hashes.extend(positions[positions.len() - 1 - back..].iter().map(Game::hash));
        self.game_hashes = self.hashes.len();
    }

    /// The node of the end of `line`, if it is in the tree.
    fn find_node(&self, line: &Line<G>) -> Option<NodeId> {
        let last = self.line.as_ref()?;
        let new_moves = line.moves().strip_prefix(last.moves()).filter(|_| line.start() == last.start())?;
        new_moves.iter().try_fold(ROOT, |node, mv| self.tree.find(node, *mv))
    }

    /// Simulates until the root is proved or the budget is used up. Returns the number of simulations. `report` is
    /// called from time to time with the number so far.
    pub(super) fn search<E: Evaluator<G>>(
        &mut self,
        context: &SearchContext<'_, E>,
        budget: Budget<'_>,
        mut report: impl FnMut(&Self, u64),
    ) -> u64 {
        let root = self.line.as_ref().expect("a line is set before the search").position().clone();
        if !self.tree.root().is_expanded() {
            self.expand(ROOT, &root, context);
            self.update_proof(ROOT, root.turn(), context);
        }
        self.add_root_noise(context);
        let mut tracker = BudgetTracker::new(budget);
        while self.has_open_root(context) {
            let next = tracker.next();
            if next == NextAction::Simulate {
                self.simulate(&root, context);
                continue;
            }
            self.flush_batch(context);
            if next == NextAction::Stop {
                return tracker.sims();
            }
            report(self, tracker.sims());
        }
        self.flush_batch(context);
        budget.signal_proved();
        tracker.sims()
    }

    /// Adds Dirichlet noise to the priors of the root, once.
    fn add_root_noise<E>(&mut self, context: &SearchContext<'_, E>) {
        let wanted = context.settings.noise.filter(|_| context.settings.policy == Policy::Puct && !self.has_root_noise);
        if let Some(noise) = wanted {
            add_dirichlet_noise(self.tree.children_mut(ROOT), noise, &mut self.rng);
            self.has_root_noise = true;
        }
    }

    fn expand<E: Evaluator<G>>(&mut self, node: NodeId, position: &G, context: &SearchContext<'_, E>) {
        expand(&mut self.tree, node, position, context, &mut self.policy_priors, &mut self.rng);
    }

    /// Whether the root is not proved yet, and its visits can still be counted.
    #[inline]
    fn has_open_root<E>(&self, context: &SearchContext<'_, E>) -> bool {
        let root = self.tree.root().stats;
        !(context.settings.solver && root.proof.is_proved()) && root.visits < u32::MAX
    }

    /// One simulation: selects a leaf, values it and backs the result up. A leaf of a batch is valued later.
    #[inline]
    fn simulate<E: Evaluator<G>>(&mut self, root: &G, context: &SearchContext<'_, E>) {
        loop {
            let (end, position) = self.descend(root, context);
            match end {
                SimulationEnd::Points(points) => return self.backpropagate(points),
                SimulationEnd::Evaluate(rollout_end) if context.settings.batch > 1 => {
                    return self.enqueue_leaf(position, rollout_end, context);
                }
                SimulationEnd::Evaluate(rollout_end) => {
                    let score = context.evaluator.evaluate(&rollout_end);
                    return self.finish_simulation(&position, &rollout_end, score, context);
                }
                SimulationEnd::Blocked => self.flush_batch(context),
            }
        }
    }

    /// Selects a path down the tree. Returns how it ends, and the position there.
    #[inline]
    fn descend<E: Evaluator<G>>(&mut self, root: &G, context: &SearchContext<'_, E>) -> (SimulationEnd<G>, G) {
        self.path.clear();
        self.hashes.truncate(self.game_hashes);
        let mut position = root.clone();
        let mut node = ROOT;
        loop {
            let turn = position.turn();
            self.path.push(PathStep { node, turn });
            if node != ROOT
                && let Some(end) = self.simulation_end(node, &position, context)
            {
                return (end, position);
            }
            let Some(next) = self.select_child(node, &position, context) else {
                return (SimulationEnd::Blocked, position);
            };
            node = next;
            position.play(self.tree[node].mv);
        }
    }

    /// Backpropagation: adds the first player's points to all nodes of the path.
    #[inline]
    fn backpropagate(&mut self, points: f64) {
        self.depth = self.depth.max(self.path.len() - 1);
        for step in &self.path {
            let stats = &mut self.tree[step.node].stats;
            stats.visits += 1;
            stats.points += points;
        }
    }

    /// Ends a simulation whose leaf is valued by the score of `rollout_end`.
    #[inline]
    fn finish_simulation<E: Evaluator<G>>(
        &mut self,
        leaf: &G,
        rollout_end: &G,
        score: Score,
        context: &SearchContext<'_, E>,
    ) {
        let points = points_from_score(score, rollout_end.turn(), context.settings.scale);
        let points = self.expand_leaf(leaf, points, context);
        self.backpropagate(points);
    }

    /// Adds the leaf to the batch with a virtual loss, and evaluates the batch if it is full.
    fn enqueue_leaf<E: Evaluator<G>>(&mut self, leaf: G, rollout_end: G, context: &SearchContext<'_, E>) {
        self.batch.push(&self.path, leaf, rollout_end);
        add_virtual_loss(&mut self.tree, &self.path);
        if self.batch.len() >= context.settings.batch {
            self.flush_batch(context);
        }
    }

    /// Evaluates all leaves of the batch in one call, and backs the results up.
    fn flush_batch<E: Evaluator<G>>(&mut self, context: &SearchContext<'_, E>) {
        if self.batch.len() == 0 {
            return;
        }
        let mut batch = std::mem::take(&mut self.batch);
        batch.evaluate(|positions, scores| context.evaluator.evaluate_many(positions, scores));
        for leaf in batch.evaluated() {
            self.path.clear();
            self.path.extend_from_slice(leaf.path);
            remove_virtual_loss(&mut self.tree, leaf.path);
            self.finish_simulation(leaf.position, leaf.rollout_end, leaf.score, context);
        }
        batch.clear();
        self.batch = batch;
    }

    /// How the simulation ends at this node, or `None` if it goes on: it ends at a proved node, at a repetition and at
    /// a leaf. A leaf is expanded at its second visit.
    #[inline]
    fn simulation_end<E: Evaluator<G>>(
        &mut self,
        node: NodeId,
        position: &G,
        context: &SearchContext<'_, E>,
    ) -> Option<SimulationEnd<G>> {
        if let Some(points) = self.tree[node].stats.proof.points() {
            return Some(SimulationEnd::Points(points));
        }
        if self.is_repeated(position) {
            return Some(SimulationEnd::Points(0.5));
        }
        let here = &self.tree[node];
        if here.is_expanded() {
            return None;
        }
        if self.batch.contains(node) {
            return Some(SimulationEnd::Blocked);
        }
        if here.stats.visits > 0 && self.tree.len() < context.max_nodes {
            return self.expand_and_prove(node, position, context).map(SimulationEnd::Points);
        }
        Some(match rollout(position, context.settings, &mut self.rng) {
            RolloutResult::Evaluate(rollout_end) => SimulationEnd::Evaluate(rollout_end),
            RolloutResult::Points(points) => SimulationEnd::Points(self.expand_leaf(position, points, context)),
            RolloutResult::Terminal(outcome) => {
                self.tree[node].stats.proof = NodeProof::of(outcome);
                self.backpropagate_proof(context);
                SimulationEnd::Points(points_from_outcome(outcome))
            }
        })
    }

    /// Expands the leaf at its first visit if the evaluator has a policy: one forward pass of a network gives value and
    /// priors. Returns `points`, or the proved ones if the children prove the leaf.
    #[inline]
    fn expand_leaf<E: Evaluator<G>>(&mut self, position: &G, points: f64, context: &SearchContext<'_, E>) -> f64 {
        if !self.policy_priors.has_policy() || self.tree.len() >= context.max_nodes {
            return points;
        }
        let leaf = self.path[self.path.len() - 1].node;
        self.expand_and_prove(leaf, position, context).unwrap_or(points)
    }

    /// Expands a node. Returns the first player's points if the children prove it.
    fn expand_and_prove<E: Evaluator<G>>(
        &mut self,
        node: NodeId,
        position: &G,
        context: &SearchContext<'_, E>,
    ) -> Option<f64> {
        self.expand(node, position, context);
        if context.settings.orders_children() && self.update_proof(node, position.turn(), context) {
            self.backpropagate_proof(context);
        }
        self.tree[node].stats.proof.points()
    }

    /// Selects a child; `None` if the batch must be evaluated first.
    #[inline]
    fn select_child<E: Evaluator<G>>(
        &mut self,
        node: NodeId,
        position: &G,
        context: &SearchContext<'_, E>,
    ) -> Option<NodeId> {
        let here = &self.tree[node];
        let selector = ChildSelector { settings: context.settings, turn: position.turn(), parent: &here.stats };
        let children = self.tree.children(node);
        let selected = selector.select(children, &mut self.rng);
        if here.is_cut && selector.is_lost(&children[selected]) && self.tree.len() < context.max_nodes {
            // Adding children moves nodes: no pending path may lead over them.
            if self.batch.len() > 0 {
                return None;
            }
            add_cut_children(&mut self.tree, node, position);
            return self.select_child(node, position, context);
        }
        Some(self.tree.child(node, selected))
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
    fn backpropagate_proof<E>(&mut self, context: &SearchContext<'_, E>) {
        for index in (0..self.path.len() - 1).rev() {
            let PathStep { node, turn } = self.path[index];
            if !self.update_proof(node, turn, context) {
                break;
            }
        }
    }

    /// Updates the proof of a node by its children. Returns whether it is proved.
    fn update_proof<E>(&mut self, node: NodeId, turn: Side, context: &SearchContext<'_, E>) -> bool {
        if !context.settings.solver {
            return false;
        }
        let children = self.tree.children(node).iter().map(|child| child.stats.proof);
        let proof = NodeProof::of_parent(turn, !self.tree[node].is_cut, children);
        self.tree[node].stats.proof = proof;
        proof.is_proved()
    }
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
