//! Plain minimax in negamax form, the reference for alpha-beta: every move of every position, no pruning, no
//! transposition table.

use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_core::score::{self, DRAW, Score, WIN};
use quevedo_core::{Evaluator, Game, Line, Rng, SearchRequest, SearchResult, Strategy};

use crate::terminal_score;

/// Searches every line of `depth` plies.
pub struct Minimax<E> {
    evaluator: E,
    depth: u32,
    rng: Option<Rng>,
}

impl<E> Minimax<E> {
    /// Ties are broken at random by the seed; without a seed the first move wins.
    pub fn new(evaluator: E, depth: u32, seed: Option<u64>) -> Self {
        Self { evaluator, depth: depth.max(1), rng: seed.map(Rng::with_seed) }
    }
}

/// The state of one search.
struct Negamax<'a, E> {
    evaluator: &'a E,
    /// Hashes of the game and of the path from the root, for repetitions.
    path: Vec<u64>,
    nodes: u64,
    stop: &'a AtomicBool,
}

impl<E> Negamax<'_, E> {
    /// The negamax value of a position: for the side to move.
    fn negamax<G: Game>(&mut self, position: &G, depth: u32, ply: usize) -> Score
    where
        E: Evaluator<G>,
    {
        self.nodes += 1;
        let outcome = position.ended().or_else(|| (!position.has_moves()).then(|| position.stuck()));
        if let Some(outcome) = outcome {
            return terminal_score(outcome, position, ply);
        }
        let hash = position.hash();
        if self.path.iter().rev().take(position.reversible_plies()).any(|earlier| *earlier == hash) {
            return DRAW;
        }
        if depth == 0 || self.stop.load(Ordering::Relaxed) {
            return score::clamp(self.evaluator.evaluate(position));
        }
        self.path.push(hash);
        let mut best = -WIN;
        position.each_move(|mv| best = best.max(self.child_value(position, mv, depth, ply)));
        self.path.pop();
        best
    }

    /// The value of the position after `mv`, for the side that makes the move. The same side may move again.
    fn child_value<G: Game>(&mut self, position: &G, mv: G::Move, depth: u32, ply: usize) -> Score
    where
        E: Evaluator<G>,
    {
        let mut child = position.clone();
        child.play(mv);
        let value = self.negamax(&child, depth - 1, ply + 1);
        if child.turn() == position.turn() { value } else { -value }
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Minimax<E> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let position = line.position();
        let mut moves = request.moves(position);
        if let Some(rng) = &mut self.rng {
            rng.shuffle(&mut moves);
        }
        let depth = self.depth.min(request.limits.depth.unwrap_or(u32::MAX)).max(1);
        let path = line.positions().iter().map(G::hash).collect();
        let mut search = Negamax { evaluator: &self.evaluator, path, nodes: 0, stop: request.stop };
        let mut best: Option<(Score, G::Move)> = None;
        for mv in moves {
            let score = search.child_value(position, mv, depth, 0);
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, mv));
            }
        }
        let (score, mv) = best?;
        Some(SearchResult { score: Some(score), depth, nodes: search.nodes, ..SearchResult::of_move(mv) })
    }
}
