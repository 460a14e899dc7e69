//! One-ply greedy search: the move that leads to the best position by the evaluator.

use quevedo_core::{
    Evaluator, ExitReason, Game, Line, NodeEntry, NodeExit, Purpose, Rng, RootEntry, Score, SearchRequest,
    SearchResult, Step, Strategy,
};

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

/// The score of a position for its side to move, and where it comes from.
fn score<G: Game>(evaluator: &impl Evaluator<G>, position: &G) -> (Score, ExitReason) {
    match position.outcome() {
        Some(outcome) => (terminal_score(outcome, position, 1), ExitReason::GameOver),
        None => (evaluator.evaluate(position), ExitReason::Evaluation),
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Greedy<E> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let position = line.position();
        let mut moves = request.moves(position);
        if let Some(rng) = &mut self.rng {
            rng.shuffle(&mut moves);
        }
        let mut best: Option<(Score, G::Move)> = None;
        if let Some(observer) = request.observer() {
            observer.enter_root(&RootEntry { depth: 1, window: None, line: 0, is_re_search: false });
        }
        for &mv in &moves {
            let mut child = position.clone();
            child.play(mv);
            let (value, reason) = score(&self.evaluator, &child);
            if let Some(observer) = request.observer() {
                let (step, purpose) = (Step::Move(mv), Purpose::Move);
                observer.enter(&NodeEntry { step, depth: 0, window: None, purpose, view: None });
                observer.leave(NodeExit { value, reason });
            }
            let score = if child.turn() == position.turn() { value } else { -value };
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, mv));
            }
        }
        let (score, mv) = best?;
        if let Some(observer) = request.observer() {
            observer.leave_root(score);
        }
        Some(SearchResult { score: Some(score), depth: 1, nodes: moves.len() as u64, ..SearchResult::of_move(mv) })
    }
}
