//! The levels, from a child's first game to full strength.

use std::time::Duration;

use quevedo_core::Score;
use quevedo_search::Handicap;
use quevedo_search::alphabeta::Settings;
use quevedo_search::time::Limits;

/// No level thinks longer, whatever its nodes; `max` alone does.
const MAX_LEVEL_TIME: Duration = Duration::from_millis(2500);
/// The time of `max`.
const MAX_TIME: Duration = Duration::from_secs(5);

/// How a level searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Depth in plies, at most.
    pub depth: Option<u32>,
    /// Nodes, at most.
    pub nodes: Option<u64>,
    /// The temperature of the softmax over the best moves, in units of the game; 0 plays the best one.
    pub temperature: f64,
    /// The probability that a move which forces nothing is overlooked.
    pub oversight: f64,
    /// The Elo that matches gave it, where they were played (docs/levels.md).
    pub elo: Option<u32>,
}

impl Level {
    /// A level that is bounded in depth and nodes.
    pub const fn bounded(depth: u32, nodes: u64, temperature: f64) -> Self {
        Self { depth: Some(depth), nodes: Some(nodes), temperature, oversight: 0.0, elo: None }
    }

    /// A level that is bounded in nodes and plays its best move.
    pub const fn full(nodes: Option<u64>) -> Self {
        Self { depth: None, nodes, temperature: 0.0, oversight: 0.0, elo: None }
    }

    /// The same, overlooking moves with this probability.
    #[must_use]
    pub const fn overlooking(self, oversight: f64) -> Self {
        Self { oversight, ..self }
    }

    /// The same with its measured Elo.
    #[must_use]
    pub const fn rated(self, elo: u32) -> Self {
        Self { elo: Some(elo), ..self }
    }

    /// A level between two others; `share` is 0 for this one and 1 for the other. Effort grows by equal factors.
    fn between(self, other: Self, share: f64) -> Self {
        let linear = |from: f64, to: f64| from + (to - from) * share;
        let geometric = |from: u64, to: u64| linear((from as f64).ln(), (to as f64).ln()).exp().round() as u64;
        let depth = self.depth.zip(other.depth).map(|(from, to)| geometric(from.into(), to.into()) as u32);
        let nodes = self.nodes.zip(other.nodes).map(|(from, to)| geometric(from, to));
        let temperature = linear(self.temperature, other.temperature);
        let oversight = linear(self.oversight, other.oversight);
        Self { depth, nodes, temperature, oversight, elo: None }
    }
}

/// The usual levels, from 1 to 10.
pub(crate) const LEVELS: [Level; 10] = [
    Level::bounded(1, 2_000, 4.0),
    Level::bounded(1, 4_000, 1.0),
    Level::bounded(2, 8_000, 1.0),
    Level::bounded(3, 16_000, 0.5),
    Level::bounded(4, 40_000, 0.2),
    Level::bounded(6, 80_000, 0.1),
    Level::bounded(8, 200_000, 0.05),
    Level::full(Some(400_000)),
    Level::full(Some(1_000_000)),
    Level::full(None),
];

/// A level and how long it may search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelSearch {
    level: Level,
    time: Duration,
}

impl LevelSearch {
    /// Level `number`, from 1.
    pub(crate) fn level(levels: &[Level; 10], number: u32) -> Self {
        Self { level: levels[(number as usize).clamp(1, levels.len()) - 1], time: MAX_LEVEL_TIME }
    }

    /// The strength of this Elo, between two rated levels; the first or last of them beyond their range. `None` if no level
    /// is rated.
    pub(crate) fn rated(levels: &[Level; 10], elo: u32) -> Option<Self> {
        let rated: Vec<(u32, Level)> = levels.iter().filter_map(|level| Some((level.elo?, *level))).collect();
        let last = rated.len().checked_sub(1)?;
        let above = rated.iter().position(|(rating, _)| *rating >= elo).unwrap_or(last);
        let ((low, weak), (high, strong)) = (rated[above.saturating_sub(1)], rated[above]);
        let share = f64::from(elo.clamp(low, high) - low) / f64::from((high - low).max(1));
        let level = if elo >= high { strong } else { weak.between(strong, share) };
        Some(Self { level: Level { elo: None, ..level }, time: MAX_LEVEL_TIME })
    }

    /// Full strength.
    pub(crate) fn max() -> Self {
        Self { level: Level::full(None), time: MAX_TIME }
    }

    /// Whether it always plays its best move.
    pub(crate) fn is_full_strength(&self) -> bool {
        self.level.temperature == 0.0 && self.level.oversight == 0.0
    }

    /// The search, with nodes and time multiplied by `effort`.
    pub(crate) fn settings(&self, effort: Option<f64>, seed: Option<u64>) -> Settings {
        let effort = effort.unwrap_or(1.0);
        let nodes = self.level.nodes.map(|nodes| (nodes as f64 * effort).max(1.0) as u64);
        let limits = Limits { depth: self.level.depth, nodes, time: Some(self.time.mul_f64(effort)) };
        Settings { limits, hash: hash_mib(nodes), seed, ..Settings::default() }
    }

    /// How it errs, in a game whose unit is so many points.
    pub(crate) fn handicap(&self, unit: Score) -> Handicap {
        Handicap { temperature: self.level.temperature * f64::from(unit), oversight: self.level.oversight }
    }
}

/// MiB of the transposition table. A level of few nodes gets a small one: a server runs many of them.
fn hash_mib(nodes: Option<u64>) -> usize {
    const NODES_PER_MIB: u64 = 1 << 15;
    let max = Settings::default().hash;
    nodes.map_or(max, |nodes| nodes.div_ceil(NODES_PER_MIB).clamp(1, max as u64) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_lies_between_two_levels() {
        let mut levels = LEVELS;
        (levels[0], levels[1]) =
            (Level::bounded(1, 100, 2.0).overlooking(0.5).rated(1000), Level::full(Some(400)).rated(2000));
        let at = |elo| LevelSearch::rated(&levels, elo).unwrap().level;
        let unrated = |level: Level| Level { elo: None, ..level };
        assert_eq!([at(500), at(1000)], [unrated(levels[0]); 2]);
        assert_eq!([at(2000), at(3000)], [unrated(levels[1]); 2]);
        let middle = at(1500);
        assert_eq!((middle.nodes, middle.temperature, middle.oversight), (Some(200), 1.0, 0.25));
        assert!(LevelSearch::rated(&LEVELS, 1500).is_none(), "nobody measured these");
    }
}
