//! The leaves: judged as they are, or after the noisy moves have been followed to their end.

use quevedo_core::score::{DRAW, Score, WIN};
use quevedo_core::{Evaluator, Tactics};

use super::worker::{PLIES, Spot, Worker, value_of};
use crate::order::{Waiting, bring_next};

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of a position that is searched no deeper.
    #[inline]
    pub(super) fn settle(&mut self, position: &G, alpha: Score, beta: Score, spot: Spot) -> Score {
        if !position.has_moves() {
            return value_of(position.stuck(), position, spot.ply);
        }
        if self.switches.quiescence && spot.ply < PLIES - 1 {
            self.follow_noise(position, alpha, beta, spot.ply)
        } else {
            self.judge(position)
        }
    }

    /// Whether the last ply is searched by [`Self::search_last_ply`].
    #[inline]
    pub(super) fn judges_at_once(&self) -> bool {
        G::PARAMS.judge_at_once && !self.switches.quiescence
    }

    /// The last ply where moves are few and judging is cheap: they are made in the order of generation, and judged on
    /// the spot, until one is good enough.
    pub(super) fn search_last_ply(&mut self, position: &G, mut alpha: Score, beta: Score, ply: usize) -> Score {
        let is_pv = beta - alpha > 1;
        self.work.longest = self.work.longest.max(ply + 1);
        let mut best = None;
        position.each_move(|mv| {
            if alpha >= beta || self.count_node() {
                return;
            }
            let mut child = position.clone();
            child.play(mv);
            let score = self.judge_leaf(&child, ply + 1);
            let score = if child.turn() == position.turn() { score } else { -score };
            best = best.max(Some(score));
            if score > alpha {
                alpha = score;
                if is_pv {
                    self.pv_lengths[ply + 1] = 0;
                    self.extend_line(mv, ply);
                }
            }
        });
        match best {
            Some(best) => best,
            None if self.is_stopped() => alpha,
            None => value_of(position.stuck(), position, ply),
        }
    }

    #[inline]
    fn judge_leaf(&mut self, position: &G, ply: usize) -> Score {
        if let Some(end) = position.ended() {
            return value_of(end, position, ply);
        }
        if self.is_repeated(position) {
            return DRAW;
        }
        if !position.has_moves() {
            return value_of(position.stuck(), position, ply);
        }
        self.judge(position)
    }

    /// Quiescence: the side to move may stop and be judged, or go on with a noisy move. A threatened side may not
    /// stop, and tries everything.
    fn follow_noise(&mut self, position: &G, mut alpha: Score, beta: Score, ply: usize) -> Score {
        let threatened = position.is_threatened();
        let mut best = -WIN;
        if !threatened {
            best = self.judge(position);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let start = self.waiting.len();
        self.push_noisy(position, threatened);
        for index in start..self.waiting.len() {
            bring_next(&mut self.waiting, index, index - start);
            let waiting = self.waiting[index];
            if waiting.is_losing() && !threatened {
                break;
            }
            let score = self.follow_move(position, waiting.mv, alpha, beta, ply);
            if self.is_stopped() {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.waiting.truncate(start);
        best
    }

    fn follow_move(&mut self, position: &G, mv: G::Move, alpha: Score, beta: Score, ply: usize) -> Score {
        let mut child = position.clone();
        child.play(mv);
        if child.turn() == position.turn() {
            self.quiet_node(&child, alpha, beta, ply + 1)
        } else {
            -self.quiet_node(&child, -beta, -alpha, ply + 1)
        }
    }

    fn quiet_node(&mut self, position: &G, alpha: Score, beta: Score, ply: usize) -> Score {
        if self.count_node() {
            return alpha;
        }
        self.work.longest = self.work.longest.max(ply);
        if let Some(end) = position.ended() {
            return value_of(end, position, ply);
        }
        if !position.has_moves() {
            return value_of(position.stuck(), position, ply);
        }
        if ply >= PLIES - 1 {
            return if position.is_threatened() { DRAW } else { self.judge(position) };
        }
        self.follow_noise(position, alpha, beta, ply)
    }

    #[inline]
    fn push_noisy(&mut self, position: &G, all: bool) {
        let (waiting, memory) = (&mut self.waiting, &self.memory);
        let mut number = 0;
        position.each_move(|mv| {
            if all || position.is_noisy(mv) {
                waiting.push(Waiting::new(mv, memory.order(position, mv, PLIES, None), number));
            }
            number += 1;
        });
    }
}
