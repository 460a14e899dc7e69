//! From the moves of one game to text.

use quevedo_core::{
    Board, ChildTerms, Line, NodeEntry, NodeExit, NodeView, Notation, Observer, Pruning, RootEntry, Score, Selection,
    Simulation, Step, Tactics, View, sort_by_number,
};

/// Moves beyond this many are not named when they are left out or not chosen: a node of some games has thousands.
const MAX_NAMED: usize = 64;

/// Passes what a typed search tells on as text, with what people see at each node.
pub(crate) struct TextObserver<'a, G> {
    text: &'a mut dyn Observer<String>,
    /// The positions from the root to the current node.
    positions: Vec<G>,
    /// How many moves of the current node were left out, and of every node above.
    pruned: Vec<usize>,
    /// How many nodes are open from one on that nobody wants to see.
    unseen: usize,
}

impl<'a, G: Notation + View + Tactics> TextObserver<'a, G> {
    pub(crate) fn new(text: &'a mut dyn Observer<String>, line: &Line<G>) -> Self {
        Self { text, positions: vec![line.position().clone()], pruned: vec![0], unseen: 0 }
    }

    fn position(&self) -> &G {
        self.positions.last().expect("the root is never left")
    }
}

/// A step as people write it: moves as in their notation, halves as taps.
fn show_step<G: Notation + View>(position: &G, step: Step<G::Move>) -> Step<String> {
    match step {
        Step::Move(mv) => Step::Move(position.pretty_move(mv)),
        Step::FirstHalf(mv) => {
            let mut taps = position.taps(mv);
            taps.pop();
            Step::FirstHalf(taps.join(" "))
        }
        Step::SecondHalf(mv) => Step::SecondHalf(position.taps(mv).pop().unwrap_or_default()),
        Step::Null => Step::Null,
        Step::Stay => Step::Stay,
    }
}

/// The position after a step, and its board. After a first half the position is still the one before.
fn after<G: View + Tactics>(position: &G, step: Step<G::Move>) -> (G, Board) {
    let mut next = position.clone();
    match step {
        Step::Move(mv) | Step::SecondHalf(mv) => next.play(mv),
        Step::FirstHalf(mv) => {
            let taps = position.taps(mv).len();
            return (next, position.board_after_taps(mv, taps.saturating_sub(1)));
        }
        Step::Null => next = position.pass().unwrap_or(next),
        Step::Stay => {}
    }
    let board = next.board();
    (next, board)
}

impl<G: Notation + View + Tactics> Observer<G::Move> for TextObserver<'_, G> {
    fn enter_root(&mut self, root: &RootEntry) {
        self.pruned = vec![0];
        self.text.enter_root(root);
    }

    fn leave_root(&mut self, value: Score) {
        self.text.leave_root(value);
    }

    fn enter(&mut self, node: &NodeEntry<G::Move>) -> bool {
        if self.unseen > 0 {
            self.unseen += 1;
            return false;
        }
        let step = show_step(self.position(), node.step);
        let (next, board) = after(self.position(), node.step);
        let view = Some(NodeView { turn: next.turn(), board });
        let NodeEntry { depth, window, purpose, .. } = *node;
        if !self.text.enter(&NodeEntry { step, depth, window, purpose, view }) {
            self.unseen = 1;
            return false;
        }
        self.positions.push(next);
        self.pruned.push(0);
        true
    }

    fn leave(&mut self, exit: NodeExit) {
        if self.unseen > 1 {
            self.unseen -= 1;
            return self.text.pass_over(exit);
        }
        if self.unseen == 0 {
            self.positions.pop();
            self.pruned.pop();
        }
        self.unseen = 0;
        self.text.leave(exit);
    }

    fn pass_over(&mut self, exit: NodeExit) {
        self.text.pass_over(exit);
    }

    fn prune(&mut self, step: Option<Step<G::Move>>, reason: Pruning) {
        if self.unseen > 0 {
            return;
        }
        let count = self.pruned.last_mut().expect("the root is never left");
        *count += 1;
        let named = step.filter(|_| *count <= MAX_NAMED);
        let position = self.position();
        let step = named.map(|step| show_step(position, step));
        self.text.prune(step, reason);
    }

    fn simulate(&mut self, simulation: &Simulation<G::Move>) {
        let mut position = self.position().clone();
        let mut path = Vec::with_capacity(simulation.path.len());
        for selection in &simulation.path {
            let (next, board) = after(&position, selection.step);
            path.push(Selection {
                step: show_step(&position, selection.step),
                turn: selection.turn,
                children: show_children(&position, selection),
                view: Some(NodeView { turn: next.turn(), board }),
            });
            position = next;
        }
        let Simulation { expanded, points, is_proved, .. } = *simulation;
        self.text.simulate(&Simulation { path, expanded, points, is_proved });
    }
}

/// The terms of the children with most visits, and of the one that was chosen.
fn show_children<G: Notation + View>(position: &G, selection: &Selection<G::Move>) -> Vec<ChildTerms<String>> {
    let mut children: Vec<&ChildTerms<G::Move>> = selection.children.iter().collect();
    if children.len() > MAX_NAMED {
        // The chosen one first, the others by visits.
        let chosen_first = |step| if step == selection.step { i128::from(u64::MAX) } else { 0 };
        sort_by_number(&mut children, |child| -i128::from(child.visits) - chosen_first(child.step));
        children.truncate(MAX_NAMED);
    }
    let show = |child: &ChildTerms<G::Move>| ChildTerms {
        step: show_step(position, child.step),
        visits: child.visits,
        mean: child.mean,
        exploration: child.exploration,
        prior: child.prior,
        proof: child.proof,
    };
    children.into_iter().map(show).collect()
}
