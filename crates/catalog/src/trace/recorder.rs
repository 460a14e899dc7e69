//! Writes a search down, within bounds.

use std::collections::{BTreeMap, HashMap};

use quevedo_core::hash::mix;
use quevedo_core::{
    Board, ChildTerms, ExitReason, NodeEntry, NodeExit, NodeView, Observer, Piece, Pruning, RootEntry, Score,
    Selection, Simulation, Step,
};
use serde::Serialize;

use super::event::{Change, ChildEvent, PrunedMoves, SelectionEvent, TraceEvent};

/// The number of the root of a Monte Carlo tree.
const TREE_ROOT: u64 = 0;

/// Watches a search and hands its events on, a bounded number of them.
///
/// While less than half of the bound is used, everything is written. Beyond that a sample is: of the nodes below the moves
/// of the root one in 4, then one in 16 once three quarters are used, and so on. A node that is not written takes all
/// nodes below it along; the node above counts them. Of simulations one in 4, 16, ... is written.
pub struct Recorder<'a> {
    sink: &'a mut dyn FnMut(TraceEvent),
    max_events: u64,
    has_boards: bool,
    summary: TraceSummary,
    /// The root and the nodes that are open now.
    open: Vec<OpenNode>,
    root_board: Board,
    /// The pieces that were seen on boards.
    pieces: Vec<Piece>,
    next_id: u64,
    /// How many nodes were considered since sampling began.
    considered: u64,
    /// The nodes of a Monte Carlo tree by the node above and the move.
    tree: HashMap<(u64, String), u64>,
}

/// The numbers of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceSummary {
    /// Nodes or simulations that were searched.
    pub nodes: u64,
    /// Nodes or simulations that were written.
    pub recorded: u64,
    /// Events that were written.
    pub events: u64,
    /// Cutoffs: nodes whose search ended before all moves were searched.
    pub cuts: u64,
    /// The same by their reason.
    pub cuts_by_reason: BTreeMap<ExitReason, u64>,
}

/// A node that was entered and not left yet.
struct OpenNode {
    /// Its number; `None` if it is not written.
    id: Option<u64>,
    board: Option<Board>,
    pruned: Vec<PrunedMoves>,
    omitted: u64,
}

impl<'a> Recorder<'a> {
    /// Hands at most about `max_events` events to `sink`: those that close what is open may go beyond it. `board` is that
    /// of the root; with `has_boards` every event of a node says how its board differs from the one above.
    pub fn new(sink: &'a mut dyn FnMut(TraceEvent), max_events: u64, board: Board, has_boards: bool) -> Self {
        Self {
            sink,
            max_events,
            has_boards,
            summary: TraceSummary::default(),
            open: Vec::new(),
            pieces: new_pieces(&[], &board),
            root_board: board,
            next_id: TREE_ROOT + 1,
            considered: 0,
            tree: HashMap::new(),
        }
    }

    /// The numbers of the search so far.
    pub fn summary(&self) -> &TraceSummary {
        &self.summary
    }

    /// Every piece that was on a board; changes of boards name them by their letters.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    fn write(&mut self, event: TraceEvent) {
        self.summary.events += 1;
        (self.sink)(event);
    }

    fn new_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// One in how many is written now; `None` if the bound is reached.
    fn sampling_rate(&self) -> Option<u64> {
        let left = self.max_events.checked_sub(self.summary.events).filter(|left| *left > 0)?;
        let halvings = (self.max_events / left).ilog2();
        Some(1 << (2 * halvings).min(62))
    }

    /// Whether a node below the current one is written. The moves of the root are, as long as there is room.
    fn keeps_node(&mut self) -> bool {
        let Some(rate) = self.sampling_rate() else { return false };
        if rate == 1 || self.open.len() == 1 {
            return true;
        }
        self.considered += 1;
        mix(self.considered).is_multiple_of(rate)
    }

    fn count_exit(&mut self, exit: NodeExit) {
        self.summary.nodes += 1;
        if exit.reason.is_cutoff() {
            self.summary.cuts += 1;
            *self.summary.cuts_by_reason.entry(exit.reason).or_default() += 1;
        }
    }

    /// How the board of a node differs from the one above.
    fn change(&mut self, view: Option<&NodeView>, above: Option<&Board>) -> Option<Change> {
        let (view, above) = view.zip(above).filter(|_| self.has_boards)?;
        let new = new_pieces(&self.pieces, &view.board);
        self.pieces.extend(new);
        let letters = |board: &Board| -> Vec<Option<char>> {
            board.pieces.iter().map(|piece| piece.map(|piece| piece.letter)).collect()
        };
        let (now, before) = (letters(&view.board), letters(above));
        Some(now.into_iter().enumerate().filter(|(place, piece)| before.get(*place) != Some(piece)).collect())
    }
}

/// The pieces of a board that are not among those known.
fn new_pieces(known: &[Piece], board: &Board) -> Vec<Piece> {
    let mut new: Vec<Piece> = Vec::new();
    for piece in board.pieces.iter().flatten() {
        if !known.contains(piece) && !new.contains(piece) {
            new.push(*piece);
        }
    }
    new
}

/// The text of a step, and which half of a move it is.
fn step_text(step: &Step<String>) -> (Option<String>, Option<u8>) {
    match step {
        Step::Move(text) => (Some(text.clone()), None),
        Step::FirstHalf(text) => (Some(text.clone()), Some(1)),
        Step::SecondHalf(text) => (Some(text.clone()), Some(2)),
        Step::Null | Step::Stay => (None, None),
    }
}

impl Observer<String> for Recorder<'_> {
    fn enter_root(&mut self, root: &RootEntry) {
        let id = self.new_id();
        let board = Some(self.root_board.clone());
        self.open = vec![OpenNode { id: Some(id), board, pruned: Vec::new(), omitted: 0 }];
        let (alpha, beta) = (root.window.map(|window| window.0), root.window.map(|window| window.1));
        self.write(TraceEvent::Root { id, depth: root.depth, alpha, beta, line: root.line, again: root.is_re_search });
    }

    fn leave_root(&mut self, value: Score) {
        let Some(node) = self.open.pop() else { return };
        let Some(id) = node.id else { return };
        let is_cutoff = node.pruned.iter().any(|pruned| pruned.reason == Pruning::Beta);
        let reason = if is_cutoff { ExitReason::Beta } else { ExitReason::Searched };
        self.write(TraceEvent::Leave { id, value, reason, pruned: node.pruned, omitted: node.omitted });
    }

    fn enter(&mut self, node: &NodeEntry<String>) -> bool {
        let parent = self.open.last().and_then(|parent| parent.id);
        let Some(parent) = parent.filter(|_| self.keeps_node()) else {
            self.open.push(OpenNode { id: None, board: None, pruned: Vec::new(), omitted: 0 });
            return false;
        };
        let id = self.new_id();
        let above = self.open.last_mut().and_then(|parent| parent.board.take());
        let change = self.change(node.view.as_ref(), above.as_ref());
        if let Some(parent) = self.open.last_mut() {
            parent.board = above;
        }
        let (mv, half) = step_text(&node.step);
        let (alpha, beta) = (node.window.map(|window| window.0), node.window.map(|window| window.1));
        let turn = node.view.as_ref().map(|view| view.turn);
        let NodeEntry { depth, purpose, .. } = *node;
        self.write(TraceEvent::Enter { id, parent, mv, half, turn, depth, alpha, beta, purpose, change });
        let board = node.view.as_ref().filter(|_| self.has_boards).map(|view| view.board.clone());
        self.open.push(OpenNode { id: Some(id), board, pruned: Vec::new(), omitted: 0 });
        true
    }

    fn leave(&mut self, exit: NodeExit) {
        self.count_exit(exit);
        let Some(node) = self.open.pop() else { return };
        let Some(id) = node.id else {
            if let Some(parent) = self.open.last_mut() {
                parent.omitted += 1 + node.omitted;
            }
            return;
        };
        self.summary.recorded += 1;
        let NodeExit { value, reason } = exit;
        self.write(TraceEvent::Leave { id, value, reason, pruned: node.pruned, omitted: node.omitted });
    }

    fn pass_over(&mut self, exit: NodeExit) {
        self.count_exit(exit);
        if let Some(node) = self.open.last_mut() {
            node.omitted += 1;
        }
    }

    fn prune(&mut self, step: Option<Step<String>>, reason: Pruning) {
        let Some(node) = self.open.last_mut() else { return };
        let known = node.pruned.iter().position(|pruned| pruned.reason == reason);
        let index = known.unwrap_or_else(|| {
            node.pruned.push(PrunedMoves { reason, count: 0, moves: Vec::new() });
            node.pruned.len() - 1
        });
        node.pruned[index].count += 1;
        node.pruned[index].moves.extend(step.and_then(|step| step_text(&step).0));
    }

    fn simulate(&mut self, simulation: &Simulation<String>) {
        self.summary.nodes += 1;
        let number = self.summary.nodes;
        if self.sampling_rate().is_none_or(|rate| !number.is_multiple_of(rate)) {
            return;
        }
        let mut path = Vec::with_capacity(simulation.path.len());
        let mut above = (TREE_ROOT, Some(self.root_board.clone()));
        for selection in &simulation.path {
            let event = self.selection_event(selection, &above);
            above = (event.id, selection.view.as_ref().map(|view| view.board.clone()));
            path.push(event);
        }
        self.summary.recorded += 1;
        let Simulation { expanded, points, is_proved: proved, .. } = *simulation;
        self.write(TraceEvent::Simulation { number, path, expanded, points, proved });
    }
}

impl Recorder<'_> {
    /// The choice of a child below the node `above`.
    fn selection_event(&mut self, selection: &Selection<String>, above: &(u64, Option<Board>)) -> SelectionEvent {
        let (mv, half) = step_text(&selection.step);
        let mv = mv.unwrap_or_default();
        let key = (above.0, mv.clone());
        let known = self.tree.get(&key).copied();
        let id = known.unwrap_or_else(|| self.new_id());
        self.tree.insert(key, id);
        let change = if known.is_none() { self.change(selection.view.as_ref(), above.1.as_ref()) } else { None };
        let children = selection.children.iter().map(child_event).collect();
        SelectionEvent { id, mv, half, turn: selection.turn, children, change }
    }
}

fn child_event(child: &ChildTerms<String>) -> ChildEvent {
    ChildEvent {
        mv: step_text(&child.step).0.unwrap_or_default(),
        visits: child.visits,
        mean: child.mean,
        exploration: child.exploration,
        prior: child.prior,
        proof: child.proof,
    }
}
