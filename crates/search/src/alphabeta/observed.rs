//! The slow path of a node. Once in many nodes the search polls its stop signal; an observed search is told to do so at
//! every node, and tells its observer there.
//!
//! It hangs on the comparison by which [`Worker::count_node`] finds out whether nodes are left. Every node makes that
//! anyway, so a search without an observer has no further branch at a node, and is compiled once for both.

use quevedo_core::{Evaluator, ExitReason, NodeEntry, NodeExit, Pruning, Purpose, RootEntry, Score, Step, Tactics};

use super::worker::{NodeContext, Window, Worker};

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// [`Worker::negamax`] where a node could not be counted at once.
    #[cold]
    #[inline(never)]
    pub(super) fn polled_negamax(&mut self, position: &G, depth: i32, window: Window, context: NodeContext) -> Score {
        if self.poll_stop() {
            return window.alpha;
        }
        if self.observer.is_none() {
            return self.negamax(position, depth, window, context);
        }
        let purpose = std::mem::take(&mut self.purpose);
        let step = match purpose {
            Purpose::NullMove => Step::Null,
            Purpose::Verification | Purpose::MultiProbcut | Purpose::Singular => Step::Stay,
            _ => self.last_step(context.ply),
        };
        self.enter(step, depth, window, purpose);
        let value = self.negamax(position, depth, window, context);
        self.leave(value)
    }

    /// [`Worker::quiescence_node`] where a node could not be counted at once.
    #[cold]
    #[inline(never)]
    pub(super) fn polled_quiescence_node(&mut self, position: &G, window: Window, ply: usize) -> Score {
        if self.poll_stop() {
            return window.alpha;
        }
        if self.observer.is_none() {
            return self.quiescence_node(position, window, ply);
        }
        self.enter(self.last_step(ply), 0, window, Purpose::Quiescence);
        let value = self.quiescence_node(position, window, ply);
        self.leave(value)
    }

    /// [`Worker::frontier_child`] after the move `mv`, where a node could not be counted at once; `None` if the search
    /// must stop. The window is that of the child.
    #[cold]
    #[inline(never)]
    pub(super) fn polled_frontier_child(
        &mut self,
        child: &G,
        mv: G::Move,
        window: Window,
        ply: usize,
    ) -> Option<Score> {
        if self.poll_stop() {
            return None;
        }
        // One more node is granted.
        self.count_node();
        if self.observer.is_none() {
            return Some(self.frontier_child(child, ply));
        }
        self.stack[ply - 1].mv = Some(mv);
        self.enter(Step::Move(mv), 0, window, Purpose::Move);
        self.exit_reason = if child.ended().is_some() {
            ExitReason::GameOver
        } else if self.is_repeated(child) {
            ExitReason::Repetition
        } else if !child.has_moves() {
            ExitReason::GameOver
        } else {
            ExitReason::Evaluation
        };
        let value = self.frontier_child(child, ply);
        Some(self.leave(value))
    }

    /// The move that led to the node at `ply`.
    fn last_step(&self, ply: usize) -> Step<G::Move> {
        ply.checked_sub(1).and_then(|before| self.stack[before].mv).map_or(Step::Stay, Step::Move)
    }

    fn enter(&mut self, step: Step<G::Move>, depth: i32, window: Window, purpose: Purpose) {
        if let Some(observer) = &mut self.observer {
            observer.enter(&NodeEntry { step, depth, window: Some((window.alpha, window.beta)), purpose, view: None });
        }
    }

    /// Tells the value of a node, and returns it.
    fn leave(&mut self, value: Score) -> Score {
        let reason = if self.stopped { ExitReason::Stopped } else { self.exit_reason };
        if let Some(observer) = &mut self.observer {
            observer.leave(NodeExit { value, reason });
        }
        value
    }

    /// Tells that the search of the root begins.
    pub(super) fn enter_root(&mut self, depth: i32, line: usize, window: Window, is_re_search: bool) {
        if let Some(observer) = &mut self.observer {
            let window = Some((window.alpha, window.beta));
            observer.enter_root(&RootEntry { depth: depth as u32, window, line, is_re_search });
        }
    }

    /// Tells that the search of the root ends.
    pub(super) fn leave_root(&mut self, value: Score) {
        if let Some(observer) = &mut self.observer {
            observer.leave_root(value);
        }
    }

    /// Tells that moves are left out.
    #[inline]
    pub(super) fn observe_pruned(&mut self, moves: impl IntoIterator<Item = G::Move>, reason: Pruning) {
        if let Some(observer) = &mut self.observer {
            moves.into_iter().for_each(|mv| observer.prune(Some(Step::Move(mv)), reason));
        }
    }

    /// Tells that the moves from `first` on the move stack are left out after a beta cutoff.
    #[inline]
    pub(super) fn observe_cutoff(&mut self, first: usize) {
        if let Some(observer) = &mut self.observer {
            let moves = self.move_stack[first..].iter();
            moves.for_each(|other| observer.prune(Some(Step::Move(other.mv)), Pruning::Beta));
        }
    }

    /// The same for a frontier node, whose moves are not on the stack: all behind the last one that was searched.
    #[inline]
    pub(super) fn observe_frontier_cutoff(&mut self, position: &G, ply: usize) {
        let Some(observer) = &mut self.observer else { return };
        let last = self.stack[ply].mv;
        let moves = position.legal_moves();
        let behind = moves.iter().skip_while(|mv| Some(**mv) != last).skip(1);
        behind.for_each(|mv| observer.prune(Some(Step::Move(*mv)), Pruning::Beta));
    }
}
