//! One thread of the search: its stacks, its ordering tables and its counters. The search itself is in `negamax`.

use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_core::score::{self, Score};
use quevedo_core::{Evaluator, Line, Oracle, SearchParams, Tactics};

use super::negamax::LmrTable;
use super::{Settings, Switches};
use crate::history::History;
use crate::move_picker::ScoredMove;
use crate::ordering::{OrderingSwitches, OrderingTables};
use crate::time::{Limits, StopSignal};
use crate::transposition_table::TranspositionTable;

/// The greatest distance from the root, in plies.
pub(super) const MAX_PLY: usize = 128;
/// Nodes between two polls of the clock and the stop flag.
const POLL_INTERVAL: u64 = 256;
/// Initial capacity of the move stack.
const MOVE_STACK_CAPACITY: usize = 4096;

/// What all threads share (Lazy SMP: they search the same root and communicate by the transposition table).
pub(super) struct Shared<'a, G, E> {
    pub(super) evaluator: &'a E,
    /// A source of exact values, if there is one.
    pub(super) oracle: Option<&'a dyn Oracle<G>>,
    pub(super) table: Option<&'a TranspositionTable>,
    pub(super) settings: &'a Settings,
    pub(super) params: &'a SearchParams,
    pub(super) lmr_table: &'a LmrTable,
    /// The limits of the player and of this request together.
    pub(super) limits: Limits,
    /// Whether a clock is running.
    pub(super) has_clock: bool,
    pub(super) stop: &'a StopSignal<'a>,
    pub(super) counters: &'a SharedCounters,
}

/// Counters of all threads together. They lag by less than [`POLL_INTERVAL`] nodes a thread.
#[derive(Default)]
pub(super) struct SharedCounters {
    nodes: AtomicU64,
    tt_hits: AtomicU64,
    tt_filled: AtomicU64,
}

/// Counters of one thread, or the sum over all.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    pub(super) nodes: u64,
    /// Probes that the transposition table answered.
    pub(super) tt_hits: u64,
    /// Entries of the transposition table that this search filled.
    pub(super) tt_filled: u64,
    /// Plies of the longest line, of one thread alone.
    pub(super) seldepth: usize,
}

/// An alpha-beta window: only values between the bounds matter.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// A null window: it asks only whether the value is above `alpha`.
    #[inline]
    pub(super) const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The same window for the other side.
    #[inline]
    pub(super) const fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// Where a node is in the tree, and the move that led to it.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    /// Plies from the root.
    pub(super) ply: usize,
    /// The countermove slot of the move that led here; `None` after a null move.
    pub(super) countermove_slot: Option<usize>,
    /// Whether that move was a null move.
    pub(super) after_null_move: bool,
}

/// The state of one thread.
pub(super) struct Worker<'a, G: Tactics, E> {
    pub(super) shared: &'a Shared<'a, G, E>,
    /// The techniques that are switched on and that the game allows.
    pub(super) switches: Switches,
    pub(super) params: SearchParams,
    pub(super) ordering: OrderingTables<G>,
    /// The moves of every node from the root to here, one list on top of the other.
    pub(super) move_stack: Vec<ScoredMove<G::Move>>,
    /// Hashes of the game so far and of the path, for repetitions.
    pub(super) path: Vec<u64>,
    /// The triangular PV table: row `ply`, of which `pv_lengths[ply]` moves count.
    pv: Vec<Option<G::Move>>,
    pub(super) pv_lengths: Vec<usize>,
    pub(super) counters: Counters,
    /// The part of the counters that the shared ones include already.
    published: Counters,
    /// Static evaluations of this iteration, table cutoffs on them included; 0 if every line reached the end of the
    /// game.
    pub(super) static_evals: u64,
    /// The nominal depth of this iteration.
    pub(super) iteration_depth: usize,
    pub(super) stopped: bool,
}

impl<'a, G: Tactics, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        shared: &'a Shared<'a, G, E>,
        line: &Line<G>,
        history: History,
        ordering: OrderingSwitches,
    ) -> Self {
        let wanted = shared.settings.switches;
        let params = *shared.params;
        let switches = Switches {
            nullmove: wanted.nullmove && params.null_move,
            lmr: wanted.lmr && params.late_move_reductions,
            quiescence: wanted.quiescence && params.quiescence,
            pruning: wanted.pruning && (params.late_move_pruning || params.futility_margin > 0),
            ..wanted
        };
        let earlier = line.positions().len() - 1;
        let mut path = Vec::with_capacity(earlier + MAX_PLY + 1);
        path.extend(line.positions()[..earlier].iter().map(G::hash));
        Self {
            shared,
            switches,
            params,
            ordering: OrderingTables::new(history, MAX_PLY + 1, ordering),
            move_stack: Vec::with_capacity(MOVE_STACK_CAPACITY),
            path,
            pv: vec![None; MAX_PLY * MAX_PLY],
            pv_lengths: vec![0; MAX_PLY + 1],
            counters: Counters::default(),
            published: Counters::default(),
            static_evals: 0,
            iteration_depth: 0,
            stopped: false,
        }
    }

    pub(super) fn into_history(self) -> History {
        self.ordering.history
    }

    pub(super) fn begin_iteration(&mut self, depth: u32) {
        self.static_evals = 0;
        self.iteration_depth = depth as usize;
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the iteration reached the end of the game on every line: nothing was evaluated and nothing pruned.
    pub(super) fn is_exhaustive(&self) -> bool {
        self.static_evals == 0 && !self.switches.pruning
    }

    /// The counters of all threads: up to date for this one, as last published for the others.
    pub(super) fn total_counters(&self) -> Counters {
        let SharedCounters { nodes, tt_hits, tt_filled } = self.shared.counters;
        Counters {
            nodes: nodes.load(Ordering::Relaxed) + self.counters.nodes - self.published.nodes,
            tt_hits: tt_hits.load(Ordering::Relaxed) + self.counters.tt_hits - self.published.tt_hits,
            tt_filled: tt_filled.load(Ordering::Relaxed) + self.counters.tt_filled - self.published.tt_filled,
            seldepth: self.counters.seldepth,
        }
    }

    /// Counts a node. Returns whether the search must stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        self.counters.nodes += 1;
        if self.counters.nodes % POLL_INTERVAL == 0 {
            self.publish_and_poll_stop();
        }
        if self.shared.limits.nodes.is_some_and(|max| self.counters.nodes >= max) {
            self.shared.stop.set();
            self.stopped = true;
        }
        self.stopped
    }

    /// Adds the new counts to the shared counters, and polls the stop signal.
    #[cold]
    fn publish_and_poll_stop(&mut self) {
        let SharedCounters { nodes, tt_hits, tt_filled } = self.shared.counters;
        nodes.fetch_add(self.counters.nodes - self.published.nodes, Ordering::Relaxed);
        tt_hits.fetch_add(self.counters.tt_hits - self.published.tt_hits, Ordering::Relaxed);
        tt_filled.fetch_add(self.counters.tt_filled - self.published.tt_filled, Ordering::Relaxed);
        self.published = self.counters;
        self.shared.stop.poll();
        self.stopped = self.shared.stop.is_set();
    }

    /// Whether the position has occurred before, in the game or on the path.
    #[inline]
    pub(super) fn is_repeated(&self, position: &G) -> bool {
        let back = position.reversible_plies();
        if back == 0 {
            return false;
        }
        let hash = position.hash();
        self.path.iter().rev().take(back).any(|earlier| *earlier == hash)
    }

    /// The static evaluation, clamped below proved results.
    #[inline]
    pub(super) fn static_eval(&mut self, position: &G) -> Score {
        self.static_evals += 1;
        score::clamp(self.shared.evaluator.evaluate(position))
    }

    /// Makes the move and the PV of the next ply the PV of this ply.
    #[inline]
    pub(super) fn update_pv(&mut self, mv: G::Move, ply: usize) {
        if ply + 1 >= MAX_PLY {
            return;
        }
        let behind = self.pv_lengths[ply + 1].min(MAX_PLY - ply - 1);
        let (above, below) = self.pv.split_at_mut((ply + 1) * MAX_PLY);
        let row = &mut above[ply * MAX_PLY..];
        row[0] = Some(mv);
        row[1..=behind].copy_from_slice(&below[..behind]);
        self.pv_lengths[ply] = behind + 1;
    }

    /// The principal variation that begins with a root move just searched.
    pub(super) fn root_pv(&self, mv: G::Move) -> Vec<G::Move> {
        let rest = self.pv[MAX_PLY..][..self.pv_lengths[1]].iter().flatten();
        std::iter::once(mv).chain(rest.copied()).collect()
    }
}
