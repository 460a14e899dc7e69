//! Principal variation search in negamax form, in numbered steps.

use quevedo_core::score::{DRAW, PROVED, Score, WIN, loss_in, win_in};
use quevedo_core::{Evaluator, SearchParams, Tactics};

use super::worker::{MAX_PLY, NodeContext, Window, Worker};
use crate::move_picker::{ScoredMove, pick_next};
use crate::ordering::{OrderingTables, TABLE_MOVE};
use crate::terminal_score;
use crate::transposition_table::{Bound, TableEntry, score_from_table, score_to_table};

/// Extensions stop at this multiple of the iteration's depth.
const EXTENSION_LIMIT: usize = 2;
/// Null-move pruning: the static evaluation adds at most this many plies to the reduction.
const NULL_MOVE_MAX_EVAL_REDUCTION: i32 = 2;
/// Late move reductions are the same for all moves after this one.
const LMR_MAX_TRIED: usize = 64;

/// Late move reductions of one depth, by the number of moves tried.
type LmrRow = [i8; LMR_MAX_TRIED];

/// Late move reductions by depth and number of moves tried.
pub(super) struct LmrTable(Vec<LmrRow>);

impl LmrTable {
    /// `lmr_base + ln(depth) · ln(tried) / lmr_divisor`, in whole plies.
    pub(super) fn new(params: &SearchParams) -> Self {
        let logarithms: [f64; MAX_PLY] = std::array::from_fn(|number| (number.max(1) as f64).ln());
        let (base, divisor) = (f64::from(params.lmr_base) / 100.0, f64::from(params.lmr_divisor) / 100.0);
        let row =
            |depth: usize| std::array::from_fn(|tried| (base + logarithms[depth] * logarithms[tried] / divisor) as i8);
        Self((0..MAX_PLY).map(row).collect())
    }

    #[inline]
    fn reduction(&self, depth: i32, tried: usize) -> i32 {
        i32::from(self.0[(depth as usize).min(MAX_PLY - 1)][tried.min(LMR_MAX_TRIED - 1)])
    }
}

/// What the move loop needs to know of its node.
struct SearchNode<'p, G> {
    position: &'p G,
    depth: i32,
    beta: Score,
    context: NodeContext,
    /// Where its moves begin on the move stack.
    first_move: usize,
    static_eval: Option<Score>,
    threatened: bool,
    is_pv: bool,
}

/// What the move loop found.
struct NodeResult {
    score: Score,
    /// The move that raised alpha, as its index in generation order.
    best: Option<u32>,
    is_cutoff: bool,
}

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches one move of the root: the first with the full window, the others with a null window first.
    pub(super) fn search_root_move(
        &mut self,
        position: &G,
        mv: G::Move,
        depth: i32,
        window: Window,
        tried: usize,
    ) -> Score {
        let Window { alpha, beta } = window;
        let mut child = position.clone();
        child.play(mv);
        self.pv_lengths[1] = 0;
        self.path.push(position.hash());
        let countermove_slot = Some(OrderingTables::<G>::countermove_slot(position, mv));
        let context = NodeContext { ply: 1, countermove_slot, after_null_move: false };
        let mut score = alpha + 1;
        if tried > 0 {
            score = self.search_child(position, &child, depth - 1, Window::null(alpha), context);
        }
        if score > alpha && (tried == 0 || score < beta) {
            score = self.search_child(position, &child, depth - 1, window, context);
        }
        self.path.pop();
        score
    }

    /// The negamax sign rule: scores are for the side to move, and the same side may move again.
    #[inline]
    fn search_child(&mut self, parent: &G, child: &G, depth: i32, window: Window, context: NodeContext) -> Score {
        if child.turn() == parent.turn() {
            self.negamax(child, depth, window, context)
        } else {
            -self.negamax(child, depth, window.negated(), context)
        }
    }

    /// The value of a position within a window, searched `depth` plies deep: principal variation search (Marsland and
    /// Campbell, 1982) in negamax form, fail-soft.
    fn negamax(&mut self, position: &G, mut depth: i32, window: Window, context: NodeContext) -> Score {
        let Window { mut alpha, mut beta } = window;
        let NodeContext { ply, countermove_slot, .. } = context;
        if self.count_node() {
            return alpha;
        }
        self.pv_lengths[ply] = 0;
        self.counters.seldepth = self.counters.seldepth.max(ply);
        // 1. Values that need no search: the end of the game, a repetition, the oracle.
        if let Some(outcome) = position.ended() {
            return terminal_score(outcome, position, ply);
        }
        if self.is_repeated(position) {
            return DRAW;
        }
        if let Some(score) = self.shared.oracle.and_then(|oracle| oracle.probe(position)) {
            return score_from_table(score, ply);
        }
        // 2. Mate distance pruning: no line is better than the nearest win or worse than the nearest loss.
        alpha = alpha.max(loss_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        // 3. Check extension: threatened positions are searched one ply deeper.
        let threatened = position.is_threatened();
        if threatened && self.may_extend(ply) {
            depth += 1;
        }
        // 4. The horizon: quiescence search or static evaluation.
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return self.leaf_value(position, Window { alpha, beta }, ply);
        }
        // 5. Transposition table cutoff.
        let hash = position.hash();
        let table = self.shared.table.filter(|_| depth >= self.params.min_table_depth);
        let entry = table.and_then(|table| table.probe(hash));
        self.counters.tt_hits += u64::from(entry.is_some());
        let is_pv = beta - alpha > 1;
        if !is_pv
            && let Some(entry) = entry
            && let Some(score) = self.table_cutoff(entry, depth, alpha, beta, ply)
        {
            return score;
        }
        // 6. Static evaluation, where a pruning step needs it.
        let needs_eval = !is_pv && !threatened && self.prunes_by_static_eval();
        let static_eval = needs_eval.then(|| self.static_eval(position));
        if let Some(eval) = static_eval
            && beta.abs() < PROVED
        {
            // 7. Reverse futility pruning.
            if self.reverse_futility_prunes(depth, eval, beta) {
                return eval;
            }
            // 8. Null-move pruning.
            if let Some(score) = self.null_move_cutoff(position, depth, eval, beta, context, hash) {
                return score;
            }
        }
        // 9. Internal iterative reduction: a node without a table move is searched one ply less deep.
        let table_move = entry.and_then(|entry| entry.best);
        if self.switches.lmr && depth >= self.params.iir_min_depth && table_move.is_none() {
            depth -= 1;
        }
        // 10. Frontier nodes of games with cheap moves: evaluate the children at once.
        if depth == 1 && self.has_frontier_search() {
            return self.frontier_search(position, Window { alpha, beta }, ply);
        }
        // 11. Move generation and ordering.
        let first_move = self.move_stack.len();
        self.order_moves(position, table_move, ply, countermove_slot);
        let count = self.move_stack.len() - first_move;
        if count == 0 {
            return terminal_score(position.stuck(), position, ply);
        }
        // 12. Singular reply extension: an only move is searched one ply deeper.
        if count == 1 && self.may_extend(ply) {
            depth += 1;
        }
        // 13. The move loop.
        self.path.push(hash);
        let node = SearchNode { position, depth, beta, context, first_move, static_eval, threatened, is_pv };
        let result = self.search_moves(&node, alpha);
        self.path.pop();
        self.move_stack.truncate(first_move);
        // 14. Store the result.
        if table.is_some() && !self.stopped {
            self.store_in_table(hash, depth, ply, alpha, &result);
        }
        result.score
    }

    /// Whether extensions are on, and the line is not too long for another one.
    #[inline]
    fn may_extend(&self, ply: usize) -> bool {
        self.switches.extensions && ply < EXTENSION_LIMIT * self.iteration_depth
    }

    /// Step 13, the move loop: picks, prunes and searches the moves one after the other.
    fn search_moves(&mut self, node: &SearchNode<'_, G>, mut alpha: Score) -> NodeResult {
        let mut result = NodeResult { score: -WIN, best: None, is_cutoff: false };
        let count = self.move_stack.len() - node.first_move;
        let mut tried = 0;
        for index in node.first_move..node.first_move + count {
            pick_next(&mut self.move_stack, index, index - node.first_move);
            let scored = self.move_stack[index];
            if self.prunes_move(node, &scored, tried, result.score, alpha) {
                continue;
            }
            let score = self.search_move(node, &scored, tried, alpha);
            if self.stopped {
                return NodeResult { score: result.score.max(alpha), ..result };
            }
            tried += 1;
            if score > result.score {
                result.score = score;
                if score > alpha {
                    result.best = Some(scored.number());
                    alpha = score;
                    if node.is_pv {
                        self.update_pv(scored.mv, node.context.ply);
                    }
                }
            }
            if alpha >= node.beta {
                self.update_on_cutoff(node, index);
                return NodeResult { is_cutoff: true, ..result };
            }
        }
        // If every move was pruned, alpha is the best bound.
        NodeResult { score: if tried == 0 { alpha } else { result.score }, ..result }
    }

    /// One move of the move loop. The first has the full window. Others are searched reduced and with a null window,
    /// then to the full depth if that raises alpha, then with the full window if that raises alpha, too.
    #[inline]
    fn search_move(
        &mut self,
        node: &SearchNode<'_, G>,
        scored: &ScoredMove<G::Move>,
        tried: usize,
        alpha: Score,
    ) -> Score {
        let position = node.position;
        let mut child = position.clone();
        child.play(scored.mv);
        let countermove_slot = Some(OrderingTables::<G>::countermove_slot(position, scored.mv));
        let context = NodeContext { ply: node.context.ply + 1, countermove_slot, after_null_move: false };
        let depth = node.depth - 1;
        let full = Window { alpha, beta: node.beta };
        if tried == 0 {
            return self.search_child(position, &child, depth, full, context);
        }
        let reduction = self.late_move_reduction(node, scored, tried);
        let null = Window::null(alpha);
        let mut score = self.search_child(position, &child, depth - reduction, null, context);
        if reduction > 0 && score > alpha && !self.stopped {
            score = self.search_child(position, &child, depth, null, context);
        }
        if score > alpha && score < node.beta && !self.stopped {
            score = self.search_child(position, &child, depth, full, context);
        }
        score
    }

    /// Late move reductions: by how many plies less a late quiet move is searched. Moves of PV nodes and moves with a
    /// good history are reduced less.
    #[inline]
    fn late_move_reduction(&self, node: &SearchNode<'_, G>, scored: &ScoredMove<G::Move>, tried: usize) -> i32 {
        let is_late = node.depth >= self.params.lmr_min_depth && tried >= self.params.lmr_min_tried as usize;
        if !self.switches.lmr || !is_late || node.threatened || !scored.is_quiet() {
            return 0;
        }
        let mut reduction = self.shared.lmr_table.reduction(node.depth, tried);
        reduction -= i32::from(node.is_pv);
        reduction -= self.ordering.history_score(node.position, scored.mv) / self.params.lmr_history_divisor;
        reduction.clamp(0, node.depth - 2)
    }

    /// Whether a move near the leaves is pruned: a losing capture (static exchange evaluation), a late quiet move (late
    /// move pruning), or a quiet move in a position far below alpha (futility pruning; Heinz, 1998).
    #[inline]
    fn prunes_move(
        &self,
        node: &SearchNode<'_, G>,
        scored: &ScoredMove<G::Move>,
        tried: usize,
        best: Score,
        alpha: Score,
    ) -> bool {
        if !self.switches.pruning || node.is_pv || node.threatened || tried == 0 || best <= -PROVED {
            return false;
        }
        let depth = node.depth;
        if scored.is_losing_capture() {
            return depth <= self.params.see_max_depth;
        }
        if !scored.is_quiet() {
            return false;
        }
        let is_late = G::PARAMS.late_move_pruning
            && depth <= self.params.lmp_max_depth
            && tried as i32 > self.params.lmp_base + self.params.lmp_factor * depth * depth / 100;
        let margin = self.params.futility_margin * (depth + 1);
        let is_futile = margin > 0
            && depth <= self.params.futility_max_depth
            && node.static_eval.is_some_and(|eval| eval + margin <= alpha);
        is_late || is_futile
    }

    /// Step 11: pushes the moves of a position on the move stack, with their ordering scores.
    #[inline]
    fn order_moves(&mut self, position: &G, table_move: Option<u16>, ply: usize, countermove_slot: Option<usize>) {
        let (moves, ordering) = (&mut self.move_stack, &self.ordering);
        let mut number = 0;
        position.each_move(|mv| {
            let is_table_move = table_move.is_some_and(|best| u32::from(best) == number);
            let score = if is_table_move { TABLE_MOVE } else { ordering.score(position, mv, ply, countermove_slot) };
            moves.push(ScoredMove::new(mv, score, number));
            number += 1;
        });
    }

    /// Updates history, killers and countermove after a beta cutoff by the move at `index` of the move stack, if it is
    /// quiet.
    fn update_on_cutoff(&mut self, node: &SearchNode<'_, G>, index: usize) {
        let moves = &self.move_stack;
        let mv = moves[index].mv;
        if node.position.urgency(mv) > 0 {
            return;
        }
        let tried_quiets = moves[node.first_move..index].iter().filter(|other| other.is_quiet()).map(|other| other.mv);
        let NodeContext { ply, countermove_slot, .. } = node.context;
        self.ordering.update_on_cutoff(node.position, mv, tried_quiets, node.depth, ply, countermove_slot);
    }

    /// Step 5: the score of a table entry that is deep enough and decides the window. In an exact search only an entry
    /// of the very same depth counts.
    #[inline]
    fn table_cutoff(&mut self, entry: TableEntry, depth: i32, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
        let is_proved = entry.score.abs() >= PROVED;
        let is_deep = i32::from(entry.depth) >= depth;
        let is_same_depth = i32::from(entry.depth) == depth || is_proved;
        if !is_deep || (self.switches.is_exact() && !is_same_depth) {
            return None;
        }
        // A score that is not proved goes back to a static evaluation.
        self.static_evals += u64::from(!is_proved);
        let score = score_from_table(entry.score, ply);
        match entry.bound {
            Bound::Exact => Some(score),
            Bound::Lower => (score >= beta).then_some(score),
            Bound::Upper => (score <= alpha).then_some(score),
        }
    }

    /// Whether inner nodes need a static evaluation.
    #[inline]
    fn prunes_by_static_eval(&self) -> bool {
        self.switches.nullmove || (self.switches.pruning && self.params.futility_margin > 0)
    }

    /// Step 7, reverse futility pruning (static null-move pruning): whether the static evaluation is above beta by a
    /// margin that the opponent cannot make up in the plies left.
    #[inline]
    fn reverse_futility_prunes(&self, depth: i32, eval: Score, beta: Score) -> bool {
        let margin = self.params.futility_margin * depth;
        self.switches.pruning && depth <= self.params.reverse_futility_max_depth && margin > 0 && eval - margin >= beta
    }

    /// Step 8, null-move pruning (Donninger, 1993): if passing and a reduced search still reach beta, so will the best
    /// move. There are no two null moves in a row.
    #[inline]
    fn null_move_cutoff(
        &mut self,
        position: &G,
        depth: i32,
        eval: Score,
        beta: Score,
        context: NodeContext,
        hash: u64,
    ) -> Option<Score> {
        if !self.switches.nullmove || depth < self.params.null_move_min_depth || eval < beta || context.after_null_move
        {
            return None;
        }
        let passed = position.pass()?;
        let by_depth = depth / self.params.null_move_depth_divisor;
        let by_eval = (eval - beta) / self.params.null_move_eval_divisor;
        let reduction = self.params.null_move_reduction + by_depth + by_eval.min(NULL_MOVE_MAX_EVAL_REDUCTION);
        self.path.push(hash);
        let context = NodeContext { ply: context.ply + 1, countermove_slot: None, after_null_move: true };
        let score = self.search_child(position, &passed, depth - 1 - reduction, Window::null(beta - 1), context);
        self.path.pop();
        // A win after a pass proves nothing.
        (score >= beta && !self.stopped).then_some(if score >= PROVED { beta } else { score })
    }

    /// Step 14: stores the result of a node that was searched with `alpha` as lower bound.
    #[inline]
    fn store_in_table(&mut self, hash: u64, depth: i32, ply: usize, alpha: Score, result: &NodeResult) {
        let Some(table) = self.shared.table else { return };
        let bound = match (result.is_cutoff, result.score > alpha) {
            (true, _) => Bound::Lower,
            (false, true) => Bound::Exact,
            (false, false) => Bound::Upper,
        };
        let best = result.best.and_then(|number| u16::try_from(number).ok()).filter(|number| *number < u16::MAX);
        let score = score_to_table(result.score, ply);
        let entry = TableEntry { score, bound, depth: depth.clamp(0, 255) as u8, best };
        self.counters.tt_filled += u64::from(table.store(hash, entry));
    }
}
