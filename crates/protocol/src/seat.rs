//! The player, kept from search to search with all it remembers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quevedo_catalog::{GameEntry, Player, PlayerSpec, SpecError};
use thiserror::Error;

/// Where the player sits while it does not think.
#[derive(Default)]
pub(crate) struct Seat {
    /// Which player of which game, as it was asked for.
    asked: Option<(&'static GameEntry, String)>,
    player: Option<Box<dyn Player>>,
}

/// Why there is no player.
#[derive(Debug, Error)]
pub(crate) enum SeatError {
    #[error("{0}")]
    Spec(#[from] SpecError),
    #[error("`{0}` is no machine")]
    Human(String),
    #[error("not enough memory for `{0}`")]
    Memory(String),
}

impl Seat {
    /// Takes the player of that spec: the same one as before, if it is the same spec.
    pub(crate) fn take(&mut self, game: &'static GameEntry, spec: &str) -> Result<Box<dyn Player>, SeatError> {
        let same = self.asked.as_ref().is_some_and(|asked| asked.0 == game && asked.1 == spec);
        if let Some(player) = self.player.take().filter(|_| same) {
            return Ok(player);
        }
        let player = sit(game, spec)?;
        self.asked = Some((game, spec.to_owned()));
        Ok(player)
    }

    /// Gives the player back.
    pub(crate) fn give_back(&mut self, player: Option<Box<dyn Player>>) {
        if self.asked.is_some() {
            self.player = player;
        }
    }

    /// Forgets the player, also the one that is thinking just now.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// A new player. One that asks for more memory than there is is refused, not the end of the program.
fn sit(game: &'static GameEntry, spec: &str) -> Result<Box<dyn Player>, SeatError> {
    let parsed: PlayerSpec = spec.parse()?;
    let made = catch_unwind(AssertUnwindSafe(|| game.player(&parsed)));
    made.map_err(|_| SeatError::Memory(spec.into()))??.ok_or_else(|| SeatError::Human(spec.into()))
}
