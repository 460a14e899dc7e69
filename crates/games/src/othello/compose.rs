//! Positions of Othello put together disc by disc.

use quevedo_core::Side;
use quevedo_core::compose::{Compose, PalettePiece, Setup};

use super::Othello;
use super::notation::{BLACK, EMPTY, WHITE};
use super::view::disc;

impl Compose for Othello {
    fn palette() -> Vec<PalettePiece> {
        Side::BOTH.map(|side| PalettePiece::new(disc(side))).to_vec()
    }

    fn setup_text(setup: &Setup) -> String {
        format!("{} {}", setup.letters(EMPTY), setup.by_turn([BLACK, WHITE]))
    }
}
