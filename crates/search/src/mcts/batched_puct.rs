//! PUCT in many trees at once. The caller evaluates the leaves of all trees in one batch, by a network that is no
//! [`Evaluator`] of ours: one on a graphics card, for example.
//!
//! ```text
//! begin (each game) ──> collect ──> leaves ──(the caller)──> finish ──> result (each game)
//!                          ^────────────── until no leaf is left ─┘
//! ```
//!
//! A tree offers up to [`Settings::batch`] leaves at a time, with virtual loss between them. It is the same search as
//! [`Mcts`](super::Mcts) with an evaluator that has a policy: see the test.

use std::collections::HashMap;

use quevedo_core::platform::{self, Task};
use quevedo_core::{Evaluator, Game, Rng, Score, SearchResult, Side, Term};

use super::SearchContext;
use super::batch::{add_virtual_loss, remove_virtual_loss};
use super::dirichlet::add_dirichlet_noise;
use super::final_move::search_result;
use super::searcher::{Searcher, SimulationEnd, has_open_root};
use super::settings::{DEFAULT_SIMS, Policy, Rollout, Settings};
use super::tree::{NodeId, ROOT, Tree, TreeAccess};

/// What the caller says of a leaf.
#[derive(Clone, Copy, Debug)]
pub struct LeafEvaluation<'a> {
    /// The expected score of the side to move, 0 to 1.
    pub value: f64,
    /// The probability of each legal move, in the order of [`Game::each_move`]; they add up to 1.
    pub priors: &'a [f32],
}

/// The evaluation of one leaf as an evaluator; uniform without priors.
struct Given<'a>(&'a [f32]);

impl<G: Game> Evaluator<G> for Given<'_> {
    fn evaluate(&self, _: &G) -> Score {
        0
    }

    fn each_term(&self, _: &G, _: &mut dyn FnMut(Term)) {}

    fn priors(&self, _: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
        if self.0.len() == moves.len() {
            priors.copy_from_slice(self.0);
        } else {
            priors.fill(1.0 / moves.len() as f32);
        }
        true
    }
}

/// The search of one game.
struct GameSearch<G: Game> {
    searcher: Searcher<G>,
    tree: Tree<G::Move>,
    /// The position to search; `None` for a game that is over.
    root: Option<G>,
    /// Whether the root waits for its evaluation; its leaves wait in the searcher.
    is_root_pending: bool,
    /// Simulations of this search, those of pending leaves included.
    sims: u64,
    has_root_noise: bool,
}

/// Searches many games at once.
pub struct BatchedPuct<G: Game> {
    settings: Settings,
    games: Vec<GameSearch<G>>,
}

impl<G: Game> BatchedPuct<G> {
    /// A search of `count` games. Of the settings those count that concern PUCT; [`Settings::sims`] are simulations for each
    /// game, [`Settings::threads`] share the games.
    pub fn new(settings: &Settings, count: usize) -> Self {
        let mut seeds = settings.seed.map_or_else(Rng::new, Rng::with_seed);
        let settings = Settings {
            policy: Policy::Puct,
            rollout: Rollout::Eval { plies: 0 },
            batch: settings.batch.max(1),
            widening: None,
            ..settings.clone()
        };
        let game = |_| GameSearch {
            searcher: Searcher::new(seeds.fork()),
            tree: Tree::new(1),
            root: None,
            is_root_pending: false,
            sims: 0,
            has_root_noise: false,
        };
        Self { settings, games: (0..count).map(game).collect() }
    }

    /// Begins a search of game `index`; `None` if it is over. `hashes` are those of the positions that can be repeated, that of
    /// the root last. With `moves` the game has gone on by these moves since the last search, and the subtree is kept.
    pub fn begin(&mut self, index: usize, root: Option<&G>, hashes: &[u64], moves: Option<&[G::Move]>) {
        let game = &mut self.games[index];
        game.sims = 0;
        game.give_up_leaves();
        game.searcher.set_hashes(hashes.iter().copied());
        let Some(any) = root.and_then(|root| first_move(root)) else {
            game.root = None;
            return;
        };
        let is_known = game.root.is_some() && game.tree.len() > 0;
        let tree = &game.tree;
        let node = moves
            .filter(|_| is_known)
            .and_then(|moves| moves.iter().try_fold(ROOT, |node: NodeId, mv| tree.find(node, *mv)));
        match node {
            Some(node) => game.tree.reroot(node),
            None => game.tree.reset(any),
        }
        game.has_root_noise &= node == Some(ROOT);
        game.root = root.cloned();
    }

    /// Simulates in every tree until it has a batch of leaves or no simulation left.
    pub fn collect(&mut self) {
        let settings = &self.settings;
        let part = self.games.len().div_ceil(settings.threads.max(1)).max(1);
        let collect = |games: &mut [GameSearch<G>]| games.iter_mut().for_each(|game| game.collect(settings));
        let mut parts = self.games.chunks_mut(part);
        let Some(own) = parts.next() else { return };
        let mut others: Vec<Task<'_>> = Vec::new();
        for part in parts {
            others.push(Box::new(move || collect(part)));
        }
        platform::run_together(Box::new(move || collect(own)), others);
    }

    /// The leaves to evaluate, in order; none when all searches are done.
    pub fn leaves(&self) -> impl Iterator<Item = &G> {
        self.games.iter().flat_map(|game| {
            let root = game.root.as_ref().filter(|_| game.is_root_pending);
            root.into_iter().chain(game.searcher.batch.positions())
        })
    }

    /// Backs the evaluations of all leaves up, in the order of [`BatchedPuct::leaves`]. Leaves without an evaluation are given
    /// up.
    pub fn finish<'a>(&mut self, evaluations: impl IntoIterator<Item = LeafEvaluation<'a>>) {
        let mut evaluations = evaluations.into_iter();
        for game in &mut self.games {
            game.finish(&mut evaluations, &self.settings);
        }
    }

    /// What the search of a game found; `None` if the game is over.
    pub fn result(&self, index: usize) -> Option<SearchResult<G::Move>> {
        let GameSearch { tree, root, searcher, sims, .. } = &self.games[index];
        let root = root.as_ref()?;
        search_result(root, &root.legal_moves(), tree, searcher.depth, *sims, self.settings.scale)
    }

    /// The position that is searched in a game; `None` if it is over.
    pub fn root(&self, index: usize) -> Option<&G> {
        self.games[index].root.as_ref()
    }

    /// How often each legal move of a game was visited, in the order of [`Game::each_move`]; nothing if it is over.
    pub fn visits(&self, index: usize) -> Vec<u64> {
        let GameSearch { tree, root, .. } = &self.games[index];
        let mut visits = Vec::new();
        if let Some(root) = root {
            let children: HashMap<G::Move, u32> =
                tree.children(ROOT).iter().map(|child| (child.mv, child.visits())).collect();
            root.each_move(|mv| visits.push(children.get(&mv).copied().unwrap_or(0).into()));
        }
        visits
    }

    /// The expected score of the side to move in a game, 0 to 1, by its search.
    pub fn value(&self, index: usize) -> Option<f64> {
        let GameSearch { tree, root, .. } = &self.games[index];
        let turn = root.as_ref()?.turn();
        Some(tree.root().proof.points().map_or(tree.root().stats().mean(turn), |points| match turn {
            Side::First => points,
            Side::Second => 1.0 - points,
        }))
    }
}

fn first_move<G: Game>(position: &G) -> Option<G::Move> {
    let mut first = None;
    position.each_move(|mv| first = first.or(Some(mv)));
    first
}

fn context<'a>(settings: &'a Settings, evaluator: &'a Given<'a>) -> SearchContext<'a, Given<'a>> {
    SearchContext { settings, evaluator, max_nodes: settings.nodes, is_shared: false }
}

impl<G: Game> GameSearch<G> {
    fn collect(&mut self, settings: &Settings) {
        let Some(root) = &self.root else { return };
        self.is_root_pending = !self.tree.root().is_expanded();
        if self.is_root_pending {
            return;
        }
        if let Some(noise) = settings.noise.filter(|_| !self.has_root_noise) {
            add_dirichlet_noise(self.tree.children_mut(ROOT), noise, &mut self.searcher.rng);
            self.has_root_noise = true;
        }
        let given = Given(&[]);
        let context = context(settings, &given);
        let sims = settings.sims.unwrap_or(DEFAULT_SIMS);
        while self.sims < sims && self.searcher.batch.len() < settings.batch && has_open_root(&self.tree, &context) {
            let tree = &mut TreeAccess::Own(&mut self.tree);
            match self.searcher.descend(tree, root, &context) {
                (SimulationEnd::Points(points), _) => self.searcher.backpropagate(tree, points),
                (SimulationEnd::Evaluate(leaf), position) => {
                    self.searcher.batch.push(&self.searcher.path, position, leaf);
                    add_virtual_loss(&mut self.tree, &self.searcher.path);
                }
                (SimulationEnd::Blocked, _) => return,
            }
            self.sims += 1;
        }
    }

    fn finish<'a>(&mut self, evaluations: &mut impl Iterator<Item = LeafEvaluation<'a>>, settings: &Settings) {
        if self.is_root_pending {
            if let (Some(root), Some(evaluation)) = (&self.root, evaluations.next()) {
                let given = Given(evaluation.priors);
                let context = context(settings, &given);
                self.searcher.expand_root(&mut self.tree, root, &context);
            }
            self.is_root_pending = false;
            return;
        }
        let mut batch = std::mem::take(&mut self.searcher.batch);
        batch.skip_scores();
        for leaf in batch.evaluated() {
            remove_virtual_loss(&mut self.tree, leaf.path);
            let Some(evaluation) = evaluations.next() else { continue };
            let value = evaluation.value.clamp(0.0, 1.0);
            let points = if leaf.position.turn() == Side::First { value } else { 1.0 - value };
            self.searcher.path.clear();
            self.searcher.path.extend_from_slice(leaf.path);
            let tree = &mut TreeAccess::Own(&mut self.tree);
            let given = Given(evaluation.priors);
            let context = context(settings, &given);
            let points = self.searcher.expand_leaf(tree, leaf.position, points, &context);
            self.searcher.backpropagate(tree, points);
        }
        batch.clear();
        self.searcher.batch = batch;
    }

    /// Takes the virtual losses of leaves back that were never evaluated.
    fn give_up_leaves(&mut self) {
        self.is_root_pending = false;
        let mut batch = std::mem::take(&mut self.searcher.batch);
        batch.skip_scores();
        batch.evaluated().for_each(|leaf| remove_virtual_loss(&mut self.tree, leaf.path));
    }
}

#[cfg(test)]
mod tests {
    use quevedo_core::score::logistic;
    use quevedo_core::{Line, Strategy, ask};
    use quevedo_games::{Chess, Connect4};

    use super::super::Mcts;
    use super::*;

    /// Prefers some moves by their order, and values a position by the number of its moves.
    struct Preference;

    impl Preference {
        const SCALE: f64 = 100.0;

        fn priors(moves: usize) -> Vec<f32> {
            let weights: Vec<f32> = (0..moves).map(|index| 1.0 + (index * 7 % 5) as f32).collect();
            weights.iter().map(|weight| weight / weights.iter().sum::<f32>()).collect()
        }
    }

    impl<G: Game> Evaluator<G> for Preference {
        fn evaluate(&self, position: &G) -> Score {
            position.count_moves() as Score
        }

        fn each_term(&self, _: &G, _: &mut dyn FnMut(Term)) {}

        fn priors(&self, _: &G, moves: &[G::Move], priors: &mut [f32]) -> bool {
            priors.copy_from_slice(&Self::priors(moves.len()));
            true
        }
    }

    /// Searches the games until no leaf is left; returns the greatest number of leaves of one batch.
    fn run<G: Game>(search: &mut BatchedPuct<G>) -> usize {
        let mut most = 0;
        loop {
            search.collect();
            let leaves: Vec<G> = search.leaves().cloned().collect();
            if leaves.is_empty() {
                return most;
            }
            most = most.max(leaves.len());
            let priors: Vec<Vec<f32>> =
                leaves.iter().map(|leaf| Preference::priors(leaf.count_moves() as usize)).collect();
            let value = |leaf: &G| logistic(f64::from(Preference.evaluate(leaf)) / Preference::SCALE);
            let evaluations = leaves.iter().zip(&priors);
            search.finish(evaluations.map(|(leaf, priors)| LeafEvaluation { value: value(leaf), priors }));
        }
    }

    fn settings(sims: u64, batch: usize) -> Settings {
        Settings { sims: Some(sims), batch, seed: Some(1), scale: Preference::SCALE, ..Settings::new(Policy::Puct) }
    }

    /// The visits by the search of one tree with an evaluator of ours.
    fn expected<G: Game>(position: &G, settings: &Settings) -> SearchResult<G::Move> {
        let mut mcts = Mcts::new(Settings { rollout: Rollout::Eval { plies: 0 }, ..settings.clone() }, Preference);
        ask(&mut mcts as &mut dyn Strategy<G>, &Line::new(position.clone())).unwrap()
    }

    fn same_as_one_tree<G: Game>(starts: &[G], batch: usize) {
        let settings = settings(300, batch);
        for threads in [1, 2] {
            let mut search = BatchedPuct::new(&Settings { threads, ..settings.clone() }, starts.len() + 1);
            starts
                .iter()
                .enumerate()
                .for_each(|(index, start)| search.begin(index, Some(start), &[start.hash()], None));
            run(&mut search);
            for (index, start) in starts.iter().enumerate() {
                let (found, expected) = (search.result(index).unwrap(), expected(start, &settings));
                assert_eq!((found.visits, found.mv), (expected.visits, expected.mv), "batch {batch}");
            }
            assert!(search.result(starts.len()).is_none(), "a game that was never begun has no result");
        }
    }

    #[test]
    fn every_tree_is_that_of_a_search_by_itself() {
        let mut rng = Rng::with_seed(3);
        let mut chess = vec![Chess::start()];
        for _ in 0..8 {
            let mut next = chess[chess.len() - 1].clone();
            next.play(next.random_move(&mut rng).unwrap());
            chess.push(next);
        }
        same_as_one_tree(&chess, 1);
        same_as_one_tree(&[Connect4::<7, 6>::start()], 1);
    }

    #[test]
    fn batches_are_filled_and_no_virtual_loss_is_left() {
        let mut search = BatchedPuct::new(&settings(64, 8), 5);
        (0..5).for_each(|index| search.begin(index, Some(&Connect4::<7, 6>::start()), &[], None));
        assert_eq!(run(&mut search), 5 * 8);
        for game in 0..5 {
            let result = search.result(game).unwrap();
            assert_eq!(result.visits.iter().map(|(_, visits)| visits).sum::<u64>(), 64);
        }
    }

    #[test]
    fn the_subtree_of_the_moves_played_is_kept() {
        let mut search = BatchedPuct::new(&settings(200, 1), 1);
        let mut position = Connect4::<7, 6>::start();
        search.begin(0, Some(&position), &[], None);
        run(&mut search);
        let (mv, visits) = search.result(0).unwrap().visits.into_iter().max_by_key(|(_, visits)| *visits).unwrap();
        position.play(mv);
        search.begin(0, Some(&position), &[], Some(&[mv]));
        run(&mut search);
        let all: u64 = search.result(0).unwrap().visits.iter().map(|(_, visits)| visits).sum();
        assert_eq!(all, visits - 1 + 200, "the visits of the subtree but for that of its root, and the new ones");
    }
}
