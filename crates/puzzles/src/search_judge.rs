//! Proof by a full-width search: the fastest win.
//!
//! Alpha-beta with only those techniques that cannot change a value finds every win within its depth. A move is the only one if
//! the search of all the others finds no win that is as fast.

use std::sync::atomic::AtomicBool;

use quevedo_catalog::{AlphaBetaSpec, EvalRef, GameEntry, Player, PlayerSpec, Session, SpecError};
use quevedo_core::{Limits, SearchRequest, SearchResult, Value};

use crate::{Goal, Judge, MoveValue, OnlyMove};

/// MiB of the transposition table.
const HASH_MIB: usize = 64;
/// Nodes of the selective search that looks for a win before the full-width search proves it.
const SCOUT_NODES: u64 = 3_000;

/// Proves wins within a number of plies.
pub(crate) struct SearchJudge {
    scout: Box<dyn Player>,
    full_width: Box<dyn Player>,
    plies: u32,
}

/// A search without selective techniques: its values are those of plain minimax.
fn full_width(game: &GameEntry) -> PlayerSpec {
    let off = Some(false);
    PlayerSpec::AlphaBeta(AlphaBetaSpec {
        eval: game.handmade_evaluators().first().map(|name| EvalRef::new(name)),
        hash: Some(HASH_MIB),
        nullmove: off,
        lmr: off,
        iir: off,
        quiescence: off,
        pruning: off,
        extensions: off,
        correction: off,
        razoring: off,
        probcut: off,
        singular: off,
        ..AlphaBetaSpec::default()
    })
}

impl SearchJudge {
    pub(crate) fn new(game: &GameEntry, plies: u32) -> Result<Self, SpecError> {
        let scout = AlphaBetaSpec { nodes: Some(SCOUT_NODES), hash: Some(1), ..AlphaBetaSpec::default() };
        let scout = game.player(&PlayerSpec::AlphaBeta(scout))?;
        Ok(Self { scout, full_width: game.player(&full_width(game))?, plies })
    }

    /// The result of a full-width search of some moves.
    fn search(&mut self, session: &dyn Session, moves: &[String], plies: u32) -> Option<SearchResult<String>> {
        let stop = AtomicBool::new(false);
        let mut report = |_: &SearchResult<String>| {};
        let mut request = SearchRequest::new(&stop, &mut report);
        request.limits = Limits { depth: Some(plies), ..Limits::default() };
        request.search_moves = moves;
        self.full_width.search(session, &mut request)
    }

    /// Within how many plies the selective search sees a win; it may miss one.
    fn guess(&mut self, session: &dyn Session) -> Option<u32> {
        let result = self.scout.search_until(session, &AtomicBool::new(false))?;
        proved_plies(&result, Value::Win).filter(|plies| *plies <= self.plies)
    }
}

/// The plies to an end with this value, where the search proves it.
fn proved_plies(result: &SearchResult<String>, value: Value) -> Option<u32> {
    result.proof.filter(|proof| proof.value == value)?.plies
}

impl Judge for SearchJudge {
    fn only_move(&mut self, session: &dyn Session) -> Option<OnlyMove> {
        let seen = self.guess(session)?;
        let fastest = self.search(session, &[], seen)?;
        let plies = proved_plies(&fastest, Value::Win)?;
        let legal = session.legal().into_iter().map(|mv| mv.text);
        let others: Vec<String> = legal.filter(|mv| *mv != fastest.mv).collect();
        if !others.is_empty() {
            let second = self.search(session, &others, plies)?;
            if proved_plies(&second, Value::Win).is_some_and(|second| second <= plies) {
                return None;
            }
        }
        Some(OnlyMove { goal: Goal::WinIn(plies), mv: fastest.mv, nodes: fastest.nodes })
    }

    fn best_replies(&mut self, session: &dyn Session) -> Vec<String> {
        let longest = self.search(session, &[], self.plies);
        let lost = longest.filter(|result| proved_plies(result, Value::Loss).is_some());
        lost.map(|result| result.mv).into_iter().collect()
    }

    fn move_values(&mut self, session: &dyn Session) -> Vec<MoveValue> {
        let only = self.only_move(session);
        let value = |mv: &str| match &only {
            Some(OnlyMove { goal: Goal::WinIn(plies), mv: best, .. }) if mv == best => {
                MoveValue { value: Some(Value::Win), plies: Some(*plies), ..MoveValue::unknown(mv) }
            }
            _ => MoveValue::unknown(mv),
        };
        let mut values: Vec<_> = session.legal().iter().map(|mv| value(&mv.text)).collect();
        MoveValue::sort_best_first(&mut values);
        values
    }
}
