//! Plain minimax, the teaching reference: every move of every position, no pruning, no memory.

use quevedo_core::score::{self, DRAW, Score, WIN, loss_in, win_in};
use quevedo_core::{Evaluator, Game, Line, Rng, SearchRequest, SearchResult, Strategy};

/// Looks at every line of `depth` plies.
pub struct Minimax<E> {
    judge: E,
    depth: u32,
    rng: Option<Rng>,
}

impl<E> Minimax<E> {
    /// Ties are broken by the seed; without one the first move wins.
    pub fn new(judge: E, depth: u32, seed: Option<u64>) -> Self {
        Self { judge, depth: depth.max(1), rng: seed.map(Rng::with_seed) }
    }
}

/// The walk through the tree.
struct Walk<'a, E> {
    judge: &'a E,
    /// Hashes on the way here, for repetitions.
    path: Vec<u64>,
    nodes: u64,
    request_stop: &'a std::sync::atomic::AtomicBool,
}

impl<E> Walk<'_, E> {
    /// The value of a position for the side to move.
    fn value<G: Game>(&mut self, position: &G, depth: u32, ply: usize) -> Score
    where
        E: Evaluator<G>,
    {
        self.nodes += 1;
        let end = position.ended().or_else(|| (!position.has_moves()).then(|| position.stuck()));
        if let Some(end) = end {
            return match end.winner {
                Some(winner) if winner == position.turn() => win_in(ply),
                Some(_) => loss_in(ply),
                None => DRAW,
            };
        }
        let hash = position.hash();
        if self.path.iter().rev().take(position.reversible_plies()).any(|earlier| *earlier == hash) {
            return DRAW;
        }
        if depth == 0 || self.request_stop.load(std::sync::atomic::Ordering::Relaxed) {
            return score::clamp(self.judge.evaluate(position));
        }
        self.path.push(hash);
        let mut best = -WIN;
        position.each_move(|mv| best = best.max(self.child_value(position, mv, depth, ply)));
        self.path.pop();
        best
    }

    fn child_value<G: Game>(&mut self, position: &G, mv: G::Move, depth: u32, ply: usize) -> Score
    where
        E: Evaluator<G>,
    {
        let mut child = position.clone();
        child.play(mv);
        let value = self.value(&child, depth - 1, ply + 1);
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
        let mut walk = Walk { judge: &self.judge, path, nodes: 0, request_stop: request.stop };
        let mut best: Option<(Score, G::Move)> = None;
        for mv in moves {
            let score = walk.child_value(position, mv, depth, 0);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, mv));
            }
        }
        let (score, mv) = best?;
        Some(SearchResult { score: Some(score), depth, nodes: walk.nodes, ..SearchResult::of_move(mv) })
    }
}
