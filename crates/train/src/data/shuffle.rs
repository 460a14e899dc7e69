//! Mixing positions across shards, however many there are.
//!
//! In a first pass every position is thrown into one of many heaps, in a second each heap is shuffled and written: every
//! order of all positions can come out, and only a heap is ever in memory (Rao, 1961; Sandelius, 1962).

use std::fs;
use std::path::Path;

use quevedo_core::Rng;

use super::{DataError, Head, Sample, ShardReader, ShardWriter};

/// Positions of a heap, about.
const HEAP: usize = 200_000;
/// Positions that wait in memory for each heap.
const WAITING: usize = 4096;
/// Where heaps lie between the passes.
const HEAPS_FOLDER: &str = "heaps.part";

/// Writes all positions in random order to shards of `each` in a new folder; how many shards that makes. `on_progress` is told
/// of every position, twice.
pub fn shuffle(
    reader: &ShardReader,
    folder: &Path,
    each: usize,
    seed: u64,
    on_progress: &mut dyn FnMut(),
) -> Result<usize, DataError> {
    let mut rng = Rng::with_seed(seed);
    let head = Head { seed, games: 0, ..reader.head().clone() };
    let mut shards = ShardWriter::create(folder, head.clone(), each)?;
    let heaps_folder = folder.join(HEAPS_FOLDER);
    let heaps: Vec<_> =
        (0..reader.positions().div_ceil(HEAP)).map(|heap| heaps_folder.join(format!("{heap:05}"))).collect();
    let mut writers = heaps
        .iter()
        .map(|heap| ShardWriter::create(heap, head.clone(), WAITING))
        .collect::<Result<Vec<_>, DataError>>()?;
    for sample in reader.samples() {
        writers[rng.usize(0..heaps.len())].push(&sample?)?;
        on_progress();
    }
    for (heap, writer) in heaps.iter().zip(writers) {
        if writer.finish()? == 0 {
            continue;
        }
        let mut samples: Vec<Sample> =
            ShardReader::open(std::slice::from_ref(heap))?.samples().collect::<Result<_, _>>()?;
        rng.shuffle(&mut samples);
        for sample in &samples {
            shards.push(sample)?;
            on_progress();
        }
        fs::remove_dir_all(heap).map_err(|error| DataError::file(heap, error))?;
    }
    if heaps_folder.exists() {
        fs::remove_dir_all(&heaps_folder).map_err(|error| DataError::file(&heaps_folder, error))?;
    }
    shards.finish()
}
