//! The history heuristic (Schaeffer, 1983): quiet moves that caused cutoffs elsewhere are tried earlier.

use quevedo_core::Side;

/// History scores stay within ± this.
pub(crate) const HISTORY_MAX: i32 = 1 << 14;
/// The greatest bonus of one cutoff.
const MAX_BONUS: i32 = 1200;

/// A history score for each side and each of the game's history keys.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// Those of the first player, then those of the second.
    pub(crate) scores: Vec<i16>,
    /// The number of keys: [`quevedo_core::Tactics::HISTORY_KEYS`].
    pub(crate) keys: usize,
}

/// The bonus of a move that caused a cutoff at this depth: the square of the depth, within limits.
#[inline]
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (depth * depth).clamp(1, MAX_BONUS)
}

/// The malus of a quiet move that was tried before the cutoff.
#[inline]
pub(crate) fn history_malus(depth: i32) -> i32 {
    -history_bonus(depth) / 2
}

impl History {
    /// All scores are 0.
    pub(crate) fn new(keys: usize) -> Self {
        Self { scores: vec![0; 2 * keys], keys }
    }

    /// The history score of a move: the sum over both of its keys, within ± twice [`HISTORY_MAX`].
    #[inline]
    pub(crate) fn history_score(&self, side: Side, keys: [usize; 2]) -> i32 {
        let base = side.index() * self.keys;
        i32::from(self.scores[base + keys[0]]) + i32::from(self.scores[base + keys[1]])
    }

    /// Adds a bonus, or a malus where it is negative, to both keys of a move.
    #[inline]
    pub(crate) fn update(&mut self, side: Side, keys: [usize; 2], bonus: i32) {
        let base = side.index() * self.keys;
        let [first, second] = keys;
        self.add_with_gravity(base + first, bonus);
        if second != first {
            self.add_with_gravity(base + second, bonus);
        }
    }

    /// History gravity: the nearer a score is to its limit, the less a bonus adds. Scores stay in range and old bonuses
    /// fade.
    #[inline]
    fn add_with_gravity(&mut self, index: usize, bonus: i32) {
        let score = &mut self.scores[index];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}
