//! What chooses moves.

use crate::{Game, Line};

/// Something that plays a game: a search, a table, a coin.
pub trait Strategy<G: Game>: Send {
    /// Chooses a legal move for the side to move; `None` only when there is none.
    fn choose(&mut self, line: &Line<G>) -> Option<G::Move>;
}
