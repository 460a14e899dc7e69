//! The table of one material.

use std::path::Path;

use quevedo_book::container::{BookError, Contents, Format, expect_name};
use quevedo_core::{Game, Side};
use quevedo_games::Chess;

use super::numbering::Numbering;
use super::set::EndingTables;
use crate::chess::material::Material;
use crate::retrograde::{End, Place, PositionSet, analyse};

const FORMAT: Format<0> = Format::new("QVENDING", 1);

/// The distances to mate of all positions of one material.
pub struct EndingTable {
    numbering: Numbering,
    /// Of every number 0 for a draw, or 1 more than the plies to the mate. The side to move mates after an odd number of plies.
    entries: Vec<u8>,
}

/// The positions of a material among known tables.
struct Ending<'a> {
    numbering: &'a Numbering,
    known: &'a EndingTables,
}

impl PositionSet for Ending<'_> {
    type Game = Chess;

    fn numbers(&self) -> usize {
        self.numbering.numbers()
    }

    fn find(&self, position: &Chess) -> Place {
        if Material::of(position.inner()) == self.numbering.material() {
            return Place::Inside(self.numbering.number(position));
        }
        Place::Outside(
            self.known.end_without_clock(position).expect("the tables of captures and promotions are built first"),
        )
    }

    fn each_position(&self, visit: impl FnMut(usize, Chess)) {
        self.numbering.each_position(visit);
    }
}

impl EndingTable {
    /// Builds a table from those of the material after captures and promotions.
    pub fn build(material: Material, known: &EndingTables) -> Self {
        let numbering = Numbering::new(material);
        let ends = analyse(&Ending { numbering: &numbering, known });
        let entry = |end: Option<End>| end.map_or(0, |end| u8::try_from(end.plies + 1).expect("no mate takes so long"));
        Self { entries: ends.into_iter().map(entry).collect(), numbering }
    }

    /// The material.
    pub fn material(&self) -> Material {
        self.numbering.material()
    }

    /// How a position of this material ends; `None` for a draw.
    pub(super) fn end(&self, position: &Chess) -> Option<End> {
        self.end_of(self.numbering.number(position), position.turn())
    }

    fn end_of(&self, number: usize, turn: Side) -> Option<End> {
        let plies = u32::from(self.entries[number].checked_sub(1)?);
        Some(End { winner: if plies % 2 == 1 { turn } else { !turn }, plies })
    }

    /// Visits the positions: whether the side that comes first in the material is to move, how they end, and how many positions
    /// of the board, with the colors as they are, each stands for.
    pub fn each_end(&self, mut visit: impl FnMut(bool, Option<End>, u64)) {
        self.numbering.each_position(|number, position| {
            let is_first = position.turn() == Numbering::first_side(&position);
            visit(is_first, self.end_of(number, position.turn()), self.numbering.images(number));
        });
    }

    /// The file of the table.
    pub fn to_bytes(&self) -> Vec<u8> {
        FORMAT.to_bytes(&Contents { name: self.material().to_string(), fields: [], payload: self.entries.clone() })
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote for this material.
    pub fn from_bytes(material: Material, bytes: &[u8]) -> Result<Self, BookError> {
        let numbering = Numbering::new(material);
        let contents = FORMAT.from_bytes(bytes, |_| numbering.numbers() as u64)?;
        expect_name(&contents.name, &material.to_string())?;
        if contents.payload.len() != numbering.numbers() {
            return Err(BookError::Damaged("it has too few positions"));
        }
        Ok(Self { entries: contents.payload, numbering })
    }

    /// Reads the file of a material.
    pub fn read(material: Material, path: &Path) -> Result<Self, BookError> {
        let bytes = std::fs::read(path).map_err(|error| BookError::File { path: path.into(), error })?;
        Self::from_bytes(material, &bytes)
    }
}
