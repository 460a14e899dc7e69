//! The history heuristics: what happened elsewhere in the tree orders, reduces and prunes moves here.
//!
//! * [`History`] (Schaeffer, 1983): quiet moves that caused cutoffs.
//! * [`ContinuationHistory`]: the same for pairs of moves, one and two plies apart.
//! * [`CaptureHistory`]: noisy moves that caused cutoffs.
//! * [`CorrectionHistory`]: by how much the static evaluation was wrong.

use quevedo_core::{Score, Side, Tactics};

/// History scores stay within ± this.
pub(crate) const HISTORY_MAX: i32 = 1 << 14;
/// Entries of the correction history for a side and a key; a power of two.
const CORRECTION_ENTRIES: usize = 1 << 14;
/// Corrections are kept in these parts of a point, ...
const CORRECTION_GRAIN: i32 = 256;
/// ... within ± this many points.
const CORRECTION_MAX: i32 = 64;
/// The weight of a new error is the depth and one, up to this, ...
const CORRECTION_MAX_WEIGHT: i32 = 16;
/// ... of this.
const CORRECTION_WEIGHTS: i32 = 256;

/// All histories of one thread, kept from move to move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Histories {
    pub(crate) quiets: History,
    pub(crate) continuation: ContinuationHistory,
    pub(crate) captures: CaptureHistory,
    pub(crate) correction: CorrectionHistory,
}

impl Histories {
    /// Empty histories of a game, with this history of quiet moves.
    pub(crate) fn new<G: Tactics>(quiets: History) -> Self {
        Self {
            quiets,
            continuation: ContinuationHistory::new(G::CONTINUATION_KEYS),
            captures: CaptureHistory::new(G::CAPTURE_KEYS),
            correction: CorrectionHistory::new(G::CORRECTION_KEYS),
        }
    }
}

/// History gravity: the nearer a score is to its limit, the less a bonus adds. Scores stay in range and old bonuses
/// fade.
#[inline]
fn add_with_gravity(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

/// A history score for each side and each of the game's history keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// Those of the first player, then those of the second.
    pub(crate) scores: Vec<i16>,
    /// The number of keys: [`quevedo_core::Tactics::HISTORY_KEYS`].
    pub(crate) keys: usize,
}

impl History {
    /// All scores are 0.
    pub(crate) fn new(keys: usize) -> Self {
        Self { scores: vec![0; 2 * keys], keys }
    }

    /// The history score of a move: the sum over both of its keys, within ± twice [`HISTORY_MAX`].
    #[inline]
    pub(crate) fn score(&self, side: Side, keys: [usize; 2]) -> i32 {
        let base = side.index() * self.keys;
        i32::from(self.scores[base + keys[0]]) + i32::from(self.scores[base + keys[1]])
    }

    /// Adds a bonus, or a malus where it is negative, to both keys of a move.
    #[inline]
    pub(crate) fn update(&mut self, side: Side, keys: [usize; 2], bonus: i32) {
        let base = side.index() * self.keys;
        let [first, second] = keys;
        add_with_gravity(&mut self.scores[base + first], bonus);
        if second != first {
            add_with_gravity(&mut self.scores[base + second], bonus);
        }
    }
}

/// A history score for each pair of moves: one that was made one or two plies before, and one that may follow.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContinuationHistory {
    scores: Vec<i16>,
    /// The number of slots: both sides with all keys.
    slots: usize,
    keys: usize,
}

impl ContinuationHistory {
    fn new(keys: usize) -> Self {
        let slots = 2 * keys;
        Self { scores: vec![0; slots * slots], slots, keys }
    }

    /// The slot of a move by its side and its key.
    #[inline]
    pub(crate) fn slot(&self, side: Side, key: usize) -> usize {
        side.index() * self.keys + key
    }

    #[inline]
    pub(crate) fn score(&self, before: usize, slot: usize) -> i32 {
        i32::from(self.scores[before * self.slots + slot])
    }

    #[inline]
    pub(crate) fn update(&mut self, before: usize, slot: usize, bonus: i32) {
        add_with_gravity(&mut self.scores[before * self.slots + slot], bonus);
    }
}

/// A history score for each side and each of the game's capture keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct CaptureHistory {
    scores: Vec<i16>,
    keys: usize,
}

impl CaptureHistory {
    fn new(keys: usize) -> Self {
        Self { scores: vec![0; 2 * keys], keys }
    }

    #[inline]
    pub(crate) fn score(&self, side: Side, key: usize) -> i32 {
        i32::from(self.scores[side.index() * self.keys + key])
    }

    #[inline]
    pub(crate) fn update(&mut self, side: Side, key: usize, bonus: i32) {
        add_with_gravity(&mut self.scores[side.index() * self.keys + key], bonus);
    }
}

/// Correction history: a moving average of the error of the static evaluation, by side and by hashes of parts of the
/// position.
#[derive(Clone, Debug, Default)]
pub(crate) struct CorrectionHistory {
    errors: Vec<i16>,
}

impl CorrectionHistory {
    fn new(keys: usize) -> Self {
        Self { errors: vec![0; 2 * keys * CORRECTION_ENTRIES] }
    }

    #[inline]
    fn entry<G: Tactics>(position: &G, index: usize) -> usize {
        let table = position.turn().index() * G::CORRECTION_KEYS + index;
        table * CORRECTION_ENTRIES + (position.correction_key(index) as usize & (CORRECTION_ENTRIES - 1))
    }

    /// The mean error of positions that share a part with this one, in points; `weight` is a percentage.
    #[inline]
    pub(crate) fn correction<G: Tactics>(&self, position: &G, weight: i32) -> Score {
        let error = |index| i32::from(self.errors[Self::entry(position, index)]);
        let sum: i32 = (0..G::CORRECTION_KEYS).map(error).sum();
        sum * weight / (100 * CORRECTION_GRAIN)
    }

    /// Learns that a search of this depth found `error` points more than the static evaluation.
    pub(crate) fn update<G: Tactics>(&mut self, position: &G, depth: i32, error: Score) {
        let weight = (depth + 1).min(CORRECTION_MAX_WEIGHT);
        let limit = CORRECTION_MAX * CORRECTION_GRAIN - 1;
        let error = error.clamp(-4 * CORRECTION_MAX, 4 * CORRECTION_MAX) * CORRECTION_GRAIN;
        for index in 0..G::CORRECTION_KEYS {
            let old = &mut self.errors[Self::entry(position, index)];
            let mean = (i32::from(*old) * (CORRECTION_WEIGHTS - weight) + error * weight) / CORRECTION_WEIGHTS;
            *old = mean.clamp(-limit, limit) as i16;
        }
    }
}
