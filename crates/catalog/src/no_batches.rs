//! In place of `game_batch` where the program plays no games in batches.

use crate::entry::Entry;
use crate::strategies::Playable;

/// A game that could be played in batches.
pub trait BatchedGame {}

impl<G: Playable> BatchedGame for Entry<G> {}
