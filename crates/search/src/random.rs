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
    fn choose(&mut self, line: &Line<G>, _request: &mut Request<'_, G::Move>) -> Option<Choice<G::Move>> {
        line.position().random_move(&mut self.rng).map(Choice::bare)
    }
}
