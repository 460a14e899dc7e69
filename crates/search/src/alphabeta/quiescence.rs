//! Leaves: quiescence search where the game has noisy moves, static evaluation where it has not.

use quevedo_core::score::{DRAW, Score, WIN};
use quevedo_core::{Evaluator, ExitReason, Pruning, Tactics};

use super::negamax::refined_eval;
use super::worker::{MAX_PLY, Window, Worker};
use crate::move_picker::{ScoredMove, pick_next};
use crate::ordering::GOOD_CAPTURE;
use crate::terminal_score;
use crate::transposition_table::{Bound, TableEntry, score_to_table};

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of a position at the horizon.
    #[inline]
    pub(super) fn leaf_value(&mut self, position: &G, window: Window, ply: usize) -> Score {
        if Self::HAS_QUIESCENCE && self.switches.quiescence && ply < MAX_PLY - 1 {
            return self.quiescence(position, window, ply);
        }
        if !position.has_moves() {
            return self.exit(ExitReason::GameOver, terminal_score(position.stuck(), position, ply));
        }
        self.exit_reason = ExitReason::Evaluation;
        self.static_eval(position)
    }

    /// Searches a frontier node (depth 1) of a game with few moves and a cheap evaluator: the moves are made in
    /// generation order and their positions evaluated at once, until one reaches beta.
    #[inline(never)] // Its loop gets the registers for itself.
    pub(super) fn frontier_search(&mut self, position: &G, window: Window, ply: usize) -> Score {
        let Window { mut alpha, beta } = window;
        let is_pv = beta - alpha > 1;
        self.counters.seldepth = self.counters.seldepth.max(ply + 1);
        let mut best = None;
        position.each_move(|mv| {
            if alpha >= beta {
                return;
            }
            let mut child = position.clone();
            child.play(mv);
            let is_same_side = child.turn() == position.turn();
            let score = if self.count_node() {
                self.frontier_child(&child, ply + 1)
            } else {
                let window = Window { alpha, beta };
                let window = if is_same_side { window } else { window.negated() };
                let Some(score) = self.polled_frontier_child(&child, mv, window, ply + 1) else { return };
                score
            };
            let score = if is_same_side { score } else { -score };
            best = best.max(Some(score));
            if score > alpha {
                alpha = score;
                if is_pv {
                    self.pv_lengths[ply + 1] = 0;
                    self.update_pv(mv, ply);
                }
            }
        });
        self.exit_reason = if alpha >= beta { ExitReason::Beta } else { ExitReason::Searched };
        if alpha >= beta {
            self.observe_frontier_cutoff(position, ply);
        }
        match best {
            Some(best) => best,
            None if self.is_stopped() => alpha,
            None => self.exit(ExitReason::GameOver, terminal_score(position.stuck(), position, ply)),
        }
    }

    /// The value of a child of a frontier node, without a search.
    #[inline]
    pub(super) fn frontier_child(&mut self, position: &G, ply: usize) -> Score {
        if let Some(outcome) = position.ended() {
            return terminal_score(outcome, position, ply);
        }
        if self.is_repeated(position) {
            return DRAW;
        }
        if !position.has_moves() {
            return terminal_score(position.stuck(), position, ply);
        }
        self.static_eval(position)
    }

    /// Quiescence search: the side to move may stand pat on the static evaluation or try a noisy move. A threatened
    /// side may not stand pat, and tries every move.
    fn quiescence(&mut self, position: &G, window: Window, ply: usize) -> Score {
        let Window { mut alpha, beta } = window;
        let hash = position.hash();
        let table = self.shared.table.filter(|_| self.probe_min_depth == 0);
        let entry = table.and_then(|table| table.probe(hash));
        self.counters.tt_hits += u64::from(entry.is_some());
        if beta - alpha == 1
            && let Some(entry) = entry
            && let Some(score) = self.table_cutoff(entry, 0, alpha, beta, ply)
        {
            return self.exit(ExitReason::Table, score);
        }
        if !position.has_moves() {
            return self.exit(ExitReason::GameOver, terminal_score(position.stuck(), position, ply));
        }
        let threatened = position.is_threatened();
        let (mut best, mut raw_eval, mut futility) = (-WIN, None, None);
        if !threatened {
            let raw = self.static_eval_or_stored(position, entry);
            let eval = self.corrected_eval(position, raw);
            best = refined_eval(eval, entry, ply);
            if best >= beta {
                return self.exit(ExitReason::StandPat, best);
            }
            alpha = alpha.max(best);
            raw_eval = Some(raw);
            futility = (self.params.delta_margin > 0).then_some(eval + self.params.delta_margin);
        }
        let first_move = self.move_stack.len();
        self.push_noisy_moves(position, threatened);
        for index in first_move..self.move_stack.len() {
            pick_next(&mut self.move_stack, index, index - first_move);
            let mv = self.move_stack[index].mv;
            if !threatened {
                // Delta pruning: even the captured piece does not bring the score near alpha.
                let gain = futility.map(|futility| futility + position.urgency(mv)).filter(|gain| *gain <= alpha);
                if let Some(gain) = gain {
                    best = best.max(gain);
                    self.observe_pruned([mv], Pruning::Delta);
                    continue;
                }
                if !position.exchange_at_least(mv, 0) {
                    self.observe_pruned([mv], Pruning::LosingCapture);
                    continue;
                }
            }
            let score = self.quiescence_move(position, mv, Window { alpha, beta }, ply);
            if self.is_stopped() {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.move_stack.truncate(first_move);
        self.exit_reason = if best >= beta { ExitReason::Beta } else { ExitReason::Searched };
        if let Some(table) = table.filter(|_| !self.is_stopped()) {
            let entry = quiescence_entry(window, ply, raw_eval, best);
            self.counters.tt_filled += u64::from(table.store(hash, entry));
        }
        best
    }

    /// One move of a quiescence search.
    fn quiescence_move(&mut self, position: &G, mv: G::Move, window: Window, ply: usize) -> Score {
        let mut child = position.clone();
        child.play(mv);
        self.stack[ply].mv = Some(mv);
        if let Some(table) = self.shared.table.filter(|_| self.probe_min_depth == 0) {
            table.prefetch(child.hash());
        }
        if child.turn() == position.turn() {
            self.quiescence_node(&child, window, ply + 1)
        } else {
            -self.quiescence_node(&child, window.negated(), ply + 1)
        }
    }

    /// A node below the horizon: counts it, and searches on unless the game or the stack ends there.
    pub(super) fn quiescence_node(&mut self, position: &G, window: Window, ply: usize) -> Score {
        if !self.count_node() {
            return self.polled_quiescence_node(position, window, ply);
        }
        self.counters.seldepth = self.counters.seldepth.max(ply);
        if let Some(outcome) = position.ended() {
            return self.exit(ExitReason::GameOver, terminal_score(outcome, position, ply));
        }
        if ply < MAX_PLY - 1 {
            return self.quiescence(position, window, ply);
        }
        if !position.has_moves() {
            return self.exit(ExitReason::GameOver, terminal_score(position.stuck(), position, ply));
        }
        self.exit_reason = ExitReason::Evaluation;
        if position.is_threatened() { DRAW } else { self.static_eval(position) }
    }

    /// Pushes the noisy moves of a position on the move stack, or all of them.
    #[inline]
    pub(super) fn push_noisy_moves(&mut self, position: &G, all: bool) {
        let (moves, ordering) = (&mut self.move_stack, &self.ordering);
        let mut number = 0;
        let mut push = |mv| {
            let urgency = position.urgency(mv);
            let score = if urgency > 0 { GOOD_CAPTURE + ordering.capture_score(position, mv, urgency) } else { 0 };
            moves.push(ScoredMove::new(mv, score, number, urgency <= 0));
            number += 1;
        };
        if all {
            position.each_move(push);
        } else {
            position.each_noisy_move(&mut push);
        }
    }
}

/// The result of a quiescence search as a table entry of depth 0.
#[inline]
fn quiescence_entry(window: Window, ply: usize, raw_eval: Option<Score>, best: Score) -> TableEntry {
    let bound = if best >= window.beta {
        Bound::Lower
    } else if best > window.alpha {
        Bound::Exact
    } else {
        Bound::Upper
    };
    let (score, eval) = (score_to_table(best, ply), raw_eval.map(|eval| eval as i16));
    TableEntry { score, bound, depth: 0, best: None, eval }
}
