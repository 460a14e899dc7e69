//! The player, kept from search to search with all it remembers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quevedo_catalog::{GameEntry, Player, PlayerSpec, SpecError};
use thiserror::Error;

/// Keeps the player, with its transposition table, between searches.
#[derive(Default)]
pub(crate) struct PlayerSlot {
    /// Which player of which game.
    spec: Option<(GameEntry, PlayerSpec)>,
    player: Option<Box<dyn Player>>,
}

/// Why there is no player.
#[derive(Debug, Error)]
pub(crate) enum PlayerError {
    #[error("{0}")]
    Spec(#[from] SpecError),
    #[error("not enough memory for `{0}`")]
    Memory(Box<PlayerSpec>),
}

impl PlayerSlot {
    /// Takes the player of that spec: the same one as before, if it is the same spec.
    pub(crate) fn take(&mut self, game: &GameEntry, spec: &PlayerSpec) -> Result<Box<dyn Player>, PlayerError> {
        let same = self.spec.as_ref().is_some_and(|(kept_game, kept)| kept_game == game && kept == spec);
        if let Some(player) = self.player.take().filter(|_| same) {
            return Ok(player);
        }
        let player = make_player(game, spec)?;
        self.spec = Some((game.clone(), spec.clone()));
        Ok(player)
    }

    /// Gives the player back.
    pub(crate) fn give_back(&mut self, player: Option<Box<dyn Player>>) {
        if self.spec.is_some() {
            self.player = player;
        }
    }

    /// Forgets the player, also one that is searching now.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// A new player. If its table does not fit into memory that is an error, not the end of the program.
fn make_player(game: &GameEntry, spec: &PlayerSpec) -> Result<Box<dyn Player>, PlayerError> {
    let made = catch_unwind(AssertUnwindSafe(|| game.player(spec)));
    Ok(made.map_err(|_| PlayerError::Memory(Box::new(spec.clone())))??)
}
