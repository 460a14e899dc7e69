//! The player that plays by the solver where positions are within its reach, and by another strategy elsewhere.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quevedo_core::{Game, Line, Rng, SearchParams, SearchRequest, SearchResult, Strategy, Tactics};
use quevedo_search::time::Timer;

use crate::Solution;
use crate::deadline::{self, Deadlines};
use crate::solving::{LikelyMove, Solvable, Solver, SolverOptions, StopFlags};

/// The soft limit, so that a move takes about a second.
const SOFT_LIMIT: Duration = Duration::from_millis(900);
/// The hard limit, for a solver whose solution is certain to follow.
const HARD_LIMIT: Duration = Duration::from_secs(5);
/// However late the solver stops, the fallback strategy has one part in so many of the limit: a search without time plays the first
/// move that it finds.
const LEAST_PART: u32 = 8;
/// The longest principal variation.
const MAX_PV: usize = 64;

/// Plays a proved move where the position is within reach of the solver, a likely one where the time is too short for the
/// proof, and a move of another strategy elsewhere.
pub struct Perfect<G: Game> {
    /// Created on first use.
    solver: Option<Box<dyn Solver<G>>>,
    options: SolverOptions<G>,
    fallback: Box<dyn Strategy<G>>,
    /// The player's own limit of the time for a move.
    time: Option<Duration>,
    rng: Option<Rng>,
}

impl<G: Tactics + Solvable> Perfect<G> {
    /// Plays by the solver of the game where the position is within its reach, and by `fallback` elsewhere. With a seed it
    /// chooses among equally good moves at random; without one it plays the first.
    pub fn new(options: SolverOptions<G>, fallback: Box<dyn Strategy<G>>, seed: Option<u64>) -> Self {
        Self { solver: None, options, fallback, time: None, rng: seed.map(Rng::with_seed) }
    }

    /// The same for a player with a limit of its own of the time for a move.
    #[must_use]
    pub fn with_time(self, time: Option<Duration>) -> Self {
        Self { time, ..self }
    }

    fn solved(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let position = line.position();
        // A limit of depth or nodes gives the same move on every machine. A solver that runs against the clock does not.
        let is_by_count = request.limits.depth.is_some() || request.limits.nodes.is_some();
        request.limits.time = request.limits.time.into_iter().chain(self.time).min();
        let timer = Timer::start(request.limits.time, request.clock);
        if !request.search_moves.is_empty() || !position.is_worth_solving(timer.limit()) {
            return None;
        }
        let solver = self.solver.get_or_insert_with(|| G::solver(&self.options));
        if is_by_count && !solver.is_instant() {
            return None;
        }
        let solution = solve_in_time(&mut **solver, position, request.stop, timer);
        spend(request, timer.elapsed());
        let Some(solution) = solution else {
            return solver.likely_move().map(|likely| likely_result(G::PARAMS, &likely));
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
        let SearchRequest { clock, limits, stop, ref mut report, ref mut observer, .. } = *request;
        let (report, observer) = (&mut **report, observer.as_mut().map(|observer| &mut **observer as _));
        let mut narrowed = SearchRequest { clock, limits, search_moves: &solution.best, stop, report, observer };
        let result = self.fallback.choose(line, &mut narrowed)?;
        Some(SearchResult { proof: Some(solution.proof()), ..result })
    }
}

/// The solution, if it is found within the limits and within half of the time for the move. With a likely move the solver has
/// all of the time.
fn solve_in_time<G: Game>(
    solver: &mut dyn Solver<G>,
    position: &G,
    stop_request: &AtomicBool,
    timer: Timer,
) -> Option<Solution<G::Move>> {
    if solver.is_instant() {
        return solver.solve_to_move(position, StopFlags::all(stop_request));
    }
    let within = |time: Duration| timer.limit().map_or(time, |limit| time.min(limit / 2));
    let all_of_time = timer.target().unwrap_or(SOFT_LIMIT).max(within(SOFT_LIMIT));
    let deadlines = Deadlines { soft: within(SOFT_LIMIT), hard: within(HARD_LIMIT), over: all_of_time };
    let mut solution = None;
    deadline::run(deadlines, timer, stop_request, &mut |flags| solution = solver.solve_to_move(position, flags));
    solution
}

/// Subtracts the time of an attempt from the limits of the request, but for the [least part](LEAST_PART).
fn spend<M>(request: &mut SearchRequest<'_, M>, time: Duration) {
    request.limits.time = request.limits.time.map(|limit| limit.saturating_sub(time).max(limit / LEAST_PART));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fallback_has_time_however_late_the_solver_stops() {
        let (stop, mut report) = (AtomicBool::new(false), |_: &SearchResult<u8>| ());
        let mut left_after = |millis| {
            let mut request = SearchRequest::new(&stop, &mut report);
            request.limits.time = Some(Duration::from_millis(80));
            spend(&mut request, Duration::from_millis(millis));
            request.limits.time
        };
        assert_eq!(left_after(30), Some(Duration::from_millis(50)));
        assert_eq!(left_after(300), Some(Duration::from_millis(10)));
    }
}
