//! Positions of the Amazons put together piece by piece.

use quevedo_core::compose::{Compose, PalettePiece, Setup};

use super::Amazons;
use super::rules::AMAZONS;
use super::view::draw;

impl<const N: usize> Compose for Amazons<N> {
    fn palette() -> Vec<PalettePiece> {
        let amazon = |letter| PalettePiece::new(draw(letter)).at_most(AMAZONS);
        vec![amazon('Q'), amazon('q'), PalettePiece::new(draw('*'))]
    }

    fn setup_text(setup: &Setup) -> String {
        format!("{} {}", setup.ranks(&Self::WIDTHS), setup.by_turn(['w', 'b']))
    }
}
