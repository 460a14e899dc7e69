//! Statistics of data, and samples of it.

use std::path::PathBuf;

use quevedo_core::Rng;
use serde::Serialize;

use super::folder::check_alike;
use super::{DataError, Flags, Head, Sample, Shard, ShardReader, shard_files};

/// Into how many parts phases are divided.
const PARTS: usize = 12;
/// Where the parts of the histogram of scores begin, in points, after the first; proved scores have their own parts at both ends.
const SCORE_EDGES: [i16; 12] = [-30_999, -1000, -500, -200, -100, -30, 31, 101, 201, 501, 1001, 31_000];

/// Statistics of shards.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Survey {
    /// The input encoding.
    pub encoding: String,
    /// Files that could be read.
    pub shards: usize,
    /// Bytes of these files.
    pub bytes: u64,
    /// Games the positions come from, as far as it is known.
    pub games: u64,
    /// Positions.
    pub positions: u64,
    /// Won, drawn and lost for the side to move.
    pub results: [u64; 3],
    /// Positions with a score.
    pub scored: u64,
    /// Their number from each edge to the next; `(low, count)`, the first low being the least score.
    pub scores: Vec<(i16, u64)>,
    /// Positions by the number of active features: `(most pieces of the part, count)`.
    pub pieces: Vec<(u32, u64)>,
    /// Positions with each flag, in the order of [`Flags::NAMED`].
    pub flags: [u64; 5],
    /// Positions with shares of visits.
    pub with_policy: u64,
    /// Plies before a position, on average.
    pub mean_ply: f64,
    /// What is wrong with files that were left out.
    pub damaged: Vec<String>,
}

/// Reads all shards of folders or files. What is damaged, or of another kind than the first, is named and left out.
pub fn survey(paths: &[PathBuf]) -> Result<Survey, DataError> {
    let mut counts = Counts::default();
    let mut survey = Survey::default();
    for path in paths {
        for file in shard_files(path)? {
            let shard = Shard::read(&file).and_then(|shard| {
                let first = counts.head.get_or_insert_with(|| shard.head().clone());
                check_alike(&file, shard.head(), first).map(|()| shard)
            });
            match shard {
                Ok(shard) => {
                    survey.shards += 1;
                    survey.bytes += file.metadata().map_or(0, |data| data.len());
                    counts.add(&shard);
                }
                Err(error) => survey.damaged.push(error.to_string()),
            }
        }
    }
    if survey.shards == 0 && survey.damaged.is_empty() {
        let path = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        return Err(DataError::Empty { path });
    }
    Ok(counts.fill(survey))
}

#[derive(Default)]
struct Counts {
    head: Option<Head>,
    games: u64,
    results: [u64; 3],
    scores: [u64; SCORE_EDGES.len() + 1],
    /// By their number.
    pieces: Vec<u64>,
    flags: [u64; 5],
    with_policy: u64,
    plies: u64,
}

impl Counts {
    fn add(&mut self, shard: &Shard) {
        self.games += u64::from(shard.head().games);
        for index in 0..shard.len() {
            self.results[(1 - shard.results()[index]) as usize] += 1;
            if let Some(score) = shard.score(index) {
                self.scores[SCORE_EDGES.partition_point(|edge| *edge <= score)] += 1;
            }
            let pieces: u32 = shard.planes(index).map(u128::count_ones).sum();
            let pieces = pieces as usize;
            self.pieces.resize(self.pieces.len().max(pieces + 1), 0);
            self.pieces[pieces] += 1;
            for (count, (flag, _)) in self.flags.iter_mut().zip(Flags::NAMED) {
                *count += u64::from(shard.flags()[index].has(flag));
            }
            self.with_policy += u64::from(!shard.policy(index).is_empty());
            self.plies += u64::from(shard.plies()[index]);
        }
    }

    fn fill(&self, survey: Survey) -> Survey {
        let positions: u64 = self.results.iter().sum();
        let lows = std::iter::once(-i16::MAX).chain(SCORE_EDGES);
        let most = self.pieces.len().saturating_sub(1);
        let least = self.pieces.iter().position(|count| *count > 0).unwrap_or(0);
        let width = (most + 1 - least).div_ceil(PARTS).max(1);
        let pieces = self.pieces[least..].chunks(width).enumerate();
        Survey {
            encoding: self.head.as_ref().map(|head| head.encoding.clone()).unwrap_or_default(),
            games: self.games,
            positions,
            results: self.results,
            scored: self.scores.iter().sum(),
            scores: lows.zip(self.scores).collect(),
            pieces: pieces
                .map(|(part, counts)| ((least + width * (part + 1) - 1).min(most) as u32, counts.iter().sum()))
                .collect(),
            flags: self.flags,
            with_policy: self.with_policy,
            mean_ply: self.plies as f64 / positions.max(1) as f64,
            ..survey
        }
    }
}

/// A few positions, drawn at random from all; the same ones for the same seed.
pub fn draw_samples(reader: &ShardReader, count: usize, seed: u64) -> Result<Vec<Sample>, DataError> {
    let mut rng = Rng::with_seed(seed);
    let mut drawn = rng.choose_multiple(0..reader.positions(), count);
    drawn.sort_unstable();
    let mut drawn = drawn.into_iter().peekable();
    let (mut first, mut samples) = (0, Vec::new());
    for (path, head) in reader.files() {
        let end = first + head.count;
        if drawn.peek().is_some_and(|index| *index < end) {
            let shard = Shard::read(path)?;
            while let Some(index) = drawn.next_if(|index| *index < end) {
                samples.push(shard.sample(index - first));
            }
        }
        first = end;
    }
    Ok(samples)
}
