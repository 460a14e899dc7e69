//! Asking the tables.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use quevedo_core::{Game, Side};
use quevedo_games::FoxGeese;
use quevedo_games::fox_geese::Run;
use rayon::prelude::*;

use super::board::{Bits, CROSS, FOX_POINT, WAYS, around, fox_set, jumpable, mirrored, mirrored_point, steps_home};
use super::entry::{Entry, STALLS};
use super::file::{Archive, Kind, TableError};
use super::pack::unpack;
use super::profile::{CHUNK, Profile};
use super::{FEWEST_GEESE, MOST_GEESE};
use crate::{Solution, Value};

/// Unpacked chunks that are kept.
const KEPT_CHUNKS: usize = 256;

/// Tables of the Fox and the Geese: who wins, for every position of the numbers of geese they cover.
///
/// What is damaged inside a file shows only when it is asked for; the next table of as many geese is asked then, if there is one.
#[derive(Default)]
pub struct Tables {
    /// By number of geese, those to be asked first in front.
    shelves: BTreeMap<u32, Vec<Shelf>>,
    warnings: Mutex<BTreeSet<String>>,
}

/// The table of one number of geese.
enum Shelf {
    /// Compressed, with the chunks last asked for.
    Packed(Archive, Mutex<HashMap<usize, Arc<Vec<Entry>>>>),
    /// As plain numbers, chunk by chunk.
    Plain(Vec<Vec<Entry>>),
}

impl Shelf {
    fn entry(&self, geese: u64) -> Result<Entry, TableError> {
        let profile = Profile::of(geese);
        let number = profile.number(geese);
        let (chunk, place) = (number / CHUNK, number % CHUNK);
        let index = profile.first_chunk() + chunk;
        match self {
            Self::Plain(chunks) => Ok(chunks[index][place]),
            Self::Packed(archive, kept) => {
                let known = kept.lock().unwrap_or_else(PoisonError::into_inner).get(&index).cloned();
                if let Some(known) = known {
                    return Ok(known[place]);
                }
                let read = Arc::new(archive.chunk(index, CHUNK.min(profile.size() - chunk * CHUNK))?);
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() >= KEPT_CHUNKS {
                    kept.clear();
                }
                Ok(kept.entry(index).or_insert(read)[place])
            }
        }
    }

    /// Reads all of a table, which checks all of it.
    fn load(archive: &Archive, geese: u32) -> Result<Self, TableError> {
        let sizes: Vec<usize> = Profile::all(geese).flat_map(Profile::chunk_sizes).collect();
        let chunks = sizes.into_par_iter().enumerate().map(|(number, size)| archive.chunk(number, size));
        Ok(Self::Plain(chunks.collect::<Result<_, _>>()?))
    }

    fn packed(archive: Archive) -> Self {
        Self::Packed(archive, Mutex::default())
    }
}

impl Tables {
    /// Opens the tables of a folder. What is missing or damaged is left out; see [`warnings`](Self::warnings).
    pub fn open(directory: &Path) -> Self {
        Self::gather(directory, MOST_GEESE, |archive, _| Ok(Shelf::packed(archive)))
    }

    /// Reads the tables of a folder up to a number of geese into memory, 16 bytes a placement: quick to ask, and checked
    /// to the last byte.
    pub fn load(directory: &Path, geese: u32) -> Self {
        Self::gather(directory, geese, |archive, geese| Shelf::load(&archive, geese))
    }

    fn gather(directory: &Path, most: u32, shelve: impl Fn(Archive, u32) -> Result<Shelf, TableError>) -> Self {
        let mut tables = Self::default();
        if let Err(error) = directory.read_dir() {
            tables.note(&TableError::io(directory)(error));
            return tables;
        }
        let is_there = |geese: &u32| Kind::ToMove.path(directory, *geese).exists();
        let found: Vec<u32> = (FEWEST_GEESE..=MOST_GEESE).filter(is_there).collect();
        if found.is_empty() {
            tables.note(&TableError::Empty(directory.to_owned()));
        }
        for geese in found.into_iter().filter(|geese| *geese <= most) {
            let archive = Archive::open(directory, Kind::ToMove, geese);
            tables.put(geese, archive.and_then(|archive| shelve(archive, geese)));
        }
        tables
    }

    /// Takes tables out of a [`pack`](super::pack), which may be part of the program. What is damaged is left out.
    pub fn from_pack(bytes: &'static [u8]) -> Self {
        let mut tables = Self::default();
        match unpack(bytes) {
            Ok(found) => found.into_iter().for_each(|(geese, archive)| tables.put(geese, archive.map(Shelf::packed))),
            Err(error) => tables.note(&error),
        }
        tables
    }

    /// These tables, and those of another set for what is missing or damaged here.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        for (geese, shelves) in other.shelves {
            self.shelves.entry(geese).or_default().extend(shelves);
        }
        let more = other.warnings.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.warnings.get_mut().unwrap_or_else(PoisonError::into_inner).extend(more);
        self
    }

    fn put(&mut self, geese: u32, shelf: Result<Shelf, TableError>) {
        match shelf {
            Ok(shelf) => self.shelves.entry(geese).or_default().push(shelf),
            Err(error) => self.note(&error),
        }
    }

    fn note(&self, trouble: &TableError) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).insert(trouble.to_string());
    }

    /// What is wrong with folders and files, in words: those that were left out, and those found damaged inside so far.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// The numbers of geese that are covered.
    pub fn covered(&self) -> impl Iterator<Item = u32> {
        self.shelves.keys().copied()
    }

    /// Who wins. `None` where a table that is needed is missing or damaged.
    pub fn probe(&self, position: &FoxGeese) -> Option<Value> {
        let geese_win = position.ended().is_none() && usize::from(position.stall()) < self.count(position)?;
        Some(if geese_win == (position.turn() == Side::First) { Value::Win } else { Value::Loss })
    }

    /// Who wins, and every move that keeps it so; how long it takes is not known.
    pub fn solve(&self, position: &FoxGeese) -> Option<Solution<Run>> {
        if let Some(over) = Solution::of_finished(position) {
            return Some(over);
        }
        let value = self.probe(position)?;
        let (mut best, mut nodes) = (Vec::new(), 1);
        for mv in position.legal_moves() {
            let mut next = *position;
            next.play(mv);
            nodes += 1;
            if (self.probe(&next)? == Value::Loss) == (value == Value::Win) {
                best.push(mv);
            }
        }
        Some(Solution { value, plies: None, score: None, best, nodes })
    }

    /// With how many values of the stall counter the geese win.
    fn count(&self, position: &FoxGeese) -> Option<usize> {
        match position.turn() {
            Side::First => self.to_move(position.geese(), position.fox()),
            Side::Second => self.fox_to_move(position.geese(), position.fox()),
        }
    }

    /// The same with the geese to move; the fox stands on `fox`.
    fn to_move(&self, geese: u64, fox: u8) -> Option<usize> {
        if geese.count_ones() < FEWEST_GEESE || fox < 8 {
            return Some(0);
        }
        let twin = mirrored(geese);
        let (geese, fox) = if twin < geese { (twin, mirrored_point(fox)) } else { (geese, fox) };
        Some(self.entry(geese)?.count(FOX_POINT[usize::from(fox)]))
    }

    /// What the first sound table says of a placement.
    fn entry(&self, geese: u64) -> Option<Entry> {
        let shelves = self.shelves.get(&geese.count_ones())?.iter();
        shelves.map(|shelf| shelf.entry(geese)).find_map(|entry| entry.inspect_err(|error| self.note(error)).ok())
    }

    fn fox_to_move(&self, geese: u64, fox: u8) -> Option<usize> {
        let here = 1 << FOX_POINT[usize::from(fox)];
        if steps_home(geese) & here != 0 {
            return Some(0);
        }
        let steps = around(here) & !fox_set(geese);
        let points = Bits(CROSS).filter(|point| *point >= 8 && steps >> FOX_POINT[usize::from(*point)] & 1 == 1);
        let mut count = STALLS;
        for point in points {
            count = count.min(self.to_move(geese, point)?);
        }
        Some(count.min(self.jumping(geese, fox, &mut HashMap::new())?))
    }

    /// The same for the best of all jumps of the fox. Runs over the same geese to the same point are alike.
    fn jumping(&self, geese: u64, fox: u8, known: &mut HashMap<(u64, u8), usize>) -> Option<usize> {
        if let Some(count) = known.get(&(geese, fox)) {
            return Some(*count);
        }
        let mut count = STALLS;
        for way in WAYS {
            for goose in Bits(jumpable(geese, way)) {
                let landing = if goose + way == fox {
                    goose - way
                } else if goose - way == fox {
                    goose + way
                } else {
                    continue;
                };
                let left = geese ^ 1 << goose;
                count = count.min(self.to_move(left, landing)?);
                if count > 0 {
                    count = count.min(self.jumping(left, landing, known)?);
                }
            }
        }
        known.insert((geese, fox), count);
        Some(count)
    }
}
