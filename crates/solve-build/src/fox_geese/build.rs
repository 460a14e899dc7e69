//! The order of the work: numbers of geese upward, because captures only lead down; rank sums downward, because steps
//! forward only lead up. What one number of geese needs of the one below is kept in memory, and on disk for the next run.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use quevedo_solve::fox_geese::board::{ALL, FoxSet};
use quevedo_solve::fox_geese::entry::Entry;
use quevedo_solve::fox_geese::file::{Archive, TableKind};
use quevedo_solve::fox_geese::profile::{Profile, chunk_count, placements};
use quevedo_solve::fox_geese::{FEWEST_GEESE, FoxGeeseTables, MOST_GEESE, TableError};
use rayon::prelude::*;

use super::block::{SHARED_SIZE, SolvedBlock, solve};
use super::walk::SuccessorBlocks;
use super::writer::{QUICK, compress, place_chunks, write};
use super::{BuildError, chunk_sizes};

/// What to build, and where.
#[derive(Clone, Debug)]
pub struct BuildSettings {
    /// The folder of the tables; created if it does not exist.
    pub directory: PathBuf,
    /// The largest number of geese, 4 to 17.
    pub geese: u32,
    /// Threads to use; 0 for as many as there are processors.
    pub threads: usize,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct BuildProgress {
    /// Geese on the board.
    pub geese: u32,
    /// The sum of their ranks, in the layer just finished.
    pub rank_sum: u32,
    /// Placements of this number of geese that are done.
    pub done: u64,
    /// All placements of this number of geese.
    pub total: u64,
    /// Positions done in which the geese are to move and the game goes on: placements with every place of the fox on ranks
    /// 2 to 7.
    pub positions: u64,
    /// Those of them that the geese win when the stall counter is 0.
    pub wins: u64,
    /// Seconds since work on this number of geese began.
    pub seconds: f64,
    /// Bytes of the compressed table so far.
    pub bytes: u64,
}

/// Builds the missing tables up to a number of geese. Finished tables in the folder are kept; damaged ones are built
/// again.
pub fn build(
    settings: &BuildSettings,
    mut progress: impl FnMut(&BuildProgress) + Send,
) -> Result<FoxGeeseTables, BuildError> {
    if !(FEWEST_GEESE..=MOST_GEESE).contains(&settings.geese) {
        return Err(BuildError::Geese(settings.geese));
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
        Ok(FoxGeeseTables::open(directory))
    })
}

/// Whether a table exists and all its checksums match.
fn is_finished(directory: &Path, geese: u32) -> bool {
    Archive::open(directory, TableKind::ToMove, geese).and_then(|archive| verify(&archive, geese)).is_ok()
}

/// Reads every chunk of a table, which verifies all checksums.
fn verify(archive: &Archive, geese: u32) -> Result<(), TableError> {
    let sizes = chunk_sizes(geese).into_par_iter().enumerate();
    sizes.try_for_each(|(number, size)| archive.chunk(number, size).map(drop))
}

/// The counts of positions in which the fox has just landed, by block. Empty below the fewest geese.
type LandedBlocks = HashMap<Profile, Vec<Entry>>;

fn build_missing(
    directory: &Path,
    finished: Option<u32>,
    most: u32,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<(), BuildError> {
    let (first, mut landed) = resume(directory, finished);
    for geese in first..=most {
        let is_last = geese == most;
        let (chunks, next) = solve_geese(geese, &landed, !is_last, progress)?;
        write(directory, TableKind::ToMove, geese, &chunks)?;
        if !is_last {
            write_landed(directory, geese, &next)?;
            // The file below is not needed any more. It may not exist.
            let _ = fs::remove_file(TableKind::FoxLanded.path(directory, geese - 1));
        }
        landed = next;
    }
    Ok(())
}

/// Where to resume after the last finished table: the first number of geese to solve, and the landed blocks with one goose
/// less.
fn resume(directory: &Path, finished: Option<u32>) -> (u32, LandedBlocks) {
    let below = (FEWEST_GEESE..=finished.unwrap_or(0)).rev();
    let found = below.filter_map(|geese| Some((geese + 1, read_landed(directory, geese).ok()?)));
    found.into_iter().next().unwrap_or((FEWEST_GEESE, LandedBlocks::new()))
}

fn read_landed(directory: &Path, geese: u32) -> Result<LandedBlocks, TableError> {
    let archive = Archive::open(directory, TableKind::FoxLanded, geese)?;
    let profiles: Vec<Profile> = Profile::all(geese).collect();
    profiles.into_par_iter().map(|profile| Ok((profile, archive.block(profile)?))).collect()
}

fn write_landed(directory: &Path, geese: u32, landed: &LandedBlocks) -> Result<(), BuildError> {
    let mut chunks = vec![Vec::new(); chunk_count(geese)];
    for (profile, block) in landed {
        place_chunks(&mut chunks, *profile, compress(block, QUICK).map_err(BuildError::Compression)?);
    }
    Ok(write(directory, TableKind::FoxLanded, geese, &chunks)?)
}

/// Solves all placements of a number of geese: the chunks of their table, and the landed blocks if more geese follow.
fn solve_geese(
    geese: u32,
    landed: &LandedBlocks,
    goes_on: bool,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<(Vec<Vec<u8>>, LandedBlocks), BuildError> {
    let began = Instant::now();
    let mut chunks = vec![Vec::new(); chunk_count(geese)];
    let mut next = LandedBlocks::new();
    let mut above = HashMap::new();
    let total = placements(geese);
    let mut report =
        BuildProgress { geese, rank_sum: 0, done: 0, total, positions: 0, wins: 0, seconds: 0.0, bytes: 0 };
    for (rank_sum, profiles) in layers(geese).into_iter().rev() {
        let layer = solve_layer(&profiles, landed, &above);
        above.clear();
        for (profile, block) in layer {
            report.done += profile.size() as u64;
            report.positions += profile.size() as u64 * u64::from(ALL.count_ones() - fox_obstacles(profile));
            report.wins += block.wins;
            let compressed = compress(&block.to_move, QUICK).map_err(BuildError::Compression)?;
            report.bytes += compressed.iter().map(|chunk| chunk.len() as u64).sum::<u64>();
            place_chunks(&mut chunks, profile, compressed);
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

/// The profiles of a number of geese by rank sum.
pub(super) fn layers(geese: u32) -> BTreeMap<u32, Vec<Profile>> {
    let mut layers: BTreeMap<u32, Vec<Profile>> = BTreeMap::new();
    for profile in Profile::all(geese) {
        layers.entry(profile.rank_sum()).or_default().push(profile);
    }
    layers
}

/// Solves the blocks of a layer: threads share the large ones, and divide the small ones among them.
fn solve_layer(
    profiles: &[Profile],
    landed: &LandedBlocks,
    above: &HashMap<Profile, Vec<FoxSet>>,
) -> Vec<(Profile, SolvedBlock)> {
    let (large, small): (Vec<Profile>, Vec<Profile>) =
        profiles.iter().partition(|profile| profile.size() >= SHARED_SIZE);
    let successors = |profile| SuccessorBlocks::of(profile, (landed, &[Entry([0; 4])]), (above, &[0]));
    let solved = |profile: Profile, shared| (profile, solve(profile, &successors(profile), shared));
    let mut layer: Vec<_> = large.into_iter().map(|profile| solved(profile, true)).collect();
    layer.par_extend(small.into_par_iter().map(|profile| solved(profile, false)));
    layer
}
