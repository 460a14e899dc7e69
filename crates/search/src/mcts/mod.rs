//! Monte Carlo tree search (Coulom, 2006; Kocsis and Szepesvári, 2006), for any game and evaluator.
//!
//! A simulation goes down the tree by a [`Policy`], judges the position at its edge by a [`Rollout`], and adds the
//! result to every node it passed. Where the tree sees the end of the game, results are proved and taken up like in
//! minimax (MCTS-Solver: Winands, Björnsson and Saito, 2008). What the tree knows of the moves that are then really
//! played is kept for the next search.
//!
//! | room | what lives there |
//! |---|---|
//! | `settings` | what can be set |
//! | `tree` | nodes in one vector |
//! | `searcher` | a simulation, step by step |
//! | `select`, `expand`, `rollout`, `proof` | its steps |
//! | `batch` | leaves that wait to be judged together |
//! | `noise` | what self-play adds to the root |
//! | `budget` | when to stop |
//! | `conclude` | from visits to a move |
//! | `halved` | games in half moves |
//!
//! **Threads** each grow a tree of their own from a seed of their own, and the visits of the root moves are added up:
//! root parallelisation (Cazenave and Jouandeau, 2007; Chaslot, Winands and van den Herik, 2008). A shared tree is
//! searched deeper by the same work, but its nodes would have to be shared too, which takes locks or unsafe code;
//! here threads share nothing but the evaluator.

mod batch;
mod budget;
mod conclude;
mod expand;
mod halved;
mod noise;
mod proof;
mod rollout;
mod searcher;
mod select;
mod settings;
mod tree;

use std::sync::atomic::AtomicBool;
use std::thread;

use quevedo_core::{Evaluator, Game, Line, Rng, SearchRequest, SearchResult, Strategy};

pub use self::halved::{CountsPairs, Halved, HalvesEvaluator};
pub use self::rollout::graded;
pub use self::settings::{Exploration, Noise, Policy, Rollout, Settings, Widening};

use self::budget::Budget;
use self::conclude::conclude;
use self::searcher::Searcher;

/// More nodes than a tree can number are never asked for.
const MOST_NODES: usize = 1 << 31;

/// A Monte Carlo tree search.
pub struct Mcts<G: Game, E> {
    settings: Settings,
    evaluator: E,
    /// One a thread.
    searchers: Vec<Searcher<G>>,
}

/// What every step of a search needs to know.
struct Plan<'a, E> {
    settings: &'a Settings,
    judge: &'a E,
    /// Nodes of one tree, at most.
    nodes: usize,
}

// By hand: a derived copy would ask the evaluator to be one too.
impl<E> Clone for Plan<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Plan<'_, E> {}

impl<G: Game, E: Evaluator<G>> Mcts<G, E> {
    /// A search with these settings that judges by this evaluator, where the settings ask for one. What its points are
    /// worth is for the evaluator to say, if it knows.
    pub fn new(mut settings: Settings, evaluator: E) -> Self {
        settings.scale = evaluator.scale().unwrap_or(settings.scale);
        let mut seeds = settings.seed.map_or_else(Rng::new, Rng::with_seed);
        // More threads than simulations would not know what to do.
        let busy = settings.sims.unwrap_or(u64::MAX).max(1);
        let threads = (settings.threads.max(1) as u64).min(busy);
        let searchers = (0..threads).map(|_| Searcher::new(seeds.fork())).collect();
        Self { settings, evaluator, searchers }
    }

    /// Searches on all threads; how many simulations that took. This thread tells of its own progress.
    fn search(
        &mut self,
        root: &G,
        moves: &[G::Move],
        budget: Budget<'_>,
        report: &mut dyn FnMut(&SearchResult<G::Move>),
    ) -> u64 {
        let threads = self.searchers.len();
        let nodes = (self.settings.nodes / threads).min(MOST_NODES);
        let plan = Plan { settings: &self.settings, judge: &self.evaluator, nodes };
        let Some((own, others)) = self.searchers.split_first_mut() else { return 0 };
        let tell = |searcher: &Searcher<G>, sims| {
            conclude(root, moves, &[searcher], sims, plan.settings.scale).iter().for_each(&mut *report);
        };
        thread::scope(|scope| {
            let mut running = Vec::new();
            for (index, searcher) in others.iter_mut().enumerate() {
                let part = budget.part(index + 1, threads);
                running.push(scope.spawn(move || searcher.search(plan, part, |_, _| {})));
            }
            let sims = own.search(plan, budget.part(0, threads), tell);
            let others = running.into_iter().map(|thread| thread.join().expect("a search does not panic"));
            sims + others.sum::<u64>()
        })
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Mcts<G, E> {
    /// Nodes are simulations, depth is that of the tree. An only move is played at once when a clock runs. Where
    /// only some moves are asked for, the others are simulated as well: the tree is kept for the next search.
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let done = AtomicBool::new(false);
        let budget = Budget::new(&self.settings, request.limits, request.clock, (request.stop, &done));
        let root = line.position();
        let moves = request.moves(root);
        let any = *moves.first()?;
        if moves.len() == 1 && request.clock.is_some() {
            return Some(SearchResult::of_move(any));
        }
        for searcher in &mut self.searchers {
            searcher.set_line(line, any);
        }
        let sims = self.search(root, &moves, budget, request.report);
        let searchers: Vec<_> = self.searchers.iter().collect();
        conclude(root, &moves, &searchers, sims, self.settings.scale)
    }
}

impl<G: Game, E: Evaluator<G>> CountsPairs<G> for Mcts<G, E> {
    fn pairs(&self) -> Vec<(G::Move, G::Move, u64)> {
        conclude::pairs(self.searchers.iter().map(|searcher| &searcher.tree))
    }
}
