//! Values of positions in which the clock of the fifty-move rule is running.
//!
//! DTZ counts plies to the next mate, capture or pawn move and may be one too small. With `clock` plies on the clock:
//!
//! ```text
//!   DTZ + clock < 100   won
//!               = 100   not certain
//!               > 100   a draw by the fifty-move rule
//! ```
//!
//! DTZ is not the distance to mate, so a solution has no plies, except for a mate in one.

use std::sync::atomic::AtomicBool;

use quevedo_core::{Game, Notation, Oracle, Score, Value};
use quevedo_games::Chess;
use quevedo_games::chess::ChessMove;

use super::probing::WdlProbeResult;
use super::{EndingTables, FIFTY_MOVES, SyzygyTables};
use crate::deepening::{DeepeningSolver, NewSearch};
use crate::{Solution, SolveProgress, Solver, StopFlags};

/// A DTZ that is a draw by the rule, whatever the clock.
const CURSED: i32 = FIFTY_MOVES + 1;

/// A legal move, the position after it, and its DTZ if it is known; see `probing::MoveDtz`.
struct Candidate {
    mv: ChessMove,
    next: Chess,
    dtz: Option<i32>,
}

impl SyzygyTables {
    /// Who wins, and the moves that keep the value with the best DTZ: the smallest for the winner, the largest for the loser.
    /// `None` without a table, or where the fifty-move rule leaves the value open.
    pub fn solve(&self, position: &Chess) -> Option<Solution<ChessMove>> {
        self.wdl(position)?;
        if let Some(finished) = Solution::of_finished(position) {
            return Some(finished);
        }
        let mut candidates: Vec<Candidate> =
            position.legal_moves().into_iter().map(|mv| Candidate::new(position, mv)).collect();
        let nodes = 1 + candidates.len() as u64;
        let mates: Vec<ChessMove> =
            candidates.iter().filter(|candidate| candidate.mates()).map(|candidate| candidate.mv).collect();
        if !mates.is_empty() {
            return Some(Solution { value: Value::Win, plies: Some(1), score: None, best: mates, nodes });
        }
        self.probe_dtz(position, &mut candidates)?;
        let best = candidates.iter().filter_map(|candidate| candidate.dtz).max_by_key(|dtz| preference(*dtz))?;
        let value = value_in_time(best, position.reversible_plies() as i32)?;
        let best =
            candidates.iter().filter(|candidate| candidate.dtz == Some(best)).map(|candidate| candidate.mv).collect();
        Some(Solution { value, plies: None, score: None, best, nodes })
    }

    /// Finds the DTZ of all candidates for the best move; `None` if one stays unknown.
    fn probe_dtz(&self, position: &Chess, candidates: &mut [Candidate]) -> Option<()> {
        let Some(moves) = self.dtz(position) else { return self.derive_dtz_from_wdl(candidates) };
        for (text, dtz) in moves {
            let mv = position.parse_move(&text).ok()?;
            candidates.iter_mut().find(|candidate| candidate.mv == mv)?.dtz = Some(dtz);
        }
        candidates.iter().all(|candidate| candidate.dtz.is_some()).then_some(())
    }

    /// Without a DTZ table, WDL gives the DTZ of captures, pawn moves and draws.
    fn derive_dtz_from_wdl(&self, candidates: &mut [Candidate]) -> Option<()> {
        let (mut may_win, mut may_lose) = (false, false);
        for candidate in &mut *candidates {
            let starts_clock = candidate.next.reversible_plies() == 0;
            candidate.dtz = match self.wdl_after(&candidate.next)? {
                WdlProbeResult::Win => Some(-1).filter(|_| starts_clock),
                WdlProbeResult::CursedWin => Some(-CURSED),
                WdlProbeResult::Draw => Some(0),
                WdlProbeResult::BlessedLoss => Some(CURSED),
                WdlProbeResult::Loss => Some(1).filter(|_| starts_clock),
            };
            let unknown = candidate.dtz.is_none();
            may_win |= unknown && self.value(&candidate.next) == Some(Value::Loss);
            may_lose |= unknown && self.value(&candidate.next) == Some(Value::Win);
        }
        let best = candidates.iter().filter_map(|candidate| candidate.dtz).max_by_key(|dtz| preference(*dtz))?;
        let is_best = if best == 1 { true } else { !may_win && (best != -1 || !may_lose) };
        is_best.then_some(())
    }

    /// Bare kings have no table.
    fn wdl_after(&self, next: &Chess) -> Option<WdlProbeResult> {
        if next.inner().occupied().len() == 2 { Some(WdlProbeResult::Draw) } else { self.wdl(next) }
    }
}

impl Candidate {
    fn new(position: &Chess, mv: ChessMove) -> Self {
        let mut next = position.clone();
        next.play(mv);
        Self { mv, next, dtz: None }
    }

    fn mates(&self) -> bool {
        self.next.in_check() && !self.next.has_moves()
    }
}

/// The order of preference: fast wins, slow wins, draws, slow losses, fast losses.
fn preference(dtz: i32) -> i32 {
    const FARTHEST: i32 = 1 << 16;
    dtz.signum() * FARTHEST - dtz
}

/// The value of a DTZ with `clock` plies on the clock; `None` if it is not certain. A move that resets the clock is always in
/// time.
fn value_in_time(dtz: i32, clock: i32) -> Option<Value> {
    let reached = if dtz > 0 { Value::Win } else { Value::Loss };
    match dtz.abs() {
        0 => Some(Value::Draw),
        1 => Some(reached),
        plies if plies + clock < FIFTY_MOVES => Some(reached),
        plies if plies + clock > FIFTY_MOVES => Some(Value::Draw),
        _ => None,
    }
}

/// Our own tables, and those of the user.
pub(crate) struct ChessOracle {
    endings: &'static EndingTables,
    syzygy: Option<&'static SyzygyTables>,
}

impl ChessOracle {
    pub(crate) fn new() -> Self {
        Self { endings: EndingTables::shipped(), syzygy: super::tables() }
    }
}

impl Oracle<Chess> for ChessOracle {
    /// WDL tables assume that the clock starts here. In other positions there is no value.
    fn probe(&self, position: &Chess) -> Option<Score> {
        if let Some(end) = self.endings.end(position) {
            return Some(end.map_or(Value::Draw.score(0), |end| end.value(position.turn()).score(end.plies)));
        }
        let syzygy = self.syzygy.filter(|_| position.reversible_plies() == 0)?;
        syzygy.value(position).map(Value::distant_score)
    }
}

/// The solution by a table: our own have the distance to mate.
pub(crate) fn look_up(position: &Chess) -> Option<Solution<ChessMove>> {
    EndingTables::shipped().solve(position).or_else(|| super::tables()?.solve(position))
}

/// Probes the tables where there are any, and searches for a mate elsewhere.
pub struct ChessSolver {
    /// The search for a mate.
    pub search: NewSearch<Chess>,
}

impl Solver<Chess> for ChessSolver {
    fn solve(
        &mut self,
        position: &Chess,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<Solution<ChessMove>> {
        look_up(position).or_else(|| self.search(position, |solver| solver.solve(position, stop, progress)))
    }

    fn solve_to_move(&mut self, position: &Chess, stop: StopFlags<'_>) -> Option<Solution<ChessMove>> {
        look_up(position).or_else(|| self.search(position, |solver| solver.solve_to_move(position, stop)))
    }
}

impl ChessSolver {
    /// Searches for a mate without Syzygy tables, which would hide the distance to mate. Positions that differ only in the
    /// clock have the same hash. That is harmless if the mate comes before the clock runs out; a later mate, after a move that
    /// resets the clock, is proved again without the transposition table.
    fn search(
        &self,
        position: &Chess,
        mut run: impl FnMut(&mut DeepeningSolver<Chess>) -> Option<Solution<ChessMove>>,
    ) -> Option<Solution<ChessMove>> {
        let solver = || DeepeningSolver::searching_with(self.search, None);
        let found = run(&mut solver())?;
        let end = position.reversible_plies() + found.plies.unwrap_or(0) as usize;
        if end <= FIFTY_MOVES as usize { Some(found) } else { run(&mut solver().without_table()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_are_in_order() {
        let falling = [1, 2, 100, 101, 0, -101, -100, -2, -1];
        assert!(falling.is_sorted_by(|a, b| preference(*a) > preference(*b)));
    }

    #[test]
    fn the_clock_decides() {
        use Value::{Draw, Loss, Win};
        let cases = [
            (0, 0, Some(Draw)),
            (1, 99, Some(Win)),
            (-1, 99, Some(Loss)),
            (99, 0, Some(Win)),
            (100, 0, None),
            (101, 0, Some(Draw)),
            (40, 59, Some(Win)),
            (40, 60, None),
            (40, 61, Some(Draw)),
            (-40, 59, Some(Loss)),
            (-40, 60, None),
            (-40, 61, Some(Draw)),
        ];
        for (dtz, clock, value) in cases {
            assert_eq!(value_in_time(dtz, clock), value, "{dtz} {clock}");
        }
    }
}
