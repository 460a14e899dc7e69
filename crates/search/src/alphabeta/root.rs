//! The root: iterative deepening, aspiration windows, several best lines (`MultiPV`).

use quevedo_core::score::{self, PROVED, Score, WIN};
use quevedo_core::{Evaluator, Pruning, RankedLine, Rng, SearchResult, Tactics, sort_by_number};

use super::negamax::SearchNode;
use super::worker::{Counters, NodeContext, Window, Worker};
use crate::move_picker::ScoredMove;
use crate::transposition_table::TranspositionTable;

/// The aspiration window opens fully once it is wider than this.
const ASPIRATION_MAX_WIDTH: Score = 1000;
/// Time management looks at the stability of the result from this depth on.
const STABILITY_MIN_DEPTH: u32 = 7;
/// The share of the target time by iterations since the best move changed.
const STABILITY_FACTORS: [f64; 5] = [1.6, 1.2, 1.0, 0.9, 0.8];
/// The share of the target time by the best move's share of the nodes: `(base - share) · factor`.
const NODE_SHARE_BASE: f64 = 1.5;
const NODE_SHARE_FACTOR: f64 = 1.35;
/// A fall of the score by this many points is worth half of the time again.
const MAX_FALL: Score = 60;
/// The greatest nominal depth.
const MAX_DEPTH: u32 = 120;

/// Receives the result of each iteration.
pub(super) type Report<'a, M> = &'a mut dyn FnMut(&SearchResult<M>);

/// A root move with its score and principal variation.
#[derive(Clone, Debug)]
struct RootMove<M> {
    mv: M,
    score: Score,
    pv: Vec<M>,
    /// Nodes of its subtree in the last iteration.
    nodes: u64,
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
        let moves: Vec<_> = moves.into_iter().map(|mv| RootMove { mv, score: -WIN, pv: vec![mv], nodes: 0 }).collect();
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

    /// The root that was searched deeper; the first of equals.
    pub(super) fn deeper(self, other: Self) -> Self {
        if other.depth > self.depth { other } else { self }
    }

    /// Iterative deepening: searches one ply deeper at a time until a limit is reached or the result is proved; then all
    /// threads stop. Only the first thread reports, and looks at the clock between iterations.
    #[inline(never)]
    pub(super) fn deepen<G, E>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        position: &G,
        mut report: Option<Report<'_, M>>,
    ) where
        G: Tactics<Move = M>,
        E: Evaluator<G>,
    {
        let limits = worker.shared.limits;
        self.lines = worker.shared.settings.lines.clamp(1, self.moves.len());
        let is_timed = limits.time.is_some() || worker.shared.has_clock;
        let max_depth = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut stability = Stability { best: None, iterations: 0, score: 0 };
        for depth in 1..=max_depth {
            self.search_iteration(worker, position, depth);
            if worker.is_stopped() {
                break;
            }
            self.depth = depth;
            self.is_exhaustive = worker.is_exhaustive();
            let mut is_late = false;
            if let Some(report) = &mut report {
                report(&self.result(worker.total_counters(), worker.shared.table));
                let factor = stability.time_factor(&self.moves, depth);
                is_late = !worker.shared.stop.timer.allows_another_iteration(factor);
            }
            let is_only_move = is_timed && self.moves.len() == 1;
            if is_only_move || is_late || self.is_proved(depth) || self.is_exhaustive {
                break;
            }
        }
        worker.shared.stop.set();
    }

    /// Searches all lines to a depth.
    fn search_iteration<G, E>(&mut self, worker: &mut Worker<'_, G, E>, position: &G, depth: u32)
    where
        G: Tactics<Move = M>,
        E: Evaluator<G>,
    {
        worker.begin_iteration(depth);
        self.moves.iter_mut().for_each(|line| line.nodes = 0);
        for line in 0..self.lines {
            self.search_line(worker, position, depth, line);
            if worker.is_stopped() {
                break;
            }
        }
        let (lines, rest) = self.moves.split_at_mut(self.lines);
        sort_by_number(lines, |line| -i128::from(line.score));
        // The moves that were hardest to refute come first in the next iteration.
        sort_by_number(rest, |line| -i128::from(line.nodes));
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
        let mut is_re_search = false;
        loop {
            let window = Window { alpha: (last - below).max(-WIN), beta: (last + above).min(WIN) };
            worker.enter_root(depth as i32, line, window, is_re_search);
            let score = self.search_window(worker, position, depth as i32, line, window);
            worker.leave_root(score);
            is_re_search = true;
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
        let node = worker.root_node(position, depth, beta);
        worker.path.push(position.hash());
        for index in line..self.moves.len() {
            let mv = self.moves[index].mv;
            let scored = ScoredMove::new(mv, 0, 0, position.urgency(mv) <= 0);
            let before = worker.counters.nodes;
            worker.pv_lengths[1] = 0;
            let score = worker.search_move(&node, &scored, index - line, alpha, best);
            self.moves[index].nodes += worker.counters.nodes - before;
            if worker.is_stopped() {
                break;
            }
            if score > alpha {
                self.moves[index].pv = worker.root_pv(mv);
            }
            if index == line || score > alpha {
                self.moves[index].score = score;
                self.moves[line..=index].rotate_right(1);
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                worker.observe_pruned(self.moves[index + 1..].iter().map(|other| other.mv), Pruning::Beta);
                break;
            }
        }
        worker.path.pop();
        best
    }
}

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The root as a node of the search.
    fn root_node<'p>(&mut self, position: &'p G, depth: i32, beta: Score) -> SearchNode<'p, G> {
        let threatened = position.is_threatened();
        let needs_eval = self.static_eval_min_depth.is_some() && !threatened;
        let raw_eval = needs_eval.then(|| self.static_eval(position));
        let static_eval = raw_eval.map(|eval| self.corrected_eval(position, eval));
        let is_improving = self.push_static_eval(position, static_eval, 0);
        SearchNode {
            position,
            depth,
            beta,
            context: NodeContext::ROOT,
            first_move: self.move_stack.len(),
            static_eval,
            is_improving,
            threatened,
            is_pv: true,
            table_move_extension: 0,
            best_ordering_score: None,
        }
    }
}

/// Time management: how steady the result is from one iteration to the next.
struct Stability<M> {
    best: Option<M>,
    /// Iterations since the best move changed.
    iterations: usize,
    score: Score,
}

impl<M: Copy + Eq> Stability<M> {
    /// The share of the target time to use: less where the best move stays the same and takes most of the nodes, more
    /// where it changed or its score fell.
    fn time_factor(&mut self, moves: &[RootMove<M>], depth: u32) -> f64 {
        let best = &moves[0];
        self.iterations = if self.best == Some(best.mv) { self.iterations + 1 } else { 0 };
        let fall = if self.best.is_some() { self.score - best.score } else { 0 };
        (self.best, self.score) = (Some(best.mv), best.score);
        if depth < STABILITY_MIN_DEPTH {
            return 1.0;
        }
        let nodes: u64 = moves.iter().map(|mv| mv.nodes).sum();
        let share = best.nodes as f64 / nodes.max(1) as f64;
        let by_stability = STABILITY_FACTORS[self.iterations.min(STABILITY_FACTORS.len() - 1)];
        let by_fall = 1.0 + f64::from(fall.clamp(0, MAX_FALL)) / f64::from(MAX_FALL) * 0.5;
        by_stability * (NODE_SHARE_BASE - share) * NODE_SHARE_FACTOR * by_fall
    }
}
