//! The levels, from a child's first game to full strength.

use std::time::Duration;

use quevedo_core::SearchParams;
use quevedo_search::alphabeta::Settings;
use quevedo_search::time::Limits;

use crate::PlayerSpec;

/// Names the factor that scales the thinking of all levels.
const EFFORT_VARIABLE: &str = "QUEVEDO_EFFORT";
/// No level thinks longer, whatever its nodes; `max` alone does.
const PATIENCE: Duration = Duration::from_millis(2500);
const MAX_TIME: Duration = Duration::from_secs(5);

/// How a level thinks.
struct Level {
    /// Plies, at most.
    depth: Option<u32>,
    /// Positions, at most.
    nodes: u64,
    /// How freely it chooses among good moves, in units of the game.
    temperature: f64,
}

const fn level(depth: u32, nodes: u64, temperature: f64) -> Level {
    Level { depth: if depth == 0 { None } else { Some(depth) }, nodes, temperature }
}

/// From 1 to 10.
const LEVELS: [Level; 10] = [
    level(1, 2_000, 4.0),
    level(1, 4_000, 1.0),
    level(2, 8_000, 1.0),
    level(3, 16_000, 0.5),
    level(4, 40_000, 0.2),
    level(6, 80_000, 0.1),
    level(8, 200_000, 0.05),
    level(0, 400_000, 0.0),
    level(0, 1_000_000, 0.0),
    level(0, u64::MAX, 0.0),
];

/// The level that a preset stands for; 11 is `max`.
fn number(spec: &PlayerSpec) -> Option<u64> {
    match spec.name() {
        "easy" => Some(2),
        "medium" => Some(4),
        "hard" => Some(8),
        "max" | "perfect" => Some(11),
        "level" => spec.number("level"),
        _ => None,
    }
}

/// The factor of the spec, or that of the environment.
fn effort(spec: &PlayerSpec) -> f64 {
    let configured =
        || std::env::var(EFFORT_VARIABLE).ok()?.parse().ok().filter(|effort| (0.01..=100.0).contains(effort));
    spec.real("effort").or_else(configured).unwrap_or(1.0)
}

/// MiB of the table. A level that looks at few positions needs no room for more: a server has many of them.
fn hash(nodes: Option<u64>) -> usize {
    const NODES_A_MIB: u64 = 1 << 15;
    let most = Settings::default().hash;
    nodes.map_or(most, |nodes| nodes.div_ceil(NODES_A_MIB).clamp(1, most as u64) as usize)
}

/// The search and the temperature of a preset or level; `None` for other players.
pub(crate) fn settings(spec: &PlayerSpec, params: SearchParams) -> Option<(Settings, f64)> {
    let number = number(spec)?;
    let effort = effort(spec);
    let (depth, nodes, temperature, time) = match LEVELS.get(number as usize - 1) {
        Some(level) => (level.depth, level.nodes, level.temperature, PATIENCE),
        None => (None, u64::MAX, 0.0, MAX_TIME),
    };
    let nodes = (nodes != u64::MAX).then(|| (nodes as f64 * effort).max(1.0) as u64);
    let limits = Limits { depth, nodes, time: Some(time.mul_f64(effort)) };
    let settings = Settings { limits, hash: hash(nodes), seed: spec.seed(), ..Settings::default() };
    Some((settings, temperature * f64::from(params.unit)))
}
