//! Random games to the end.

use crate::{Game, Outcome, Rng};

/// How a random game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How it ended.
    pub outcome: Outcome,
    /// How many plies were played.
    pub plies: u32,
}

/// Plays uniformly random legal moves until the game is over. Repetition is not checked: the game must end
/// without it.
#[inline]
pub fn playout<G: Game>(mut position: G, rng: &mut Rng) -> Playout {
    let mut plies = 0;
    loop {
        if let Some(outcome) = position.ended() {
            return Playout { outcome, plies };
        }
        match position.random_move(rng) {
            Some(mv) => position.play(mv),
            None => return Playout { outcome: position.stuck(), plies },
        }
        plies += 1;
    }
}
