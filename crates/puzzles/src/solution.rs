//! The solution of a puzzle: a line in which every move of one side is the only one.

use std::sync::atomic::AtomicBool;

use quevedo_catalog::{AlphaBetaSpec, PlayerSpec, Session, SpecError};
use quevedo_core::{SearchRequest, SearchResult};

use crate::rating::{difficulty, rating};
use crate::{Goal, Judge, MakeError, OnlyMove, Puzzle};

/// A solution has at most so many moves of the side that solves it.
const LONGEST_SOLUTION: usize = 5;
/// Nodes of the search that chooses among equally good replies.
const REPLY_NODES: u64 = 5_000;

/// The puzzle of a position, if it is one.
pub(crate) fn find_puzzle(
    session: &dyn Session,
    judge: &mut dyn Judge,
    origin: u64,
) -> Result<Option<Puzzle>, MakeError> {
    let Some(first) = judge.only_move(session) else { return Ok(None) };
    let goal = first.goal;
    let Some(Solution { moves, difficulties }) = solve(session, first, judge)? else { return Ok(None) };
    let rating = rating(&difficulties);
    Ok(Some(Puzzle { position: session.position(), solution: moves, rating, goal, origin }))
}

/// A line, and how hard those of its moves are that are not forced.
struct Solution {
    moves: Vec<String>,
    difficulties: Vec<f64>,
}

/// The line from the first move on, as long as each move is the only one for the same goal. Forced moves at its end are left out. A fast win is
/// a puzzle only if its line goes on to the end of the game.
fn solve(session: &dyn Session, first: OnlyMove, judge: &mut dyn Judge) -> Result<Option<Solution>, MakeError> {
    let (side, must_end) = (session.turn(), matches!(first.goal, Goal::WinIn(_)));
    let mut line = session.fork();
    let mut solution = Solution { moves: Vec::new(), difficulties: Vec::new() };
    let (mut moves, mut next) = (Vec::new(), Some(first));
    for _ in 0..LONGEST_SOLUTION {
        let Some(only) = next.take() else { break };
        let is_forced = line.legal().len() == 1;
        if !is_forced {
            solution.difficulties.push(difficulty(&*line, &only)?);
        }
        line.play(&only.mv)?;
        moves.push(only.mv);
        if !is_forced || line.outcome().is_some() {
            solution.moves.clone_from(&moves);
        }
        let Some(reply) = reply(&*line, judge)? else { break };
        line.play(&reply)?;
        moves.push(reply);
        if line.outcome().is_none() && line.turn() == side {
            next = judge.only_move(&*line).filter(|next| next.goal == only.goal.after_two_plies());
        }
    }
    let is_whole = moves.len() == solution.moves.len() && line.outcome().is_some();
    Ok((is_whole || !must_end).then_some(solution))
}

/// The reply of the other side: of its best moves the one that a search prefers.
fn reply(line: &dyn Session, judge: &mut dyn Judge) -> Result<Option<String>, SpecError> {
    if line.outcome().is_some() {
        return Ok(None);
    }
    let best = judge.best_replies(line);
    if best.len() < 2 {
        return Ok(best.into_iter().next());
    }
    let spec = AlphaBetaSpec { nodes: Some(REPLY_NODES), hash: Some(1), ..AlphaBetaSpec::default() };
    let mut player = line.entry().player(&PlayerSpec::AlphaBeta(spec))?;
    let stop = AtomicBool::new(false);
    let mut report = |_: &SearchResult<String>| {};
    let mut request = SearchRequest::new(&stop, &mut report);
    request.search_moves = &best;
    Ok(player.search(line, &mut request).map(|result| result.mv))
}
