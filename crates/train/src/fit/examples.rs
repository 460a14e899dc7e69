//! Positions in memory: active features and targets.

use quevedo_catalog::{GameEntry, InputBuckets, InputSpec};
use quevedo_core::Rng;
use quevedo_core::hash::{combine, mix};
use quevedo_core::score::logistic;
use serde::{Deserialize, Serialize};

/// How the positions of a game are encoded. Data folders keep it in a file, for trainers that do not know the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputEncoding {
    /// Its name in weight files.
    pub name: String,
    /// Squares in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Planes of features.
    pub planes: usize,
    /// Upper bound on active features.
    pub max_active_features: usize,
    /// How many squares tell moves apart.
    pub steps: usize,
    /// Points for one unit of log-odds of winning, where the recipe has no `scale`.
    pub scale: f64,
    /// Each feature as the other side sees it.
    pub flipped: Vec<u16>,
    /// What selects the input bucket of a perspective, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buckets: Option<InputBuckets>,
}

impl InputEncoding {
    /// The encoding of a game.
    pub fn of(game: &GameEntry) -> Self {
        let InputSpec { name, width, height, planes, max_active_features, steps } = game.input_spec();
        let (scale, flipped, buckets) = (game.logistic_scale(), game.flipped_features(), game.input_buckets());
        Self { name: name.into(), width, height, planes, max_active_features, steps, scale, flipped, buckets }
    }

    /// The number of squares.
    pub fn squares(&self) -> usize {
        self.width * self.height
    }

    /// The number of features.
    pub fn features(&self) -> usize {
        self.squares() * self.planes
    }
}

/// The target of a position: a mix of the game result and the score of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetMix {
    /// Points for one unit of log-odds.
    pub scale: f32,
    /// The share of the result, from 0 to 1; the score has the rest. Without a score the result counts alone.
    pub result_share: f32,
}

impl TargetMix {
    /// The target as an expected score from 0 to 1, for the side of the score and the result.
    pub fn target(self, score: Option<f32>, result: f32) -> f32 {
        let by_result = 0.5 + result / 2.0;
        let Some(score) = score else { return by_result };
        let by_score = logistic((score / self.scale).into()) as f32;
        self.result_share * by_result + (1.0 - self.result_share) * by_score
    }
}

/// Positions, each encoded for the side to move.
#[derive(Clone, Debug)]
pub struct Examples {
    /// Their encoding.
    pub encoding: InputEncoding,
    inputs: Vec<u16>,
    ends: Vec<usize>,
    targets: Vec<f32>,
    /// The game of each position. All positions of a game are in the same set, training or validation.
    games: Vec<u32>,
}

/// The training set and the validation set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// Numbers of the training examples.
    pub training: Vec<u32>,
    /// Numbers of the validation examples.
    pub validation: Vec<u32>,
}

impl Examples {
    /// No examples.
    pub fn new(encoding: InputEncoding) -> Self {
        Self { encoding, inputs: Vec::new(), ends: Vec::new(), targets: Vec::new(), games: Vec::new() }
    }

    /// Adds a position.
    pub fn push(&mut self, inputs: impl IntoIterator<Item = u16>, target: f32, game: u32) {
        self.inputs.extend(inputs);
        self.ends.push(self.inputs.len());
        self.targets.push(target);
        self.games.push(game);
    }

    /// The number of examples.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The active features of an example.
    #[inline]
    pub fn inputs(&self, example: u32) -> &[u16] {
        let example = example as usize;
        let start = if example == 0 { 0 } else { self.ends[example - 1] };
        &self.inputs[start..self.ends[example]]
    }

    /// The target of an example.
    #[inline]
    pub fn target(&self, example: u32) -> f32 {
        self.targets[example as usize]
    }

    /// Splits the games at random; about `share` of them are in the validation set.
    pub fn split(&self, share: f64, seed: u64) -> Split {
        split(&self.games, share, seed)
    }

    /// A hash of all examples.
    pub fn fingerprint(&self) -> u64 {
        let start = self.encoding.name.bytes().fold(self.len() as u64, |hash, byte| combine(hash, byte.into()));
        let hash = self.targets.iter().fold(start, |hash, target| combine(hash, target.to_bits().into()));
        let hash = self.games.iter().fold(hash, |hash, game| combine(hash, u64::from(*game)));
        self.inputs.chunks(4).fold(hash, |hash, inputs| {
            combine(hash, inputs.iter().fold(0, |word, input| word << 16 | u64::from(*input)))
        })
    }
}

/// Splits examples by their games.
pub(super) fn split(games: &[u32], share: f64, seed: u64) -> Split {
    let is_validation = |game: u32| (mix(combine(seed, u64::from(game))) >> 11) as f64 / ((1_u64 << 53) as f64) < share;
    let (validation, training) = (0..games.len() as u32).partition(|example| is_validation(games[*example as usize]));
    Split { training, validation }
}

impl Split {
    /// The training set in the random order of an epoch.
    pub(super) fn shuffled(&self, seed: u64) -> Vec<u32> {
        let mut order = self.training.clone();
        Rng::with_seed(seed).shuffle(&mut order);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_scores_are_mixed() {
        let target_mix = TargetMix { scale: 100.0, result_share: 0.25 };
        assert!((target_mix.target(Some(0.0), 1.0) - 0.625).abs() < 1e-6);
        assert!((target_mix.target(None, -1.0) - 0.0).abs() < 1e-6);
        // Odds of e to 1.
        assert!((TargetMix { result_share: 0.0, ..target_mix }.target(Some(100.0), -1.0) - 0.731_058_6).abs() < 1e-6);
    }

    #[test]
    fn games_stay_together() {
        let games: Vec<u32> = (0..10_000).map(|example| example / 20).collect();
        let Split { training, validation } = split(&games, 0.1, 7);
        assert_eq!(training.len() + validation.len(), games.len());
        assert!((500..1500).contains(&validation.len()), "{}", validation.len());
        assert!(validation.iter().all(|example| training.binary_search(&(example / 20 * 20)).is_err()));
        assert_ne!(split(&games, 0.1, 8).validation, validation);
        assert!(split(&games, 0.0, 7).validation.is_empty());
    }
}
