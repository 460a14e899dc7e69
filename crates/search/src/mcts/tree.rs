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
//!
//! Several threads may search one tree ([`TreeAccess::Shared`]): visits and points are atomic and added under a read
//! lock, so that threads select and back up at the same time; nodes and proofs are added under the write lock, which is
//! held for no longer than that. A thread alone needs no lock.

use std::ops::{Index, IndexMut, Range};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::sync::{PoisonError, RwLock};

use quevedo_core::Side;

use super::proof::NodeProof;

/// The index of a node.
pub(super) type NodeId = u32;

/// The root.
pub(super) const ROOT: NodeId = 0;

/// The visits of a node, and the sum over them of the first player's points, 0 to 1 each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stats {
    pub(super) points: f64,
    pub(super) visits: u32,
}

impl Stats {
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
#[derive(Debug)]
pub(super) struct Node<M> {
    /// The bits of [`Stats::points`].
    points: AtomicU64,
    visits: AtomicU32,
    pub(super) proof: NodeProof,
    first_child: NodeId,
    children: u32,
    /// The prior: a score for the side that makes the move, or for PUCT its probability.
    pub(super) prior: f32,
    /// The move that leads here; in a new root any move.
    pub(super) mv: M,
    /// Whether some legal moves have no child that is visited: see [`Tree::cut_width`].
    pub(super) is_cut: bool,
}

impl<M> Node<M> {
    pub(super) const fn new(mv: M) -> Self {
        let (points, visits) = (AtomicU64::new(0), AtomicU32::new(0));
        Self { points, visits, proof: NodeProof::Open, first_child: 0, children: 0, prior: 0.0, mv, is_cut: false }
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

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The first player's points.
    #[inline]
    pub(super) fn points(&self) -> f64 {
        f64::from_bits(self.points.load(Relaxed))
    }

    #[inline]
    pub(super) fn stats(&self) -> Stats {
        Stats { points: self.points(), visits: self.visits() }
    }

    /// Adds a visit with its points. Only for a thread that has the tree to itself.
    #[inline]
    pub(super) fn add_visit(&mut self, points: f64) {
        *self.visits.get_mut() += 1;
        let sum = self.points.get_mut();
        *sum = (f64::from_bits(*sum) + points).to_bits();
    }

    /// Removes a visit with its points. Only for a thread that has the tree to itself.
    pub(super) fn remove_visit(&mut self, points: f64) {
        *self.visits.get_mut() -= 1;
        let sum = self.points.get_mut();
        *sum = (f64::from_bits(*sum) - points).to_bits();
    }

    /// Counts a visit before its points are known; until then it counts `loss`. Returns the visits before it.
    #[inline]
    pub(super) fn begin_visit(&self, loss: f64) -> u32 {
        self.add_points(loss);
        self.visits.fetch_add(1, Relaxed)
    }

    /// Replaces the `loss` of a visit by its points.
    #[inline]
    pub(super) fn end_visit(&self, loss: f64, points: f64) {
        self.add_points(points - loss);
    }

    /// Undoes [`Node::begin_visit`].
    pub(super) fn cancel_visit(&self, loss: f64) {
        self.add_points(-loss);
        self.visits.fetch_sub(1, Relaxed);
    }

    #[inline]
    fn add_points(&self, points: f64) {
        if points != 0.0 {
            let add = |bits| Some((f64::from_bits(bits) + points).to_bits());
            // It cannot fail: `add` always has a new value.
            let _ = self.points.fetch_update(Relaxed, Relaxed, add);
        }
    }
}

impl<M: Copy> Clone for Node<M> {
    fn clone(&self) -> Self {
        let (points, visits) = (AtomicU64::new(self.points.load(Relaxed)), AtomicU32::new(self.visits()));
        let Self { proof, first_child, children, prior, mv, is_cut, .. } = *self;
        Self { points, visits, proof, first_child, children, prior, mv, is_cut }
    }
}

/// A child before it is in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewChild<M> {
    pub(super) mv: M,
    pub(super) prior: f32,
    pub(super) proof: NodeProof,
}

impl<M> NewChild<M> {
    pub(super) const fn new(mv: M) -> Self {
        Self { mv, prior: 0.0, proof: NodeProof::Open }
    }
}

impl<M> From<NewChild<M>> for Node<M> {
    #[inline]
    fn from(NewChild { mv, prior, proof }: NewChild<M>) -> Self {
        Self { proof, prior, ..Self::new(mv) }
    }
}

/// All nodes. Empty before the first [reset](Tree::reset).
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// How many children of a cut node are visited: the first ones.
    cut_width: u32,
}

impl<M: Copy + Eq> Tree<M> {
    pub(super) const fn new(cut_width: u32) -> Self {
        Self { nodes: Vec::new(), cut_width }
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
        let mut kept = vec![self[root].clone()];
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

    /// The children of a node that may be visited.
    #[inline]
    pub(super) fn children(&self, parent: NodeId) -> &[Node<M>] {
        &self.nodes[self.visible_children(&self[parent])]
    }

    #[inline]
    pub(super) fn children_mut(&mut self, parent: NodeId) -> &mut [Node<M>] {
        let range = self.visible_children(&self[parent]);
        &mut self.nodes[range]
    }

    #[inline]
    fn visible_children(&self, parent: &Node<M>) -> Range<usize> {
        let Range { start, end } = parent.range();
        start..if parent.is_cut { end.min(start + self.cut_width as usize) } else { end }
    }

    /// Whether a cut node has children for all its moves, which only have to be made visible.
    pub(super) fn has_hidden_children(&self, parent: NodeId) -> bool {
        self[parent].is_cut && self[parent].children > self.cut_width
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

    /// Adds these nodes as the children of `parent`, in place of those it has.
    pub(super) fn attach_children(&mut self, parent: NodeId, children: impl IntoIterator<Item = Node<M>>) {
        let first = self.nodes.len();
        self.nodes.extend(children);
        let count = self.nodes.len() - first;
        let node = &mut self[parent];
        (node.first_child, node.children) = (first as NodeId, count as u32);
    }
}

/// How a thread reaches the tree: it has it to itself, or shares it.
pub(super) enum TreeAccess<'t, M> {
    Own(&'t mut Tree<M>),
    Shared(&'t RwLock<Tree<M>>),
}

impl<M> TreeAccess<'_, M> {
    #[inline]
    pub(super) const fn is_shared(&self) -> bool {
        matches!(self, Self::Shared(_))
    }

    /// Reads the tree, or adds visits and points.
    #[inline]
    pub(super) fn read<R>(&self, read: impl FnOnce(&Tree<M>) -> R) -> R {
        // One call, so that what is done is compiled once.
        let guard;
        let tree = match self {
            Self::Own(tree) => &**tree,
            Self::Shared(tree) => {
                guard = tree.read().unwrap_or_else(PoisonError::into_inner);
                &*guard
            }
        };
        read(tree)
    }

    /// Changes nodes and proofs.
    #[inline]
    pub(super) fn write<R>(&mut self, write: impl FnOnce(&mut Tree<M>) -> R) -> R {
        let mut guard;
        let tree = match self {
            Self::Own(tree) => &mut **tree,
            Self::Shared(tree) => {
                guard = tree.write().unwrap_or_else(PoisonError::into_inner);
                &mut *guard
            }
        };
        write(tree)
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
        tree.attach_children(parent, moves.iter().copied().map(Node::new));
    }

    #[test]
    fn a_new_root_keeps_exactly_what_is_below_it() {
        let mut tree = Tree::new(2);
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
    fn hidden_children_stay_with_a_new_root() {
        let mut tree = Tree::new(2);
        tree.reset(0);
        add_children(&mut tree, ROOT, &[1]);
        let child = tree.find(ROOT, 1).unwrap();
        add_children(&mut tree, child, &[11, 12, 13]);
        tree[child].is_cut = true;
        assert_eq!(tree.children(child).len(), 2);
        tree.reroot(child);
        assert!(tree.has_hidden_children(ROOT) && tree.find(ROOT, 13).is_none());
        tree[ROOT].is_cut = false;
        assert!(tree.find(ROOT, 13).is_some());
    }

    #[test]
    fn a_visit_that_has_ended_or_was_cancelled_leaves_only_its_points() {
        let mut node = Node::new(0_u8);
        assert_eq!((node.begin_visit(1.0), node.begin_visit(0.0)), (0, 1));
        assert_eq!((node.visits(), node.points()), (2, 1.0));
        node.end_visit(1.0, 0.5);
        node.cancel_visit(0.0);
        node.add_visit(0.25);
        assert_eq!((node.visits(), node.points()), (2, 0.75));
        node.remove_visit(0.25);
        assert_eq!((node.visits(), node.points()), (1, 0.5));
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node<[u8; 3]>>(), 32);
    }
}
