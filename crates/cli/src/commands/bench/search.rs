//! How fast the search runs: the skeleton to a fixed depth, from the start position and from a list of positions.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result};
use quevedo_catalog::GameEntry;
use quevedo_core::hash::combine;
use quevedo_core::{Score, SearchResult};
use serde::Serialize;

/// What was measured of the search of a game. All but the speed is the same on every machine.
#[derive(Debug, Serialize)]
pub(super) struct MeasuredSearch {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) nodes_per_second: u64,
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) score: Score,
    pub(super) signature: String,
}

impl From<SearchResult<String>> for MeasuredSearch {
    fn from(result: SearchResult<String>) -> Self {
        Self {
            depth: result.depth,
            nodes: result.nodes,
            nodes_per_second: result.nps(),
            signature: signature(&result),
            mv: result.mv,
            score: result.score.unwrap_or(0),
        }
    }
}

/// Searches the start position of a game.
pub(super) fn measure(game: &GameEntry) -> Result<MeasuredSearch> {
    let mut player = game.player(&game.bench_player())?;
    let result = player.search_until(&*game.session(None)?, &AtomicBool::new(false));
    Ok(result.with_context(|| format!("{}: the start position has no legal move", game.id()))?.into())
}

/// What was measured of the search of all positions of a game; the nodes are the same on every machine.
#[derive(Debug, Serialize)]
pub(super) struct MeasuredPositions {
    pub(super) positions: usize,
    pub(super) nodes: u64,
    pub(super) nodes_per_second: u64,
}

/// Searches the positions of a game that has a list of them, each with a new table.
pub(super) fn measure_positions(game: &GameEntry) -> Result<Option<MeasuredPositions>> {
    if game.bench_positions().is_empty() {
        return Ok(None);
    }
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for session in game.bench_sessions() {
        let result = game.player(&game.bench_player())?.search_until(&*session, &AtomicBool::new(false));
        let result = result.with_context(|| format!("{}: no legal move in {}", game.id(), session.position()))?;
        (nodes, time) = (nodes + result.nodes, time + result.time);
    }
    let nodes_per_second = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    Ok(Some(MeasuredPositions { positions: game.bench_positions().len(), nodes, nodes_per_second }))
}

/// A number that stands for what was found and how many positions it took.
fn signature(result: &SearchResult<String>) -> String {
    let score = i64::from(result.score.unwrap_or(0)) as u64;
    let numbers = [u64::from(result.depth), result.nodes, score].into_iter();
    let hash = numbers.chain(result.mv.bytes().map(u64::from)).fold(0, combine);
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn signatures_repeat_and_tell_searches_apart() {
        let search = |game| measure(&testing::game(game)).unwrap().signature;
        assert_eq!(search("hare-hounds"), search("hare-hounds"));
        assert_ne!(search("hare-hounds"), search("hare-hounds:center"));
    }
}
