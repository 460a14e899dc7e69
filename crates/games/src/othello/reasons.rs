//! How a game of Othello ends.

use quevedo_core::Reason;

/// Neither player can move; the discs are counted.
pub static DISCS: Reason = Reason::new("discs", "disc count", "recuento de fichas");
