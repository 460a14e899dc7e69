//! Plain minimax in negamax form, the reference for alpha-beta: every move of every position, no pruning, no
//! transposition table.

use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_core::score::{self, DRAW, Score, WIN};
use quevedo_core::{
    Evaluator, ExitReason, Game, Line, NodeEntry, NodeExit, Observer, Purpose, Rng, RootEntry, SearchRequest,
    SearchResult, Step, Strategy,
};

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
struct Negamax<'a, M, E> {
    evaluator: &'a E,
    /// Hashes of the game and of the path from the root, for repetitions.
    path: Vec<u64>,
    nodes: u64,
    stop: &'a AtomicBool,
    observer: Option<&'a mut dyn Observer<M>>,
}

impl<M: Copy, E> Negamax<'_, M, E> {
    /// The negamax value of a position, for the side to move, and where it comes from.
    fn negamax<G: Game<Move = M>>(&mut self, position: &G, depth: u32, ply: usize) -> (Score, ExitReason)
    where
        E: Evaluator<G>,
    {
        self.nodes += 1;
        let outcome = position.ended().or_else(|| (!position.has_moves()).then(|| position.stuck()));
        if let Some(outcome) = outcome {
            return (terminal_score(outcome, position, ply), ExitReason::GameOver);
        }
        let hash = position.hash();
        if self.path.iter().rev().take(position.reversible_plies()).any(|earlier| *earlier == hash) {
            return (DRAW, ExitReason::Repetition);
        }
        if depth == 0 {
            return (score::clamp(self.evaluator.evaluate(position)), ExitReason::Evaluation);
        }
        if self.stop.load(Ordering::Relaxed) {
            return (score::clamp(self.evaluator.evaluate(position)), ExitReason::Stopped);
        }
        self.path.push(hash);
        let mut best = -WIN;
        position.each_move(|mv| best = best.max(self.child_value(position, mv, depth, ply)));
        self.path.pop();
        (best, ExitReason::Searched)
    }

    /// The value of the position after `mv`, for the side that makes the move. The same side may move again.
    fn child_value<G: Game<Move = M>>(&mut self, position: &G, mv: G::Move, depth: u32, ply: usize) -> Score
    where
        E: Evaluator<G>,
    {
        let mut child = position.clone();
        child.play(mv);
        if let Some(observer) = &mut self.observer {
            let (step, depth) = (Step::Move(mv), depth as i32 - 1);
            observer.enter(&NodeEntry { step, depth, window: None, purpose: Purpose::Move, view: None });
        }
        let (value, reason) = self.negamax(&child, depth - 1, ply + 1);
        if let Some(observer) = &mut self.observer {
            observer.leave(NodeExit { value, reason });
        }
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
        let stop = request.stop;
        let observer = request.observer();
        let mut search = Negamax { evaluator: &self.evaluator, path, nodes: 0, stop, observer };
        if let Some(observer) = &mut search.observer {
            observer.enter_root(&RootEntry { depth, window: None, line: 0, is_re_search: false });
        }
        let mut best: Option<(Score, G::Move)> = None;
        for mv in moves {
            let score = search.child_value(position, mv, depth, 0);
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, mv));
            }
        }
        let (score, mv) = best?;
        if let Some(observer) = &mut search.observer {
            observer.leave_root(score);
        }
        Some(SearchResult { score: Some(score), depth, nodes: search.nodes, ..SearchResult::of_move(mv) })
    }
}
