//! PUCT in many games at once with its types erased; the caller evaluates the leaves.

use quevedo_core::actions::{NO_ACTION, write_actions};
use quevedo_core::planes::NO_STEP;
use quevedo_core::{Rng, SearchResult};
use quevedo_search::mcts::{self, BatchedPuct, LeafEvaluation};

use crate::GameBatch;
use crate::game_batch::{TypedBatch, write_position};
use crate::strategies::Playable;

/// How a policy network writes its logits, one row for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyLayout {
    /// A logit for each [action](quevedo_core::actions).
    Actions,
    /// A logit for each square and step, number `square · steps + step`; that of a move is the sum over its steps. The layout of
    /// our own networks.
    Steps,
}

/// What was found in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchResult {
    /// The move with the most visits, as an action.
    pub action: u32,
    /// The expected score of the side to move, 0 to 1.
    pub value: f64,
    /// The legal actions, and how often each was visited.
    pub visits: Vec<(u32, u64)>,
    /// The same in move notation, with score and principal variation.
    pub text: SearchResult<String>,
}

/// Searches the games of a [`GameBatch`]. One step follows the other until there is no leaf: [`BatchSearch::begin`], then again and
/// again [`BatchSearch::collect`], [`BatchSearch::write_planes`] and [`BatchSearch::finish`].
pub trait BatchSearch: Send + Sync {
    /// Begins a search of all games from where they are. Subtrees of the moves played since the last search are kept.
    fn begin(&mut self, games: &dyn GameBatch);

    /// Selects leaves in all trees; returns how many there are to evaluate, none when the search is done.
    fn collect(&mut self) -> usize;

    /// Writes the planes of all leaves, as ones and zeros.
    fn write_planes(&self, planes: &mut [f32]);

    /// Backs the evaluations of all leaves up: a row of logits and a value, -1 to 1, for each.
    fn finish(&mut self, layout: PolicyLayout, logits: &[f32], values: &[f32]);

    /// What was found in a game.
    fn result(&self, game: usize) -> Option<BatchResult>;

    /// The visits of a game by action, without what takes longer to tell.
    fn visits(&self, game: usize) -> Vec<(u32, u64)>;

    /// The expected score of the side to move in a game, 0 to 1.
    fn value(&self, game: usize) -> Option<f64>;

    /// An action of each game, drawn in proportion to visits to the power of `1 / temperature`; the most visited one for
    /// temperature 0. `temperatures` has one for each game.
    fn draw(&mut self, temperatures: &[f64], actions: &mut [u32]);
}

/// A game of the batch as the search has seen it last.
#[derive(Clone, Copy, Default)]
struct Seen {
    number: u64,
    plies: usize,
}

pub(crate) struct TypedBatchSearch<G: Playable> {
    search: BatchedPuct<G>,
    seen: Vec<Option<Seen>>,
    actions: Vec<Vec<u32>>,
    leaves: Vec<G>,
    rng: Rng,
}

impl<G: Playable> TypedBatchSearch<G> {
    pub(crate) fn new(settings: &mcts::Settings, count: usize) -> Self {
        let rng = settings.seed.map_or_else(Rng::new, |seed| Rng::with_seed(!seed));
        let search = BatchedPuct::new(settings, count);
        Self { search, seen: vec![None; count], actions: vec![Vec::new(); count], leaves: Vec::new(), rng }
    }

    /// The probabilities of the legal moves of a leaf: the softmax of their logits.
    fn priors(position: &G, layout: PolicyLayout, logits: &[f32], moves: &mut Vec<G::Move>, priors: &mut Vec<f32>) {
        moves.clear();
        position.each_move(|mv| moves.push(mv));
        priors.clear();
        match layout {
            PolicyLayout::Actions => {
                let mut actions = Vec::new();
                write_actions(position, moves, &mut actions);
                let logit = |action: &u32| logits.get(*action as usize).copied().unwrap_or(f32::NEG_INFINITY);
                priors.extend(actions.iter().map(logit));
            }
            PolicyLayout::Steps => priors.extend(moves.iter().map(|mv| {
                let steps = position.steps(*mv);
                let used = steps.as_ref().iter().enumerate().filter(|(_, square)| **square != NO_STEP);
                used.map(|(step, square)| logits[usize::from(*square) * G::STEPS + step]).sum::<f32>()
            })),
        }
        softmax(priors);
    }
}

/// Turns logits into probabilities; uniform ones where no logit is a number.
fn softmax(logits: &mut [f32]) {
    let greatest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for logit in &mut *logits {
        *logit = (*logit - greatest).exp();
    }
    let sum: f32 = logits.iter().sum();
    let count = logits.len() as f32;
    let is_usable = sum.is_finite() && sum > 0.0;
    for logit in logits {
        *logit = if is_usable { *logit / sum } else { 1.0 / count };
    }
}

impl<G: Playable> BatchSearch for TypedBatchSearch<G> {
    fn begin(&mut self, games: &dyn GameBatch) {
        let batch: &TypedBatch<G> =
            games.as_any().downcast_ref().expect("games and searches of one game stay together");
        for (index, (game, seen)) in batch.games.iter().zip(&mut self.seen).enumerate() {
            let (number, plies) = (game.number(), game.played().len());
            let moves = seen
                .filter(|seen| seen.number == number && seen.plies <= plies)
                .map(|seen| &game.played()[seen.plies..]);
            let root = Some(game.position()).filter(|_| game.outcome().is_none());
            self.search.begin(index, root, game.hashes(), moves);
            *seen = Some(Seen { number, plies });
            self.actions[index].clear();
            self.actions[index].extend_from_slice(game.actions());
        }
    }

    fn collect(&mut self) -> usize {
        self.search.collect();
        self.leaves.clear();
        self.leaves.extend(self.search.leaves().cloned());
        self.leaves.len()
    }

    fn write_planes(&self, planes: &mut [f32]) {
        for (position, planes) in self.leaves.iter().zip(planes.chunks_exact_mut(G::FEATURES)) {
            write_position(position, planes);
        }
    }

    fn finish(&mut self, layout: PolicyLayout, logits: &[f32], values: &[f32]) {
        let row = logits.len() / self.leaves.len().max(1);
        let (mut moves, mut all, mut ends) = (Vec::new(), Vec::new(), vec![0]);
        let mut priors = Vec::new();
        for (leaf, logits) in self.leaves.iter().zip(logits.chunks_exact(row.max(1))) {
            Self::priors(leaf, layout, logits, &mut moves, &mut priors);
            all.extend_from_slice(&priors);
            ends.push(all.len());
        }
        let parts = ends.windows(2).map(|ends| &all[ends[0]..ends[1]]);
        let value = |value: &f32| if value.is_finite() { f64::midpoint(f64::from(*value), 1.0) } else { 0.5 };
        self.search.finish(parts.zip(values).map(|(priors, of)| LeafEvaluation { value: value(of), priors }));
    }

    fn result(&self, game: usize) -> Option<BatchResult> {
        let (root, found) = (self.search.root(game)?, self.search.result(game)?);
        let visits = self.visits(game);
        let best = found.visits.iter().position(|(mv, _)| *mv == found.mv)?;
        let best = self.actions[game].get(best).copied().filter(|action| *action != NO_ACTION);
        let action = best.or_else(|| most_visited(&visits))?;
        Some(BatchResult { action, value: self.search.value(game)?, visits, text: found.to_text(root) })
    }

    fn visits(&self, game: usize) -> Vec<(u32, u64)> {
        let visits = self.search.visits(game);
        let all = self.actions[game].iter().copied().zip(visits);
        all.filter(|(action, _)| *action != NO_ACTION).collect()
    }

    fn value(&self, game: usize) -> Option<f64> {
        self.search.value(game)
    }

    fn draw(&mut self, temperatures: &[f64], actions: &mut [u32]) {
        for (game, (temperature, action)) in temperatures.iter().zip(actions).enumerate() {
            let drawn = if *temperature > 0.0 {
                draw_by_visits(&self.visits(game), 1.0 / temperature, &mut self.rng)
            } else {
                self.result(game).map(|result| result.action)
            };
            *action = drawn.unwrap_or(NO_ACTION);
        }
    }
}

fn most_visited(visits: &[(u32, u64)]) -> Option<u32> {
    visits.iter().max_by_key(|(_, visits)| *visits).map(|(action, _)| *action)
}

/// An action in proportion to a power of its visits.
fn draw_by_visits(visits: &[(u32, u64)], power: f64, rng: &mut Rng) -> Option<u32> {
    let most = visits.iter().map(|(_, visits)| *visits).max()?.max(1) as f64;
    let weight = |visits: u64| (visits as f64 / most).powf(power);
    let mut left = rng.f64() * visits.iter().map(|(_, visits)| weight(*visits)).sum::<f64>();
    let drawn = visits.iter().find(|(_, visits)| {
        left -= weight(*visits);
        left < 0.0
    });
    drawn.map(|(action, _)| *action).or_else(|| most_visited(visits))
}
