//! Which parameters have an effect on the search of a game. A technique that a game does not use leaves its parameters without
//! one; no list of them has to be kept.

use std::sync::atomic::AtomicBool;

use quevedo_catalog::{AlphaBetaSpec, GameEntry, ParamValues, PlayerSpec};
use quevedo_core::SearchParams;

use crate::{MatchError, Openings};

/// The positions that are searched.
const POSITIONS: u64 = 8;
/// Nodes of each search.
const NODES: u64 = 4000;
/// MiB of the transposition table.
const HASH: usize = 1;

/// The indices in [`SearchParams::TABLE`] of the parameters whose least and greatest values give different searches.
pub fn params_with_effect(game: &GameEntry) -> Result<Vec<usize>, MatchError> {
    let mut indices = Vec::new();
    for (index, param) in SearchParams::TABLE.iter().enumerate() {
        if searches(game, index, param.min)? != searches(game, index, param.max)? {
            indices.push(index);
        }
    }
    Ok(indices)
}

/// What a search with one changed parameter finds in each of the positions: move, score, depth and nodes.
fn searches(game: &GameEntry, index: usize, value: i32) -> Result<Vec<impl PartialEq>, MatchError> {
    let openings = Openings::shipped_or_random(game);
    let spec = PlayerSpec::AlphaBeta(AlphaBetaSpec {
        nodes: Some(NODES),
        hash: Some(HASH),
        params: Some(ParamValues(vec![(index, value)])),
        ..AlphaBetaSpec::default()
    });
    let mut player = game.player(&spec)?;
    let search = |number: u64| {
        let opening = openings.get(game, 1, number)?;
        let session = opening.open(game).map_err(|problem| MatchError::BadOpening { problem })?;
        let found = player.search_until(&*session, &AtomicBool::new(false));
        Ok(found.map(|found| (found.mv, found.score, found.depth, found.nodes)))
    };
    (0..POSITIONS).map(search).collect()
}
