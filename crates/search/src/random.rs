//! The baseline of all baselines: a uniformly random legal move.

use quevedo_core::{Choice, Game, Line, Request, Rng, Strategy};

/// Plays a uniformly random legal move.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// Plays the same games again for the same seed; without one, different games every time.
    pub fn new(seed: Option<u64>) -> Self {
        Self { rng: seed.map_or_else(Rng::new, Rng::with_seed) }
    }
}

impl<G: Game> Strategy<G> for Random {
    fn choose(&mut self, line: &Line<G>, request: &mut Request<'_, G::Move>) -> Option<Choice<G::Move>> {
        let position = line.position();
        let any = request.only.is_empty();
        let mv = if any { position.random_move(&mut self.rng) } else { self.rng.choice(request.moves(position)) };
        mv.map(Choice::bare)
    }
}
