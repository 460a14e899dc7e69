//! Generates data: a worker pool plays games, which are replayed in order and written shard by shard.
//!
//! Games end in any order. A shard is made when all of its games have ended and all shards before it are made, so that
//! the removal of duplicates does not depend on timing. A resumed run reads the existing shards and plays the games of the
//! first missing one. With sibling moves, the pool plays the games of a shard, then searches their siblings, then plays
//! the games of the next shard.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::thread;

use quevedo_arena::{GameJob, GameReport, Openings, WorkerPool};
use serde::Serialize;
use serde_json::Value as Json;

use super::claim::claim;
use super::folder::write_encoding;
use super::numbered::NumberedShards;
use super::replay::{Replay, fingerprint};
use super::sibling::{PlayedGame, search_siblings};
use super::{DataError, DataPlan, Flags, Head, Sample, Shard};
use crate::fit::InputEncoding;

/// The file of a folder with the plan of its data.
pub(super) const PLAN_FILE: &str = "datagen.json";

/// The progress of a data run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DataProgress {
    /// Games that were played, those of earlier runs included.
    pub games: u64,
    /// Of these, games that earlier runs had written.
    pub known_games: u64,
    /// Positions that were written.
    pub positions: u64,
    /// Of these, positions that earlier runs had written.
    pub known_positions: u64,
    /// Positions that were left out because they were seen before.
    pub repeated: u64,
    /// Positions won, drawn and lost for the side to move.
    pub results: [u64; 3],
    /// Positions that a solver labelled.
    pub exact: u64,
    /// Searches of sibling moves in this run.
    pub searched: u64,
    /// The search time of all players of this run, in microseconds.
    pub thinking_us: u64,
}

/// Makes the data of `games` games in a folder, or resumes it. `on_progress` is called after every game and every search
/// of a sibling move.
pub fn generate(
    plan: &DataPlan,
    games: u64,
    folder: &Path,
    pool: &dyn WorkerPool,
    on_progress: &mut dyn FnMut(&DataProgress),
) -> Result<DataProgress, DataError> {
    plan.check()?;
    fs::create_dir_all(folder).map_err(|error| DataError::file(folder, error))?;
    let ours = identity(plan).map_err(|error| DataError::file(folder, error.into()))?;
    let _lock = claim(folder, PLAN_FILE, &ours)?;
    write_encoding(folder, &InputEncoding::of(&plan.game))?;
    let mut making = Making::resume(plan, games, folder)?;
    on_progress(&making.progress);
    while !making.shards.range().is_empty() {
        let next = making.shards.range();
        let numbers = if plan.sibling_moves > 0 { next } else { next.start..games };
        making.play(numbers, pool, on_progress)?;
    }
    Ok(making.progress)
}

/// The plan as it is written down; of a list of openings its checksum.
fn identity(plan: &DataPlan) -> serde_json::Result<Json> {
    let mut identity = serde_json::to_value(plan)?;
    identity["openings"] = match &plan.openings {
        Some(Openings::List(list)) => crc32fast::hash(&serde_json::to_vec(&list[..])?).into(),
        Some(Openings::Random { plies }) => (*plies).into(),
        None => Json::Null,
    };
    Ok(identity)
}

/// Data being made.
struct Making<'a> {
    plan: &'a DataPlan,
    shards: NumberedShards,
    /// Games that have ended and belong to no shard yet.
    waiting: BTreeMap<u64, PlayedGame>,
    seen: HashSet<u64>,
    progress: DataProgress,
}

impl<'a> Making<'a> {
    /// Resumes with the existing shards.
    fn resume(plan: &'a DataPlan, games: u64, folder: &Path) -> Result<Self, DataError> {
        let (mut seen, mut progress) = (HashSet::new(), DataProgress::default());
        let shards = NumberedShards::resume(folder, games, plan.games_per_shard, &plan.head(), |shard| {
            seen.extend((0..shard.len()).map(|index| fingerprint(shard.planes(index))));
            progress.count(shard);
        })?;
        progress.games = shards.range().start;
        progress.known_games = progress.games;
        progress.known_positions = progress.positions;
        Ok(Self { plan, shards, waiting: BTreeMap::new(), seen, progress })
    }

    /// Plays games, and makes their shards.
    fn play(
        &mut self,
        numbers: Range<u64>,
        pool: &dyn WorkerPool,
        on_progress: &mut dyn FnMut(&DataProgress),
    ) -> Result<(), DataError> {
        let mut jobs = numbers.map(|number| self.plan.job(number));
        let mut failed = None;
        pool.play(&mut jobs, &mut |job, report| {
            failed = self.add(job, report).err();
            if failed.is_some() {
                return ControlFlow::Break(());
            }
            on_progress(&self.progress);
            ControlFlow::Continue(())
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        if self.plan.sibling_moves > 0 {
            let mut games = self.take_games();
            search_siblings(self.plan, &mut games, pool, &mut || {
                self.progress.searched += 1;
                on_progress(&self.progress);
            })?;
            self.make_shard(&games)?;
            on_progress(&self.progress);
        }
        Ok(())
    }

    /// Takes a game, and makes every shard that is complete now, unless there is more to be asked about it.
    fn add(&mut self, job: GameJob, report: GameReport) -> Result<(), DataError> {
        self.progress.games += 1;
        self.waiting.insert(job.number, PlayedGame::new(job, report));
        while self.plan.sibling_moves == 0 && self.is_complete() {
            let games = self.take_games();
            self.make_shard(&games)?;
        }
        Ok(())
    }

    /// Whether all games of the next shard have ended.
    fn is_complete(&self) -> bool {
        let mut range = self.shards.range();
        !range.is_empty() && range.all(|number| self.waiting.contains_key(&number))
    }

    /// The games of the next shard.
    fn take_games(&mut self) -> Vec<PlayedGame> {
        self.shards.range().filter_map(|number| self.waiting.remove(&number)).collect()
    }

    fn make_shard(&mut self, games: &[PlayedGame]) -> Result<(), DataError> {
        self.progress.thinking_us += games.iter().map(PlayedGame::thinking_us).sum::<u64>();
        let mut shard = Shard::new(Head { games: games.len() as u32, ..self.plan.head() });
        for sample in replay_all(self.plan, games)? {
            if self.seen.insert(fingerprint(sample.planes.iter().copied())) {
                shard.push(&sample);
            } else {
                self.progress.repeated += 1;
            }
        }
        self.shards.write(&shard)?;
        self.progress.count(&shard);
        Ok(())
    }
}

impl DataProgress {
    fn count(&mut self, shard: &Shard) {
        self.positions += shard.len() as u64;
        for result in shard.results() {
            self.results[(1 - result) as usize] += 1;
        }
        self.exact += shard.flags().iter().filter(|flags| flags.has(Flags::EXACT)).count() as u64;
    }
}

/// Replays games on all processors; their positions in order.
fn replay_all(plan: &DataPlan, games: &[PlayedGame]) -> Result<Vec<Sample>, DataError> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let replay = |games: &[PlayedGame]| -> Result<Vec<Sample>, DataError> {
        let mut replay = Replay::new(plan);
        let mut samples = Vec::new();
        for game in games {
            samples.extend(replay.samples(game)?);
        }
        Ok(samples)
    };
    let parts = thread::scope(|scope| {
        let parts = games.chunks(games.len().div_ceil(threads).max(1));
        let running: Vec<_> = parts.map(|part| scope.spawn(|| replay(part))).collect();
        running
            .into_iter()
            .map(|thread| thread.join().expect("replaying does not panic"))
            .collect::<Result<Vec<_>, _>>()
    })?;
    Ok(parts.concat())
}
