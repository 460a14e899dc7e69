//! How hard a puzzle is: how far a search must look to find its moves.
//!
//! Alpha-beta searches the position deeper and deeper, up to [`MAX_NODES`]. The move is found at the first depth from which on the
//! search plays nothing else. With `n` nodes until then and `n1` nodes for the first depth,
//!
//! ```text
//! rating = 800 + 1600 · log(n / n1) / log(MAX_NODES / n1)
//! ```
//!
//! A search knows who wins, not by how much. Where several moves keep the value and one has the best margin, `n` are the nodes
//! of the solver, and `n1` is 1.
//!
//! So 800 is a move that a search of one ply plays, 2400 one that the longest search does not find. The hardest move of a
//! solution counts, and [`FOR_EACH_MOVE`] for every further one that is not forced.

use std::sync::atomic::AtomicBool;

use quevedo_catalog::{AlphaBetaSpec, GameEntry, PlayerSpec, Session, SpecError};
use quevedo_core::{SearchRequest, SearchResult};

use crate::{Goal, OnlyMove};

/// The rating of a move that a search of one ply plays.
pub const LOWEST_RATING: u32 = 800;
/// The rating of a move that the longest search does not find.
pub const HIGHEST_RATING: u32 = 2400;
/// Nodes of the longest search.
const MAX_NODES: u64 = 1 << 17;
/// MiB of the transposition table.
const HASH_MIB: usize = 4;
/// For every further move of a solution.
const FOR_EACH_MOVE: f64 = 40.0;

/// The end of an iteration of the search.
struct Iteration {
    mv: String,
    nodes: u64,
}

/// How hard it is to find an only move, from 0 to 1.
pub(crate) fn difficulty(session: &dyn Session, only: &OnlyMove) -> Result<f64, SpecError> {
    if matches!(only.goal, Goal::Score(_)) {
        return Ok(share(1, only.nodes));
    }
    let iterations = search(session.entry(), session)?;
    let Some(first) = iterations.first() else { return Ok(1.0) };
    let misses = iterations.iter().rposition(|iteration| iteration.mv != only.mv);
    let found = iterations.get(misses.map_or(0, |last| last + 1));
    Ok(found.map_or(1.0, |found| share(first.nodes, found.nodes)))
}

/// Where nodes are between the fewest and the most, on a logarithmic scale.
fn share(fewest: u64, nodes: u64) -> f64 {
    let fewest = fewest.max(1) as f64;
    let most = (MAX_NODES as f64 / fewest).max(2.0);
    ((nodes as f64 / fewest).ln() / most.ln()).clamp(0.0, 1.0)
}

/// The rating of a solution whose moves are so hard.
pub(crate) fn rating(difficulties: &[f64]) -> u32 {
    let hardest = difficulties.iter().copied().fold(0.0, f64::max);
    let further = difficulties.len().saturating_sub(1) as f64;
    let rating =
        f64::from(LOWEST_RATING) + hardest * f64::from(HIGHEST_RATING - LOWEST_RATING) + further * FOR_EACH_MOVE;
    (rating.round() as u32).min(HIGHEST_RATING)
}

/// The iterations of a search.
fn search(game: &GameEntry, session: &dyn Session) -> Result<Vec<Iteration>, SpecError> {
    let spec = AlphaBetaSpec { nodes: Some(MAX_NODES), hash: Some(HASH_MIB), ..AlphaBetaSpec::default() };
    let mut player = game.player(&PlayerSpec::AlphaBeta(spec))?;
    let mut iterations: Vec<Iteration> = Vec::new();
    let mut report = |result: &SearchResult<String>| {
        iterations.push(Iteration { mv: result.mv.clone(), nodes: result.nodes });
    };
    let stop = AtomicBool::new(false);
    let last = player.search(session, &mut SearchRequest::new(&stop, &mut report));
    // The last iteration may have been cut short; its move is the one that is played.
    iterations.extend(last.map(|result| Iteration { mv: result.mv, nodes: result.nodes }));
    Ok(iterations)
}

#[cfg(test)]
mod tests {
    use quevedo_catalog::Catalog;

    use super::*;

    #[test]
    fn ratings_are_on_the_scale() {
        assert_eq!(rating(&[0.0]), LOWEST_RATING);
        assert_eq!(rating(&[0.25, 0.5, 0.1]), 1680);
        assert_eq!(rating(&[1.0, 1.0]), HIGHEST_RATING);
    }

    #[test]
    fn a_move_that_is_never_played_is_hardest() {
        let catalog = Catalog::standard();
        let session = catalog.find("chess").unwrap().session(Some("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")).unwrap();
        let only = |mv: &str, goal| OnlyMove { goal, mv: mv.into(), nodes: MAX_NODES };
        assert!(difficulty(&*session, &only("d1d8", Goal::Win)).unwrap() < 0.2);
        assert!((difficulty(&*session, &only("a1b1", Goal::Win)).unwrap() - 1.0).abs() < f64::EPSILON);
        assert!((difficulty(&*session, &only("d1d8", Goal::Score(2))).unwrap() - 1.0).abs() < f64::EPSILON);
    }
}
