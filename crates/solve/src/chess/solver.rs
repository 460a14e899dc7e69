//! What tables say of a position in which the clock of the fifty-move rule is running.
//!
//! A distance is told in plies until the next mate, capture or pawn move, sometimes one too small, so with `clock` plies
//! gone
//!
//! ```text
//!   distance + clock < 100   the winner arrives in time
//!                    = 100   not certain
//!                    > 100   the rule makes it a draw
//! ```
//!
//! Distances say nothing of how far the mate is, so a solution tells no plies, except of a mate in one.

use std::sync::atomic::AtomicBool;

use pyrrhic_rs::WdlProbeResult;
use quevedo_core::{Game, Notation, Oracle, Score, Value};
use quevedo_games::Chess;
use quevedo_games::chess::ChessMove;

use super::Tables;
use crate::deepening::Deepening;
use crate::{Solution, Solves};

/// Plies of the fifty-move rule.
const FIFTY_MOVES: i32 = 100;

/// A distance that the rule turns into a draw whatever the clock says.
const TOO_FAR: i32 = FIFTY_MOVES + 1;

/// A legal move, where it leads, and the distance if it is known; see `probing::Distance`.
struct Way {
    mv: ChessMove,
    next: Chess,
    distance: Option<i32>,
}

impl Tables {
    /// Who wins, and the moves that keep that with the best distance: the nearest capture or pawn move or mate for who
    /// wins, the farthest for who loses. `None` where no table reaches or the fifty-move rule leaves it open.
    pub fn solve(&self, position: &Chess) -> Option<Solution<ChessMove>> {
        self.result(position)?;
        if let Some(over) = Solution::of_finished(position) {
            return Some(over);
        }
        let mut ways: Vec<Way> = position.legal_moves().into_iter().map(|mv| Way::new(position, mv)).collect();
        let nodes = 1 + ways.len() as u64;
        let mates: Vec<ChessMove> = ways.iter().filter(|way| way.mates()).map(|way| way.mv).collect();
        if !mates.is_empty() {
            return Some(Solution { value: Value::Win, plies: Some(1), score: None, best: mates, nodes });
        }
        self.measure(position, &mut ways)?;
        let best = ways.iter().filter_map(|way| way.distance).max_by_key(|distance| merit(*distance))?;
        let value = value_in_time(best, position.reversible_plies() as i32)?;
        let best = ways.iter().filter(|way| way.distance == Some(best)).map(|way| way.mv).collect();
        Some(Solution { value, plies: None, score: None, best, nodes })
    }

    /// Finds the distances of all moves that may be the best; `None` if one that may be is left without.
    fn measure(&self, position: &Chess, ways: &mut [Way]) -> Option<()> {
        let Some(distances) = self.distances(position) else { return self.measure_by_results(ways) };
        for (text, distance) in distances {
            let mv = position.parse_move(&text).ok()?;
            ways.iter_mut().find(|way| way.mv == mv)?.distance = Some(distance);
        }
        ways.iter().all(|way| way.distance.is_some()).then_some(())
    }

    /// Without distances, those of captures and pawn moves are known still, and draws are draws.
    fn measure_by_results(&self, ways: &mut [Way]) -> Option<()> {
        let (mut may_win, mut may_lose) = (false, false);
        for way in &mut *ways {
            let starts_clock = way.next.reversible_plies() == 0;
            way.distance = match self.result_after(&way.next)? {
                WdlProbeResult::Win => Some(-1).filter(|_| starts_clock),
                WdlProbeResult::CursedWin => Some(-TOO_FAR),
                WdlProbeResult::Draw => Some(0),
                WdlProbeResult::BlessedLoss => Some(TOO_FAR),
                WdlProbeResult::Loss => Some(1).filter(|_| starts_clock),
            };
            let unknown = way.distance.is_none();
            may_win |= unknown && self.value(&way.next) == Some(Value::Loss);
            may_lose |= unknown && self.value(&way.next) == Some(Value::Win);
        }
        let best = ways.iter().filter_map(|way| way.distance).max_by_key(|distance| merit(*distance))?;
        let is_best = if best == 1 { true } else { !may_win && (best != -1 || !may_lose) };
        is_best.then_some(())
    }

    /// Bare kings have no table.
    fn result_after(&self, next: &Chess) -> Option<WdlProbeResult> {
        if next.inner().occupied().len() == 2 { Some(WdlProbeResult::Draw) } else { self.result(next) }
    }
}

impl Way {
    fn new(position: &Chess, mv: ChessMove) -> Self {
        let mut next = position.clone();
        next.play(mv);
        Self { mv, next, distance: None }
    }

    fn mates(&self) -> bool {
        self.next.in_check() && !self.next.has_moves()
    }
}

/// Near wins are better than far ones, these than draws, and far losses than near ones.
fn merit(distance: i32) -> i32 {
    const FARTHEST: i32 = 1 << 16;
    distance.signum() * FARTHEST - distance
}

/// Who wins at a distance when so many plies of the clock are gone; `None` if it is not certain. A first move that starts the
/// clock anew is always in time.
fn value_in_time(distance: i32, clock: i32) -> Option<Value> {
    let reached = if distance > 0 { Value::Win } else { Value::Loss };
    match distance.abs() {
        0 => Some(Value::Draw),
        1 => Some(reached),
        plies if plies + clock < FIFTY_MOVES => Some(reached),
        plies if plies + clock > FIFTY_MOVES => Some(Value::Draw),
        _ => None,
    }
}

impl Oracle<Chess> for &'static Tables {
    /// Tables know what is won if the clock starts here; in other positions they are silent.
    fn probe(&self, position: &Chess) -> Option<Score> {
        let starts_clock = position.reversible_plies() == 0;
        starts_clock.then(|| self.value(position)).flatten().map(Value::distant_score)
    }
}

/// Answers out of the tables at hand where they reach, and looks for a mate elsewhere.
pub struct Solver;

impl Solves<Chess> for Solver {
    fn solve(
        &mut self,
        position: &Chess,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Solution<ChessMove>> {
        let known = super::tables().and_then(|tables| tables.solve(position));
        known.or_else(|| search(position, |solver| solver.solve(position, stop, progress)))
    }

    fn solve_to_move(
        &mut self,
        position: &Chess,
        hurry: &AtomicBool,
        stop: &AtomicBool,
    ) -> Option<Solution<ChessMove>> {
        let known = super::tables().and_then(|tables| tables.solve(position));
        known.or_else(|| search(position, |solver| solver.solve_to_move(position, hurry, stop)))
    }
}

/// Looks for a mate, without tables: they would hide from a search how far the mates behind them are. Positions that differ in
/// the clock alone hash alike, which does no harm as long as the mate comes before the clock is over; one that comes later,
/// because something starts the clock anew, is proved once more without the memory of other ways.
fn search(
    position: &Chess,
    mut ask: impl FnMut(&mut Deepening<Chess>) -> Option<Solution<ChessMove>>,
) -> Option<Solution<ChessMove>> {
    let found = ask(&mut Deepening::new(None))?;
    let end = position.reversible_plies() + found.plies.unwrap_or(0) as usize;
    if end <= FIFTY_MOVES as usize { Some(found) } else { ask(&mut Deepening::new(None).without_table()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merit_is_in_order() {
        let falling = [1, 2, 100, 101, 0, -101, -100, -2, -1];
        assert!(falling.is_sorted_by(|a, b| merit(*a) > merit(*b)));
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
        for (distance, clock, value) in cases {
            assert_eq!(value_in_time(distance, clock), value, "{distance} {clock}");
        }
    }
}
