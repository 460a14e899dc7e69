//! Monte Carlo tree search (Coulom, 2006; Kocsis and Szepesvári, 2006), for any game and evaluator.
//!
//! A simulation selects a path down the tree by a [`Policy`], values the leaf by a [`Rollout`], and adds the result to
//! every node of the path. Where the tree reaches the end of the game, results are proved and backed up as in minimax
//! (MCTS-Solver: Winands, Björnsson and Saito, 2008). The subtree of the moves that are then played is kept for the
//! next search.
//!
//! | file | content |
//! |---|---|
//! | `settings` | the settings |
//! | `tree` | nodes in one vector, and how threads share it |
//! | `searcher` | a simulation, step by step |
//! | `select` | UCB1, PUCT, epsilon-greedy, progressive widening |
//! | `expand` | new children and their priors |
//! | `rollout` | the value of a leaf |
//! | `proof` | MCTS-Solver |
//! | `batch` | batched evaluation with virtual loss |
//! | `batched_puct` | many trees at once, whose leaves the caller evaluates |
//! | `dirichlet` | Dirichlet noise at the root |
//! | `budget` | when to stop |
//! | `final_move` | from visits to a move |
//! | `observed` | what an observer is told |
//!
//! Several threads search one tree: tree parallelisation with virtual loss (Chaslot, Winands and van den Herik, 2008).
//! Selection counts a visit as a loss until its value is backed up, so that the threads spread over the tree.

mod batch;
mod batched_puct;
mod budget;
mod dirichlet;
mod expand;
mod final_move;
mod observed;
mod proof;
mod rollout;
mod searcher;
mod select;
mod settings;
mod tree;

use std::sync::atomic::AtomicBool;
use std::sync::{PoisonError, RwLock};

use quevedo_core::platform::{self, Task};
use quevedo_core::{Evaluator, Game, Line, Observer, Rng, SearchRequest, SearchResult, Strategy};

pub use self::batched_puct::{BatchedPuct, LeafEvaluation};
pub use self::rollout::graded;
pub use self::settings::{DirichletNoise, Exploration, Policy, Rollout, Settings, Widening};

use self::budget::{Budget, StopFlags};
use self::dirichlet::add_dirichlet_noise;
use self::final_move::{search_result, visit_pairs};
use self::searcher::Searcher;
use self::tree::{NodeId, ROOT, Tree, TreeAccess};
use crate::halved::CountsPairs;

/// The greatest number of nodes of a tree, whatever the settings say.
const MAX_NODES: usize = 1 << 31;

/// A Monte Carlo tree search.
pub struct Mcts<G: Game, E> {
    settings: Settings,
    evaluator: E,
    tree: RwLock<Tree<G::Move>>,
    /// The game up to the root of the tree; `None` before the first search.
    line: Option<Line<G>>,
    /// Whether the priors of the root include Dirichlet noise.
    has_root_noise: bool,
    /// One per thread.
    searchers: Vec<Searcher<G>>,
}

/// What every step of a search needs to know.
struct SearchContext<'a, E> {
    settings: &'a Settings,
    evaluator: &'a E,
    /// Maximum nodes of the tree.
    max_nodes: usize,
    /// Whether other threads search the same tree.
    is_shared: bool,
}

impl<G: Game, E: Evaluator<G>> Mcts<G, E> {
    /// A search with these settings and this evaluator. The scale of the evaluator, if it has one, overrides that of
    /// the settings.
    pub fn new(mut settings: Settings, evaluator: E) -> Self {
        settings.scale = evaluator.logistic_scale().unwrap_or(settings.scale);
        let mut seeds = settings.seed.map_or_else(Rng::new, Rng::with_seed);
        // There is no use for more threads than simulations.
        let max_threads = settings.sims.unwrap_or(u64::MAX).max(1);
        let threads = (settings.threads.clamp(1, platform::max_threads()) as u64).min(max_threads);
        let searchers = (0..threads).map(|_| Searcher::new(seeds.fork())).collect();
        let tree = RwLock::new(Tree::new(settings.width.max(1) as u32));
        Self { settings, evaluator, tree, line: None, has_root_noise: false, searchers }
    }

    /// Makes the end of `line` the root. If the line continues the last one, the subtree is kept. `any` is any legal
    /// move.
    fn set_line(&mut self, line: &Line<G>, any: G::Move) {
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        let node = self.line.as_ref().and_then(|last| find_node(tree, last, line));
        match node {
            Some(node) => tree.reroot(node),
            None => tree.reset(any),
        }
        self.has_root_noise &= node == Some(ROOT);
        self.line = Some(line.clone());
        self.searchers.iter_mut().for_each(|searcher| searcher.set_line(line));
    }

    /// Searches on all threads and returns the number of simulations. Reports are those of the first thread. An observed
    /// search runs on one thread and evaluates one leaf at a time.
    fn search(
        &mut self,
        root: &G,
        moves: &[G::Move],
        budget: Budget<'_>,
        report: &mut dyn FnMut(&SearchResult<G::Move>),
        observer: Option<&mut dyn Observer<G::Move>>,
    ) -> u64 {
        let threads = if observer.is_some() { 1 } else { self.searchers.len() };
        let batch = if observer.is_some() { 1 } else { self.settings.batch };
        let settings = &Settings { batch, ..self.settings };
        let context = &SearchContext {
            settings,
            evaluator: &self.evaluator,
            max_nodes: settings.nodes.min(MAX_NODES),
            is_shared: threads > 1,
        };
        let Some((own, others)) = self.searchers.split_first_mut() else { return 0 };
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        own.expand_root(tree, root, context);
        if let Some(noise) = settings.noise.filter(|_| settings.policy == Policy::Puct && !self.has_root_noise) {
            add_dirichlet_noise(tree.children_mut(ROOT), noise, &mut own.rng);
            self.has_root_noise = true;
        }
        let visits_before = tree.root().visits();
        let report = &mut |searcher: &Searcher<G>, tree: &Tree<G::Move>| {
            let sims = u64::from(tree.root().visits() - visits_before);
            search_result(root, moves, tree, searcher.depth, sims, settings.scale).iter().for_each(&mut *report);
        };
        if threads == 1 {
            return own.search(&mut TreeAccess::Own(tree), root, context, budget, report, observer);
        }
        let tree = &self.tree;
        let mut sims = vec![0; threads];
        let (own_sims, other_sims) = sims.split_first_mut().expect("there is a thread");
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for (index, (searcher, sims)) in others.iter_mut().zip(other_sims).enumerate() {
            let part = budget.part(index + 1, threads);
            tasks.push(Box::new(move || {
                *sims = searcher.search(&mut TreeAccess::Shared(tree), root, context, part, &mut |_, _| {}, None);
            }));
        }
        let part = budget.part(0, threads);
        let search = || *own_sims = own.search(&mut TreeAccess::Shared(tree), root, context, part, report, None);
        platform::run_together(Box::new(search), tasks);
        sims.into_iter().sum()
    }
}

/// The node of the end of `line` in a tree whose root is the end of `last`, if it is there.
fn find_node<G: Game>(tree: &Tree<G::Move>, last: &Line<G>, line: &Line<G>) -> Option<NodeId> {
    let new_moves = line.moves().strip_prefix(last.moves()).filter(|_| line.start() == last.start())?;
    new_moves.iter().try_fold(ROOT, |node, mv| tree.find(node, *mv))
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Mcts<G, E> {
    /// Nodes of the result are simulations, depth is that of the tree. An only move is played at once when a clock
    /// runs. If only some moves may be chosen, the others are simulated as well: the tree is kept for the next search.
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let proved = AtomicBool::new(false);
        let flags = StopFlags { requested: request.stop, proved: &proved };
        let budget = Budget::new(&self.settings, request.limits, request.clock, flags);
        let root = line.position();
        let moves = request.moves(root);
        let first = *moves.first()?;
        if moves.len() == 1 && request.clock.is_some() {
            return Some(SearchResult::of_move(first));
        }
        self.set_line(line, first);
        let observer = request.observer.as_mut().map(|observer| &mut **observer as _);
        let sims = self.search(root, &moves, budget, request.report, observer);
        let depth = self.searchers.iter().map(|searcher| searcher.depth).max().unwrap_or(0);
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        search_result(root, &moves, tree, depth, sims, self.settings.scale)
    }
}

impl<G: Game, E: Evaluator<G>> CountsPairs<G> for Mcts<G, E> {
    fn pairs(&self) -> Vec<(G::Move, G::Move, u64)> {
        visit_pairs(&self.tree.read().unwrap_or_else(PoisonError::into_inner))
    }
}
