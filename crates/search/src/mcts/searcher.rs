//! One thread's search: its tree, and simulation after simulation through it.

use quevedo_core::{Evaluator, Game, Line, Rng, Side};

use super::Plan;
use super::budget::{Budget, Next, Watch};
use super::expand::{Opinion, complete, expand};
use super::noise::stir;
use super::proof::Proof;
use super::rollout;
use super::select::Chooser;
use super::settings::Policy;
use super::tree::{NodeId, ROOT, Tree};

/// A node that a simulation passes, and who moves there.
#[derive(Clone, Copy)]
struct Step {
    node: NodeId,
    turn: Side,
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
        let (tree, opinion) = (Tree::new(), Opinion::new());
        Self { tree, line: None, rng, opinion, is_noisy: false, path, hashes, played: 0, depth: 0 }
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
            match watch.next() {
                Next::Simulate => self.simulate(&root, plan),
                Next::Report => report(self, watch.sims()),
                Next::Stop => return watch.sims(),
            }
        }
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

    /// Goes down the tree to its edge, judges the position there, and takes the result back up.
    #[inline]
    fn simulate<E: Evaluator<G>>(&mut self, root: &G, plan: Plan<'_, E>) {
        self.path.clear();
        self.hashes.truncate(self.played);
        let mut position = root.clone();
        let mut node = ROOT;
        let points = loop {
            let turn = position.turn();
            self.path.push(Step { node, turn });
            if node != ROOT
                && let Some(points) = self.judge(node, &position, plan)
            {
                break points;
            }
            node = self.next(node, &position, plan);
            position.play(self.tree[node].mv);
        };
        self.depth = self.depth.max(self.path.len() - 1);
        for step in &self.path {
            let stats = &mut self.tree[step.node].stats;
            stats.visits += 1;
            stats.points += points;
        }
    }

    /// The first player's points if the simulation ends here: where the result is known, where the position came
    /// up before, and at the edge of the tree. A node gets its children when it is visited for the second time; with the
    /// first visit, where the evaluator thinks of moves: one look of a network gives both.
    #[inline]
    fn judge<E: Evaluator<G>>(&mut self, node: NodeId, position: &G, plan: Plan<'_, E>) -> Option<f64> {
        if let Some(points) = self.tree[node].stats.proof.points() {
            return Some(points);
        }
        if self.repeats(position) {
            return Some(0.5);
        }
        let here = &self.tree[node];
        if here.is_expanded() {
            return None;
        }
        let has_room = self.tree.len() < plan.nodes;
        if here.stats.visits == 0 || !has_room {
            let (points, proof) = rollout::judge(position, plan, &mut self.rng).weigh();
            if proof.is_proved() {
                self.tree[node].stats.proof = proof;
                self.prove_path(plan);
            } else if has_room && self.opinion.is_known() {
                return Some(self.grow(node, position, plan).unwrap_or(points));
            }
            return Some(points);
        }
        self.grow(node, position, plan)
    }

    /// Gives a node its children; the first player's points if they prove it.
    fn grow<E: Evaluator<G>>(&mut self, node: NodeId, position: &G, plan: Plan<'_, E>) -> Option<f64> {
        self.expand(node, position, plan);
        if plan.settings.judges() && self.prove(node, position.turn(), plan) {
            self.prove_path(plan);
        }
        self.tree[node].stats.proof.points()
    }

    /// The child to go on with.
    #[inline]
    fn next<E: Evaluator<G>>(&mut self, node: NodeId, position: &G, plan: Plan<'_, E>) -> NodeId {
        let here = &self.tree[node];
        let chooser = Chooser { settings: plan.settings, turn: position.turn(), parent: &here.stats };
        let children = self.tree.children(node);
        let chosen = chooser.choose(children, &mut self.rng);
        if here.cut && chooser.is_lost(&children[chosen]) && self.tree.len() < plan.nodes {
            complete(&mut self.tree, node, position);
            return self.next(node, position, plan);
        }
        self.tree.child(node, chosen)
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
    use quevedo_core::{Evaluator, Game, Line, Outcome, Reason, Score, Side, Term, ask};

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
            Outcome::win(Side::Second, Reason::NoMoves)
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
