//! Shuffles positions across any number of shards.
//!
//! The first pass distributes the positions at random over buckets, the second shuffles each bucket and writes it. Every
//! permutation is equally likely, and only one bucket is in memory (Rao, 1961; Sandelius, 1962).

use std::fs;
use std::path::Path;

use quevedo_core::Rng;

use super::{DataError, Head, Sample, ShardReader, ShardWriter};

/// Positions of a bucket, on average.
const BUCKET: usize = 200_000;
/// Positions buffered for each bucket.
const WAITING: usize = 4096;
/// The folder of the buckets between the passes.
const BUCKETS_FOLDER: &str = "buckets.part";

/// Writes all positions in random order to shards of `each` in a new folder; returns the number of shards. `on_position` is
/// called twice for every position.
pub fn shuffle(
    reader: &ShardReader,
    folder: &Path,
    each: usize,
    seed: u64,
    on_position: &mut dyn FnMut(),
) -> Result<usize, DataError> {
    let mut rng = Rng::with_seed(seed);
    let head = Head { seed, games: 0, ..reader.head().clone() };
    let mut shards = ShardWriter::create(folder, head.clone(), each)?;
    let buckets_folder = folder.join(BUCKETS_FOLDER);
    let buckets: Vec<_> =
        (0..reader.positions().div_ceil(BUCKET)).map(|bucket| buckets_folder.join(format!("{bucket:05}"))).collect();
    let mut writers = buckets
        .iter()
        .map(|bucket| ShardWriter::create(bucket, head.clone(), WAITING))
        .collect::<Result<Vec<_>, DataError>>()?;
    for sample in reader.samples() {
        writers[rng.usize(0..buckets.len())].push(&sample?)?;
        on_position();
    }
    for (bucket, writer) in buckets.iter().zip(writers) {
        if writer.finish()? == 0 {
            continue;
        }
        let mut samples: Vec<Sample> =
            ShardReader::open(std::slice::from_ref(bucket))?.samples().collect::<Result<_, _>>()?;
        rng.shuffle(&mut samples);
        for sample in &samples {
            shards.push(sample)?;
            on_position();
        }
        fs::remove_dir_all(bucket).map_err(|error| DataError::file(bucket, error))?;
    }
    if buckets_folder.exists() {
        fs::remove_dir_all(&buckets_folder).map_err(|error| DataError::file(&buckets_folder, error))?;
    }
    shards.finish()
}
