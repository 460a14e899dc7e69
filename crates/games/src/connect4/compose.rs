//! Positions of Connect-4 put together disc by disc.

use quevedo_core::Side;
use quevedo_core::compose::{Compose, PalettePiece, Setup, SetupOptions};

use super::Connect4;
use super::notation::{EMPTY, FIRST, SECOND};
use super::view::disc;

impl<const W: usize, const H: usize> Compose for Connect4<W, H> {
    fn palette() -> Vec<PalettePiece> {
        Side::BOTH.map(|side| PalettePiece::new(disc(side))).to_vec()
    }

    /// Discs fall down their columns. Places are row by row from the top.
    fn settle(setup: &mut Setup) {
        for column in 0..W {
            let places = (0..H).rev().map(|row| row * W + column);
            let discs: Vec<char> =
                places.clone().filter_map(|place| setup.pieces.get(place).copied().flatten()).collect();
            for (height, place) in places.enumerate() {
                if let Some(here) = setup.pieces.get_mut(place) {
                    *here = discs.get(height).copied();
                }
            }
        }
    }

    /// The numbers of discs decide who moves. If they cannot be, both may, and the position is refused in words.
    fn options(setup: &Setup) -> SetupOptions {
        let (first, second) = (setup.count(FIRST), setup.count(SECOND));
        let turns = match first {
            _ if first == second => vec![Side::First],
            _ if first == second + 1 => vec![Side::Second],
            _ => Side::BOTH.to_vec(),
        };
        SetupOptions { turns, fields: Vec::new() }
    }

    fn setup_text(setup: &Setup) -> String {
        let rows = setup.pieces.chunks(W);
        let rows: Vec<String> = rows.map(|row| row.iter().map(|disc| disc.unwrap_or(EMPTY)).collect()).collect();
        format!("{} {}", rows.join("/"), setup.by_turn([FIRST, SECOND]))
    }
}
