//! One thread of the search.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_core::score::{self, DRAW, PROVED, Score, WIN, loss_in, win_in};
use quevedo_core::{Evaluator, Line, Oracle, Outcome, Tactics};

use super::{Settings, Switches};
use crate::order::{Habits, History, Memory, Waiting, bring_next};
use crate::table::{Bound, Known, Table, to_node, to_root};
use crate::time::{Brake, Limits};

/// No line is longer.
pub(super) const PLIES: usize = 128;
/// How many nodes pass between two looks at the clock.
const PATIENCE: u64 = 256;
/// Reductions are the same for all moves after this one.
const LATEST: usize = 64;

/// What all threads share.
pub(super) struct Shared<'a, G, E> {
    pub(super) judge: &'a E,
    /// Who knows exact values, if anybody does.
    pub(super) oracle: Option<&'a dyn Oracle<G>>,
    pub(super) table: Option<&'a Table>,
    pub(super) settings: &'a Settings,
    /// The player's own and those of this move together.
    pub(super) limits: Limits,
    /// Whether a clock is running.
    pub(super) clock: bool,
    pub(super) brake: &'a Brake<'a>,
    /// What the threads have told of their work.
    pub(super) told: &'a Told,
}

/// What all threads together have done, as far as they have told.
#[derive(Default)]
pub(super) struct Told {
    nodes: AtomicU64,
    hits: AtomicU64,
    filled: AtomicU64,
}

/// How much work a search was.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) nodes: u64,
    /// Positions that the table knew.
    pub(super) hits: u64,
    /// Entries of the table that nothing of this search had stood in.
    pub(super) filled: u64,
    /// Plies of the longest line, of one thread alone.
    pub(super) longest: usize,
}

/// Where a node stands in the tree.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// Plies from the root.
    pub(super) ply: usize,
    /// Where the answer to the move that led here is remembered.
    pub(super) before: Option<usize>,
    /// Whether that move was a pass.
    pub(super) passed: bool,
}

/// A thread: its own memory of good moves, its own stack.
pub(super) struct Worker<'a, G: Tactics, E> {
    pub(super) shared: &'a Shared<'a, G, E>,
    /// The techniques that are on and suit the game.
    pub(super) switches: Switches,
    pub(super) memory: Memory<G>,
    /// The moves of every node from the root to here, one list on top of the other.
    pub(super) waiting: Vec<Waiting<G::Move>>,
    /// Hashes of the game so far and of the path, for repetitions.
    path: Vec<u64>,
    /// The best line from each ply on: row `ply`, of which `pv_lengths[ply]` moves count.
    pv: Vec<Option<G::Move>>,
    pub(super) pv_lengths: Vec<usize>,
    reductions: &'static [[i8; LATEST]],
    pub(super) work: Work,
    told: Work,
    /// Positions judged in this iteration; if there are none, the whole game has been seen.
    pub(super) judged: u64,
    depth_limit: usize,
    stopped: bool,
}

impl<'a, G: Tactics, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(shared: &'a Shared<'a, G, E>, line: &Line<G>, history: History, habits: Habits) -> Self {
        let asked = shared.settings.switches;
        let params = G::PARAMS;
        let switches = Switches {
            nullmove: asked.nullmove && params.null_move,
            lmr: asked.lmr && params.reductions,
            quiescence: asked.quiescence && params.quiescence,
            pruning: asked.pruning && (params.late_move_pruning || params.futility > 0),
            ..asked
        };
        let earlier = line.positions().len() - 1;
        let mut path = Vec::with_capacity(earlier + PLIES + 1);
        path.extend(line.positions()[..earlier].iter().map(G::hash));
        Self {
            shared,
            switches,
            memory: Memory::new(history, PLIES + 1, habits),
            waiting: Vec::with_capacity(4096),
            path,
            pv: vec![None; PLIES * PLIES],
            pv_lengths: vec![0; PLIES + 1],
            reductions: &REDUCTIONS,
            work: Work::default(),
            told: Work::default(),
            judged: 0,
            depth_limit: 0,
            stopped: false,
        }
    }

    pub(super) fn into_history(self) -> History {
        self.memory.history
    }

    pub(super) fn begin_iteration(&mut self, depth: u32) {
        self.judged = 0;
        self.depth_limit = depth as usize;
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether no position had to be judged and no move was left out, so that every game was seen to its end.
    pub(super) fn saw_everything(&self) -> bool {
        self.judged == 0 && !self.switches.pruning
    }

    /// The work of all threads, as far as the others have told.
    pub(super) fn all_work(&self) -> Work {
        let Told { nodes, hits, filled } = self.shared.told;
        Work {
            nodes: nodes.load(Ordering::Relaxed) + self.work.nodes - self.told.nodes,
            hits: hits.load(Ordering::Relaxed) + self.work.hits - self.told.hits,
            filled: filled.load(Ordering::Relaxed) + self.work.filled - self.told.filled,
            longest: self.work.longest,
        }
    }

    /// Counts a node, and looks from time to time whether it is time to stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        self.work.nodes += 1;
        if self.work.nodes % PATIENCE == 0 {
            self.look_up();
        }
        if self.shared.limits.nodes.is_some_and(|most| self.work.nodes >= most) {
            self.shared.brake.pull();
            self.stopped = true;
        }
        self.stopped
    }

    #[cold]
    fn look_up(&mut self) {
        let Told { nodes, hits, filled } = self.shared.told;
        nodes.fetch_add(self.work.nodes - self.told.nodes, Ordering::Relaxed);
        hits.fetch_add(self.work.hits - self.told.hits, Ordering::Relaxed);
        filled.fetch_add(self.work.filled - self.told.filled, Ordering::Relaxed);
        self.told = self.work;
        self.shared.brake.look();
        self.stopped = self.shared.brake.is_pulled();
    }

    /// The line behind a root move.
    pub(super) fn root_line(&self, mv: G::Move) -> Vec<G::Move> {
        let rest = self.pv[PLIES..][..self.pv_lengths[1]].iter().flatten();
        std::iter::once(mv).chain(rest.copied()).collect()
    }

    /// Searches one move of the root; the first with the full window, the others to see whether they are better.
    pub(super) fn search_root_move(
        &mut self,
        position: &G,
        mv: G::Move,
        depth: i32,
        (alpha, beta): (Score, Score),
        tried: usize,
    ) -> Score {
        let mut child = position.clone();
        child.play(mv);
        self.pv_lengths[1] = 0;
        self.path.push(position.hash());
        let spot = Spot { ply: 1, before: Some(Memory::<G>::counter_slot(position, mv)), passed: false };
        let mut score = alpha + 1;
        if tried > 0 {
            score = self.search_child(position, &child, depth - 1, (alpha, alpha + 1), spot);
        }
        if score > alpha && (tried == 0 || score < beta) {
            score = self.search_child(position, &child, depth - 1, (alpha, beta), spot);
        }
        self.path.pop();
        score
    }

    /// The sign law: a score is for the side to move, and the side may move again.
    #[inline]
    fn search_child(&mut self, parent: &G, child: &G, depth: i32, (alpha, beta): (Score, Score), spot: Spot) -> Score {
        if child.turn() == parent.turn() {
            self.search(child, depth, alpha, beta, spot)
        } else {
            -self.search(child, depth, -beta, -alpha, spot)
        }
    }

    /// The value of a position within a window, searched `depth` plies deep.
    fn search(&mut self, position: &G, mut depth: i32, mut alpha: Score, mut beta: Score, spot: Spot) -> Score {
        let Spot { ply, before, .. } = spot;
        if self.count_node() {
            return alpha;
        }
        self.pv_lengths[ply] = 0;
        self.work.longest = self.work.longest.max(ply);
        if let Some(end) = position.ended() {
            return value_of(end, position, ply);
        }
        if self.is_repeated(position) {
            return DRAW;
        }
        if let Some(score) = self.shared.oracle.and_then(|oracle| oracle.probe(position)) {
            return to_root(score, ply);
        }
        // 1. No line is better than the nearest win or worse than the nearest loss.
        alpha = alpha.max(loss_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        // 2. Threatened positions are searched deeper.
        let threatened = position.is_threatened();
        if threatened && self.switches.extensions && ply < 2 * self.depth_limit {
            depth += 1;
        }
        if depth <= 0 || ply >= PLIES - 1 {
            return self.settle(position, alpha, beta, spot);
        }
        // 3. What is known of the position already.
        let hash = position.hash();
        let table = self.shared.table.filter(|_| depth >= G::PARAMS.table_from);
        let known = table.and_then(|table| table.probe(hash));
        self.work.hits += u64::from(known.is_some());
        let is_pv = beta - alpha > 1;
        if let Some(score) = known.and_then(|known| self.cut_by_table(known, depth, (alpha, beta), ply, is_pv)) {
            return score;
        }
        // 4. Positions so good, even without moving, that they need no search.
        let eval = if is_pv || threatened || !self.judges_inside() { None } else { Some(self.judge(position)) };
        if let Some(score) = eval.and_then(|eval| self.prune_node(position, depth, eval, beta, spot, hash)) {
            return score;
        }
        if self.switches.lmr && depth >= 4 && known.is_none_or(|known| known.best.is_none()) {
            depth -= 1;
        }
        if depth == 1 && self.judges_at_once() {
            return self.search_last_ply(position, alpha, beta, ply);
        }
        // 5. The moves, in order.
        let start = self.waiting.len();
        self.order_moves(position, known.and_then(|known| known.best), ply, before);
        let count = self.waiting.len() - start;
        if count == 0 {
            return value_of(position.stuck(), position, ply);
        }
        if count == 1 && self.switches.extensions && ply < 2 * self.depth_limit {
            depth += 1;
        }
        self.path.push(hash);
        let node = Node { position, depth, beta, spot, start, eval, threatened, is_pv };
        let (best, best_number, cut) = self.search_moves(&node, alpha);
        self.path.pop();
        self.waiting.truncate(start);
        if table.is_some() && !self.stopped {
            self.remember(hash, depth, best, best_number, ply, (alpha, beta), cut);
        }
        best
    }

    /// Step 6: the moves one after the other. Returns the best score, the number of the best move in the order of
    /// generation, and whether it cut the search off.
    fn search_moves(&mut self, node: &Node<'_, G>, mut alpha: Score) -> (Score, Option<u32>, bool) {
        let (mut best, mut best_number) = (-WIN, None);
        let count = self.waiting.len() - node.start;
        let mut tried = 0;
        for index in node.start..node.start + count {
            bring_next(&mut self.waiting, index, index - node.start);
            let waiting = self.waiting[index];
            if self.skips(node, &waiting, tried, best, alpha) {
                continue;
            }
            let score = self.search_move(node, &waiting, tried, alpha);
            if self.stopped {
                return (best.max(alpha), best_number, false);
            }
            tried += 1;
            if score > best {
                best = score;
                if score > alpha {
                    best_number = Some(waiting.number());
                    alpha = score;
                    if node.is_pv {
                        self.extend_line(waiting.mv, node.spot.ply);
                    }
                }
            }
            if alpha >= node.beta {
                self.praise(node, index);
                return (best, best_number, true);
            }
        }
        // Everything was left out: the position is no better than the window.
        (if tried == 0 { alpha } else { best }, best_number, false)
    }

    /// One move: reduced and with an empty window first, in full only if it does better than that.
    #[inline]
    fn search_move(&mut self, node: &Node<'_, G>, waiting: &Waiting<G::Move>, tried: usize, alpha: Score) -> Score {
        let position = node.position;
        let mut child = position.clone();
        child.play(waiting.mv);
        let before = Some(Memory::<G>::counter_slot(position, waiting.mv));
        let spot = Spot { ply: node.spot.ply + 1, before, passed: false };
        let depth = node.depth - 1;
        if tried == 0 {
            return self.search_child(position, &child, depth, (alpha, node.beta), spot);
        }
        let reduction = self.reduction(node, waiting, tried);
        let empty = (alpha, alpha + 1);
        let mut score = self.search_child(position, &child, depth - reduction, empty, spot);
        if reduction > 0 && score > alpha && !self.stopped {
            score = self.search_child(position, &child, depth, empty, spot);
        }
        if score > alpha && score < node.beta && !self.stopped {
            score = self.search_child(position, &child, depth, (alpha, node.beta), spot);
        }
        score
    }

    /// How much less deep a late quiet move is searched.
    #[inline]
    fn reduction(&self, node: &Node<'_, G>, waiting: &Waiting<G::Move>, tried: usize) -> i32 {
        if !self.switches.lmr || node.depth < 3 || tried < 2 || node.threatened || !waiting.is_quiet() {
            return 0;
        }
        let row = &self.reductions[(node.depth as usize).min(self.reductions.len() - 1)];
        let mut less = i32::from(row[tried.min(LATEST - 1)]);
        less -= i32::from(node.is_pv);
        less -= self.memory.standing(node.position, waiting.mv);
        less.clamp(0, node.depth - 2)
    }

    /// Whether a move near the leaves is left out unsearched.
    #[inline]
    fn skips(&self, node: &Node<'_, G>, waiting: &Waiting<G::Move>, tried: usize, best: Score, alpha: Score) -> bool {
        if !self.switches.pruning || node.is_pv || node.threatened || tried == 0 || best <= -PROVED {
            return false;
        }
        if waiting.is_losing() {
            return node.depth <= 3;
        }
        if !waiting.is_quiet() {
            return false;
        }
        let late = G::PARAMS.late_move_pruning && node.depth <= 4 && tried as i32 > 3 + 2 * node.depth * node.depth;
        let margin = G::PARAMS.futility * (node.depth + 1);
        let hopeless = margin > 0 && node.depth <= 5 && node.eval.is_some_and(|eval| eval + margin <= alpha);
        late || hopeless
    }

    /// Puts the moves of a position on the stack, with how early each is to be tried.
    #[inline]
    fn order_moves(&mut self, position: &G, table_move: Option<u16>, ply: usize, before: Option<usize>) {
        let (waiting, memory) = (&mut self.waiting, &self.memory);
        let mut number = 0;
        position.each_move(|mv| {
            let known = table_move.is_some_and(|known| u32::from(known) == number);
            let order = if known { Memory::<G>::table_order() } else { memory.order(position, mv, ply, before) };
            waiting.push(Waiting::new(mv, order, number));
            number += 1;
        });
    }

    fn praise(&mut self, node: &Node<'_, G>, index: usize) {
        let waiting = &self.waiting;
        let cut = waiting[index];
        if node.position.urgency(cut.mv) > 0 {
            return;
        }
        let in_vain = waiting[node.start..index].iter().filter(|other| other.is_quiet()).map(|other| other.mv);
        self.memory.praise(node.position, cut.mv, in_vain, node.depth, (node.spot.ply, node.spot.before));
    }

    /// A score the table knows well enough. In an exact search only the very same depth counts.
    #[inline]
    fn cut_by_table(
        &mut self,
        known: Known,
        depth: i32,
        window: (Score, Score),
        ply: usize,
        is_pv: bool,
    ) -> Option<Score> {
        let score = to_root(known.score, ply);
        let deep = i32::from(known.depth) >= depth;
        let exact_depth = i32::from(known.depth) == depth || known.score.abs() >= PROVED;
        if is_pv || !deep || (self.switches.is_exact() && !exact_depth) {
            return None;
        }
        // What the table knows was judged once, unless it is proved.
        self.judged += u64::from(known.score.abs() < PROVED);
        match known.bound {
            Bound::Exact => Some(score),
            Bound::Lower => (score >= window.1).then_some(score),
            Bound::Upper => (score <= window.0).then_some(score),
        }
    }

    /// Whether inner nodes are judged, for cuts.
    #[inline]
    fn judges_inside(&self) -> bool {
        self.switches.nullmove || (self.switches.pruning && G::PARAMS.futility > 0)
    }

    /// A position so good that it cuts the search off unsearched, or after a pass.
    #[inline]
    fn prune_node(
        &mut self,
        position: &G,
        depth: i32,
        eval: Score,
        beta: Score,
        spot: Spot,
        hash: u64,
    ) -> Option<Score> {
        if beta.abs() >= PROVED {
            return None;
        }
        if self.switches.pruning && depth <= 6 && eval - G::PARAMS.futility * depth >= beta && G::PARAMS.futility > 0 {
            return Some(eval);
        }
        if !self.switches.nullmove || depth < 3 || eval < beta || spot.passed {
            return None;
        }
        let passed = position.pass()?;
        let less = 3 + depth / 4 + ((eval - beta) / (2 * G::PARAMS.futility.max(50))).min(2);
        self.path.push(hash);
        let spot = Spot { ply: spot.ply + 1, before: None, passed: true };
        let score = self.search_child(position, &passed, depth - 1 - less, (beta - 1, beta), spot);
        self.path.pop();
        (score >= beta && !self.stopped).then_some(if score >= PROVED { beta } else { score })
    }

    /// Whether the position has occurred before, in the game or on the way here.
    #[inline]
    pub(super) fn is_repeated(&self, position: &G) -> bool {
        let back = position.reversible_plies();
        if back == 0 {
            return false;
        }
        let hash = position.hash();
        self.path.iter().rev().take(back).any(|earlier| *earlier == hash)
    }

    /// What an evaluator says, kept below proved results.
    #[inline]
    pub(super) fn judge(&mut self, position: &G) -> Score {
        self.judged += 1;
        score::clamp(self.shared.judge.evaluate(position))
    }

    /// The best line from here is the move and the best line behind it.
    #[inline]
    pub(super) fn extend_line(&mut self, mv: G::Move, ply: usize) {
        if ply + 1 >= PLIES {
            return;
        }
        let behind = self.pv_lengths[ply + 1].min(PLIES - ply - 1);
        let (above, below) = self.pv.split_at_mut((ply + 1) * PLIES);
        let row = &mut above[ply * PLIES..];
        row[0] = Some(mv);
        row[1..=behind].copy_from_slice(&below[..behind]);
        self.pv_lengths[ply] = behind + 1;
    }

    #[inline]
    #[expect(clippy::too_many_arguments, reason = "an entry of the table has that many parts")]
    fn remember(
        &mut self,
        hash: u64,
        depth: i32,
        score: Score,
        best: Option<u32>,
        ply: usize,
        (alpha, _): (Score, Score),
        cut: bool,
    ) {
        let Some(table) = self.shared.table else { return };
        let bound = match (cut, score > alpha) {
            (true, _) => Bound::Lower,
            (false, true) => Bound::Exact,
            (false, false) => Bound::Upper,
        };
        let best = best.and_then(|number| u16::try_from(number).ok()).filter(|number| *number < u16::MAX);
        let known = Known { score: to_node(score, ply), bound, depth: depth.clamp(0, 255) as u8, best };
        self.work.filled += u64::from(table.store(hash, known));
    }
}

/// What the moves of a node need to know of it.
struct Node<'p, G> {
    position: &'p G,
    depth: i32,
    beta: Score,
    spot: Spot,
    /// Where its moves begin on the stack.
    start: usize,
    eval: Option<Score>,
    threatened: bool,
    is_pv: bool,
}

/// The score of a finished game for the side to move.
#[inline]
pub(super) fn value_of<G: Tactics>(end: Outcome, position: &G, ply: usize) -> Score {
    match end.winner {
        Some(winner) if winner == position.turn() => win_in(ply),
        Some(_) => loss_in(ply),
        None => DRAW,
    }
}

/// Reductions by depth and number of moves tried: they grow with the logarithms of both.
static REDUCTIONS: LazyLock<Vec<[i8; LATEST]>> = LazyLock::new(|| {
    let of = |depth: usize, tried: usize| {
        let (depth, tried) = (depth.max(1) as f64, tried.max(1) as f64);
        (0.5 + depth.ln() * tried.ln() / 2.2) as i8
    };
    (0..PLIES).map(|depth| std::array::from_fn(|tried| of(depth, tried))).collect()
});
