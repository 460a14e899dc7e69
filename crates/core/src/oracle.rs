//! Exact values that a search may probe.

use crate::{Game, Score};

/// Exact values of some positions of a game: an endgame table.
pub trait Oracle<G: Game>: Send + Sync {
    /// The [proved](crate::score::PROVED) score of a position for the side to move, plies counted from there, or a
    /// draw; `None` where nothing is known.
    fn probe(&self, position: &G) -> Option<Score>;
}
