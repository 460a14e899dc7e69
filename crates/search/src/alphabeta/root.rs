//! The root: iterative deepening, aspiration windows, several best lines.

use quevedo_core::score::{self, PROVED, Score, WIN};
use quevedo_core::{Evaluator, RankedLine, Rng, SearchResult, Tactics};

use super::worker::{Work, Worker};
use crate::table::Table;

/// From this depth on the score of the last iteration is worth a narrow window.
const ASPIRATION_DEPTH: u32 = 4;
/// No search is deeper; games this long are over.
const DEEPEST: u32 = 120;

/// A root move with the line that was found behind it.
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
    /// Whether the last iteration came to the end of every game.
    pub(super) saw_everything: bool,
}

impl<M: Copy + Eq> Root<M> {
    /// The moves to choose from, shuffled where ties are to be broken at random; `None` when there are none.
    pub(super) fn new(mut moves: Vec<M>, rng: Option<&mut Rng>) -> Option<Self> {
        if let Some(rng) = rng {
            rng.shuffle(&mut moves);
        }
        let moves: Vec<_> = moves.into_iter().map(|mv| RootMove { mv, score: -WIN, pv: vec![mv] }).collect();
        (!moves.is_empty()).then_some(Self { moves, lines: 1, depth: 0, saw_everything: false })
    }

    /// What would be played now.
    pub(super) fn choice(&self, work: Work, table: Option<&Table>) -> SearchResult<M> {
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
            nodes: work.nodes,
            pv: best.pv.clone(),
            lines,
            tt_hits: table.map(|_| work.hits),
            hashfull: table.map(|table| table.permille(work.filled)),
            seldepth: Some(work.longest.max(best.pv.len()) as u32),
            ..SearchResult::of_move(best.mv)
        }
    }

    /// Searches deeper and deeper until a limit is met or nothing is left to be found. Helper threads begin at
    /// different depths, so that they do not all do the same.
    pub(super) fn deepen<G, E>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        position: &G,
        helper: u32,
        report: &mut dyn FnMut(&SearchResult<M>),
    ) where
        G: Tactics<Move = M>,
        E: Evaluator<G>,
    {
        let limits = worker.shared.limits;
        self.lines = worker.shared.settings.lines.clamp(1, self.moves.len());
        let timed = limits.time.is_some() || worker.shared.clock;
        let deepest = limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
        for depth in 1 + helper % 2..=deepest {
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
            self.saw_everything = worker.saw_everything();
            report(&self.choice(worker.all_work(), worker.shared.table));
            let alone = timed && self.moves.len() == 1;
            let no_time = !worker.shared.brake.timer.allows_another();
            if alone || no_time || self.is_settled(depth) || self.saw_everything {
                break;
            }
        }
    }

    /// Whether the result is proved within the depth that was searched, so that more depth cannot better it.
    fn is_settled(&self, depth: u32) -> bool {
        let settled = |line: &RootMove<M>| score::plies_to_end(line.score).is_some_and(|plies| plies <= depth as usize);
        self.moves[..self.lines].iter().all(settled)
    }

    /// Finds the best of the moves from number `line` on and brings it there; widens the window until the score
    /// is inside.
    fn search_line<G, E>(&mut self, worker: &mut Worker<'_, G, E>, position: &G, depth: u32, line: usize)
    where
        G: Tactics<Move = M>,
        E: Evaluator<G>,
    {
        let last = self.moves[line].score;
        let narrow = worker.switches.aspiration && depth >= ASPIRATION_DEPTH && last.abs() < PROVED;
        let (mut below, mut above) = if narrow { (G::PARAMS.window, G::PARAMS.window) } else { (2 * WIN, 2 * WIN) };
        loop {
            let (alpha, beta) = ((last - below).max(-WIN), (last + above).min(WIN));
            let found = self.search_window(worker, position, depth as i32, line, (alpha, beta));
            if worker.is_stopped() {
                return;
            }
            if found <= alpha && alpha > -WIN {
                below = if below > 1000 { 2 * WIN } else { 4 * below };
            } else if found >= beta && beta < WIN {
                above = if above > 1000 { 2 * WIN } else { 4 * above };
            } else {
                return;
            }
        }
    }

    /// One pass over the moves from number `line` on with a given window. A move that betters the score goes to
    /// the front; when the search is stopped, what was found so far stands.
    fn search_window<G, E>(
        &mut self,
        worker: &mut Worker<'_, G, E>,
        position: &G,
        depth: i32,
        line: usize,
        (mut alpha, beta): (Score, Score),
    ) -> Score
    where
        G: Tactics<Move = M>,
        E: Evaluator<G>,
    {
        let mut best = -WIN;
        for index in line..self.moves.len() {
            let mv = self.moves[index].mv;
            let score = worker.search_root_move(position, mv, depth, (alpha, beta), index - line);
            if worker.is_stopped() {
                return best;
            }
            if index == line || score > alpha {
                let pv = worker.root_line(mv);
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
