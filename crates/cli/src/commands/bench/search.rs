//! How fast the search runs: the skeleton from the start position, to a fixed depth.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use quevedo_catalog::{AlphaBetaSpec, EvalRef, GameEntry, PlayerSpec};
use quevedo_core::hash::combine;
use quevedo_core::{Score, SearchResult};
use serde::Serialize;

/// How many nodes are searched in a game that names no depth for this.
const NODES: u64 = 500_000;
/// The depth of a search that is bounded by nodes.
const MAX_DEPTH: u32 = 100;

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
    // Everything that decides how many nodes are visited is set, whatever the defaults become.
    let spec = AlphaBetaSpec {
        eval: Some(EvalRef::Best),
        depth: game.bench_depth().or(Some(MAX_DEPTH)),
        nodes: game.bench_depth().is_none().then_some(NODES),
        hash: Some(16),
        threads: Some(1),
        ..AlphaBetaSpec::default()
    };
    let mut player = game.player(&PlayerSpec::AlphaBeta(spec))?;
    let result = player.search_until(&*game.session(None)?, &AtomicBool::new(false));
    Ok(result.with_context(|| format!("{}: the start position has no legal move", game.id()))?.into())
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
