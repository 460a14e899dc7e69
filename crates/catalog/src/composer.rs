//! Positions taken apart and put together, with their types erased.

use std::marker::PhantomData;

use quevedo_core::compose::{Compose, PalettePiece, Setup, SetupOptions};

use crate::Session;
use crate::session::typed;

/// What a board editor needs of a game. Made by [`AnyGame::composer`](crate::AnyGame::composer).
pub trait Composer: Send + Sync {
    /// The pieces that may be put on the board.
    fn palette(&self) -> Vec<PalettePiece>;

    /// The position of a session, of the same game, taken apart.
    fn take_apart(&self, session: &dyn Session) -> Setup;

    /// Makes everything in a setup agree with its pieces, and answers what there is to choose from.
    fn settle(&self, setup: &mut Setup) -> SetupOptions;

    /// The text of the position that the setup describes, to be read by [`GameEntry::session`](crate::GameEntry::session).
    fn text(&self, setup: &Setup) -> String;
}

/// The composer of one game.
pub(crate) struct TypedComposer<G>(PhantomData<fn() -> G>);

impl<G: Compose> TypedComposer<G> {
    pub(crate) fn new() -> Option<Self> {
        (!G::palette().is_empty()).then_some(Self(PhantomData))
    }
}

impl<G: Compose> Composer for TypedComposer<G> {
    fn palette(&self) -> Vec<PalettePiece> {
        G::palette()
    }

    fn take_apart(&self, session: &dyn Session) -> Setup {
        typed::<G>(session).position().take_apart()
    }

    fn settle(&self, setup: &mut Setup) -> SetupOptions {
        setup.settle::<G>()
    }

    fn text(&self, setup: &Setup) -> String {
        G::setup_text(setup)
    }
}
