//! One thread of the search: its stacks, its ordering tables and its counters. The search itself is in `negamax`.

use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_core::score::{self, Score};
use quevedo_core::{Evaluator, ExitReason, Line, Observer, Oracle, Purpose, SearchParams, Side, Tactics};

use super::deferral::CurrentlySearching;
use super::lmr_table::LmrTable;
use super::negamax::SearchNode;
use super::{Settings, Switches};
use crate::history::Histories;
use crate::move_picker::ScoredMove;
use crate::ordering::{OrderingContext, OrderingSwitches, OrderingTables};
use crate::time::{Limits, StopSignal};
use crate::transposition_table::{TableEntry, TranspositionTable};

/// The greatest distance from the root, in plies.
pub(super) const MAX_PLY: usize = 128;
/// Nodes between two polls of the clock, the stop flag and the node limit.
const POLL_INTERVAL: u64 = 256;
/// Initial capacity of the move stack.
const MOVE_STACK_CAPACITY: usize = 4096;

/// What all threads share. They search the same root and communicate by the transposition table and by the moves that
/// they are searching.
pub(super) struct Shared<'a, G, E> {
    pub(super) evaluator: &'a E,
    /// A source of exact values, if there is one.
    pub(super) oracle: Option<&'a dyn Oracle<G>>,
    pub(super) table: Option<&'a TranspositionTable>,
    /// The moves that the threads are searching; `None` for a single thread.
    pub(super) searching: Option<&'a CurrentlySearching>,
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
    /// Nodes that the threads may search or have searched, of those that the node limit allows.
    granted: AtomicU64,
}

impl SharedCounters {
    /// Adds what a thread has counted since it published its counters.
    fn add(&self, counters: &Counters, published: &Counters) {
        self.nodes.fetch_add(counters.nodes - published.nodes, Ordering::Relaxed);
        self.tt_hits.fetch_add(counters.tt_hits - published.tt_hits, Ordering::Relaxed);
        self.tt_filled.fetch_add(counters.tt_filled - published.tt_filled, Ordering::Relaxed);
    }

    /// What all threads have published, and what one of them has counted since.
    fn total(&self, counters: &Counters, published: &Counters) -> Counters {
        Counters {
            nodes: self.nodes.load(Ordering::Relaxed) + counters.nodes - published.nodes,
            tt_hits: self.tt_hits.load(Ordering::Relaxed) + counters.tt_hits - published.tt_hits,
            tt_filled: self.tt_filled.load(Ordering::Relaxed) + counters.tt_filled - published.tt_filled,
            seldepth: counters.seldepth,
        }
    }

    /// Grants up to `wanted` nodes to a thread, so that all together stay within the limit; 0 if that is reached.
    fn grant(&self, wanted: u64, limit: Option<u64>) -> u64 {
        let Some(limit) = limit else { return wanted };
        let before = self.granted.fetch_add(wanted, Ordering::Relaxed);
        limit.saturating_sub(before).min(wanted)
    }
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

/// Where a node is in the tree. What is kept of the moves that led to it is on the stack.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    /// Plies from the root.
    pub(super) ply: usize,
    /// Whether the move that led here was a null move.
    pub(super) after_null_move: bool,
    /// Whether a beta cutoff is expected (Knuth and Moore, 1975).
    pub(super) is_cut_node: bool,
    /// The move that a singular search leaves out, as its index in generation order.
    pub(super) excluded: Option<u32>,
}

impl NodeContext {
    /// The context of the root.
    pub(super) const ROOT: Self = Self { ply: 0, after_null_move: false, is_cut_node: false, excluded: None };

    /// What move ordering has to know.
    #[inline]
    pub(super) fn ordering<M>(&self, stack: &[StackEntry<M>]) -> OrderingContext {
        let before = |plies| self.ply.checked_sub(plies).and_then(|ply| stack[ply].continuation_slot);
        let countermove_slot = self.ply.checked_sub(1).and_then(|ply| stack[ply].countermove_slot);
        OrderingContext { ply: self.ply, countermove_slot, continuation_slots: [before(1), before(2)] }
    }
}

/// What is known of each ply of the current line.
#[derive(Clone, Copy)]
pub(super) struct StackEntry<M> {
    turn: Side,
    /// The static evaluation as the evaluator gave it, ...
    pub(super) raw_eval: Option<Score>,
    /// ... and with its correction.
    static_eval: Option<Score>,
    /// The move made at this ply, unless it is a null move. Only an observer asks for it.
    pub(super) mv: Option<M>,
    /// The countermove slot of that move; `None` for a null move.
    pub(super) countermove_slot: Option<usize>,
    /// The slot of that move in the continuation history.
    pub(super) continuation_slot: Option<usize>,
}

impl<M> StackEntry<M> {
    const EMPTY: Self = Self {
        turn: Side::First,
        raw_eval: None,
        static_eval: None,
        mv: None,
        countermove_slot: None,
        continuation_slot: None,
    };
}

/// The state of one thread.
pub(super) struct Worker<'a, G: Tactics, E> {
    pub(super) shared: &'a Shared<'a, G, E>,
    /// The techniques that are switched on and that the game allows.
    pub(super) switches: Switches,
    pub(super) params: SearchParams,
    /// Nodes of this depth and more are probed in the transposition table; those of quiescence have depth 0.
    pub(super) probe_min_depth: i32,
    /// Inner nodes of this depth and more need a static evaluation; `None` if no technique uses it.
    pub(super) static_eval_min_depth: Option<i32>,
    pub(super) ordering: OrderingTables<G>,
    /// The current line, by ply.
    pub(super) stack: Vec<StackEntry<G::Move>>,
    /// No null move before this ply: a cutoff is being verified.
    pub(super) null_move_min_ply: usize,
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
    /// The node count at which this thread polls the stop signal and asks for more nodes.
    granted: u64,
    /// Static evaluations of this iteration, table cutoffs on them included; 0 if every line reached the end of the
    /// game.
    pub(super) static_evals: u64,
    /// The nominal depth of this iteration.
    pub(super) iteration_depth: usize,
    pub(super) stopped: bool,
    /// Watches the search, where somebody does.
    pub(super) observer: Option<&'a mut dyn Observer<G::Move>>,
    /// For the observer: what the next node is searched for, ...
    pub(super) purpose: Purpose,
    /// ... and why the search of the last one ended.
    pub(super) exit_reason: ExitReason,
}

/// What a game has not got, its search is compiled without: the compiler drops a branch on a constant with all that it calls.
impl<G: Tactics, E> Worker<'_, G, E> {
    pub(super) const HAS_QUIESCENCE: bool = G::PARAMS.quiescence;
    pub(super) const HAS_NULL_MOVE: bool = G::PARAMS.null_move;
    pub(super) const HAS_FRONTIER_SEARCH: bool = G::PARAMS.evaluate_last_ply;
}

impl<'a, G: Tactics, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        shared: &'a Shared<'a, G, E>,
        line: &Line<G>,
        histories: Histories,
        ordering: OrderingSwitches,
        observer: Option<&'a mut dyn Observer<G::Move>>,
    ) -> Self {
        let wanted = shared.settings.switches;
        let params = *shared.params;
        let switches = Switches {
            nullmove: wanted.nullmove && params.null_move,
            lmr: wanted.lmr && params.late_move_reductions,
            iir: wanted.iir && params.late_move_reductions,
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
            probe_min_depth: if switches.quiescence && params.min_table_depth <= 1 {
                0
            } else {
                params.min_table_depth
            },
            static_eval_min_depth: static_eval_min_depth::<G>(&switches, &params),
            ordering: OrderingTables::new(histories, MAX_PLY + 1, ordering),
            stack: vec![StackEntry::EMPTY; MAX_PLY + 1],
            null_move_min_ply: 0,
            move_stack: Vec::with_capacity(MOVE_STACK_CAPACITY),
            path,
            pv: vec![None; MAX_PLY * MAX_PLY],
            pv_lengths: vec![0; MAX_PLY + 1],
            counters: Counters::default(),
            published: Counters::default(),
            granted: 0,
            static_evals: 0,
            iteration_depth: 0,
            stopped: false,
            observer,
            purpose: Purpose::Move,
            exit_reason: ExitReason::Searched,
        }
    }

    /// Ends the search of this thread, and returns its histories.
    pub(super) fn finish(mut self) -> Histories {
        self.publish_counters();
        self.ordering.histories
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
        self.shared.counters.total(&self.counters, &self.published)
    }

    /// Counts a node. Returns `false` if it cannot before [`Self::poll_stop`].
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        let is_granted = self.counters.nodes != self.granted;
        self.counters.nodes += u64::from(is_granted);
        is_granted
    }

    /// Asks for more nodes when all that were granted are searched. Returns whether the search must stop.
    pub(super) fn poll_stop(&mut self) -> bool {
        if !self.stopped {
            self.publish_and_poll_stop();
        }
        self.stopped
    }

    /// Adds the new counts to the shared counters, polls the stop signal, and asks for more nodes: for one if every node
    /// is observed.
    #[cold]
    fn publish_and_poll_stop(&mut self) {
        self.publish_counters();
        self.shared.stop.poll();
        let wanted = if self.observer.is_some() { 1 } else { POLL_INTERVAL };
        let granted = self.shared.counters.grant(wanted, self.shared.limits.nodes);
        if granted == 0 {
            self.shared.stop.set();
        }
        self.stopped = self.shared.stop.is_set();
        if !self.stopped {
            self.granted += granted;
        }
    }

    fn publish_counters(&mut self) {
        self.shared.counters.add(&self.counters, &self.published);
        self.published = self.counters;
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

    /// The static evaluation without correction: from the table if it is there.
    #[inline]
    pub(super) fn static_eval_or_stored(&mut self, position: &G, entry: Option<TableEntry>) -> Score {
        match entry.and_then(|entry| entry.eval) {
            Some(eval) => {
                self.static_evals += 1;
                Score::from(eval)
            }
            None => self.static_eval(position),
        }
    }

    /// A static evaluation corrected by its mean error in similar positions.
    #[inline]
    pub(super) fn corrected_eval(&self, position: &G, eval: Score) -> Score {
        if G::CORRECTION_KEYS == 0 || !self.switches.correction {
            return eval;
        }
        let correction = self.ordering.histories.correction.correction(position, self.params.correction_weight);
        score::clamp(eval + correction)
    }

    /// Puts the static evaluation of a node on the stack. Returns whether it is better than two plies ago, or four if
    /// the side was threatened then; true where that is not known.
    #[inline]
    pub(super) fn push_static_eval(&mut self, position: &G, eval: Option<Score>, ply: usize) -> bool {
        if self.static_eval_min_depth.is_none() {
            return true;
        }
        let turn = position.turn();
        self.stack[ply].turn = turn;
        self.stack[ply].static_eval = eval;
        if !self.switches.improving {
            return true;
        }
        let earlier = |plies| {
            let entry = &self.stack[ply.checked_sub(plies)?];
            entry.static_eval.filter(|_| entry.turn == turn)
        };
        match (eval, earlier(2).or_else(|| earlier(4))) {
            (Some(eval), Some(earlier)) => eval > earlier,
            (None, _) => false,
            _ => true,
        }
    }

    /// Puts a move on the stack. Returns the context of the node after it.
    #[inline]
    pub(super) fn child_context(&mut self, node: &SearchNode<'_, G>, mv: G::Move) -> NodeContext {
        let ply = node.context.ply;
        self.stack[ply].mv = Some(mv);
        self.stack[ply].continuation_slot = self.ordering.continuation_slot(node.position, mv);
        self.stack[ply].countermove_slot = Some(OrderingTables::<G>::countermove_slot(node.position, mv));
        NodeContext { ply: ply + 1, ..NodeContext::ROOT }
    }

    /// Says why the search of a node ends, and returns its score.
    #[inline]
    pub(super) fn exit(&mut self, reason: ExitReason, score: Score) -> Score {
        self.exit_reason = reason;
        score
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

/// The least depth of a node that needs a static evaluation. Multi-ProbCut alone needs none below its own least depth.
fn static_eval_min_depth<G: Tactics>(switches: &Switches, params: &SearchParams) -> Option<i32> {
    let margins = [params.futility_margin, params.reverse_futility_margin, params.razor_margin, params.probcut_margin];
    let is_for_pruning = switches.nullmove || margins.iter().any(|margin| *margin > 0);
    let has_multi_probcut = G::HAS_MULTI_PROBCUT && switches.probcut;
    if switches.is_exact() || !(is_for_pruning || has_multi_probcut) {
        return None;
    }
    let is_for_improving = switches.improving && (params.lmr_not_improving > 0 || params.lmp_not_improving < 100);
    Some(if is_for_pruning || is_for_improving { 0 } else { params.multi_probcut_min_depth })
}
