//! The tree: one vector of small nodes, the children of a node side by side.
//!
//! ```text
//!   root │ a b c │ a1 a2 │ c1 c2 c3 │ …
//!    └────^        ^       ^
//!          a ──────┘       │
//!          c ──────────────┘
//! ```
//!
//! Points are those of the first player in every node: the result of a simulation is added unchanged all the way up.
//! Only selection needs to know whose turn it is.

use std::ops::{Index, IndexMut, Range};

use quevedo_core::Side;

use super::proof::NodeProof;

/// The index of a node.
pub(super) type NodeId = u32;

/// The root.
pub(super) const ROOT: NodeId = 0;

/// The statistics of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stats {
    /// The sum over all visits of the first player's points, 0 to 1 each.
    pub(super) points: f64,
    pub(super) visits: u32,
    pub(super) proof: NodeProof,
}

impl Stats {
    pub(super) const NEW: Self = Self { points: 0.0, visits: 0, proof: NodeProof::Open };

    /// The mean points of `side`; a half without visits.
    #[inline]
    pub(super) fn mean(&self, side: Side) -> f64 {
        if self.visits == 0 {
            return 0.5;
        }
        let first = self.points / f64::from(self.visits);
        if side == Side::First { first } else { 1.0 - first }
    }
}

/// A move and the statistics of the position after it: 32 bytes where a move has three.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub(super) stats: Stats,
    first_child: NodeId,
    children: u32,
    /// The prior: a score for the side that makes the move, or for PUCT its probability.
    pub(super) prior: f32,
    /// The move that leads here; in a new root any move.
    pub(super) mv: M,
    /// Whether some legal moves have no child.
    pub(super) is_cut: bool,
}

impl<M> Node<M> {
    pub(super) const fn new(mv: M) -> Self {
        Self { stats: Stats::NEW, first_child: 0, children: 0, prior: 0.0, mv, is_cut: false }
    }

    /// Whether it has children.
    #[inline]
    pub(super) const fn is_expanded(&self) -> bool {
        self.children > 0
    }

    #[inline]
    fn range(&self) -> Range<usize> {
        self.first_child as usize..(self.first_child + self.children) as usize
    }
}

/// All nodes. Empty before the first [reset](Tree::reset).
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
}

impl<M: Copy + Eq> Tree<M> {
    pub(super) const fn new() -> Self {
        Self { nodes: Vec::new() }
    }

    /// Drops all nodes and begins with a new root; `mv` is any move.
    pub(super) fn reset(&mut self, mv: M) {
        self.nodes.clear();
        self.nodes.push(Node::new(mv));
    }

    /// Makes a node the root and drops everything that is not below it. A copying collector (Cheney, 1970): nodes are
    /// copied level by level, and the copied nodes whose children are not copied yet are the queue.
    pub(super) fn reroot(&mut self, root: NodeId) {
        if root == ROOT {
            return;
        }
        let mut kept = vec![self[root]];
        let mut next = 0;
        while next < kept.len() {
            let children = kept[next].range();
            kept[next].first_child = kept.len() as NodeId;
            kept.extend_from_slice(&self.nodes[children]);
            next += 1;
        }
        self.nodes = kept;
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn root(&self) -> &Node<M> {
        &self[ROOT]
    }

    #[inline]
    pub(super) fn children(&self, parent: NodeId) -> &[Node<M>] {
        &self.nodes[self[parent].range()]
    }

    #[inline]
    pub(super) fn children_mut(&mut self, parent: NodeId) -> &mut [Node<M>] {
        let range = self[parent].range();
        &mut self.nodes[range]
    }

    /// The child at `index`.
    #[inline]
    pub(super) fn child(&self, parent: NodeId, index: usize) -> NodeId {
        self[parent].first_child + index as NodeId
    }

    /// The child of a move, if it is in the tree.
    pub(super) fn find(&self, parent: NodeId, mv: M) -> Option<NodeId> {
        let index = self.children(parent).iter().position(|child| child.mv == mv)?;
        Some(self.child(parent, index))
    }

    /// Appends a node: a child that [`Tree::attach_children`] will give to its parent.
    #[inline]
    pub(super) fn push(&mut self, node: Node<M>) {
        self.nodes.push(node);
    }

    /// The nodes from `first` to the end: children without a parent yet.
    pub(super) fn new_children(&mut self, first: usize) -> &mut [Node<M>] {
        &mut self.nodes[first..]
    }

    /// Drops the nodes from `first` on; no node may have them as children.
    pub(super) fn truncate(&mut self, first: usize) {
        self.nodes.truncate(first);
    }

    /// Makes the nodes from `first` to the end the children of `parent`.
    pub(super) fn attach_children(&mut self, parent: NodeId, first: usize) {
        let children = (self.nodes.len() - first) as u32;
        let node = &mut self[parent];
        (node.first_child, node.children) = (first as NodeId, children);
    }
}

impl<M> Index<NodeId> for Tree<M> {
    type Output = Node<M>;

    #[inline]
    fn index(&self, node: NodeId) -> &Node<M> {
        &self.nodes[node as usize]
    }
}

impl<M> IndexMut<NodeId> for Tree<M> {
    #[inline]
    fn index_mut(&mut self, node: NodeId) -> &mut Node<M> {
        &mut self.nodes[node as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, ROOT, Tree};

    fn add_children(tree: &mut Tree<u8>, parent: u32, moves: &[u8]) {
        let first = tree.len();
        for mv in moves {
            tree.push(Node::new(*mv));
        }
        tree.attach_children(parent, first);
    }

    #[test]
    fn a_new_root_keeps_exactly_what_is_below_it() {
        let mut tree = Tree::new();
        tree.reset(0);
        add_children(&mut tree, ROOT, &[1, 2]);
        let (left, right) = (tree.find(ROOT, 1).unwrap(), tree.find(ROOT, 2).unwrap());
        add_children(&mut tree, left, &[11]);
        add_children(&mut tree, right, &[21, 22, 23]);
        let deep = tree.find(right, 22).unwrap();
        add_children(&mut tree, deep, &[220, 221]);

        tree.reroot(right);
        let moves = |tree: &Tree<u8>, node| tree.children(node).iter().map(|child| child.mv).collect::<Vec<_>>();
        assert_eq!(moves(&tree, ROOT), [21, 22, 23]);
        assert_eq!(moves(&tree, tree.find(ROOT, 22).unwrap()), [220, 221]);
        assert_eq!(tree.len(), 6);
        assert!(tree.find(ROOT, 1).is_none());
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node<[u8; 3]>>(), 32);
    }
}
