//! Pruning of whole nodes: razoring, reverse futility pruning, null-move pruning, ProbCut and Multi-ProbCut.

use quevedo_core::score::{PROVED, Score};
use quevedo_core::{Evaluator, ExitReason, Purpose, Tactics};

use super::negamax::SearchNode;
use super::worker::{NodeContext, Window, Worker};
use crate::move_picker::pick_move;
use crate::transposition_table::TableEntry;

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// Steps 7 to 10: a score that makes the search of the moves unnecessary. `eval` is the static evaluation, refined
    /// by the table.
    #[inline]
    pub(super) fn prune_node(
        &mut self,
        node: &SearchNode<'_, G>,
        eval: Score,
        alpha: Score,
        entry: Option<TableEntry>,
        hash: u64,
    ) -> Option<Score> {
        // 7. Razoring: far below alpha only captures can help.
        if self.razors(node, eval, alpha) {
            let score = self.leaf_value(node.position, Window::null(alpha), node.context.ply);
            if score <= alpha {
                return Some(self.exit(ExitReason::Razoring, score));
            }
        }
        // 8. Reverse futility pruning.
        if self.reverse_futility_prunes(node, eval) {
            return Some(self.exit(ExitReason::ReverseFutility, Score::midpoint(eval, node.beta)));
        }
        // 9. Null-move pruning.
        if Self::HAS_NULL_MOVE
            && let Some(score) = self.null_move_cutoff(node, eval, hash)
        {
            return Some(self.exit(ExitReason::NullMove, score));
        }
        // 10. ProbCut, where the game has noisy moves, and Multi-ProbCut.
        if Self::HAS_QUIESCENCE
            && let Some(score) = self.probcut(node, entry, hash)
        {
            return Some(self.exit(ExitReason::Probcut, score));
        }
        let score = self.multi_probcut(node, eval, alpha)?;
        Some(self.exit(ExitReason::MultiProbcut, score))
    }

    #[inline]
    fn razors(&self, node: &SearchNode<'_, G>, eval: Score, alpha: Score) -> bool {
        let margin = self.params.razor_margin;
        self.switches.razoring
            && margin > 0
            && node.depth <= self.params.razor_max_depth
            && alpha.abs() < PROVED
            && eval + margin * node.depth < alpha
    }

    /// Step 8, reverse futility pruning (static null-move pruning): whether the static evaluation is above beta by a
    /// margin that the opponent cannot make up in the plies left.
    #[inline]
    fn reverse_futility_prunes(&self, node: &SearchNode<'_, G>, eval: Score) -> bool {
        let margin = self.params.reverse_futility_margin;
        self.switches.pruning
            && margin > 0
            && node.depth <= self.params.reverse_futility_max_depth
            && eval - margin * (node.depth - i32::from(node.is_improving)) >= node.beta
            && eval < PROVED
    }

    /// Step 9, null-move pruning (Donninger, 1993): if passing and a reduced search still reach beta, so will the best
    /// move. There are no two null moves in a row. At high depths a search without null moves verifies it.
    #[inline]
    fn null_move_cutoff(&mut self, node: &SearchNode<'_, G>, eval: Score, hash: u64) -> Option<Score> {
        let SearchNode { position, depth, beta, context, .. } = *node;
        let is_allowed = self.switches.nullmove && context.ply >= self.null_move_min_ply && !context.after_null_move;
        if !is_allowed || depth < self.params.null_move_min_depth || eval < beta {
            return None;
        }
        let passed = position.pass()?;
        let by_depth = depth / self.params.null_move_depth_divisor;
        let by_eval = (eval - beta) / self.params.null_move_eval_divisor;
        let reduced = depth - 1 - self.params.null_move_reduction - by_depth - by_eval.min(3);
        self.path.push(hash);
        self.stack[context.ply].continuation_slot = None;
        self.stack[context.ply].countermove_slot = None;
        let child = NodeContext {
            ply: context.ply + 1,
            after_null_move: true,
            is_cut_node: !context.is_cut_node,
            excluded: None,
        };
        self.purpose = Purpose::NullMove;
        let score = self.search_child(position, &passed, reduced, Window::null(beta - 1), child);
        self.path.pop();
        if score < beta || self.stopped {
            return None;
        }
        // A win after a pass proves nothing.
        let score = if score >= PROVED { beta } else { score };
        if depth < self.params.null_move_verification_depth || self.null_move_min_ply > 0 {
            return Some(score);
        }
        self.null_move_min_ply = context.ply + (3 * reduced.max(0) / 4) as usize + 1;
        self.purpose = Purpose::Verification;
        let verified = self.negamax(position, reduced, Window::null(beta - 1), context);
        self.null_move_min_ply = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// Step 10, ProbCut (Buro, 1995): if a good capture is above beta by a margin in a reduced search, it is above beta
    /// in a full one.
    fn probcut(&mut self, node: &SearchNode<'_, G>, entry: Option<TableEntry>, hash: u64) -> Option<Score> {
        let SearchNode { position, depth, context, .. } = *node;
        let bound = node.beta + self.params.probcut_margin;
        let is_allowed = self.switches.probcut && self.params.probcut_margin > 0 && bound < PROVED;
        let is_refuted = |entry: TableEntry| i32::from(entry.depth) >= depth - 3 && entry.score < bound;
        if !is_allowed || depth < self.params.probcut_min_depth || entry.is_some_and(is_refuted) {
            return None;
        }
        let threshold = bound - node.static_eval?;
        let first_move = self.move_stack.len();
        self.push_noisy_moves(position, false);
        let mut cutoff = None;
        self.path.push(hash);
        for index in first_move..self.move_stack.len() {
            let scored = pick_move(position, &mut self.move_stack, index, index - first_move);
            if !position.exchange_at_least(scored.mv, threshold) {
                continue;
            }
            let mut child = position.clone();
            child.play(scored.mv);
            let context = NodeContext { is_cut_node: !context.is_cut_node, ..self.child_context(node, scored.mv) };
            let null = Window::null(bound - 1);
            self.purpose = Purpose::Probcut;
            let mut score = self.search_child(position, &child, 0, null, context);
            if score >= bound && depth > 4 {
                self.purpose = Purpose::Probcut;
                score = self.search_child(position, &child, depth - 4, null, context);
            }
            if score >= bound && !self.stopped {
                cutoff = Some(score - self.params.probcut_margin);
                break;
            }
        }
        self.path.pop();
        self.move_stack.truncate(first_move);
        cutoff
    }

    /// Step 10, Multi-ProbCut (Buro, 1997): if a shallow search is above beta or below alpha by more than its usual
    /// difference to a deep one, the deep search is left out.
    fn multi_probcut(&mut self, node: &SearchNode<'_, G>, eval: Score, alpha: Score) -> Option<Score> {
        let SearchNode { position, depth, beta, context, .. } = *node;
        if !G::HAS_MULTI_PROBCUT || !self.switches.probcut || depth < self.params.multi_probcut_min_depth {
            return None;
        }
        let shallow = depth / 4 * 2 + depth % 2;
        let margin = |shallow| self.params.multi_probcut_confidence * position.probcut_deviation(depth, shallow) / 100;
        let (high, low) = (beta + margin(shallow), alpha - margin(shallow));
        // The static evaluation says which of the two is worth a search.
        if eval >= beta + margin(0) / 2 && high < PROVED {
            self.purpose = Purpose::MultiProbcut;
            let score = self.negamax(position, shallow, Window::null(high - 1), context);
            return (score >= high && !self.stopped).then_some(beta);
        }
        if eval <= alpha - margin(0) / 2 && low > -PROVED {
            self.purpose = Purpose::MultiProbcut;
            let score = self.negamax(position, shallow, Window::null(low), context);
            return (score <= low && !self.stopped).then_some(alpha);
        }
        None
    }
}
