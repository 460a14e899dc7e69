//! Probing the tables.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use quevedo_core::{Game, Side};
use quevedo_games::fox_geese::Run;
use quevedo_games::{Bits, FoxGeese};

use super::board::{CROSS, FOX_POINT, FoxSet, WAYS, around, fox_set, jumpable, mirrored, mirrored_point, steps_home};
use super::entry::{Entry, STALLS};
use super::file::{Archive, TableError, TableKind};
use super::pack::unpack;
use super::profile::{CHUNK, Profile};
use super::{FEWEST_GEESE, MOST_GEESE};
use crate::{Solution, Value};

/// How many decompressed chunks are cached.
const CACHED_CHUNKS: usize = 256;

/// Tables of the Fox and the Geese: who wins, for every position of the numbers of geese they cover.
///
/// Damage inside a file shows only when its chunk is read. A probe then uses the next table of as many geese, if there is one.
#[derive(Default)]
pub struct FoxGeeseTables {
    /// By number of geese, in the order in which they are probed.
    tables: BTreeMap<u32, Vec<GeeseTable>>,
    warnings: Mutex<BTreeSet<String>>,
}

/// The table of one number of geese.
pub enum GeeseTable {
    /// Compressed, with a cache of decompressed chunks.
    Compressed(Archive, Mutex<HashMap<usize, Arc<Vec<Entry>>>>),
    /// In memory, chunk by chunk.
    Loaded(Vec<Vec<Entry>>),
}

impl GeeseTable {
    fn entry(&self, geese: u64) -> Result<Entry, TableError> {
        let profile = Profile::of(geese);
        let number = profile.number(geese);
        let (chunk, place) = (number / CHUNK, number % CHUNK);
        let index = profile.first_chunk() + chunk;
        match self {
            Self::Loaded(chunks) => Ok(chunks[index][place]),
            Self::Compressed(archive, cache) => {
                let cached = cache.lock().unwrap_or_else(PoisonError::into_inner).get(&index).cloned();
                if let Some(cached) = cached {
                    return Ok(cached[place]);
                }
                let read = Arc::new(archive.chunk(index, CHUNK.min(profile.size() - chunk * CHUNK))?);
                let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
                if cache.len() >= CACHED_CHUNKS {
                    cache.clear();
                }
                Ok(cache.entry(index).or_insert(read)[place])
            }
        }
    }

    fn compressed(archive: Archive) -> Self {
        Self::Compressed(archive, Mutex::default())
    }
}

impl FoxGeeseTables {
    /// Opens the tables of a folder. Missing and damaged ones are left out; see [`warnings`](Self::warnings).
    pub fn open(directory: &Path) -> Self {
        Self::open_with(directory, MOST_GEESE, |archive, _| Ok(GeeseTable::compressed(archive)))
    }

    /// The same for tables up to a number of geese, where `prepare` makes a table of an archive and its number of geese.
    pub fn open_with(
        directory: &Path,
        most: u32,
        prepare: impl Fn(Archive, u32) -> Result<GeeseTable, TableError>,
    ) -> Self {
        let mut tables = Self::default();
        if let Err(error) = directory.read_dir() {
            tables.warn(&TableError::io(directory)(error));
            return tables;
        }
        let exists = |geese: &u32| TableKind::ToMove.path(directory, *geese).exists();
        let found: Vec<u32> = (FEWEST_GEESE..=MOST_GEESE).filter(exists).collect();
        if found.is_empty() {
            tables.warn(&TableError::Empty(directory.to_owned()));
        }
        for geese in found.into_iter().filter(|geese| *geese <= most) {
            let archive = Archive::open(directory, TableKind::ToMove, geese);
            tables.add(geese, archive.and_then(|archive| prepare(archive, geese)));
        }
        tables
    }

    /// Opens the tables of a pack, which may be part of the program. Damaged ones are left out.
    pub fn from_pack(bytes: &'static [u8]) -> Self {
        let mut tables = Self::default();
        match unpack(bytes) {
            Ok(found) => {
                for (geese, archive) in found {
                    tables.add(geese, archive.map(GeeseTable::compressed));
                }
            }
            Err(error) => tables.warn(&error),
        }
        tables
    }

    /// These tables, and those of another set where they are missing or damaged.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        for (geese, tables) in other.tables {
            self.tables.entry(geese).or_default().extend(tables);
        }
        let more = other.warnings.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.warnings.get_mut().unwrap_or_else(PoisonError::into_inner).extend(more);
        self
    }

    fn add(&mut self, geese: u32, table: Result<GeeseTable, TableError>) {
        match table {
            Ok(table) => self.tables.entry(geese).or_default().push(table),
            Err(error) => self.warn(&error),
        }
    }

    fn warn(&self, error: &TableError) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).insert(error.to_string());
    }

    /// Warnings about folders and files: those that were left out, and damage found by probes so far.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// The numbers of geese that are covered.
    pub fn covered(&self) -> impl Iterator<Item = u32> {
        self.tables.keys().copied()
    }

    /// Who wins. `None` where a table that is needed is missing or damaged.
    pub fn probe(&self, position: &FoxGeese) -> Option<Value> {
        let geese_win = position.ended().is_none() && usize::from(position.stall()) < self.count(position)?;
        Some(if geese_win == (position.turn() == Side::First) { Value::Win } else { Value::Loss })
    }

    /// Who wins, and every move that keeps the value; the distance to the end is not known.
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

    /// The points of the fox from which the geese, to move with this stall counter, win. `None` where the table is missing or damaged.
    pub fn geese_win(&self, geese: u64, stall: u8) -> Option<FoxSet> {
        let twin = mirrored(geese);
        let entry = self.entry(geese.min(twin))?;
        let point = |point: u8| if twin < geese { mirrored_point(point) } else { point };
        let points = Bits(CROSS & !geese).filter(|fox| *fox >= 8).map(|fox| (fox, FOX_POINT[usize::from(point(fox))]));
        let won = points.filter(|(_, number)| entry.count(*number) > usize::from(stall));
        Some(won.fold(0, |set, (fox, _)| set | 1 << FOX_POINT[usize::from(fox)]))
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

    /// The entry of a placement in the first table that is not damaged there.
    fn entry(&self, geese: u64) -> Option<Entry> {
        let tables = self.tables.get(&geese.count_ones())?.iter();
        tables.map(|table| table.entry(geese)).find_map(|entry| entry.inspect_err(|error| self.warn(error)).ok())
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

    /// The same for the best of all jumps of the fox. Jumps over the same geese to the same point have the same value.
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
