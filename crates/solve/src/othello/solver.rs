//! The interface of the solver.
//!
//! The value comes by phases of rising confidence, each with a selective search to the end of the game, and the last one
//! exact. The table of one phase orders the moves of the next, and its value is the centre of the next aspiration
//! window; the first one is that of a search of a few plies. A root move that raises alpha moves to the front.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use quevedo_core::{Evaluator, Game, Score, Side};
use quevedo_games::othello::lines::placements;
use quevedo_games::othello::{Eval, Placement};
use quevedo_games::{Bits, Othello};

use super::confidence::Confidence;
use super::endings::final_score;
use super::middle::{DISC, INFINITE};
use super::order::{Child, Children, FAR_BELOW, pick_best};
use super::search::Search;
use super::shared::{Shared, StopRequest, Tables};
use super::table::Key;
use crate::solution::BestMoves;
use crate::{MarginBounds, Solution, SolveProgress, Value};

/// Half of the first aspiration window.
const WINDOW: i32 = 3;
/// Half of the window around the value of the phase before.
const NARROW: i32 = 1;
/// How far the next window reaches beyond a value that left the last one.
const WIDENED: i32 = 7;
/// With fewer empty squares one thread is enough.
const THREADS_FROM: u32 = 15;

/// The phases before the exact one by the number of empty squares.
fn phases(empties: u32) -> &'static [Confidence] {
    use Confidence::{Percent60, Percent73, Percent95};
    match empties {
        ..16 => &[],
        16..20 => &[Percent73, Percent95],
        20.. => &[Percent60, Percent73, Percent95],
    }
}

/// The plies of the search that estimates the value and orders the moves of the root.
fn plies_of_estimate(empties: u32) -> u32 {
    (empties / 3).saturating_sub(2)
}

/// The state of a solver during its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OthelloProgress {
    /// How sure the bounds are. They are proved only if it is [`Confidence::Exact`].
    pub confidence: Confidence,
    /// The value is not less.
    pub lower: i32,
    /// The value is not more.
    pub upper: i32,
    /// The best move so far.
    pub best: Option<Placement>,
    /// Positions visited.
    pub nodes: u64,
}

impl From<OthelloProgress> for SolveProgress {
    fn from(OthelloProgress { confidence, lower, upper, nodes, .. }: OthelloProgress) -> Self {
        let bounds = MarginBounds { low: lower, high: upper, percent: confidence.percent() };
        Self { nodes, depth: None, bounds: Some(bounds) }
    }
}

/// Solves positions and keeps its transposition tables between them. An evaluator in hundredths of a disc orders moves and serves
/// the selective phases; it changes the time that a proof takes, never its value.
///
/// A score is the difference in discs at the end of the game for the side to move, empty squares counted for the
/// winner.
pub struct OthelloSolver {
    tables: Tables,
    ordering: Arc<dyn Evaluator<Othello>>,
    /// The confidences before the exact search; by the number of empty squares if left out.
    phases: Option<&'static [Confidence]>,
    /// The last phase that the search of the last position finished.
    finished: Option<OthelloProgress>,
    nodes: u64,
}

impl OthelloSolver {
    /// A solver with tables of about this size at most, ordered by the hand-made evaluator. 64 MiB are enough up to twenty
    /// empty squares.
    pub fn new(table_mib: usize) -> Self {
        Self::with_ordering(table_mib, Arc::new(Eval::Best))
    }

    /// A solver that orders moves by another evaluator.
    pub fn with_ordering(table_mib: usize, ordering: Arc<dyn Evaluator<Othello>>) -> Self {
        Self { tables: Tables::new(table_mib << 10), ordering, phases: None, finished: None, nodes: 0 }
    }

    /// The same with so many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.tables.set_threads(threads);
        self
    }

    /// The same with these selective phases before the exact one, whatever the position.
    #[must_use]
    pub fn with_phases(self, phases: &'static [Confidence]) -> Self {
        Self { phases: Some(phases), ..self }
    }

    /// The score of a position and all its best moves; `None` if it was stopped.
    ///
    /// A finished game has no best move. Positions with a dozen empty squares or fewer are solved in milliseconds without
    /// reading the flag. `progress` is called after every move of the root.
    pub fn solve(
        &mut self,
        position: &Othello,
        stop: &AtomicBool,
        mut progress: impl FnMut(&OthelloProgress),
    ) -> Option<Solution<Placement>> {
        self.root(position, BestMoves::All, stop.into(), &mut progress)
    }

    /// The score of a position and one best move, which takes less time than all of them.
    pub fn solve_one(
        &mut self,
        position: &Othello,
        stop: &AtomicBool,
        mut progress: impl FnMut(&OthelloProgress),
    ) -> Option<Solution<Placement>> {
        self.root(position, BestMoves::Any, stop.into(), &mut progress)
    }

    /// The same for a player that has to move: `soft` stops the search unless a selective phase is finished, `hard` in any
    /// case. The [finished phase](Self::finished_phase) has a move to play then.
    pub fn solve_to_move(
        &mut self,
        position: &Othello,
        soft: &AtomicBool,
        hard: &AtomicBool,
        mut progress: impl FnMut(&OthelloProgress),
    ) -> Option<Solution<Placement>> {
        self.root(position, BestMoves::Any, StopRequest { hard, soft: Some(soft) }, &mut progress)
    }

    /// Who wins, which takes less time than by how much.
    pub fn outcome(&mut self, position: &Othello, stop: &AtomicBool) -> Option<Value> {
        self.exact(position, -1, 1, stop).map(value_of)
    }

    /// The score if it is between `alpha` and `beta`; otherwise a bound of it on the same side of the window.
    pub fn exact(&mut self, position: &Othello, alpha: i32, beta: i32, stop: &AtomicBool) -> Option<i32> {
        let (own, other) = self.prepared(position);
        let alpha = alpha.clamp(-64, 63);
        let shared = Shared::new(&self.tables, &*self.ordering, stop.into(), 1);
        let mut search = Search::new(&shared, 0);
        let value = search.pvs(own, other, alpha, beta.clamp(alpha + 1, 64));
        self.nodes += search.nodes;
        (!search.stopped).then_some(value)
    }

    /// The value of a position by a search of some plies with the evaluator, in hundredths of a disc.
    pub fn middle_value(&mut self, position: &Othello, plies: u32) -> i32 {
        let (own, other) = self.prepared(position);
        let stop = AtomicBool::new(false);
        let shared = Shared::new(&self.tables, &*self.ordering, (&stop).into(), 1);
        let mut search = Search::new(&shared, 0);
        let value = search.middle(own, other, plies, -INFINITE, INFINITE);
        self.nodes += search.nodes;
        value
    }

    /// The last phase that was finished in the search of the last position: what a player can rely on who had to stop it.
    /// `None` if no phase was finished or the only move is to pass.
    pub fn finished_phase(&self) -> Option<OthelloProgress> {
        self.finished
    }

    /// How many positions this solver has visited since it was created.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The discs of the side to move and of the other one. The tables are large enough for them afterwards.
    fn prepared(&mut self, position: &Othello) -> (u64, u64) {
        let (own, other) = discs(position);
        self.tables.grow_for((own | other).count_zeros());
        (own, other)
    }

    fn root(
        &mut self,
        position: &Othello,
        wanted: BestMoves,
        stop: StopRequest<'_>,
        progress: &mut dyn FnMut(&OthelloProgress),
    ) -> Option<Solution<Placement>> {
        let (own, other) = self.prepared(position);
        self.tables.begin_search();
        let mut finished = None;
        let mut noted = |news: &OthelloProgress| {
            if news.lower == news.upper {
                finished = Some(*news);
            }
            progress(news);
        };
        let (solved, nodes) = match (placements(own, other), placements(other, own)) {
            (0, 0) => (Some((final_score(own, other), Vec::new())), 0),
            (0, _) => {
                let (after, nodes) = self.by_threads(other, own, BestMoves::Any, stop, &mut noted);
                (after.map(|(score, _)| (-score, vec![Placement::PASS])), nodes)
            }
            _ => self.by_threads(own, other, wanted, stop, &mut noted),
        };
        self.finished = finished.filter(|_| placements(own, other) != 0);
        self.nodes += nodes;
        let (score, mut best) = solved?;
        best.sort_unstable();
        // The solver counts discs, not plies. Only for a finished game are the plies known.
        let plies = best.is_empty().then_some(0);
        Some(Solution { value: value_of(score), plies, score: Some(score), best, nodes })
    }

    /// The score and best moves, and the nodes it took. Every thread searches for itself, and the first one that is done
    /// stops the others.
    fn by_threads(
        &self,
        own: u64,
        other: u64,
        wanted: BestMoves,
        stop: StopRequest<'_>,
        progress: &mut dyn FnMut(&OthelloProgress),
    ) -> (Option<ScoredMoves>, u64) {
        let empties = (!(own | other)).count_ones();
        let threads = if empties < THREADS_FROM { 1 } else { self.tables.small.len() };
        let shared = Shared::new(&self.tables, &*self.ordering, stop, threads);
        let phases = self.phases.unwrap_or_else(|| phases(empties));
        let solved = thread::scope(|scope| {
            let shared = &shared;
            let others: Vec<_> = (1..threads)
                .map(|thread| {
                    scope.spawn(move || Root::new(shared, thread, &mut |_| ()).solve(own, other, phases, wanted))
                })
                .collect();
            let solved = Root::new(shared, 0, progress).solve(own, other, phases, wanted);
            others.into_iter().filter_map(|other| other.join().ok()?).last().or(solved)
        });
        (solved, shared.nodes.load(Ordering::Relaxed))
    }
}

/// The score of a position and its best moves.
type ScoredMoves = (i32, Vec<Placement>);

/// The discs of the side to move and of the other one.
fn discs(position: &Othello) -> (u64, u64) {
    let turn: Side = position.turn();
    (position.discs(turn), position.discs(!turn))
}

fn value_of(score: i32) -> Value {
    match score {
        ..=-1 => Value::Loss,
        0 => Value::Draw,
        1.. => Value::Win,
    }
}

/// One thread's search of the moves of a position that has some.
struct Root<'a> {
    search: Search<'a>,
    progress: &'a mut dyn FnMut(&OthelloProgress),
    lower: i32,
    upper: i32,
    /// The nodes of this thread that all threads' count has already.
    counted: u64,
}

impl<'a> Root<'a> {
    fn new(shared: &'a Shared<'a>, thread: usize, progress: &'a mut dyn FnMut(&OthelloProgress)) -> Self {
        Self { search: Search::new(shared, thread), progress, lower: -64, upper: 64, counted: 0 }
    }

    /// The score and best moves; `None` if stopped.
    fn solve(&mut self, own: u64, other: u64, phases: &[Confidence], wanted: BestMoves) -> Option<ScoredMoves> {
        let solved = self.moves(own, other, phases, wanted);
        if solved.is_some() {
            self.search.shared.done.store(true, Ordering::Relaxed);
        }
        self.count_nodes();
        solved
    }

    fn moves(&mut self, own: u64, other: u64, phases: &[Confidence], wanted: BestMoves) -> Option<ScoredMoves> {
        let (mut ranked, estimate) = self.ranked(own, other);
        if self.search.stopped {
            return None;
        }
        let mut score = (estimate / (2 * DISC) * 2).clamp(-64, 64);
        let mut half = WINDOW;
        for confidence in phases.iter().copied().chain([Confidence::Exact]) {
            self.search.confidence = confidence;
            (self.lower, self.upper) = (-64, 64);
            score = self.score(&mut ranked, score, half)?;
            self.search.shared.has_finished_phase.store(true, Ordering::Relaxed);
            half = NARROW;
        }
        let mut best = vec![Placement::on(ranked[0].square)];
        if wanted == BestMoves::All {
            for child in &ranked[1..] {
                if self.keeps(child, score)? {
                    best.push(Placement::on(child.square));
                }
            }
        }
        Some((score, best))
    }

    /// The moves in the order of a search of a few plies, and the value of the best one.
    fn ranked(&mut self, own: u64, other: u64) -> (Vec<Child>, Score) {
        let plies = plies_of_estimate((!(own | other)).count_ones());
        let mut list: Children = Bits(placements(own, other)).map(|square| Child::new(own, other, square)).collect();
        let mut best = -INFINITE;
        for child in &mut list {
            // How bad a move far below the best one is does not matter.
            let least = best - FAR_BELOW;
            child.priority = -self.search.middle(child.own, child.other, plies, -INFINITE, -least);
            best = best.max(child.priority);
        }
        let ranked: Vec<Child> = std::iter::from_fn(|| pick_best(&mut list)).collect();
        let estimate = ranked[0].priority;
        (ranked, estimate)
    }

    /// The best score of the moves by aspiration windows; the best move comes first afterwards.
    fn score(&mut self, ranked: &mut [Child], estimate: i32, half: i32) -> Option<i32> {
        let (mut alpha, mut beta) = (estimate - half, estimate + half);
        loop {
            let value = self.window(ranked, alpha, beta)?;
            if value > alpha {
                self.lower = self.lower.max(value);
            }
            if value < beta {
                self.upper = self.upper.min(value);
            }
            // The bounds of a selective search may contradict each other.
            if self.lower >= self.upper {
                (self.lower, self.upper) = (value, value);
            }
            self.report(ranked);
            if self.lower == self.upper {
                return Some(value);
            }
            (alpha, beta) = if value <= alpha { (value - WIDENED, value + 1) } else { (value - 1, value + WIDENED) };
        }
    }

    /// The best value of the moves if it is inside the window, a bound of it otherwise.
    fn window(&mut self, ranked: &mut [Child], alpha: i32, beta: i32) -> Option<i32> {
        let mut best = i32::MIN;
        let mut waiting = ranked.to_vec();
        while !waiting.is_empty() {
            let child = waiting.remove(self.next_of(&waiting, best == i32::MIN));
            let (is_first, bound) = (best == i32::MIN, alpha.max(best));
            let value = self.search.marked(&child, |search| search.move_value(&child, is_first, bound, beta));
            if self.search.stopped {
                return None;
            }
            // A value below the window is only a bound, and no reason to change the order.
            if value > bound {
                let place = ranked.iter().position(|other| other.square == child.square).unwrap_or(0);
                ranked[..=place].rotate_right(1);
            }
            best = best.max(value);
            self.report(ranked);
            if value >= beta {
                break;
            }
        }
        Some(best)
    }

    /// The next move to search: the first one that no other thread searches.
    fn next_of(&self, waiting: &[Child], is_first: bool) -> usize {
        let is_free = |child: &Child| !self.search.shared.is_searched(Key::new(child.own, child.other));
        if is_first { 0 } else { waiting.iter().position(is_free).unwrap_or(0) }
    }

    /// Whether a move has the best score too.
    fn keeps(&mut self, child: &Child, score: i32) -> Option<bool> {
        let value = -self.search.null_window(child.own, child.other, -score);
        (!self.search.stopped).then_some(value >= score)
    }

    fn report(&mut self, ranked: &[Child]) {
        let best = ranked.first().map(|child| Placement::on(child.square));
        let (confidence, lower, upper) = (self.search.confidence, self.lower, self.upper);
        let nodes = self.count_nodes();
        (self.progress)(&OthelloProgress { confidence, lower, upper, best, nodes });
    }

    /// Adds the nodes of this thread to those of all, and gives their sum.
    fn count_nodes(&mut self) -> u64 {
        let new = self.search.nodes - self.counted;
        self.counted = self.search.nodes;
        self.search.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }
}
