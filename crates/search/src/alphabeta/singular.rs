//! Singular, double and negative extensions, and multicut.

use quevedo_core::score::{PROVED, Score};
use quevedo_core::{Evaluator, Purpose, Tactics};

use super::negamax::{EXTENSION_LIMIT, SearchNode};
use super::worker::{NodeContext, Window, Worker};
use crate::transposition_table::{Bound, TableEntry};

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// Whether the table move of a node is worth a singular search: its score is a lower bound of a search that was
    /// almost as deep.
    #[inline]
    pub(super) fn is_singular_candidate(&self, node: &SearchNode<'_, G>, entry: TableEntry) -> bool {
        self.switches.singular
            && self.params.singular_margin > 0
            && node.depth >= self.params.singular_min_depth
            && node.context.excluded.is_none()
            && node.context.ply < EXTENSION_LIMIT * self.iteration_depth
            && entry.best.is_some()
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= node.depth - 3
            && entry.score.abs() < PROVED
    }

    /// Step 13, singular extension (Anantharaman, Campbell and Hsu, 1988): if all other moves are clearly worse in a
    /// reduced search, the table move is extended, by two plies if they are much worse. If another move reaches beta,
    /// too, the node is cut off (multicut). If the table move is only one of several good moves, it is reduced.
    pub(super) fn singular_search(&mut self, node: &mut SearchNode<'_, G>, entry: TableEntry) -> Option<Score> {
        let bound = entry.score - self.params.singular_margin * node.depth / 100;
        let context = NodeContext { excluded: entry.best.map(u32::from), ..node.context };
        self.purpose = Purpose::Singular;
        let score = self.negamax(node.position, (node.depth - 1) / 2, Window::null(bound - 1), context);
        if self.stopped {
            return None;
        }
        if score < bound {
            let is_double = !node.is_pv && score < bound - self.params.double_extension_margin;
            node.table_move_extension = 1 + i32::from(is_double);
        } else if bound >= node.beta {
            self.static_evals += 1;
            return Some(bound);
        } else if entry.score >= node.beta {
            node.table_move_extension = -2;
        } else if node.context.is_cut_node {
            node.table_move_extension = -1;
        }
        None
    }
}
