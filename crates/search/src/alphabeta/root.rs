//! The root: iterative deepening, aspiration windows, several best lines (`MultiPV`).

use quevedo_core::score::{self, PROVED, Score, WIN};
use quevedo_core::{Evaluator, RankedLine, Rng, SearchResult, Tactics};

use super::worker::{Counters, Window, Worker};
use crate::transposition_table::TranspositionTable;

/// The aspiration window opens fully once it is wider than this.
const ASPIRATION_MAX_WIDTH: Score = 1000;
/// The greatest nominal depth.
const MAX_DEPTH: u32 = 120;

/// A root move with its score and principal variation.
#[derive(Clone, Debug)]
struct RootMove<M> {
    mv: M,
    score: Score,
    pv: Vec<M>,
}

/// The moves of the root, best first, and how deep they were searched.
#[derive(Clone, Debug)]
pub(super) struct Root<M> {
    moves: Vec<RootMove<M>>,
    lines: usize,
    depth: u32,
    /// Whether the last iteration reached the end of the game on every line.
    pub(super) is_exhaustive: bool,
}

impl<M: Copy + Eq> Root<M> {
    /// The root of these moves, shuffled if ties are to be broken at random; `None` if there is no move.
    pub(super) fn new(mut moves: Vec<M>, rng: Option<&mut Rng>) -> Option<Self> {
        if let Some(rng) = rng {
            rng.shuffle(&mut moves);
        }
        let moves: Vec<_> = moves.into_iter().map(|mv| RootMove { mv, score: -WIN, pv: vec![mv] }).collect();
        (!moves.is_empty()).then_some(Self { moves, lines: 1, depth: 0, is_exhaustive: false })
    }

    /// The result so far.
    pub(super) fn result(&self, counters: Counters, table: Option<&TranspositionTable>) -> SearchResult<M> {
        let best = &self.moves[0];
        let lines = if self.lines > 1 {
            let ranked = self.moves.iter().take(self.lines);
            ranked.map(|line| RankedLine { score: line.score, pv: line.pv.clone() }).collect()
        } else {
            Vec::new()
        };
        let score = (self.depth > 0).then_some(best.score);
        SearchResult {
            score,
            depth: self.depth,
            nodes: counters.nodes,
            pv: best.pv.clone(),
            lines,
            tt_hits: table.map(|_| counters.tt_hits),
            hashfull: table.map(|table| table.hashfull(counters.tt_filled)),
            seldepth: Some(counters.seldepth.max(best.pv.len()) as u32),
            ..SearchResult::of_move(best.mv)
        }
    }

    /// Iterative deepening: searches one ply deeper at a time until a limit is reached or the result is proved. Odd
    /// threads begin one ply deeper, so that threads do not all do the same work (Lazy SMP).
    pub(super) fn deepen<G, E>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        position: &G,
        thread: u32,
        report: &mut dyn FnMut(&SearchResult<M>),
    ) where
        G: Tactics<Move = M>,
        E: Evaluator<G>,
    {
        let limits = worker.shared.limits;
        self.lines = worker.shared.settings.lines.clamp(1, self.moves.len());
        let is_timed = limits.time.is_some() || worker.shared.has_clock;
        let max_depth = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        for depth in 1 + thread % 2..=max_depth {
            worker.begin_iteration(depth);
            for line in 0..self.lines {
                self.search_line(worker, position, depth, line);
                if worker.is_stopped() {
                    break;
                }
            }
            self.moves[..self.lines].sort_by_key(|line| -line.score);
            if worker.is_stopped() {
                break;
            }
            self.depth = depth;
            self.is_exhaustive = worker.is_exhaustive();
            report(&self.result(worker.total_counters(), worker.shared.table));
            let is_only_move = is_timed && self.moves.len() == 1;
            let is_late = !worker.shared.stop.timer.allows_another_iteration();
            if is_only_move || is_late || self.is_proved(depth) || self.is_exhaustive {
                break;
            }
        }
    }

    /// Whether all lines are proved within the depth searched, so that more depth cannot improve them.
    fn is_proved(&self, depth: u32) -> bool {
        let is_proved =
            |line: &RootMove<M>| score::plies_to_end(line.score).is_some_and(|plies| plies <= depth as usize);
        self.moves[..self.lines].iter().all(is_proved)
    }

    /// Finds the best of the moves from index `line` on and brings it there. The aspiration window is centred on the
    /// score of the last iteration, and widens until the score is inside.
    fn search_line<G, E>(&mut self, worker: &mut Worker<'_, G, E>, position: &G, depth: u32, line: usize)
    where
        G: Tactics<Move = M>,
        E: Evaluator<G>,
    {
        let params = worker.params;
        let full = 2 * WIN;
        let widen =
            |width: Score| if width > ASPIRATION_MAX_WIDTH { full } else { width * params.aspiration_growth / 100 };
        let last = self.moves[line].score;
        let is_narrow =
            worker.switches.aspiration && depth as i32 >= params.aspiration_min_depth && last.abs() < PROVED;
        let width = if is_narrow { params.aspiration_window } else { full };
        let (mut below, mut above) = (width, width);
        loop {
            let window = Window { alpha: (last - below).max(-WIN), beta: (last + above).min(WIN) };
            let score = self.search_window(worker, position, depth as i32, line, window);
            if worker.is_stopped() {
                return;
            }
            if score <= window.alpha && window.alpha > -WIN {
                below = widen(below);
            } else if score >= window.beta && window.beta < WIN {
                above = widen(above);
            } else {
                return;
            }
        }
    }

    /// One pass over the moves from index `line` on. A move that raises alpha goes to the front. If the search is
    /// stopped, the result so far stays.
    fn search_window<G, E>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        position: &G,
        depth: i32,
        line: usize,
        window: Window,
    ) -> Score
    where
        G: Tactics<Move = M>,
        E: Evaluator<G>,
    {
        let Window { mut alpha, beta } = window;
        let mut best = -WIN;
        for index in line..self.moves.len() {
            let mv = self.moves[index].mv;
            let score = worker.search_root_move(position, mv, depth, Window { alpha, beta }, index - line);
            if worker.is_stopped() {
                return best;
            }
            if index == line || score > alpha {
                let pv = worker.root_pv(mv);
                self.moves[index].score = score;
                self.moves[index].pv = pv;
                self.moves[line..=index].rotate_right(1);
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
