//! How far an evaluator is from the scores of positions, by phase of the game.

use quevedo_catalog::{EvalRef, GameEntry};
use quevedo_core::score::plies_to_end;
use serde::Serialize;

use super::{DataError, Flags, ShardReader};

/// Into how many parts the game is divided.
const PARTS: usize = 12;

/// The error of an evaluator in a part of the game, in units of the game (pawns, discs).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PhaseError {
    /// The most pieces of a position of this part.
    pub max_pieces: usize,
    /// Positions.
    pub positions: u64,
    /// The mean of the absolute error.
    pub mean_absolute: f64,
    /// The root of the mean squared error.
    pub root_mean_square: f64,
    /// The mean of the error: above zero, where the evaluator sees the side to move better than it is.
    pub bias: f64,
}

/// The errors of an evaluator against the scores of all positions, or only of those that a solver labelled. Positions
/// without a score, and those with a proved win or loss, are left out.
pub fn evaluation_errors(
    reader: &ShardReader,
    game: &GameEntry,
    evaluator: &EvalRef,
    exact_only: bool,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<PhaseError>, DataError> {
    let most = game.input_spec().max_active_features;
    let unit = f64::from(game.unit());
    let mut parts: Vec<PhaseError> = (1..=PARTS)
        .map(|part| PhaseError { max_pieces: (most + 1) * part / PARTS - 1, ..PhaseError::default() })
        .collect();
    for shard in reader.shards() {
        let shard = shard?;
        for sample in shard.samples() {
            let Some(score) = sample.score.filter(|score| plies_to_end((*score).into()).is_none()) else { continue };
            if exact_only && !sample.flags.has(Flags::EXACT) {
                continue;
            }
            let problem = |problem: String| DataError::Position { text: sample.text.clone(), problem };
            let session = game.session(Some(&sample.text)).map_err(|error| problem(error.to_string()))?;
            let found = game.evaluate(&*session, evaluator).map_err(|error| problem(error.to_string()))?.score;
            let error = f64::from(found - i32::from(score)) / unit;
            let part = &mut parts[(sample.pieces() as usize * PARTS / (most + 1)).min(PARTS - 1)];
            part.positions += 1;
            part.mean_absolute += error.abs();
            part.root_mean_square += error * error;
            part.bias += error;
        }
        progress(shard.len());
    }
    for part in &mut parts {
        let count = part.positions.max(1) as f64;
        part.mean_absolute /= count;
        part.root_mean_square = (part.root_mean_square / count).sqrt();
        part.bias /= count;
    }
    Ok(parts)
}
