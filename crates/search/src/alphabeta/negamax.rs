//! Principal variation search in negamax form, in numbered steps.

use quevedo_core::score::{DRAW, PROVED, Score, WIN, loss_in, win_in};
use quevedo_core::{Evaluator, ExitReason, Pruning, Purpose, Tactics};

use super::deferral::{CurrentlySearching, DEFERRAL_MIN_DEPTH};
use super::worker::{MAX_PLY, NodeContext, Window, Worker};
use crate::move_picker::{ScoredMove, pick_move};
use crate::ordering::TABLE_MOVE;
use crate::terminal_score;
use crate::transposition_table::{
    Bound, MAX_STORED_DEPTH, MAX_STORED_MOVE, TableEntry, score_from_table, score_to_table,
};

/// Extensions stop at this multiple of the iteration's depth.
pub(super) const EXTENSION_LIMIT: usize = 2;
/// The most that the ordering score adds to a late move reduction, in hundredths of a ply.
const MAX_REDUCTION_BY_SCORE: i32 = 300;

/// A node of the search with what is known of it before its moves are searched.
pub(super) struct SearchNode<'p, G> {
    pub(super) position: &'p G,
    pub(super) depth: i32,
    pub(super) beta: Score,
    pub(super) context: NodeContext,
    /// Where its moves begin on the move stack.
    pub(super) first_move: usize,
    pub(super) static_eval: Option<Score>,
    /// Whether the static evaluation is better than two plies ago; true where that is not known.
    pub(super) is_improving: bool,
    pub(super) threatened: bool,
    pub(super) is_pv: bool,
    /// By how many plies the table move is extended.
    pub(super) table_move_extension: i32,
    /// The highest ordering score of its quiet moves, where the game's bonus is part of it.
    pub(super) best_ordering_score: Option<i32>,
}

/// What the move loop found.
struct NodeResult {
    score: Score,
    /// The move that raised alpha, as its index in generation order.
    best: Option<u32>,
    best_is_quiet: bool,
    is_cutoff: bool,
}

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The negamax sign rule: scores are for the side to move, and the same side may move again.
    #[inline]
    pub(super) fn search_child(
        &mut self,
        parent: &G,
        child: &G,
        depth: i32,
        window: Window,
        context: NodeContext,
    ) -> Score {
        if child.turn() == parent.turn() {
            self.negamax(child, depth, window, context)
        } else {
            -self.negamax(child, depth, window.negated(), context)
        }
    }

    /// The value of a position within a window, searched `depth` plies deep: principal variation search (Marsland and
    /// Campbell, 1982) in negamax form, fail-soft.
    pub(super) fn negamax(&mut self, position: &G, mut depth: i32, window: Window, context: NodeContext) -> Score {
        let Window { mut alpha, mut beta } = window;
        let ply = context.ply;
        let is_excluded = context.excluded.is_some();
        if !self.count_node() {
            return self.polled_negamax(position, depth, window, context);
        }
        self.pv_lengths[ply] = 0;
        self.counters.seldepth = self.counters.seldepth.max(ply);
        // 1. Values that need no search: the end of the game, a repetition, the oracle.
        if !is_excluded && let Some(score) = self.value_without_search(position, ply) {
            return score;
        }
        // 2. Mate distance pruning: no line is better than the nearest win or worse than the nearest loss.
        alpha = alpha.max(loss_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return self.exit(ExitReason::MateDistance, alpha);
        }
        // 3. Check extension: threatened positions are searched one ply deeper.
        let threatened = position.is_threatened();
        if threatened && !is_excluded && self.may_extend(ply) {
            depth += 1;
        }
        // 4. The horizon: quiescence search or static evaluation.
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return self.leaf_value(position, Window { alpha, beta }, ply);
        }
        // 5. Transposition table cutoff.
        let hash = position.hash();
        let is_pv = beta - alpha > 1;
        let table = self.shared.table.filter(|_| depth >= self.params.min_table_depth && !is_excluded);
        let entry = table.and_then(|table| table.probe(hash));
        self.counters.tt_hits += u64::from(entry.is_some());
        if !is_pv
            && let Some(entry) = entry
            && let Some(score) = self.table_cutoff(entry, depth, alpha, beta, ply)
        {
            return self.exit(ExitReason::Table, score);
        }
        // 6. Static evaluation, where a pruning step needs it.
        let raw_eval = self.raw_eval(position, depth, threatened, entry, &context);
        let static_eval = raw_eval.map(|eval| self.corrected_eval(position, eval));
        let is_improving = self.push_static_eval(position, static_eval, ply);
        let mut node = SearchNode {
            position,
            depth,
            beta,
            context,
            first_move: self.move_stack.len(),
            static_eval,
            is_improving,
            threatened,
            is_pv,
            table_move_extension: 0,
            best_ordering_score: None,
        };
        // 7. to 10. Pruning of the whole node.
        if !is_pv
            && !is_excluded
            && beta.abs() < PROVED
            && let Some(eval) = static_eval
            && let Some(score) = self.prune_node(&node, refined_eval(eval, entry, ply), alpha, entry, hash)
        {
            return score;
        }
        // 11. Internal iterative reduction: a node without a table move is searched one ply less deep.
        let table_move = entry.and_then(|entry| entry.best);
        if self.switches.iir && table.is_some() && node.depth >= self.params.iir_min_depth && table_move.is_none() {
            node.depth -= 1;
        }
        // 12. Frontier nodes of games with cheap moves: evaluate the children at once.
        if Self::HAS_FRONTIER_SEARCH && node.depth == 1 && !(Self::HAS_QUIESCENCE && self.switches.quiescence) {
            return self.frontier_search(position, Window { alpha, beta }, ply);
        }
        // 13. Singular extension of the table move, and multicut.
        if let Some(entry) = entry
            && self.is_singular_candidate(&node, entry)
            && let Some(score) = self.singular_search(&mut node, entry)
        {
            return self.exit(ExitReason::Multicut, score);
        }
        // 14. Move generation and ordering.
        node.best_ordering_score = self.order_moves(&node, table_move);
        let count = self.move_stack.len() - node.first_move;
        if count == 0 {
            let score = if is_excluded { alpha } else { terminal_score(position.stuck(), position, ply) };
            return self.exit(ExitReason::GameOver, score);
        }
        // 15. Enhanced transposition cutoff.
        if !is_pv
            && !is_excluded
            && let Some(score) = self.enhanced_cutoff(&node)
        {
            self.move_stack.truncate(node.first_move);
            return self.exit(ExitReason::TableOfChild, score);
        }
        // 16. Singular reply extension: an only move is searched one ply deeper.
        if count == 1 && !is_excluded && self.may_extend(ply) {
            node.depth += 1;
        }
        // 17. The move loop.
        self.path.push(hash);
        let result = self.search_moves(&node, alpha);
        self.path.pop();
        self.move_stack.truncate(node.first_move);
        // 18. Store the result, and learn how far the static evaluation was wrong.
        if !self.stopped && !is_excluded {
            self.update_correction(&node, alpha, &result);
            if table.is_some() {
                self.store_in_table(hash, &node, alpha, raw_eval, &result);
            }
        }
        self.exit(if result.is_cutoff { ExitReason::Beta } else { ExitReason::Searched }, result.score)
    }

    /// Step 1: the end of the game, a repetition, or the oracle's answer.
    #[inline]
    fn value_without_search(&mut self, position: &G, ply: usize) -> Option<Score> {
        if let Some(outcome) = position.ended() {
            return Some(self.exit(ExitReason::GameOver, terminal_score(outcome, position, ply)));
        }
        if self.is_repeated(position) {
            return Some(self.exit(ExitReason::Repetition, DRAW));
        }
        let score = self.shared.oracle.and_then(|oracle| oracle.probe(position))?;
        Some(self.exit(ExitReason::Oracle, score_from_table(score, ply)))
    }

    /// Step 15, enhanced transposition cutoff (Plaat, 1996): a move whose position is in the table with a score that
    /// reaches beta needs no search.
    #[inline]
    fn enhanced_cutoff(&mut self, node: &SearchNode<'_, G>) -> Option<Score> {
        let min_depth = self.params.etc_min_depth;
        if !self.switches.etc || min_depth == 0 || node.depth < min_depth {
            return None;
        }
        let table = self.shared.table?;
        for index in node.first_move..self.move_stack.len() {
            let mut child = node.position.clone();
            child.play(self.move_stack[index].mv);
            let Some(entry) = table.probe(child.hash()) else { continue };
            let is_same_side = child.turn() == node.position.turn();
            let (alpha, beta) = if is_same_side { (node.beta - 1, node.beta) } else { (-node.beta, 1 - node.beta) };
            // The other side must be below its window.
            let ply = node.context.ply + 1;
            if let Some(score) = self.table_cutoff(entry, node.depth - 1, alpha, beta, ply) {
                let score = if is_same_side { score } else { -score };
                if score >= node.beta {
                    return Some(score);
                }
            }
        }
        None
    }

    /// Whether extensions are on, and the line is not too long for another one.
    #[inline]
    fn may_extend(&self, ply: usize) -> bool {
        self.switches.extensions && ply < EXTENSION_LIMIT * self.iteration_depth
    }

    /// Step 6: the static evaluation without correction: from the table, of the node itself if a move is excluded, or
    /// anew. `None` for a threatened position, and where nothing needs it.
    #[inline]
    fn raw_eval(
        &mut self,
        position: &G,
        depth: i32,
        threatened: bool,
        entry: Option<TableEntry>,
        context: &NodeContext,
    ) -> Option<Score> {
        if threatened || self.static_eval_min_depth.is_none_or(|least| depth < least) {
            return None;
        }
        if context.excluded.is_some() {
            return self.stack[context.ply].raw_eval;
        }
        let eval = self.static_eval_or_stored(position, entry);
        self.stack[context.ply].raw_eval = Some(eval);
        Some(eval)
    }

    /// The move loop: picks, prunes and searches the moves one after the other. A move that another thread is searching
    /// is deferred until the others are done.
    fn search_moves(&mut self, node: &SearchNode<'_, G>, mut alpha: Score) -> NodeResult {
        let mut result = NodeResult { score: -WIN, best: None, best_is_quiet: false, is_cutoff: false };
        let moves = node.first_move..self.move_stack.len();
        let (mut tried, mut deferred) = (0, 0);
        for index in moves.clone() {
            let scored = pick_move(node.position, &mut self.move_stack, index, index - node.first_move);
            if node.context.excluded == Some(scored.number()) {
                self.move_stack[index].set_pruned();
                continue;
            }
            if let Some(reason) = self.prunes_move(node, &scored, tried, result.score, alpha) {
                self.observe_pruned([scored.mv], reason);
                self.move_stack[index].set_pruned();
                continue;
            }
            if tried > 0 && self.defers_move(node, &scored) {
                self.move_stack[index].set_deferred(true);
                deferred += 1;
                continue;
            }
            if self.try_move(node, index, tried, &mut alpha, &mut result) {
                return result;
            }
            tried += 1;
        }
        for index in moves {
            if deferred == 0 {
                break;
            }
            if self.move_stack[index].is_deferred() {
                self.move_stack[index].set_deferred(false);
                if self.try_move(node, index, tried, &mut alpha, &mut result) {
                    return result;
                }
                (tried, deferred) = (tried + 1, deferred - 1);
            }
        }
        // If every move was pruned, alpha is the best bound.
        NodeResult { score: if tried == 0 { alpha } else { result.score }, ..result }
    }

    /// Whether another thread is searching the move.
    #[inline]
    fn defers_move(&self, node: &SearchNode<'_, G>, scored: &ScoredMove<G::Move>) -> bool {
        self.shared.searching.is_some_and(|searching| {
            node.depth >= DEFERRAL_MIN_DEPTH
                && searching.contains(CurrentlySearching::key(node.position.hash(), scored.number()))
        })
    }

    /// Searches the move at `index` of the move stack and updates the result of its node. Returns whether that is all: a
    /// beta cutoff, or the search was stopped.
    #[inline]
    fn try_move(
        &mut self,
        node: &SearchNode<'_, G>,
        index: usize,
        tried: usize,
        alpha: &mut Score,
        result: &mut NodeResult,
    ) -> bool {
        let scored = self.move_stack[index];
        let searching = self.shared.searching.filter(|_| tried > 0 && node.depth >= DEFERRAL_MIN_DEPTH);
        let score = match searching {
            None => self.search_move(node, &scored, tried, *alpha, result.score),
            Some(searching) => {
                let key = CurrentlySearching::key(node.position.hash(), scored.number());
                searching.insert(key);
                let score = self.search_move(node, &scored, tried, *alpha, result.score);
                searching.remove(key);
                score
            }
        };
        if self.stopped {
            result.score = result.score.max(*alpha);
            return true;
        }
        if score > result.score {
            result.score = score;
            if score > *alpha {
                (result.best, result.best_is_quiet) = (Some(scored.number()), scored.is_quiet());
                *alpha = score;
                if node.is_pv {
                    self.update_pv(scored.mv, node.context.ply);
                }
            }
        }
        result.is_cutoff = *alpha >= node.beta;
        if result.is_cutoff {
            self.update_on_cutoff(node, index);
            self.observe_cutoff(index + 1);
        }
        result.is_cutoff
    }

    /// One move of the move loop or of the root. The first has the full window. Others are searched reduced and with a
    /// null window, then to the full depth if that raises alpha, then with the full window if that raises alpha, too.
    #[inline]
    pub(super) fn search_move(
        &mut self,
        node: &SearchNode<'_, G>,
        scored: &ScoredMove<G::Move>,
        tried: usize,
        alpha: Score,
        best: Score,
    ) -> Score {
        let position = node.position;
        let mut child = position.clone();
        child.play(scored.mv);
        if let Some(table) = self.shared.table.filter(|_| node.depth > self.probe_min_depth) {
            table.prefetch(child.hash());
        }
        let context = self.child_context(node, scored.mv);
        let extension = if scored.is_table_move() { node.table_move_extension } else { 0 };
        let mut depth = node.depth - 1 + extension;
        let full = Window { alpha, beta: node.beta };
        if tried == 0 {
            let is_cut_node = !node.is_pv && !node.context.is_cut_node;
            return self.search_child(position, &child, depth, full, NodeContext { is_cut_node, ..context });
        }
        let reduction = self.late_move_reduction(node, scored, tried).min(depth - 1).max(0);
        let null = Window::null(alpha);
        let reduced = NodeContext { is_cut_node: reduction > 0 || !node.context.is_cut_node, ..context };
        self.purpose = if reduction > 0 { Purpose::Reduced } else { Purpose::Move };
        let mut score = self.search_child(position, &child, depth - reduction, null, reduced);
        if reduction > 0 && score > alpha && !self.stopped {
            let reduced_depth = depth - reduction;
            depth += self.re_search_adjustment(score, best);
            if depth > reduced_depth {
                let context = NodeContext { is_cut_node: !node.context.is_cut_node, ..context };
                self.purpose = Purpose::LmrReSearch;
                score = self.search_child(position, &child, depth, null, context);
            }
        }
        if score > alpha && score < node.beta && !self.stopped {
            self.purpose = Purpose::PvsReSearch;
            score = self.search_child(position, &child, depth, full, context);
        }
        score
    }

    /// By how many plies a re-search after a late move reduction is deeper or shallower than the full depth.
    #[inline]
    fn re_search_adjustment(&self, score: Score, best: Score) -> i32 {
        if self.params.lmr_deeper_margin == 0 || best <= -PROVED {
            return 0;
        }
        let is_deeper = score > best + self.params.lmr_deeper_margin;
        let is_shallower = score < best + self.params.lmr_shallower_margin;
        i32::from(is_deeper) - i32::from(is_shallower)
    }

    /// Late move reductions: by how many plies less a late move is searched. Moves of PV nodes, killers and moves with
    /// a good history are reduced less; moves of expected cut nodes and of positions that get worse more.
    #[inline]
    fn late_move_reduction(&self, node: &SearchNode<'_, G>, scored: &ScoredMove<G::Move>, tried: usize) -> i32 {
        let params = &self.params;
        let is_late = node.depth >= params.lmr_min_depth && tried >= params.lmr_min_tried as usize;
        let is_reducible = scored.is_quiet() || (params.lmr_cut_node > 0 && scored.is_losing_capture());
        if !self.switches.lmr || !is_late || node.threatened || !is_reducible {
            return 0;
        }
        let mut reduction = self.shared.lmr_table.reduction(node.depth, tried);
        reduction -= if node.is_pv { params.lmr_pv } else { 0 };
        reduction += if node.context.is_cut_node { params.lmr_cut_node } else { 0 };
        reduction += if node.is_improving { 0 } else { params.lmr_not_improving };
        reduction -= if scored.is_killer() { params.lmr_killer } else { 0 };
        if scored.is_quiet() {
            let history = self.history_of(node, scored);
            reduction -= 100 * history / params.lmr_history_divisor;
            reduction += self.reduction_by_score(node, scored);
        }
        (reduction / 100).clamp(0, node.depth - 2)
    }

    /// The part of a late move reduction that says how much worse a quiet move looks than the best one, in hundredths of a
    /// ply.
    #[inline]
    fn reduction_by_score(&self, node: &SearchNode<'_, G>, scored: &ScoredMove<G::Move>) -> i32 {
        let divisor = self.params.lmr_score_divisor;
        match (node.best_ordering_score, scored.history()) {
            (Some(best), Some(score)) if divisor > 0 => (100 * (best - score) / divisor).min(MAX_REDUCTION_BY_SCORE),
            _ => 0,
        }
    }

    /// The history score of a quiet move: its ordering score, unless that has other parts.
    #[inline]
    fn history_of(&self, node: &SearchNode<'_, G>, scored: &ScoredMove<G::Move>) -> i32 {
        scored.history().filter(|_| self.params.lmr_score_divisor == 0).unwrap_or_else(|| {
            self.ordering.history_score(node.position, scored.mv, &node.context.ordering(&self.stack))
        })
    }

    /// Whether and why a move near the leaves is pruned: by static exchange evaluation, as a late quiet move (late move
    /// pruning), by its history, or in a position far below alpha (futility pruning; Heinz, 1998).
    #[inline]
    fn prunes_move(
        &self,
        node: &SearchNode<'_, G>,
        scored: &ScoredMove<G::Move>,
        tried: usize,
        best: Score,
        alpha: Score,
    ) -> Option<Pruning> {
        // A shorter win is not to be overlooked.
        let is_proved = best <= -PROVED || alpha >= PROVED;
        if !self.switches.pruning || node.is_pv || node.threatened || tried == 0 || is_proved {
            return None;
        }
        let (params, depth) = (&self.params, node.depth);
        if !scored.is_quiet() {
            let margin = params.see_noisy_margin * depth;
            let is_pruned = scored.is_losing_capture()
                && depth <= params.see_max_depth
                && (margin == 0 || !node.position.exchange_at_least(scored.mv, -margin));
            return is_pruned.then_some(Pruning::Exchange);
        }
        if G::PARAMS.late_move_pruning && depth <= params.lmp_max_depth {
            let limit = params.lmp_base + params.lmp_factor * depth * depth / 100;
            let percentage = if node.is_improving { 100 } else { params.lmp_not_improving };
            if tried as i32 > limit * percentage / 100 {
                return Some(Pruning::LateMove);
            }
        }
        self.prunes_quiet(node, scored, tried, alpha)
    }

    /// Futility, history and exchange pruning of a quiet move, by the depth to which it would be searched.
    #[inline]
    fn prunes_quiet(
        &self,
        node: &SearchNode<'_, G>,
        scored: &ScoredMove<G::Move>,
        tried: usize,
        alpha: Score,
    ) -> Option<Pruning> {
        let params = &self.params;
        let reduction = if self.switches.lmr { self.shared.lmr_table.reduction(node.depth, tried) / 100 } else { 0 };
        let depth = (node.depth - reduction).max(1);
        let margin = params.futility_base + params.futility_margin * depth;
        let is_futile = params.futility_margin > 0
            && depth <= params.futility_max_depth
            && node.static_eval.is_some_and(|eval| eval + margin <= alpha);
        if is_futile {
            return Some(Pruning::Futility);
        }
        if params.history_pruning_margin > 0 && depth <= params.history_pruning_max_depth && !scored.is_killer() {
            let history = self.history_of(node, scored);
            if history < -params.history_pruning_margin * depth {
                return Some(Pruning::History);
            }
        }
        let loses_material = params.see_quiet_margin > 0
            && depth <= params.see_max_depth
            && !node.position.exchange_at_least(scored.mv, -params.see_quiet_margin * depth * depth);
        loses_material.then_some(Pruning::Exchange)
    }

    /// Step 14: pushes the moves of a position on the move stack, with their ordering scores. Returns the highest score of a
    /// quiet move that is not the table move, where the game's bonus is part of it.
    #[inline]
    fn order_moves(&mut self, node: &SearchNode<'_, G>, table_move: Option<u16>) -> Option<i32> {
        let position = node.position;
        let context = node.context.ordering(&self.stack);
        let has_bonus = node.depth >= self.params.ordering_min_depth;
        let keeps_best = has_bonus && self.params.lmr_score_divisor > 0;
        let min_depth = self.params.eval_ordering_min_depth;
        let is_evaluated = min_depth > 0 && node.depth >= min_depth && self.switches.eval_ordering;
        let (evaluator, weight) = (self.shared.evaluator, self.params.eval_ordering_weight);
        let (moves, ordering) = (&mut self.move_stack, &self.ordering);
        let (mut number, mut best_score) = (0, None);
        position.each_move(|mv| {
            let (score, is_quiet) = if table_move.is_some_and(|best| u32::from(best) == number) {
                (TABLE_MOVE, position.urgency(mv) <= 0)
            } else {
                let (mut score, is_quiet) = ordering.score(position, mv, &context);
                if has_bonus && is_quiet {
                    score += position.ordering_bonus(mv);
                }
                if is_evaluated && is_quiet {
                    score += weight * value_after(position, mv, evaluator) / 100;
                }
                if keeps_best && is_quiet {
                    best_score = best_score.max(Some(score));
                }
                (score, is_quiet)
            };
            moves.push(ScoredMove::new(mv, score, number, is_quiet));
            number += 1;
        });
        best_score
    }

    /// Updates histories, killers and countermove after a beta cutoff by the move at `index` of the move stack.
    fn update_on_cutoff(&mut self, node: &SearchNode<'_, G>, index: usize) {
        let params = &self.params;
        let bonus = params.history_bonus * node.depth - params.history_bonus_offset;
        let bonus = bonus.clamp(1, params.history_bonus_max);
        let amounts = [bonus, (bonus * params.history_malus / 100).min(crate::history::HISTORY_MAX)];
        let moves = &self.move_stack;
        let cutoff = moves[index];
        let tried = || moves[node.first_move..index].iter().filter(|other| !other.is_pruned() && !other.is_deferred());
        if cutoff.is_quiet() {
            let tried_quiets = tried().filter(|other| other.is_quiet()).map(|other| other.mv);
            let context = node.context.ordering(&self.stack);
            self.ordering.update_quiets(node.position, cutoff.mv, tried_quiets, &context, amounts);
        }
        let tried_captures = tried().filter(|other| !other.is_quiet()).map(|other| other.mv);
        let capture = (!cutoff.is_quiet()).then_some(cutoff.mv);
        self.ordering.update_captures(node.position, capture, tried_captures, amounts);
    }

    /// Step 5: the score of a table entry that is deep enough and decides the window. In an exact search only an entry
    /// of the very same depth counts.
    #[inline]
    pub(super) fn table_cutoff(
        &mut self,
        entry: TableEntry,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Option<Score> {
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

    /// Step 18: teaches the correction history how far the search is from the static evaluation, unless the score is a
    /// bound on the wrong side, or the best move is a capture.
    #[inline]
    fn update_correction(&mut self, node: &SearchNode<'_, G>, alpha: Score, result: &NodeResult) {
        if G::CORRECTION_KEYS == 0 || !self.switches.correction || result.score.abs() >= PROVED {
            return;
        }
        let Some(eval) = node.static_eval else { return };
        let is_upper = result.score <= alpha;
        let is_informative = match (is_upper, result.is_cutoff) {
            (true, _) => result.score < eval,
            (_, true) => result.score > eval,
            _ => true,
        };
        if is_informative && (result.best.is_none() || result.best_is_quiet) {
            let error = result.score - eval;
            self.ordering.histories.correction.update(node.position, node.depth, error);
        }
    }

    /// Step 18: stores the result of a node that was searched with `alpha` as lower bound.
    #[inline]
    fn store_in_table(
        &mut self,
        hash: u64,
        node: &SearchNode<'_, G>,
        alpha: Score,
        raw_eval: Option<Score>,
        result: &NodeResult,
    ) {
        let Some(table) = self.shared.table else { return };
        let bound = match (result.is_cutoff, result.score > alpha) {
            (true, _) => Bound::Lower,
            (false, true) => Bound::Exact,
            (false, false) => Bound::Upper,
        };
        let entry = TableEntry {
            score: score_to_table(result.score, node.context.ply),
            bound,
            depth: node.depth.clamp(0, MAX_STORED_DEPTH) as u8,
            best: result.best.filter(|number| *number <= MAX_STORED_MOVE).map(|number| number as u16),
            eval: raw_eval.map(|eval| eval as i16),
        };
        self.counters.tt_filled += u64::from(table.store(hash, entry));
    }
}

/// The static evaluation of the position after a move, for the side that makes it.
#[inline]
fn value_after<G: Tactics>(position: &G, mv: G::Move, evaluator: &impl Evaluator<G>) -> Score {
    let mut child = position.clone();
    child.play(mv);
    let value = evaluator.evaluate(&child);
    if child.turn() == position.turn() { value } else { -value }
}

/// The static evaluation, or the score of the table entry where that bounds the value better.
#[inline]
pub(super) fn refined_eval(eval: Score, entry: Option<TableEntry>, ply: usize) -> Score {
    let Some(entry) = entry else { return eval };
    let score = score_from_table(entry.score, ply);
    match entry.bound {
        Bound::Exact => score,
        Bound::Lower => eval.max(score),
        Bound::Upper => eval.min(score),
    }
}
