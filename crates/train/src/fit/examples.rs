//! Positions in memory as trainers want them: which inputs hold, and what should have been said.

use quevedo_core::Rng;
use quevedo_core::hash::{combine, mix};

/// What the positions of a game look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// What weight files call it.
    pub name: String,
    /// Squares in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Facts that are told apart on a square.
    pub planes: usize,
    /// No position has more inputs that hold.
    pub max_active_features: usize,
    /// What the other side sees where one side sees an input.
    pub turned: Vec<u16>,
}

impl Seen {
    /// How many squares there are.
    pub fn squares(&self) -> usize {
        self.width * self.height
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.squares() * self.planes
    }
}

/// What a model should say of a position: a mix of how the game ended and what a search thought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Points for one unit of log-odds.
    pub scale: f32,
    /// How much the result counts, from 0 to 1; the score counts the rest. Where there is no score it counts alone.
    pub result_share: f32,
}

impl Aim {
    /// The share of wins to be learned, from the view of whoever the score and the result are for.
    pub fn target(self, score: Option<f32>, result: f32) -> f32 {
        let ended = 0.5 + result / 2.0;
        let Some(score) = score else { return ended };
        let thought = 1.0 / (1.0 + (-score / self.scale).exp());
        self.result_share * ended + (1.0 - self.result_share) * thought
    }
}

/// Positions, each as the side to move sees it.
#[derive(Clone, Debug)]
pub struct Examples {
    /// What they look like.
    pub seen: Seen,
    inputs: Vec<u16>,
    ends: Vec<usize>,
    targets: Vec<f32>,
    /// Positions of one game have one number: they are learned from together, or judged by together.
    games: Vec<u32>,
}

/// Which examples are learned from, and which only tell how well it goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// Those learned from.
    pub training: Vec<u32>,
    /// Those kept apart.
    pub validation: Vec<u32>,
}

impl Examples {
    /// None yet.
    pub fn new(seen: Seen) -> Self {
        Self { seen, inputs: Vec::new(), ends: Vec::new(), targets: Vec::new(), games: Vec::new() }
    }

    /// Adds a position.
    pub fn push(&mut self, inputs: impl IntoIterator<Item = u16>, target: f32, game: u32) {
        self.inputs.extend(inputs);
        self.ends.push(self.inputs.len());
        self.targets.push(target);
        self.games.push(game);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The inputs that hold.
    #[inline]
    pub fn inputs(&self, example: u32) -> &[u16] {
        let example = example as usize;
        let start = if example == 0 { 0 } else { self.ends[example - 1] };
        &self.inputs[start..self.ends[example]]
    }

    /// What should be said.
    #[inline]
    pub fn target(&self, example: u32) -> f32 {
        self.targets[example as usize]
    }

    /// Parts the games by a seed; about `share` of them are kept apart.
    pub fn split(&self, share: f64, seed: u64) -> Split {
        split(&self.games, share, seed)
    }

    /// A number that changes with anything in the examples.
    pub fn fingerprint(&self) -> u64 {
        let start = self.seen.name.bytes().fold(self.len() as u64, |hash, byte| combine(hash, byte.into()));
        let hash = self.targets.iter().fold(start, |hash, target| combine(hash, target.to_bits().into()));
        let hash = self.games.iter().fold(hash, |hash, game| combine(hash, u64::from(*game)));
        self.inputs.chunks(4).fold(hash, |hash, inputs| {
            combine(hash, inputs.iter().fold(0, |word, input| word << 16 | u64::from(*input)))
        })
    }
}

/// Parts examples by their games.
pub(super) fn split(games: &[u32], share: f64, seed: u64) -> Split {
    let is_apart = |game: u32| (mix(combine(seed, u64::from(game))) >> 11) as f64 / ((1_u64 << 53) as f64) < share;
    let (validation, training) = (0..games.len() as u32).partition(|example| is_apart(games[*example as usize]));
    Split { training, validation }
}

impl Split {
    /// The order in which an epoch sees the examples.
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
        let aim = Aim { scale: 100.0, result_share: 0.25 };
        assert!((aim.target(Some(0.0), 1.0) - 0.625).abs() < 1e-6);
        assert!((aim.target(None, -1.0) - 0.0).abs() < 1e-6);
        // Odds of e to 1.
        assert!((Aim { result_share: 0.0, ..aim }.target(Some(100.0), -1.0) - 0.731_058_6).abs() < 1e-6);
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
