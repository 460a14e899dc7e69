//! The player that plays exactly where the game is solved, and as well as it can elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use quevedo_core::{Game, Line, Rng, SearchParams, SearchRequest, SearchResult, Strategy, Tactics};
use quevedo_search::time::Timer;

use crate::Solution;
use crate::solving::{Solvable, Solves};

/// From here on a solver is asked to hurry, so that there is an answer within a second.
const PATIENCE: Duration = Duration::from_millis(900);
/// Who is hurried and sure to know soon is waited for so long.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// How often one looks whether to wait on.
const GLANCE: Duration = Duration::from_millis(2);
/// No line of best play is told further than this.
const LONGEST_LINE: usize = 64;

/// Plays what is proved wherever the solver is near; asks somebody else where it is not.
pub struct Perfect<G: Game> {
    /// Made when it is first needed.
    solver: Option<Box<dyn Solves<G>>>,
    mib: usize,
    otherwise: Box<dyn Strategy<G>>,
    rng: Option<Rng>,
}

impl<G: Tactics + Solvable> Perfect<G> {
    /// Plays by the solver of the game, with so many MiB, and by `otherwise` where it is not near. Among equally good moves
    /// `seed` decides; the first is taken where there is none.
    pub fn new(mib: usize, otherwise: Box<dyn Strategy<G>>, seed: Option<u64>) -> Self {
        Self { solver: None, mib, otherwise, rng: seed.map(Rng::with_seed) }
    }

    fn solved(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let position = line.position();
        if !request.search_moves.is_empty() || !position.is_near() {
            return None;
        }
        let timer = Timer::start(request.limits.time, request.clock);
        let mib = self.mib;
        let solver = self.solver.get_or_insert_with(|| G::solver(mib));
        let solution = solve_in_time(&mut **solver, position, request.stop, timer);
        spend(request, timer.elapsed());
        let solution = solution?;
        if solution.plies.is_none() && solution.score.is_none() && solution.best.len() > 1 {
            return self.choose_among(&solution, line, request);
        }
        let chosen = self.rng.as_mut().map_or(0, |rng| rng.usize(0..solution.best.len().max(1)));
        let mv = *solution.best.get(chosen)?;
        let pv = if solver.is_instant() { best_line(&mut **solver, position, mv, request.stop) } else { vec![mv] };
        Some(SearchResult { pv, ..choice(G::PARAMS, mv, &solution) })
    }

    /// Of moves that are equally good as far as is known, the one that the other strategy likes best.
    fn choose_among(
        &mut self,
        solution: &Solution<G::Move>,
        line: &Line<G>,
        request: &mut SearchRequest<'_, G::Move>,
    ) -> Option<SearchResult<G::Move>> {
        let (clock, limits, stop) = (request.clock, request.limits, request.stop);
        let mut narrowed =
            SearchRequest { clock, limits, search_moves: &solution.best, stop, report: &mut *request.report };
        let choice = self.otherwise.choose(line, &mut narrowed)?;
        Some(SearchResult { proof: Some(solution.proof()), ..choice })
    }
}

/// The solution, if it comes soon and leaves a search enough time for when it does not.
fn solve_in_time<G: Game>(
    solver: &mut dyn Solves<G>,
    position: &G,
    wish: &AtomicBool,
    timer: Timer,
) -> Option<Solution<G::Move>> {
    if solver.is_instant() {
        return solver.solve_to_move(position, wish, wish);
    }
    let within = |time: Duration| timer.limit().map_or(time, |limit| time.min(limit / 2));
    let [hurry, stop, done] = [const { AtomicBool::new(false) }; 3];
    thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                let is_over = |time| timer.elapsed() >= within(time) || wish.load(Ordering::Relaxed);
                hurry.store(is_over(PATIENCE), Ordering::Relaxed);
                stop.store(is_over(LONGEST_WAIT), Ordering::Relaxed);
                thread::park_timeout(GLANCE.min(within(PATIENCE)));
            }
        });
        let solution = solver.solve_to_move(position, &hurry, &stop);
        done.store(true, Ordering::Relaxed);
        watch.thread().unpark();
        solution
    })
}

/// Takes the time of an attempt off what the request grants.
fn spend<M>(request: &mut SearchRequest<'_, M>, time: Duration) {
    request.limits.time = request.limits.time.map(|limit| limit.saturating_sub(time));
    if let Some(clock) = &mut request.clock {
        clock.left = clock.left.saturating_sub(time);
    }
}

/// Best play from a move on.
fn best_line<G: Game>(solver: &mut dyn Solves<G>, position: &G, mv: G::Move, stop: &AtomicBool) -> Vec<G::Move> {
    let (mut line, mut position) = (vec![mv], position.clone());
    position.play(mv);
    while line.len() < LONGEST_LINE {
        let solution = solver.solve(&position, stop, &mut |_| {});
        let Some(mv) = solution.and_then(|solution| solution.best.first().copied()) else { break };
        line.push(mv);
        position.play(mv);
    }
    line
}

/// What a solution says, as a search would say it.
fn choice<M: Copy>(params: SearchParams, mv: M, solution: &Solution<M>) -> SearchResult<M> {
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

impl<G: Tactics + Solvable> Strategy<G> for Perfect<G> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let solved = self.solved(line, request);
        solved.or_else(|| self.otherwise.choose(line, request))
    }
}
