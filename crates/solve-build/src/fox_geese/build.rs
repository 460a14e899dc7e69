//! The order of the work: numbers of geese upward, because captures only lead down; rank sums downward, because steps
//! forward only lead up. What one number of geese needs of the one below is read from disk block by block, so memory holds
//! little more than one layer and the compressed tables of one number of geese.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use quevedo_solve::fox_geese::board::{ALL, FoxSet, RANKS};
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
    /// With fewer geese the fox has won: 4 by the rules. Tables with a larger number hold what the geese win without losing
    /// more geese than that, which is less, true, and sooner built.
    pub fewest: u32,
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
    for geese in [settings.fewest, settings.geese] {
        if !(FEWEST_GEESE..=MOST_GEESE).contains(&geese) {
            return Err(BuildError::Geese(geese));
        }
    }
    let directory = &settings.directory;
    fs::create_dir_all(directory).map_err(TableError::io(directory))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
    pool.install(|| {
        let most = settings.geese;
        let finished = (settings.fewest..=most).take_while(|geese| is_finished(directory, *geese)).last();
        if finished != Some(most) {
            build_missing(settings, finished, &mut progress)?;
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

/// The counts of positions in which the fox has just landed, by block.
type LandedBlocks = HashMap<Profile, Vec<Entry>>;

/// The positions in which the fox has just landed, with one goose less: a file, or nothing below the fewest geese.
struct LandedFile(Option<Archive>);

impl LandedFile {
    fn open(directory: &Path, geese: u32) -> Result<Self, TableError> {
        Archive::open(directory, TableKind::FoxLanded, geese).map(|archive| Self(Some(archive)))
    }

    /// The blocks that captures from a profile lead to.
    fn after(&self, profile: Profile) -> Result<LandedBlocks, TableError> {
        let Some(archive) = &self.0 else { return Ok(LandedBlocks::new()) };
        let captured = (0..RANKS).filter_map(|rank| profile.captured(rank)).collect::<Vec<_>>();
        captured.into_par_iter().map(|profile| Ok((profile, archive.block(profile)?))).collect()
    }
}

fn build_missing(
    settings: &BuildSettings,
    finished: Option<u32>,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<(), BuildError> {
    let BuildSettings { directory, fewest, geese: most, .. } = settings;
    let (first, mut landed) = resume(directory, *fewest, finished);
    for geese in first..=*most {
        let is_last = geese == *most;
        let chunks = solve_geese(geese, &landed, !is_last, progress)?;
        write(directory, TableKind::ToMove, geese, &chunks.to_move)?;
        if !is_last {
            write(directory, TableKind::FoxLanded, geese, &chunks.landed)?;
            drop(chunks);
            landed = LandedFile::open(directory, geese)?;
            // The file below is not needed any more. It may not exist.
            let _ = fs::remove_file(TableKind::FoxLanded.path(directory, geese - 1));
        }
    }
    Ok(())
}

/// Where to resume after the last finished table: the first number of geese to solve, and the landed positions with one goose
/// less.
fn resume(directory: &Path, fewest: u32, finished: Option<u32>) -> (u32, LandedFile) {
    let below = (fewest..=finished.unwrap_or(0)).rev();
    let found = below.filter_map(|geese| Some((geese + 1, verified_landed(directory, geese).ok()?)));
    found.into_iter().next().unwrap_or((fewest, LandedFile(None)))
}

fn verified_landed(directory: &Path, geese: u32) -> Result<LandedFile, TableError> {
    let archive = Archive::open(directory, TableKind::FoxLanded, geese)?;
    verify(&archive, geese)?;
    Ok(LandedFile(Some(archive)))
}

/// The compressed chunks of the tables of a number of geese.
struct TableChunks {
    to_move: Vec<Vec<u8>>,
    landed: Vec<Vec<u8>>,
}

/// A solved block, compressed but for what the next layer needs.
struct CompressedBlock {
    to_move: Vec<Vec<u8>>,
    landed: Vec<Vec<u8>>,
    fox_loses: Vec<FoxSet>,
    wins: u64,
}

/// Solves all placements of a number of geese: the chunks of their table, and of the landed positions if more geese follow.
fn solve_geese(
    geese: u32,
    landed: &LandedFile,
    goes_on: bool,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<TableChunks, BuildError> {
    let began = Instant::now();
    let empty = || vec![Vec::new(); chunk_count(geese)];
    let mut chunks = TableChunks { to_move: empty(), landed: empty() };
    let mut above = HashMap::new();
    let total = placements(geese);
    let mut report =
        BuildProgress { geese, rank_sum: 0, done: 0, total, positions: 0, wins: 0, seconds: 0.0, bytes: 0 };
    for (rank_sum, profiles) in layers(geese).into_iter().rev() {
        let layer = Layer { landed, above: &above, goes_on }.solve(&profiles)?;
        above.clear();
        for (profile, block) in layer {
            report.done += profile.size() as u64;
            report.positions += profile.size() as u64 * u64::from(ALL.count_ones() - fox_obstacles(profile));
            report.wins += block.wins;
            report.bytes += block.to_move.iter().map(|chunk| chunk.len() as u64).sum::<u64>();
            place_chunks(&mut chunks.to_move, profile, block.to_move);
            place_chunks(&mut chunks.landed, profile, block.landed);
            above.insert(profile, block.fox_loses);
        }
        report.rank_sum = rank_sum;
        report.seconds = began.elapsed().as_secs_f64();
        progress(&report);
    }
    Ok(chunks)
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

/// What the blocks of a layer are solved from.
struct Layer<'a> {
    landed: &'a LandedFile,
    /// The sets of the layer above.
    above: &'a HashMap<Profile, Vec<FoxSet>>,
    goes_on: bool,
}

impl Layer<'_> {
    /// Solves the blocks: threads share the large ones, and divide the small ones among them.
    fn solve(&self, profiles: &[Profile]) -> Result<Vec<(Profile, CompressedBlock)>, BuildError> {
        let (large, small): (Vec<Profile>, Vec<Profile>) =
            profiles.iter().partition(|profile| profile.size() >= SHARED_SIZE);
        let mut solved: Vec<_> =
            large.into_iter().map(|profile| self.block(profile, true)).collect::<Result<_, _>>()?;
        let small = small.into_par_iter().map(|profile| self.block(profile, false));
        solved.extend(small.collect::<Result<Vec<_>, _>>()?);
        Ok(solved)
    }

    fn block(&self, profile: Profile, shared: bool) -> Result<(Profile, CompressedBlock), BuildError> {
        let landed = self.landed.after(profile)?;
        let successors = SuccessorBlocks::of(profile, (&landed, &[Entry([0; 4])]), (self.above, &[0]));
        let SolvedBlock { to_move, landed, fox_loses, wins } = solve(profile, &successors, shared);
        let compressed = |block: &[Entry]| compress(block, QUICK).map_err(BuildError::Compression);
        let landed = if self.goes_on { compressed(&landed)? } else { Vec::new() };
        Ok((profile, CompressedBlock { to_move: compressed(&to_move)?, landed, fox_loses, wins }))
    }
}
