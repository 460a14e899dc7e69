//! Lines of random games, and an evaluator for any game.

use quevedo_core::hash::mix;
use quevedo_core::{Evaluator, Game, Line, Rng, Score, Term};

/// A pseudo-random evaluator: two values are equal only if the searches are.
#[derive(Clone, Copy)]
pub(crate) struct HashEval;

impl<G: Game> Evaluator<G> for HashEval {
    fn evaluate(&self, position: &G) -> Score {
        (mix(position.hash()) % 2001) as Score - 1000
    }

    fn each_term(&self, _: &G, _: &mut dyn FnMut(Term)) {}
}

/// A line of random plies whose game is not over.
pub(crate) fn random_line<G: Game>(plies: usize, rng: &mut Rng) -> Line<G> {
    loop {
        let mut line = Line::new(G::start());
        for _ in 0..plies {
            match line.position().random_move(rng) {
                Some(mv) if line.outcome().is_none() => line.play(mv),
                _ => break,
            }
        }
        if line.outcome().is_none() {
            return line;
        }
    }
}
