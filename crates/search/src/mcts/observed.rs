//! What an observed search tells of its simulations.

use quevedo_core::{ChildTerms, Game, Observer, Selection, Simulation, Step, Value};

use super::proof::NodeProof;
use super::searcher::Searcher;
use super::select::ChildSelector;
use super::settings::Policy;
use super::tree::{Node, Tree};

/// The current simulation, for an observer.
pub(super) struct SimulationLog<M> {
    /// The choices on its path.
    pub(super) selections: Vec<Selection<M>>,
    /// How many children were added at its end.
    pub(super) expanded: usize,
    /// The first player's points.
    pub(super) points: f64,
}

impl<M> SimulationLog<M> {
    pub(super) const fn new() -> Self {
        Self { selections: Vec::new(), expanded: 0, points: 0.0 }
    }

    /// A simulation begins.
    pub(super) fn clear(&mut self) {
        self.selections.clear();
        self.expanded = 0;
    }
}

impl<M: Copy + Eq> SimulationLog<M> {
    /// A child is selected.
    #[cold]
    pub(super) fn select(&mut self, selector: ChildSelector<'_>, children: &[Node<M>], selected: usize) {
        let step = Step::Move(children[selected].mv);
        let children = children.iter().map(|child| terms(selector, child)).collect();
        self.selections.push(Selection { step, turn: selector.turn, children, view: None });
    }
}

impl<G: Game> Searcher<G> {
    /// Tells the observer of the simulation that is done.
    #[cold]
    pub(super) fn observe_simulation(&mut self, tree: &Tree<G::Move>, observer: &mut dyn Observer<G::Move>) {
        let is_proved = self.path.last().is_some_and(|step| tree[step.node].proof.is_proved());
        let Some(log) = &mut self.log else { return };
        let path = std::mem::take(&mut log.selections);
        observer.simulate(&Simulation { path, expanded: log.expanded, points: log.points, is_proved });
    }
}

/// The terms by which a child is compared with others.
fn terms<M: Copy>(selector: ChildSelector<'_>, child: &Node<M>) -> ChildTerms<M> {
    let stats = child.stats();
    let is_puct = selector.settings.policy == Policy::Puct;
    let proof = match child.proof {
        _ if !selector.settings.solver => None,
        NodeProof::Open => None,
        NodeProof::Drawn => Some(Value::Draw),
        NodeProof::Won { by, .. } if by == selector.turn => Some(Value::Win),
        NodeProof::Won { .. } => Some(Value::Loss),
    };
    ChildTerms {
        step: Step::Move(child.mv),
        visits: stats.visits,
        mean: (stats.visits > 0).then(|| stats.mean(selector.turn)),
        exploration: selector.exploration(child).map(f64::from),
        prior: is_puct.then(|| f64::from(child.prior)),
        proof,
    }
}
