//! One-ply greedy search: the move that leads to the best position by the evaluator.

use quevedo_core::{Evaluator, Game, Line, Rng, Score, SearchRequest, SearchResult, Strategy};

use crate::terminal_score;

/// Plays the move after which the static evaluation is best.
pub struct Greedy<E> {
    evaluator: E,
    rng: Option<Rng>,
}

impl<E> Greedy<E> {
    /// Ties are broken at random by the seed; without a seed the first move wins.
    pub fn new(evaluator: E, seed: Option<u64>) -> Self {
        Self { evaluator, rng: seed.map(Rng::with_seed) }
    }
}

/// The score of `child` for the side that moved there from `parent`.
fn child_score<G: Game>(evaluator: &impl Evaluator<G>, parent: &G, child: &G) -> Score {
    let score = match child.outcome() {
        Some(outcome) => terminal_score(outcome, child, 1),
        None => evaluator.evaluate(child),
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
            let score = child_score(&self.evaluator, position, &child);
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, mv));
            }
        }
        let (score, mv) = best?;
        Some(SearchResult { score: Some(score), depth: 1, nodes: moves.len() as u64, ..SearchResult::of_move(mv) })
    }
}
