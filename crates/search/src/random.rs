//! The baseline: a uniformly random legal move.

use quevedo_core::{Game, Line, Rng, SearchRequest, SearchResult, Strategy};

/// Plays a uniformly random legal move.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// The same seed plays the same games; without a seed every game differs.
    pub fn new(seed: Option<u64>) -> Self {
        Self { rng: seed.map_or_else(Rng::new, Rng::with_seed) }
    }
}

impl<G: Game> Strategy<G> for Random {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let position = line.position();
        let any = request.search_moves.is_empty();
        let mv = if any { position.random_move(&mut self.rng) } else { self.rng.choice(request.moves(position)) };
        mv.map(SearchResult::of_move)
    }
}
