//! Positions of the Mouse and the Cats put together piece by piece.

use quevedo_core::compose::{Compose, PalettePiece, Setup};

use super::MouseCats;
use super::notation::{WIDTHS, square_at};
use super::rules::{CATS, DARK};
use super::view::draw;

impl Compose for MouseCats {
    fn palette() -> Vec<PalettePiece> {
        let dark = |place: usize| DARK >> square_at(place / 8, (place % 8) as u8) & 1 == 1;
        let piece = |(letter, most)| PalettePiece::new(draw(letter)).at_most(most).only_on(64, dark);
        [('M', 1), ('c', CATS as usize)].map(piece).to_vec()
    }

    fn setup_text(setup: &Setup) -> String {
        format!("{} {}", setup.ranks(&WIDTHS), setup.by_turn(['m', 'c']))
    }
}
