//! The levels, from a child's first game to full strength.

use std::time::Duration;

use quevedo_core::Score;
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
}

impl Level {
    /// A level that is bounded in depth and nodes.
    pub const fn bounded(depth: u32, nodes: u64, temperature: f64) -> Self {
        Self { depth: Some(depth), nodes: Some(nodes), temperature }
    }

    /// A level that is bounded in nodes and plays its best move.
    pub const fn full(nodes: Option<u64>) -> Self {
        Self { depth: None, nodes, temperature: 0.0 }
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

    /// Full strength.
    pub(crate) fn max() -> Self {
        Self { level: Level::full(None), time: MAX_TIME }
    }

    /// Whether it always plays its best move.
    pub(crate) fn is_full_strength(&self) -> bool {
        self.level.temperature == 0.0
    }

    /// The search, with nodes and time multiplied by `effort`.
    pub(crate) fn settings(&self, effort: Option<f64>, seed: Option<u64>) -> Settings {
        let effort = effort.unwrap_or(1.0);
        let nodes = self.level.nodes.map(|nodes| (nodes as f64 * effort).max(1.0) as u64);
        let limits = Limits { depth: self.level.depth, nodes, time: Some(self.time.mul_f64(effort)) };
        Settings { limits, hash: hash_mib(nodes), seed, ..Settings::default() }
    }

    /// The temperature in points.
    pub(crate) fn temperature(&self, unit: Score) -> f64 {
        self.level.temperature * f64::from(unit)
    }
}

/// MiB of the transposition table. A level of few nodes gets a small one: a server runs many of them.
fn hash_mib(nodes: Option<u64>) -> usize {
    const NODES_PER_MIB: u64 = 1 << 15;
    let max = Settings::default().hash;
    nodes.map_or(max, |nodes| nodes.div_ceil(NODES_PER_MIB).clamp(1, max as u64) as usize)
}
