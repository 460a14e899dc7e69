//! Leaves: quiescence search where the game has noisy moves, static evaluation where it has not.

use quevedo_core::score::{DRAW, Score, WIN};
use quevedo_core::{Evaluator, Tactics};

use super::worker::{MAX_PLY, Window, Worker};
use crate::move_picker::{ScoredMove, pick_next};
use crate::terminal_score;

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of a position at the horizon.
    #[inline]
    pub(super) fn leaf_value(&mut self, position: &G, window: Window, ply: usize) -> Score {
        if !position.has_moves() {
            return terminal_score(position.stuck(), position, ply);
        }
        if self.switches.quiescence && ply < MAX_PLY - 1 {
            self.quiescence(position, window, ply)
        } else {
            self.static_eval(position)
        }
    }

    /// Whether the last ply is searched by [`Self::frontier_search`].
    #[inline]
    pub(super) fn has_frontier_search(&self) -> bool {
        G::PARAMS.evaluate_last_ply && !self.switches.quiescence
    }

    /// Searches a frontier node (depth 1) of a game with few moves and a cheap evaluator: the moves are made in
    /// generation order and their positions evaluated at once, until one reaches beta.
    pub(super) fn frontier_search(&mut self, position: &G, window: Window, ply: usize) -> Score {
        let Window { mut alpha, beta } = window;
        let is_pv = beta - alpha > 1;
        self.counters.seldepth = self.counters.seldepth.max(ply + 1);
        let mut best = None;
        position.each_move(|mv| {
            if alpha >= beta || self.count_node() {
                return;
            }
            let mut child = position.clone();
            child.play(mv);
            let score = self.frontier_child(&child, ply + 1);
            let score = if child.turn() == position.turn() { score } else { -score };
            best = best.max(Some(score));
            if score > alpha {
                alpha = score;
                if is_pv {
                    self.pv_lengths[ply + 1] = 0;
                    self.update_pv(mv, ply);
                }
            }
        });
        match best {
            Some(best) => best,
            None if self.is_stopped() => alpha,
            None => terminal_score(position.stuck(), position, ply),
        }
    }

    /// The value of a child of a frontier node, without a search.
    #[inline]
    fn frontier_child(&mut self, position: &G, ply: usize) -> Score {
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
        let threatened = position.is_threatened();
        let mut best = -WIN;
        if !threatened {
            best = self.static_eval(position);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let first_move = self.move_stack.len();
        self.push_noisy_moves(position, threatened);
        for index in first_move..self.move_stack.len() {
            pick_next(&mut self.move_stack, index, index - first_move);
            let scored = self.move_stack[index];
            if scored.is_losing_capture() && !threatened {
                break;
            }
            let score = self.quiescence_move(position, scored.mv, Window { alpha, beta }, ply);
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
        best
    }

    /// One move of a quiescence search.
    fn quiescence_move(&mut self, position: &G, mv: G::Move, window: Window, ply: usize) -> Score {
        let mut child = position.clone();
        child.play(mv);
        if child.turn() == position.turn() {
            self.quiescence_node(&child, window, ply + 1)
        } else {
            -self.quiescence_node(&child, window.negated(), ply + 1)
        }
    }

    /// A node below the horizon: counts it, and searches on unless the game or the stack ends there.
    fn quiescence_node(&mut self, position: &G, window: Window, ply: usize) -> Score {
        if self.count_node() {
            return window.alpha;
        }
        self.counters.seldepth = self.counters.seldepth.max(ply);
        if let Some(outcome) = position.ended() {
            return terminal_score(outcome, position, ply);
        }
        if !position.has_moves() {
            return terminal_score(position.stuck(), position, ply);
        }
        if ply >= MAX_PLY - 1 {
            return if position.is_threatened() { DRAW } else { self.static_eval(position) };
        }
        self.quiescence(position, window, ply)
    }

    /// Pushes the noisy moves of a position on the move stack, or all of them.
    #[inline]
    fn push_noisy_moves(&mut self, position: &G, all: bool) {
        let (moves, ordering) = (&mut self.move_stack, &self.ordering);
        let mut number = 0;
        position.each_move(|mv| {
            if all || position.is_noisy(mv) {
                moves.push(ScoredMove::new(mv, ordering.score(position, mv, MAX_PLY, None), number));
            }
            number += 1;
        });
    }
}
