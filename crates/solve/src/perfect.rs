//! The player that plays by the solver where positions are within its reach, and by another strategy elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use quevedo_core::{Game, Line, Rng, SearchParams, SearchRequest, SearchResult, Strategy, Tactics};
use quevedo_search::time::Timer;

use crate::Solution;
use crate::solving::{LikelyMove, Solvable, Solver, SolverOptions, StopFlags};

/// The soft limit, so that a move takes about a second.
const SOFT_LIMIT: Duration = Duration::from_millis(900);
/// The hard limit, for a solver whose solution is certain to follow.
const HARD_LIMIT: Duration = Duration::from_secs(5);
/// How often the timer thread checks the limits.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// The least confidence of a move, in percent, to be played before it is proved.
const LEAST_PERCENT: u32 = 95;
/// The longest principal variation.
const MAX_PV: usize = 64;

/// Plays a proved move where the position is within reach of the solver, one that the solver is almost sure of where the time
/// is too short for the proof, and a move of another strategy elsewhere.
pub struct Perfect<G: Game> {
    /// Created on first use.
    solver: Option<Box<dyn Solver<G>>>,
    options: SolverOptions<G>,
    fallback: Box<dyn Strategy<G>>,
    rng: Option<Rng>,
}

impl<G: Tactics + Solvable> Perfect<G> {
    /// Plays by the solver of the game where the position is within its reach, and by `fallback` elsewhere. With a seed it
    /// chooses among equally good moves at random; without one it plays the first.
    pub fn new(options: SolverOptions<G>, fallback: Box<dyn Strategy<G>>, seed: Option<u64>) -> Self {
        Self { solver: None, options, fallback, rng: seed.map(Rng::with_seed) }
    }

    fn solved(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let position = line.position();
        let timer = Timer::start(request.limits.time, request.clock);
        if !request.search_moves.is_empty() || !position.is_worth_solving(timer.limit()) {
            return None;
        }
        let solver = self.solver.get_or_insert_with(|| G::solver(&self.options));
        let solution = solve_in_time(&mut **solver, position, request.stop, timer);
        spend(request, timer.elapsed());
        let Some(solution) = solution else {
            let likely = solver.likely_move().filter(|likely| likely.percent >= LEAST_PERCENT);
            return likely.map(|likely| likely_result(G::PARAMS, &likely));
        };
        if solution.plies.is_none() && solution.score.is_none() && solution.best.len() > 1 {
            return self.choose_among(&solution, line, request);
        }
        let chosen = self.rng.as_mut().map_or(0, |rng| rng.usize(0..solution.best.len().max(1)));
        let mv = *solution.best.get(chosen)?;
        let pv = if solver.is_instant() { best_line(&mut **solver, position, mv, request.stop) } else { vec![mv] };
        Some(SearchResult { pv, ..search_result(G::PARAMS, mv, &solution) })
    }

    /// The choice of the fallback strategy among moves that the solver does not tell apart.
    fn choose_among(
        &mut self,
        solution: &Solution<G::Move>,
        line: &Line<G>,
        request: &mut SearchRequest<'_, G::Move>,
    ) -> Option<SearchResult<G::Move>> {
        let (clock, limits, stop) = (request.clock, request.limits, request.stop);
        let mut narrowed =
            SearchRequest { clock, limits, search_moves: &solution.best, stop, report: &mut *request.report };
        let result = self.fallback.choose(line, &mut narrowed)?;
        Some(SearchResult { proof: Some(solution.proof()), ..result })
    }
}

/// The solution, if it is found within the limits and within half of the time for the move.
fn solve_in_time<G: Game>(
    solver: &mut dyn Solver<G>,
    position: &G,
    stop_request: &AtomicBool,
    timer: Timer,
) -> Option<Solution<G::Move>> {
    if solver.is_instant() {
        return solver.solve_to_move(position, StopFlags { soft: stop_request, hard: stop_request });
    }
    let within = |time: Duration| timer.limit().map_or(time, |limit| time.min(limit / 2));
    let [soft, hard, done] = [const { AtomicBool::new(false) }; 3];
    thread::scope(|scope| {
        let timer_thread = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) && !hard.load(Ordering::Relaxed) {
                let is_over = |time| timer.elapsed() >= within(time) || stop_request.load(Ordering::Relaxed);
                soft.store(is_over(SOFT_LIMIT), Ordering::Relaxed);
                hard.store(is_over(HARD_LIMIT), Ordering::Relaxed);
                thread::park_timeout(POLL_INTERVAL.min(within(SOFT_LIMIT)));
            }
        });
        let solution = solver.solve_to_move(position, StopFlags { soft: &soft, hard: &hard });
        done.store(true, Ordering::Relaxed);
        timer_thread.thread().unpark();
        solution
    })
}

/// Subtracts the time of an attempt from the limits of the request.
fn spend<M>(request: &mut SearchRequest<'_, M>, time: Duration) {
    request.limits.time = request.limits.time.map(|limit| limit.saturating_sub(time));
    if let Some(clock) = &mut request.clock {
        clock.left = clock.left.saturating_sub(time);
    }
}

/// The principal variation from a move on.
fn best_line<G: Game>(solver: &mut dyn Solver<G>, position: &G, mv: G::Move, stop: &AtomicBool) -> Vec<G::Move> {
    let (mut line, mut position) = (vec![mv], position.clone());
    position.play(mv);
    while line.len() < MAX_PV {
        let solution = solver.solve(&position, stop, &mut |_| {});
        let Some(mv) = solution.and_then(|solution| solution.best.first().copied()) else { break };
        line.push(mv);
        position.play(mv);
    }
    line
}

/// A solution as a search result.
fn search_result<M: Copy>(params: SearchParams, mv: M, solution: &Solution<M>) -> SearchResult<M> {
    let score = match (solution.plies, solution.score) {
        (Some(plies), _) => solution.value.score(plies),
        (None, Some(margin)) => margin * params.unit,
        (None, None) => solution.value.distant_score(),
    };
    let depth = solution.plies.unwrap_or(0);
    SearchResult {
        score: Some(score),
        proof: Some(solution.proof()),
        depth,
        nodes: solution.nodes,
        ..SearchResult::of_move(mv)
    }
}

/// A move that is not proved as a search result.
fn likely_result<M: Copy>(params: SearchParams, likely: &LikelyMove<M>) -> SearchResult<M> {
    let score = Some(likely.score * params.unit);
    SearchResult { score, nodes: likely.nodes, ..SearchResult::of_move(likely.mv) }
}

impl<G: Tactics + Solvable> Strategy<G> for Perfect<G> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let solved = self.solved(line, request);
        solved.or_else(|| self.fallback.choose(line, request))
    }
}
