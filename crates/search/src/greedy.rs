//! The best position after one move.

use quevedo_core::score::{DRAW, Score, loss_in, win_in};
use quevedo_core::{Evaluator, Game, Line, Rng, SearchRequest, SearchResult, Strategy};

/// Plays the move after which its evaluator likes the position best.
pub struct Greedy<E> {
    judge: E,
    rng: Option<Rng>,
}

impl<E> Greedy<E> {
    /// Ties are broken by the seed; without one the first move wins.
    pub fn new(judge: E, seed: Option<u64>) -> Self {
        Self { judge, rng: seed.map(Rng::with_seed) }
    }
}

/// What a position is worth to the side that has just moved there from `parent`.
pub(crate) fn judge_child<G: Game>(judge: &impl Evaluator<G>, parent: &G, child: &G) -> Score {
    let score = match child.outcome() {
        Some(end) if end.winner == Some(child.turn()) => win_in(1),
        Some(end) if end.winner.is_some() => loss_in(1),
        Some(_) => DRAW,
        None => judge.evaluate(child),
    };
    if child.turn() == parent.turn() { score } else { -score }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Greedy<E> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let position = line.position();
        let mut moves = request.moves(position);
        if let Some(rng) = &mut self.rng {
            rng.shuffle(&mut moves);
        }
        let mut best: Option<(Score, G::Move)> = None;
        for &mv in &moves {
            let mut child = position.clone();
            child.play(mv);
            let score = judge_child(&self.judge, position, &child);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, mv));
            }
        }
        let (score, mv) = best?;
        Some(SearchResult { score: Some(score), depth: 1, nodes: moves.len() as u64, ..SearchResult::of_move(mv) })
    }
}
