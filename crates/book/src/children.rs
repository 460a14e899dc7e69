//! The positions one move away, as a book knows them.

use quevedo_core::{Tactics, sort_by_number};

/// A position one move away.
pub(crate) struct Child<G: Tactics> {
    pub(crate) key: u64,
    /// Every move that leads to it, up to a symmetry of the board.
    pub(crate) moves: Vec<G::Move>,
    pub(crate) position: G,
}

/// The different positions one move away, in rising order of their keys.
pub(crate) fn children<G: Tactics>(position: &G) -> Vec<Child<G>> {
    let mut children: Vec<Child<G>> = Vec::new();
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play(mv);
        let key = next.symmetric_hash();
        match children.iter_mut().find(|child| child.key == key) {
            Some(child) => child.moves.push(mv),
            None => children.push(Child { key, moves: vec![mv], position: next }),
        }
    }
    sort_by_number(&mut children, |child| child.key.into());
    children
}
