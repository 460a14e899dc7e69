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
//! | `tree` | nodes in one vector |
//! | `searcher` | a simulation, step by step |
//! | `select` | UCB1, PUCT, epsilon-greedy, progressive widening |
//! | `expand` | new children and their priors |
//! | `rollout` | the value of a leaf |
//! | `proof` | MCTS-Solver |
//! | `batch` | batched evaluation with virtual loss |
//! | `dirichlet` | Dirichlet noise at the root |
//! | `budget` | when to stop |
//! | `final_move` | from visits to a move |
//!
//! Threads each grow a tree of their own from a seed of their own, and the visits of the root moves are summed: root
//! parallelisation (Cazenave and Jouandeau, 2007; Chaslot, Winands and van den Herik, 2008). A shared tree would be
//! searched deeper by the same work, but it needs locks or unsafe code; here threads share only the evaluator.

mod batch;
mod budget;
mod dirichlet;
mod expand;
mod final_move;
mod proof;
mod rollout;
mod searcher;
mod select;
mod settings;
mod tree;

use std::sync::atomic::AtomicBool;
use std::thread;

use quevedo_core::{Evaluator, Game, Line, Rng, SearchRequest, SearchResult, Strategy};

pub use self::rollout::graded;
pub use self::settings::{DirichletNoise, Exploration, Policy, Rollout, Settings, Widening};

use self::budget::{Budget, StopFlags};
use self::final_move::{search_result, visit_pairs};
use self::searcher::Searcher;
use crate::halved::CountsPairs;

/// The greatest number of nodes of a tree, whatever the settings say.
const MAX_NODES: usize = 1 << 31;

/// A Monte Carlo tree search.
pub struct Mcts<G: Game, E> {
    settings: Settings,
    evaluator: E,
    /// One per thread.
    searchers: Vec<Searcher<G>>,
}

/// What every step of a search needs to know.
struct SearchContext<'a, E> {
    settings: &'a Settings,
    evaluator: &'a E,
    /// Maximum nodes of one tree.
    max_nodes: usize,
}

impl<G: Game, E: Evaluator<G>> Mcts<G, E> {
    /// A search with these settings and this evaluator. The scale of the evaluator, if it has one, overrides that of
    /// the settings.
    pub fn new(mut settings: Settings, evaluator: E) -> Self {
        settings.scale = evaluator.logistic_scale().unwrap_or(settings.scale);
        let mut seeds = settings.seed.map_or_else(Rng::new, Rng::with_seed);
        // There is no use for more threads than simulations.
        let max_threads = settings.sims.unwrap_or(u64::MAX).max(1);
        let threads = (settings.threads.max(1) as u64).min(max_threads);
        let searchers = (0..threads).map(|_| Searcher::new(seeds.fork())).collect();
        Self { settings, evaluator, searchers }
    }

    /// Searches on all threads and returns the number of simulations. Reports are those of the first thread.
    fn search(
        &mut self,
        root: &G,
        moves: &[G::Move],
        budget: Budget<'_>,
        report: &mut dyn FnMut(&SearchResult<G::Move>),
    ) -> u64 {
        let threads = self.searchers.len();
        let max_nodes = (self.settings.nodes / threads).min(MAX_NODES);
        let context = &SearchContext { settings: &self.settings, evaluator: &self.evaluator, max_nodes };
        let Some((own, others)) = self.searchers.split_first_mut() else { return 0 };
        let report = |searcher: &Searcher<G>, sims| {
            search_result(root, moves, &[searcher], sims, context.settings.scale).iter().for_each(&mut *report);
        };
        thread::scope(|scope| {
            let mut running = Vec::new();
            for (index, searcher) in others.iter_mut().enumerate() {
                let part = budget.part(index + 1, threads);
                running.push(scope.spawn(move || searcher.search(context, part, |_, _| {})));
            }
            let sims = own.search(context, budget.part(0, threads), report);
            let others = running.into_iter().map(|thread| thread.join().expect("a search does not panic"));
            sims + others.sum::<u64>()
        })
    }
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
        for searcher in &mut self.searchers {
            searcher.set_line(line, first);
        }
        let sims = self.search(root, &moves, budget, request.report);
        let searchers: Vec<_> = self.searchers.iter().collect();
        search_result(root, &moves, &searchers, sims, self.settings.scale)
    }
}

impl<G: Game, E: Evaluator<G>> CountsPairs<G> for Mcts<G, E> {
    fn pairs(&self) -> Vec<(G::Move, G::Move, u64)> {
        visit_pairs(self.searchers.iter().map(|searcher| &searcher.tree))
    }
}
