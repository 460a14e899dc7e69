//! Positions of the Hare and the Dogs put together piece by piece.

use quevedo_core::Side;
use quevedo_core::compose::{Compose, PalettePiece, Setup, SetupOptions};

use super::HareHounds;
use super::rules::{DOGS, STALL_LIMIT};
use super::view::draw;
use crate::hunt::{STALL, stall_field};

impl Compose for HareHounds {
    fn palette() -> Vec<PalettePiece> {
        let piece = |(letter, most)| PalettePiece::new(draw(letter)).at_most(most);
        [('D', DOGS as usize), ('h', 1)].map(piece).to_vec()
    }

    fn options(_: &Setup) -> SetupOptions {
        SetupOptions { turns: Side::BOTH.to_vec(), fields: vec![stall_field(STALL_LIMIT)] }
    }

    fn take_apart(&self) -> Setup {
        Setup::of(self).with(STALL, &self.stall)
    }

    fn setup_text(setup: &Setup) -> String {
        format!("{} {} {}", setup.letters('-'), setup.by_turn(['d', 'h']), setup.field(STALL))
    }
}
