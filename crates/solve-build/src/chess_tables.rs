//! Builds the tables of chess endings with three and four men.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use quevedo_solve::chess::endings::{EndingTable, EndingTables};
use quevedo_solve::chess::{Material, TableError};

/// What a table counts for one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Legal positions in which the side to move wins.
    pub won: u64,
    /// In which nobody wins.
    pub drawn: u64,
    /// In which the side to move loses.
    pub lost: u64,
    /// The plies of the longest mate.
    pub longest: u32,
}

impl Count {
    /// All legal positions.
    pub fn legal(self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// How many positions of the board are won, drawn and lost, where the side that comes first in the material has the white men:
/// with that side to move, and with the other one.
pub fn count(table: &EndingTable) -> [Count; 2] {
    let mut counts = [Count::default(); 2];
    table.each_end(|is_first, end, images| {
        let count = &mut counts[usize::from(!is_first)];
        match end {
            None => count.drawn += images,
            Some(end) if end.plies % 2 == 1 => count.won += images,
            Some(_) => count.lost += images,
        }
        count.longest = count.longest.max(end.map_or(0, |end| end.plies));
    });
    counts
}

/// How many different positions, images on the board counted once, end after each number of plies: with the side that comes
/// first to move, and with the other one.
pub fn distances(table: &EndingTable) -> [HashMap<Option<u32>, u64>; 2] {
    let mut distances = [HashMap::new(), HashMap::new()];
    table.each_end(|is_first, end, _| {
        *distances[usize::from(!is_first)].entry(end.map(|end| end.plies)).or_default() += 1;
    });
    distances
}

/// The wanted materials and those after captures and promotions, in an order to build them.
pub fn with_successors(wanted: &[Material]) -> Vec<Material> {
    let most = wanted.iter().map(|material| material.men()).max().unwrap_or(0);
    let mut all = Material::all(most);
    let mut needed = wanted.to_vec();
    let mut index = 0;
    while let Some(material) = needed.get(index) {
        let more: Vec<Material> = material.successors().into_iter().filter(|after| after.men() > 2).collect();
        needed.extend(more);
        needed.dedup();
        index += 1;
    }
    all.retain(|material| needed.contains(material));
    all
}

/// Builds the tables of a folder; those that are there are read.
pub struct Builder {
    folder: PathBuf,
    known: EndingTables,
}

impl Builder {
    /// A builder that writes into a folder.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.into(), known: EndingTables::default() }
    }

    /// The table of a material, read or built and written; whether it was built, and the bytes of its file.
    pub fn make(&mut self, material: Material) -> Result<(bool, usize, [Count; 2]), TableError> {
        let path = self.folder.join(EndingTables::file_name(material));
        let is_new = !path.exists();
        let table =
            if is_new { EndingTable::build(material, &self.known) } else { EndingTable::read(material, &path)? };
        let bytes = table.to_bytes();
        if is_new {
            std::fs::write(&path, &bytes).map_err(|error| TableError::File { path, error })?;
        }
        let counts = count(&table);
        self.known.insert(table);
        Ok((is_new, bytes.len(), counts))
    }
}
