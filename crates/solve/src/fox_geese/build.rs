//! The order of the work: numbers of geese upward, for captures only lead down; rank sums downward, for steps forward only
//! lead up. What one number of geese needs of the one below is kept in memory, and on disk for the next run.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rayon::prelude::*;

use super::block::{Block, SHARED_SIZE, solve};
use super::board::{ALL, FoxSet};
use super::entry::Entry;
use super::file::{Archive, Kind, QUICK, TableError, compress, write};
use super::profile::{Profile, chunk_count, placements};
use super::tables::Tables;
use super::walk::Others;
use super::{FEWEST_GEESE, MOST_GEESE};

/// What to build, and where.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of the tables; made if it is not there.
    pub directory: PathBuf,
    /// The largest number of geese, 4 to 17.
    pub geese: u32,
    /// Threads to use; 0 for as many as there are processors.
    pub threads: usize,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Geese on the board.
    pub geese: u32,
    /// The sum of their ranks, in the layer just finished.
    pub rank_sum: u32,
    /// Placements of so many geese that are done.
    pub done: u64,
    /// Placements of so many geese.
    pub total: u64,
    /// Positions done in which the geese are to move and the game goes on: placements with every place of the fox on ranks
    /// 2 to 7.
    pub positions: u64,
    /// Those of them that the geese win when the stall counter is 0.
    pub wins: u64,
    /// Seconds since work on so many geese began.
    pub seconds: f64,
    /// Bytes of the compressed table so far.
    pub bytes: u64,
}

/// Builds the tables that are missing, up to a number of geese. Whatever is finished in the folder is used; what is damaged
/// is built again.
pub fn build(settings: &Settings, mut progress: impl FnMut(&Progress) + Send) -> Result<Tables, TableError> {
    if !(FEWEST_GEESE..=MOST_GEESE).contains(&settings.geese) {
        return Err(TableError::Geese(settings.geese));
    }
    let directory = &settings.directory;
    fs::create_dir_all(directory).map_err(TableError::io(directory))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
    pool.install(|| {
        let most = settings.geese;
        let finished = (FEWEST_GEESE..=most).take_while(|geese| is_finished(directory, *geese)).last();
        if finished != Some(most) {
            build_missing(directory, finished, most, &mut progress)?;
        }
        Ok(Tables::open(directory))
    })
}

/// Whether a table is there, and whole to its last byte.
fn is_finished(directory: &Path, geese: u32) -> bool {
    Archive::open(directory, Kind::ToMove, geese).and_then(|archive| archive.check(geese)).is_ok()
}

/// What is known of landed foxes, block by block. Empty below the fewest geese.
type Landed = HashMap<Profile, Vec<Entry>>;

fn build_missing(
    directory: &Path,
    finished: Option<u32>,
    most: u32,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(), TableError> {
    let (first, mut landed) = resume(directory, finished);
    for geese in first..=most {
        let is_last = geese == most;
        let (chunks, next) = solve_geese(geese, &landed, !is_last, progress)?;
        write(directory, Kind::ToMove, geese, &chunks)?;
        if !is_last {
            write_landed(directory, geese, &next)?;
            // The one before has done its work; if it is not there, so much the better.
            let _ = fs::remove_file(Kind::Landed.path(directory, geese - 1));
        }
        landed = next;
    }
    Ok(())
}

/// Where to go on after the last table that is finished: the first number of geese to solve, and what is known of landed
/// foxes with one goose less.
fn resume(directory: &Path, finished: Option<u32>) -> (u32, Landed) {
    let below = (FEWEST_GEESE..=finished.unwrap_or(0)).rev();
    let found = below.filter_map(|geese| Some((geese + 1, read_landed(directory, geese).ok()?)));
    found.into_iter().next().unwrap_or((FEWEST_GEESE, Landed::new()))
}

fn read_landed(directory: &Path, geese: u32) -> Result<Landed, TableError> {
    let archive = Archive::open(directory, Kind::Landed, geese)?;
    let profiles: Vec<Profile> = Profile::all(geese).collect();
    profiles.into_par_iter().map(|profile| Ok((profile, archive.block(profile)?))).collect()
}

fn write_landed(directory: &Path, geese: u32, landed: &Landed) -> Result<(), TableError> {
    let mut chunks = vec![Vec::new(); chunk_count(geese)];
    for (profile, block) in landed {
        store(&mut chunks, *profile, compress(block, QUICK).map_err(TableError::Compression)?);
    }
    write(directory, Kind::Landed, geese, &chunks)
}

pub(super) fn store(chunks: &mut [Vec<u8>], profile: Profile, compressed: Vec<Vec<u8>>) {
    let first = profile.first_chunk();
    for (place, chunk) in chunks[first..].iter_mut().zip(compressed) {
        *place = chunk;
    }
}

/// Solves all placements of so many geese: the chunks of their table, and what the next number of geese needs, if any.
fn solve_geese(
    geese: u32,
    landed: &Landed,
    goes_on: bool,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(Vec<Vec<u8>>, Landed), TableError> {
    let began = Instant::now();
    let mut chunks = vec![Vec::new(); chunk_count(geese)];
    let mut next = Landed::new();
    let mut above = HashMap::new();
    let total = placements(geese);
    let mut report = Progress { geese, rank_sum: 0, done: 0, total, positions: 0, wins: 0, seconds: 0.0, bytes: 0 };
    for (rank_sum, profiles) in layers(geese).into_iter().rev() {
        let layer = solve_layer(&profiles, landed, &above);
        above.clear();
        for (profile, block) in layer {
            report.done += profile.size() as u64;
            report.positions += profile.size() as u64 * u64::from(ALL.count_ones() - fox_obstacles(profile));
            report.wins += block.wins;
            let compressed = compress(&block.to_move, QUICK).map_err(TableError::Compression)?;
            report.bytes += compressed.iter().map(|chunk| chunk.len() as u64).sum::<u64>();
            store(&mut chunks, profile, compressed);
            above.insert(profile, block.fox_loses);
            if goes_on {
                next.insert(profile, block.landed);
            }
        }
        report.rank_sum = rank_sum;
        report.seconds = began.elapsed().as_secs_f64();
        progress(&report);
    }
    Ok((chunks, next))
}

/// Geese where the fox could stand.
fn fox_obstacles(profile: Profile) -> u32 {
    profile.geese() - u32::from(profile.counts[0])
}

/// The profiles of so many geese by rank sum.
pub(super) fn layers(geese: u32) -> BTreeMap<u32, Vec<Profile>> {
    let mut layers: BTreeMap<u32, Vec<Profile>> = BTreeMap::new();
    for profile in Profile::all(geese) {
        layers.entry(profile.rank_sum()).or_default().push(profile);
    }
    layers
}

/// Solves the blocks of a layer: threads share the large ones, and divide the small ones among them.
fn solve_layer(profiles: &[Profile], landed: &Landed, above: &HashMap<Profile, Vec<FoxSet>>) -> Vec<(Profile, Block)> {
    let (large, small): (Vec<Profile>, Vec<Profile>) =
        profiles.iter().partition(|profile| profile.size() >= SHARED_SIZE);
    let others = |profile| Others::of(profile, (landed, &[Entry([0; 4])]), (above, &[0]));
    let solved = |profile: Profile, shared| (profile, solve(profile, &others(profile), shared));
    let mut layer: Vec<_> = large.into_iter().map(|profile| solved(profile, true)).collect();
    layer.par_extend(small.into_par_iter().map(|profile| solved(profile, false)));
    layer
}
