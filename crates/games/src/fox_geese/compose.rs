//! Positions of the Fox and the Geese put together piece by piece.

use quevedo_core::Side;
use quevedo_core::compose::{Compose, PalettePiece, Setup, SetupOptions};

use super::FoxGeese;
use super::notation::WIDTHS;
use super::rules::{MOST_GEESE, STALL_LIMIT};
use super::view::draw;
use crate::hunt::{STALL, stall_field};

impl Compose for FoxGeese {
    fn palette() -> Vec<PalettePiece> {
        let piece = |(letter, most)| PalettePiece::new(draw(letter)).at_most(most);
        [('g', MOST_GEESE as usize), ('F', 1)].map(piece).to_vec()
    }

    fn options(_: &Setup) -> SetupOptions {
        SetupOptions { turns: Side::BOTH.to_vec(), fields: vec![stall_field(STALL_LIMIT)] }
    }

    fn take_apart(&self) -> Setup {
        Setup::of(self).with(STALL, &self.stall)
    }

    fn setup_text(setup: &Setup) -> String {
        format!("{} {} {}", setup.ranks(&WIDTHS), setup.by_turn(['g', 'f']), setup.field(STALL))
    }
}
