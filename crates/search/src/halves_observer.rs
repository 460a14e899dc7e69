//! Watches a search of half moves, and tells it as a search of whole ones.

use quevedo_core::{
    ChildTerms, Game, Half, NodeEntry, NodeExit, Observer, Pruning, RootEntry, Score, Selection, Simulation, Split,
    Step, Tactics,
};

/// Passes what a search of halves tells on to an observer of the whole game, each half with a whole move that it belongs
/// to.
pub(crate) struct HalvesObserver<'a, G: Split> {
    whole: &'a mut dyn Observer<G::Move>,
    /// The positions from the root to the current node.
    positions: Vec<G::Halves>,
}

impl<'a, G: Split> HalvesObserver<'a, G> {
    pub(crate) fn new(whole: &'a mut dyn Observer<G::Move>, root: &G::Halves) -> Self {
        Self { whole, positions: vec![root.clone()] }
    }

    /// The next search begins here.
    pub(crate) fn set_root(&mut self, root: &G::Halves) {
        self.positions = vec![root.clone()];
    }

    fn position(&self) -> &G::Halves {
        self.positions.last().expect("the root is never left")
    }
}

/// A half, in the position where it is made, with a whole move that it belongs to.
fn whole_step<G: Split>(position: &G::Halves, step: Step<Half<G>>) -> Step<G::Move> {
    let half = match step {
        Step::Move(half) | Step::FirstHalf(half) | Step::SecondHalf(half) => half,
        Step::Null => return Step::Null,
        Step::Stay => return Step::Stay,
    };
    if let (_, Some(first)) = G::begun(position) {
        return G::join(first, half).map_or(Step::Stay, Step::SecondHalf);
    }
    let mut between = position.clone();
    between.play(half);
    let whole = between.legal_moves().into_iter().find_map(|second| G::join(half, second));
    whole.map_or(Step::Stay, Step::FirstHalf)
}

/// The position after a step.
fn after<G: Split>(position: &G::Halves, step: Step<Half<G>>) -> G::Halves {
    let mut next = position.clone();
    match step {
        Step::Move(half) | Step::FirstHalf(half) | Step::SecondHalf(half) => next.play(half),
        Step::Null => next = position.pass().unwrap_or(next),
        Step::Stay => {}
    }
    next
}

impl<G: Split> Observer<Half<G>> for HalvesObserver<'_, G> {
    fn enter_root(&mut self, root: &RootEntry) {
        self.whole.enter_root(root);
    }

    fn leave_root(&mut self, value: Score) {
        self.whole.leave_root(value);
    }

    fn enter(&mut self, node: &NodeEntry<Half<G>>) -> bool {
        let NodeEntry { step, depth, window, purpose, .. } = *node;
        let whole = whole_step::<G>(self.position(), step);
        self.positions.push(after::<G>(self.position(), step));
        self.whole.enter(&NodeEntry { step: whole, depth, window, purpose, view: None })
    }

    fn leave(&mut self, exit: NodeExit) {
        self.positions.pop();
        self.whole.leave(exit);
    }

    fn pass_over(&mut self, exit: NodeExit) {
        self.whole.pass_over(exit);
    }

    fn prune(&mut self, step: Option<Step<Half<G>>>, reason: Pruning) {
        self.whole.prune(step.map(|step| whole_step::<G>(self.position(), step)), reason);
    }

    fn simulate(&mut self, simulation: &Simulation<Half<G>>) {
        let mut position = self.position().clone();
        let mut path = Vec::with_capacity(simulation.path.len());
        for selection in &simulation.path {
            let child = |child: &ChildTerms<Half<G>>| ChildTerms {
                step: whole_step::<G>(&position, child.step),
                visits: child.visits,
                mean: child.mean,
                exploration: child.exploration,
                prior: child.prior,
                proof: child.proof,
            };
            path.push(Selection {
                step: whole_step::<G>(&position, selection.step),
                turn: selection.turn,
                children: selection.children.iter().map(child).collect(),
                view: None,
            });
            position = after::<G>(&position, selection.step);
        }
        let Simulation { expanded, points, is_proved, .. } = *simulation;
        self.whole.simulate(&Simulation { path, expanded, points, is_proved });
    }
}
