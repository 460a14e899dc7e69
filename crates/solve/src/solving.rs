//! The interface of all solvers, and the solver of each game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quevedo_core::{Evaluator, Game, HasEvaluators, Oracle, Score, Side, Tactics};
use quevedo_games::connect4::Column;
use quevedo_games::{Amazons, Chess, Connect4, FoxGeese, Othello};

use crate::deadline::is_set;
use crate::deepening::{DeepeningSolver, NewSearch, handmade_search};
use crate::fox_geese::FoxGeeseTables;
use crate::hunt::Numbered;
use crate::{MarginBounds, Solution, SolveProgress, Value, amazons, chess, connect4, fox_geese, hunt, othello};

/// Solves positions of a game.
pub trait Solver<G: Game>: Send {
    /// Whether every solution is a table lookup.
    fn is_instant(&self) -> bool {
        false
    }

    /// The solution, however long it takes; `None` if `stop` was set or the position cannot be solved.
    /// `progress` is called from time to time.
    fn solve(
        &mut self,
        position: &G,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<Solution<G::Move>>;

    /// The solution for a player who has to move; some of the best moves are enough. A solver whose remaining time cannot be
    /// bounded stops at the soft flag.
    fn solve_to_move(&mut self, position: &G, stop: StopFlags<'_>) -> Option<Solution<G::Move>> {
        self.solve(position, stop.soft, &mut |_| {})
    }

    /// The solution with one best move at least, however long it takes; `None` as for [`solve`](Self::solve).
    fn solve_value(&mut self, position: &G, stop: &AtomicBool) -> Option<Solution<G::Move>> {
        self.solve_to_move(position, StopFlags::all(stop))
    }

    /// What the last search is almost sure of, if it was stopped before its proof.
    fn likely_move(&self) -> Option<LikelyMove<G::Move>> {
        None
    }
}

/// The move of a solver that was stopped: not proved, but found by a search to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LikelyMove<M> {
    /// The move.
    pub mv: M,
    /// The margin in the units of the game.
    pub score: i32,
    /// How sure the margin is, in percent.
    pub percent: u32,
    /// How many positions were visited.
    pub nodes: u64,
}

/// The deadlines of a solver whose caller has to move.
#[derive(Clone, Copy, Debug)]
pub struct StopFlags<'a> {
    /// Return what is proved; go on only if a solution is certain to follow soon, or with a [likely
    /// move](Solver::likely_move).
    pub soft: &'a AtomicBool,
    /// Stop, unless there is a likely move.
    pub hard: &'a AtomicBool,
    /// The time for the move is over: stop in any case.
    pub over: &'a AtomicBool,
}

impl<'a> StopFlags<'a> {
    /// One flag for all deadlines.
    pub fn all(stop: &'a AtomicBool) -> Self {
        Self { soft: stop, hard: stop, over: stop }
    }
}

/// The settings of a solver.
pub struct SolverOptions<G: Game> {
    /// About how many MiB the tables of the solver take.
    pub memory_mib: usize,
    /// The evaluator for move ordering, where the solver uses one. `None` for the hand-made one. It changes the time that a
    /// proof takes, never the solution.
    pub ordering: Option<Arc<dyn Evaluator<G>>>,
    /// How many threads a solver that can use several may use.
    pub threads: usize,
    /// The search of a solver that deepens one.
    pub search: NewSearch<G>,
}

impl<G: Tactics + HasEvaluators> SolverOptions<G> {
    /// A solver of about this size that searches and orders moves with the hand-made evaluator.
    pub fn with_memory(memory_mib: usize) -> Self {
        Self::searching_with(handmade_search, memory_mib)
    }
}

impl<G: Game> SolverOptions<G> {
    /// The same with another search. A caller that has compiled alpha-beta for a game already passes it here.
    pub fn searching_with(search: NewSearch<G>, memory_mib: usize) -> Self {
        Self { memory_mib, ordering: None, threads: 1, search }
    }

    /// The same with another evaluator for move ordering.
    #[must_use]
    pub fn ordered_by(self, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        Self { ordering: Some(evaluator), ..self }
    }

    /// The same with so many threads.
    #[must_use]
    pub fn on_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
}

impl<G: Game> Clone for SolverOptions<G> {
    fn clone(&self) -> Self {
        Self { ordering: self.ordering.clone(), ..*self }
    }
}

/// A game with a solver. Every method has a default: `impl Solvable for MyGame {}` gives it the [`DeepeningSolver`].
pub trait Solvable: Tactics + HasEvaluators {
    /// A new solver.
    fn solver(options: &SolverOptions<Self>) -> Box<dyn Solver<Self>> {
        Box::new(DeepeningSolver::searching_with(options.search, Self::oracle()))
    }

    /// Whether the solver is expected to answer within about a second.
    fn is_within_reach(&self) -> bool {
        false
    }

    /// Whether the solver is worth a try for a player with so much time for its move; without a limit it has about a second.
    fn is_worth_solving(&self, _time: Option<Duration>) -> bool {
        self.is_within_reach()
    }

    /// Warnings about the tables of this game on this machine.
    fn warnings() -> Vec<String> {
        Vec::new()
    }

    /// Exact values that a search can probe at every node, if there are any.
    fn oracle() -> Option<Arc<dyn Oracle<Self>>> {
        None
    }

    /// What is known of a position whose proof takes far too long to repeat, and where it is written down.
    fn known_result(&self) -> Option<KnownResult> {
        None
    }
}

/// A result that was proved elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownResult {
    /// Who wins under best play, from the view of the side to move.
    pub value: Value,
    /// The plies to the end, where they are known.
    pub plies: Option<u32>,
    /// The best moves in move notation.
    pub best: &'static [&'static str],
    /// Where the proof is described.
    pub source: &'static str,
}

/// Looks solutions up in the complete table of a small game.
struct CompleteTable;

impl<G: Numbered> Solver<G> for CompleteTable {
    fn is_instant(&self) -> bool {
        true
    }

    fn solve(&mut self, position: &G, _: &AtomicBool, _: &mut dyn FnMut(SolveProgress)) -> Option<Solution<G::Move>> {
        Some(hunt::solve(position))
    }
}

impl<G: Numbered> Oracle<G> for CompleteTable {
    fn probe(&self, position: &G) -> Option<Score> {
        G::table().probe(position).map(|(value, plies)| value.score(plies))
    }
}

impl<G: Numbered + Tactics + HasEvaluators> Solvable for G {
    fn solver(_: &SolverOptions<Self>) -> Box<dyn Solver<Self>> {
        Box::new(CompleteTable)
    }

    fn is_within_reach(&self) -> bool {
        true
    }

    fn oracle() -> Option<Arc<dyn Oracle<Self>>> {
        Some(Arc::new(CompleteTable))
    }
}

/// Probes the tables where a number of geese is covered, and searches elsewhere; for a player that has to move, a strategy of the
/// geese has one of the best moves. Neither holds distances. Every game ends, so every move that keeps a won value wins in the end.
struct FoxGeeseSolver {
    tables: &'static FoxGeeseTables,
    /// A search that probes the tables.
    search: DeepeningSolver<FoxGeese>,
}

impl Solver<FoxGeese> for FoxGeeseSolver {
    fn solve(
        &mut self,
        position: &FoxGeese,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<Solution<<FoxGeese as Game>::Move>> {
        self.tables.solve(position).or_else(|| self.search.solve(position, stop, progress))
    }

    fn solve_to_move(
        &mut self,
        position: &FoxGeese,
        stop: StopFlags<'_>,
    ) -> Option<Solution<<FoxGeese as Game>::Move>> {
        let known = self.tables.solve(position).or_else(|| fox_geese::solve_by_strategy(position));
        known.or_else(|| self.search.solve_to_move(position, stop))
    }
}

/// Values by the tables.
struct FoxGeeseOracle(&'static FoxGeeseTables);

impl Oracle<FoxGeese> for FoxGeeseOracle {
    fn probe(&self, position: &FoxGeese) -> Option<Score> {
        self.0.probe(position).map(Value::distant_score)
    }
}

impl Solvable for FoxGeese {
    fn solver(options: &SolverOptions<Self>) -> Box<dyn Solver<Self>> {
        let search = DeepeningSolver::searching_with(options.search, Self::oracle());
        Box::new(FoxGeeseSolver { tables: fox_geese::shipped(), search })
    }

    fn is_within_reach(&self) -> bool {
        fox_geese::shipped().probe(self).is_some()
    }

    fn is_worth_solving(&self, _: Option<Duration>) -> bool {
        self.is_within_reach() || fox_geese::solve_by_strategy(self).is_some()
    }

    fn warnings() -> Vec<String> {
        fox_geese::shipped().warnings()
    }

    fn oracle() -> Option<Arc<dyn Oracle<Self>>> {
        Some(Arc::new(FoxGeeseOracle(fox_geese::shipped())))
    }

    fn known_result(&self) -> Option<KnownResult> {
        fox_geese::known_result(self)
    }
}

/// Othello positions with no more empty squares are solved within about a second.
const OTHELLO_EMPTIES: u32 = 20;
/// With a millisecond a player tries to solve positions of so many empty squares, and of one more for every doubling.
const OTHELLO_EMPTIES_BY_CLOCK: u32 = 17;
/// No more empty squares are tried, however much time there is.
const OTHELLO_MOST_EMPTIES: u32 = 26;

impl Solver<Othello> for othello::OthelloSolver {
    fn solve(
        &mut self,
        position: &Othello,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<Solution<<Othello as Game>::Move>> {
        Self::solve(self, position, stop, |so_far| progress((*so_far).into()))
    }

    fn solve_to_move(&mut self, position: &Othello, stop: StopFlags<'_>) -> Option<Solution<<Othello as Game>::Move>> {
        Self::solve_to_move(self, position, stop.soft, stop.over, |_| {})
    }

    fn likely_move(&self) -> Option<LikelyMove<<Othello as Game>::Move>> {
        let phase = self.finished_phase()?;
        let percent = phase.confidence.percent();
        Some(LikelyMove { mv: phase.best?, score: phase.lower, percent, nodes: phase.nodes })
    }
}

impl Solvable for Othello {
    fn solver(options: &SolverOptions<Self>) -> Box<dyn Solver<Self>> {
        let &SolverOptions { memory_mib, ref ordering, threads, .. } = options;
        let solver = match ordering {
            Some(evaluator) => othello::OthelloSolver::with_ordering(memory_mib, Arc::clone(evaluator)),
            None => othello::OthelloSolver::new(memory_mib),
        };
        Box::new(solver.with_threads(threads))
    }

    fn is_within_reach(&self) -> bool {
        empty_squares(self) <= OTHELLO_EMPTIES
    }

    fn is_worth_solving(&self, time: Option<Duration>) -> bool {
        let Some(time) = time else { return self.is_within_reach() };
        let doublings = time.as_millis().max(1).ilog2();
        empty_squares(self) <= (OTHELLO_EMPTIES_BY_CLOCK + doublings).min(OTHELLO_MOST_EMPTIES)
    }
}

fn empty_squares(position: &Othello) -> u32 {
    (position.discs(Side::First) | position.discs(Side::Second)).count_zeros()
}

/// With this many discs on a board of `squares` a position is solved within about a second: the book of the 7x6 board covers
/// its opening.
const fn connect4_discs(squares: usize) -> u32 {
    match squares {
        0..=42 => 0,
        _ => 18,
    }
}

impl<const W: usize, const H: usize> Solver<Connect4<W, H>> for connect4::Connect4Solver<W, H> {
    fn solve(
        &mut self,
        position: &Connect4<W, H>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Option<Solution<Column>> {
        self.try_solve(position, &mut |so_far| {
            progress(so_far);
            !is_set(stop)
        })
    }

    fn solve_to_move(&mut self, position: &Connect4<W, H>, stop: StopFlags<'_>) -> Option<Solution<Column>> {
        self.try_solve_to_move(position, &mut |so_far| {
            let is_scored = so_far.bounds.is_some_and(MarginBounds::is_exact);
            let flag = if is_scored { stop.soft } else { stop.hard };
            !is_set(flag)
        })
    }

    fn solve_value(&mut self, position: &Connect4<W, H>, stop: &AtomicBool) -> Option<Solution<Column>> {
        self.try_solve_one(position, &mut |_| !is_set(stop))
    }
}

impl<const W: usize, const H: usize> Solvable for Connect4<W, H> {
    fn solver(options: &SolverOptions<Self>) -> Box<dyn Solver<Self>> {
        // Without the book the solver is slower, not wrong. `warnings` reports a damaged book.
        let mib = options.memory_mib;
        Box::new(connect4::Connect4Solver::with_book(mib).unwrap_or_else(|_| connect4::Connect4Solver::new(mib)))
    }

    fn is_within_reach(&self) -> bool {
        let discs = self.discs(Side::First) | self.discs(Side::Second);
        discs.count_ones() >= connect4_discs(W * H)
    }

    fn warnings() -> Vec<String> {
        connect4::warnings(W, H)
    }
}

impl Solvable for Chess {
    fn solver(options: &SolverOptions<Self>) -> Box<dyn Solver<Self>> {
        Box::new(chess::ChessSolver { search: options.search })
    }

    fn is_within_reach(&self) -> bool {
        chess::look_up(self).is_some()
    }

    fn warnings() -> Vec<String> {
        chess::warnings()
    }

    fn oracle() -> Option<Arc<dyn Oracle<Self>>> {
        Some(Arc::new(chess::ChessOracle::new()))
    }
}

impl<const N: usize> Solvable for Amazons<N> {
    fn solver(options: &SolverOptions<Self>) -> Box<dyn Solver<Self>> {
        Box::new(amazons::AmazonsSolver::new(options.memory_mib))
    }

    fn is_within_reach(&self) -> bool {
        amazons::is_within_reach(self)
    }
}
