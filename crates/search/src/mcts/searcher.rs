//! One thread's search: its tree, and simulation after simulation through it.

use quevedo_core::{Evaluator, Game, Line, Rng, Score, Side};

use super::Plan;
use super::batch::{Batch, Step, lend, take_back};
use super::budget::{Budget, Next, Watch};
use super::expand::{Opinion, complete, expand};
use super::noise::stir;
use super::proof::Proof;
use super::rollout::{self, Verdict};
use super::select::Chooser;
use super::settings::Policy;
use super::tree::{NodeId, ROOT, Tree};

/// How a way down the tree ends.
enum End<G> {
    /// With the first player's points.
    Points(f64),
    /// At a leaf, whose points the evaluator knows: it is to be asked about this position.
    Asks(G),
    /// With a question to which others wait for the answer.
    Blocked,
}

/// What one thread keeps from move to move.
pub(super) struct Searcher<G: Game> {
    pub(super) tree: Tree<G::Move>,
    /// The game up to the root of the tree; `None` before the first search.
    line: Option<Line<G>>,
    rng: Rng,
    /// What the evaluator thinks of moves, where it does.
    opinion: Opinion<G::Move>,
    /// Whether there is noise on the priors of the root.
    is_noisy: bool,
    /// The way of the simulation under way.
    path: Vec<Step>,
    /// Simulations that wait for the evaluator.
    batch: Batch<G>,
    /// The hashes of the positions that could come back: those of the game, then those of the way.
    hashes: Vec<u64>,
    /// How many of them are of the game.
    played: usize,
    /// The longest way so far, in plies.
    pub(super) depth: usize,
}

impl<G: Game> Searcher<G> {
    pub(super) fn new(rng: Rng) -> Self {
        let (path, hashes) = (Vec::new(), Vec::new());
        let (tree, opinion, batch) = (Tree::new(), Opinion::new(), Batch::default());
        Self { tree, line: None, rng, opinion, is_noisy: false, path, batch, hashes, played: 0, depth: 0 }
    }

    /// Makes the end of `line` the root. If the line goes on from the one before, what is known of it is kept.
    /// `any` is any legal move.
    pub(super) fn set_line(&mut self, line: &Line<G>, any: G::Move) {
        let known = self.known(line);
        match known {
            Some(node) => self.tree.reroot(node),
            None => self.tree.plant(any),
        }
        self.is_noisy &= known == Some(ROOT);
        self.line = Some(line.clone());
        self.depth = 0;
        let positions = line.positions();
        let back = line.position().reversible_plies().min(positions.len() - 1);
        self.hashes.clear();
        self.hashes.extend(positions[positions.len() - 1 - back..].iter().map(Game::hash));
        self.played = self.hashes.len();
    }

    /// The node of the end of `line`, if it is in the tree.
    fn known(&self, line: &Line<G>) -> Option<NodeId> {
        let before = self.line.as_ref()?;
        let since = line.moves().strip_prefix(before.moves()).filter(|_| line.start() == before.start())?;
        since.iter().try_fold(ROOT, |node, mv| self.tree.find(node, *mv))
    }

    /// Simulates until the root is proved or the budget is used up; how often that was. `report` is called with the
    /// number so far, now and then.
    pub(super) fn search<E: Evaluator<G>>(
        &mut self,
        plan: Plan<'_, E>,
        budget: Budget<'_>,
        mut report: impl FnMut(&Self, u64),
    ) -> u64 {
        let root = self.line.as_ref().expect("a line is set before the search").position().clone();
        if !self.tree.root().is_expanded() {
            self.expand(ROOT, &root, plan);
            self.prove(ROOT, root.turn(), plan);
        }
        self.add_noise(plan);
        let mut watch = Watch::new(budget);
        while self.has_open_root(plan) {
            let next = watch.next();
            if next == Next::Simulate {
                self.simulate(&root, plan);
                continue;
            }
            self.settle(plan);
            if next == Next::Stop {
                return watch.sims();
            }
            report(self, watch.sims());
        }
        self.settle(plan);
        budget.tell_done();
        watch.sims()
    }

    /// Stirs the priors of the root, once.
    fn add_noise<E>(&mut self, plan: Plan<'_, E>) {
        let wanted = plan.settings.noise.filter(|_| plan.settings.policy == Policy::Puct && !self.is_noisy);
        if let Some(noise) = wanted {
            stir(self.tree.children_mut(ROOT), noise, &mut self.rng);
            self.is_noisy = true;
        }
    }

    fn expand<E: Evaluator<G>>(&mut self, node: NodeId, position: &G, plan: Plan<'_, E>) {
        expand(&mut self.tree, node, position, plan, (&mut self.opinion, &mut self.rng));
    }

    /// Whether there is anything to find out, and room to count it.
    #[inline]
    fn has_open_root<E>(&self, plan: Plan<'_, E>) -> bool {
        let root = self.tree.root().stats;
        !(plan.settings.solver && root.proof.is_proved()) && root.visits < u32::MAX
    }

    /// Goes down the tree to its edge, has the position there judged, and takes the result back up; where several
    /// positions are judged at once, that may come later.
    #[inline]
    fn simulate<E: Evaluator<G>>(&mut self, root: &G, plan: Plan<'_, E>) {
        loop {
            let (end, position) = self.descend(root, plan);
            match end {
                End::Points(points) => return self.back_up(points),
                End::Asks(asked) if plan.settings.batch > 1 => return self.wait(position, asked, plan),
                End::Asks(asked) => return self.finish(&position, &asked, plan.judge.evaluate(&asked), plan),
                End::Blocked => self.settle(plan),
            }
        }
    }

    /// The way to the edge of the tree: how it ends, and where.
    #[inline]
    fn descend<E: Evaluator<G>>(&mut self, root: &G, plan: Plan<'_, E>) -> (End<G>, G) {
        self.path.clear();
        self.hashes.truncate(self.played);
        let mut position = root.clone();
        let mut node = ROOT;
        loop {
            let turn = position.turn();
            self.path.push(Step { node, turn });
            if node != ROOT
                && let Some(end) = self.judge(node, &position, plan)
            {
                return (end, position);
            }
            let Some(next) = self.next(node, &position, plan) else { return (End::Blocked, position) };
            node = next;
            position.play(self.tree[node].mv);
        }
    }

    /// Adds the first player's points to all nodes of the way.
    #[inline]
    fn back_up(&mut self, points: f64) {
        self.depth = self.depth.max(self.path.len() - 1);
        for step in &self.path {
            let stats = &mut self.tree[step.node].stats;
            stats.visits += 1;
            stats.points += points;
        }
    }

    /// Ends a simulation at a leaf for which the evaluator was asked about a position, and gave it a score.
    #[inline]
    fn finish<E: Evaluator<G>>(&mut self, leaf: &G, asked: &G, score: Score, plan: Plan<'_, E>) {
        let points = rollout::points_of(score, asked.turn(), plan.settings.scale);
        let points = self.unfold(leaf, points, plan);
        self.back_up(points);
    }

    /// Lets the simulation wait for what the evaluator says of a position, until there are enough that do.
    fn wait<E: Evaluator<G>>(&mut self, leaf: G, asked: G, plan: Plan<'_, E>) {
        self.batch.add(&self.path, leaf, asked);
        lend(&mut self.tree, &self.path);
        if self.batch.len() >= plan.settings.batch {
            self.settle(plan);
        }
    }

    /// Has all leaves that wait judged by one question, and takes the results back up.
    fn settle<E: Evaluator<G>>(&mut self, plan: Plan<'_, E>) {
        if self.batch.len() == 0 {
            return;
        }
        let mut batch = std::mem::take(&mut self.batch);
        batch.ask(|positions, scores| plan.judge.evaluate_many(positions, scores));
        for leaf in batch.judged() {
            self.path.clear();
            self.path.extend_from_slice(leaf.path);
            take_back(&mut self.tree, leaf.path);
            self.finish(leaf.position, leaf.asked, leaf.score, plan);
        }
        batch.clear();
        self.batch = batch;
    }

    /// How the simulation ends, if it does so here: where the result is known, where the position came up before, and
    /// at the edge of the tree. A node gets its children when it is visited for the second time.
    #[inline]
    fn judge<E: Evaluator<G>>(&mut self, node: NodeId, position: &G, plan: Plan<'_, E>) -> Option<End<G>> {
        if let Some(points) = self.tree[node].stats.proof.points() {
            return Some(End::Points(points));
        }
        if self.repeats(position) {
            return Some(End::Points(0.5));
        }
        let here = &self.tree[node];
        if here.is_expanded() {
            return None;
        }
        if self.batch.holds(node) {
            return Some(End::Blocked);
        }
        if here.stats.visits > 0 && self.tree.len() < plan.nodes {
            return self.grow(node, position, plan).map(End::Points);
        }
        Some(match rollout::judge(position, plan, &mut self.rng) {
            Verdict::Ask(asked) => End::Asks(asked),
            Verdict::Points(points) => End::Points(self.unfold(position, points, plan)),
            Verdict::Over(outcome) => {
                self.tree[node].stats.proof = Proof::of(outcome);
                self.prove_path(plan);
                End::Points(rollout::points(outcome))
            }
        })
    }

    /// Gives the leaf at the end of the way, worth so many points, its children with the first visit, where the evaluator
    /// thinks of moves: one look of a network gives both. The points again, or better ones if the children prove it.
    #[inline]
    fn unfold<E: Evaluator<G>>(&mut self, position: &G, points: f64, plan: Plan<'_, E>) -> f64 {
        if !self.opinion.is_known() || self.tree.len() >= plan.nodes {
            return points;
        }
        let leaf = self.path[self.path.len() - 1].node;
        self.grow(leaf, position, plan).unwrap_or(points)
    }

    /// Gives a node its children; the first player's points if they prove it.
    fn grow<E: Evaluator<G>>(&mut self, node: NodeId, position: &G, plan: Plan<'_, E>) -> Option<f64> {
        self.expand(node, position, plan);
        if plan.settings.judges() && self.prove(node, position.turn(), plan) {
            self.prove_path(plan);
        }
        self.tree[node].stats.proof.points()
    }

    /// The child to go on with; `None` if it cannot be said before those that wait are judged.
    #[inline]
    fn next<E: Evaluator<G>>(&mut self, node: NodeId, position: &G, plan: Plan<'_, E>) -> Option<NodeId> {
        let here = &self.tree[node];
        let chooser = Chooser { settings: plan.settings, turn: position.turn(), parent: &here.stats };
        let children = self.tree.children(node);
        let chosen = chooser.choose(children, &mut self.rng);
        if here.cut && chooser.is_lost(&children[chosen]) && self.tree.len() < plan.nodes {
            // Children move, and no way that waits may lead over them.
            if self.batch.len() > 0 {
                return None;
            }
            complete(&mut self.tree, node, position);
            return self.next(node, position, plan);
        }
        Some(self.tree.child(node, chosen))
    }

    /// Whether an equal position came up before, in the game or on the way here. It is a draw then as far as the
    /// search goes, but no proof: by another way it may be none.
    #[inline]
    fn repeats(&mut self, position: &G) -> bool {
        let back = position.reversible_plies();
        if back == 0 {
            return false;
        }
        let hash = position.hash();
        let met = self.hashes.iter().rev().take(back).any(|earlier| *earlier == hash);
        self.hashes.push(hash);
        met
    }

    /// Takes what the end of the path has proved as far up as it goes.
    #[cold]
    fn prove_path<E>(&mut self, plan: Plan<'_, E>) {
        for index in (0..self.path.len() - 1).rev() {
            let Step { node, turn } = self.path[index];
            if !self.prove(node, turn, plan) {
                break;
            }
        }
    }

    /// Looks whether the children of a node prove it.
    fn prove<E>(&mut self, node: NodeId, turn: Side, plan: Plan<'_, E>) -> bool {
        if !plan.settings.solver {
            return false;
        }
        let children = self.tree.children(node).iter().map(|child| child.stats.proof);
        let proof = Proof::of_parent(turn, !self.tree[node].cut, children);
        self.tree[node].stats.proof = proof;
        proof.is_proved()
    }
}

#[cfg(test)]
mod tests {
    use quevedo_core::score::DRAW;
    use quevedo_core::{Evaluator, Game, Line, Outcome, Score, Side, Term, ask, reasons};

    use super::super::{Mcts, Policy, Settings};

    /// The first player goes to and fro, or gives up; the second one waits and wins in the end. Only repetition
    /// saves the first one.
    #[derive(Clone, Debug)]
    struct Fortress {
        place: u8,
        turn: Side,
        plies: u8,
        given_up: bool,
    }

    impl PartialEq for Fortress {
        fn eq(&self, other: &Self) -> bool {
            (self.place, self.turn, self.given_up) == (other.place, other.turn, other.given_up)
        }
    }

    impl Eq for Fortress {}

    const PACE: u8 = 0;
    const GIVE_UP: u8 = 1;

    impl Game for Fortress {
        type Move = u8;

        fn start() -> Self {
            Self { place: 0, turn: Side::First, plies: 0, given_up: false }
        }

        fn turn(&self) -> Side {
            self.turn
        }

        fn each_move(&self, mut visit: impl FnMut(u8)) {
            if self.ended().is_none() {
                visit(PACE);
                if self.turn == Side::First {
                    visit(GIVE_UP);
                }
            }
        }

        fn play(&mut self, mv: u8) {
            self.place ^= u8::from(self.turn == Side::First);
            self.given_up = mv == GIVE_UP;
            self.turn = !self.turn;
            self.plies += 1;
        }

        fn ended(&self) -> Option<Outcome> {
            (self.given_up || self.plies >= 20).then_some(self.stuck())
        }

        fn stuck(&self) -> Outcome {
            Outcome::win(Side::Second, &reasons::NO_MOVES)
        }

        fn hash(&self) -> u64 {
            u64::from(self.place) << 2 | (self.turn as u64) << 1 | u64::from(self.given_up)
        }

        fn hash_from_scratch(&self) -> u64 {
            self.hash()
        }

        fn reversible_plies(&self) -> usize {
            self.plies.into()
        }
    }

    struct Blind;

    impl Evaluator<Fortress> for Blind {
        fn evaluate(&self, _: &Fortress) -> Score {
            0
        }

        fn each_term(&self, _: &Fortress, _: &mut dyn FnMut(Term)) {}
    }

    #[test]
    fn a_position_that_comes_back_is_a_draw() {
        let mut line = Line::new(Fortress::start());
        for moves in 0..3 {
            let settings = Settings { sims: Some(200), seed: Some(1), ..Settings::new(Policy::Ucb1) };
            let choice = ask(&mut Mcts::new(settings, Blind), &line).expect("there is a move");
            assert_eq!(choice.mv, PACE, "after {moves} moves");
            if moves > 1 {
                assert_eq!(choice.score, Some(DRAW));
            }
            line.play(PACE);
            line.play(PACE);
        }
    }
}
