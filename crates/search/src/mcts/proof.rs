//! MCTS-Solver: game results that are proved, not estimated (Winands, Björnsson and Saito, 2008).
//!
//! A proof names the winning side. It means the same in parent and child, so no sign changes where a side moves twice.

use quevedo_core::score::{MOST_PLIES, loss_in, win_in};
use quevedo_core::{Outcome, Score, Side, score};

/// What is proved of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeProof {
    /// Nothing.
    Open,
    /// A draw under best play.
    Drawn,
    /// A win of one side.
    Won {
        /// The winner.
        by: Side,
        /// An upper bound on the plies to the end: the solver stops at the first win it finds, not the shortest.
        plies: u16,
    },
}

impl NodeProof {
    /// The proof by the outcome of a finished game.
    pub(super) const fn of(outcome: Outcome) -> Self {
        match outcome.winner {
            Some(by) => Self::Won { by, plies: 0 },
            None => Self::Drawn,
        }
    }

    /// What its children prove of a node where `turn` moves. `complete` says that every legal move has a child; without
    /// it only a win can be proved.
    pub(super) fn of_parent(turn: Side, complete: bool, children: impl Iterator<Item = Self>) -> Self {
        let (mut shortest_win, mut longest_loss) = (None, 0);
        let (mut open, mut drawn) = (!complete, false);
        for child in children {
            match child {
                Self::Open => open = true,
                Self::Drawn => drawn = true,
                Self::Won { by, plies } if by == turn => {
                    shortest_win = Some(shortest_win.map_or(plies, |shortest: u16| shortest.min(plies)));
                }
                Self::Won { plies, .. } => longest_loss = longest_loss.max(plies),
            }
        }
        match shortest_win {
            Some(plies) => Self::Won { by: turn, plies: plies.saturating_add(1) },
            None if open => Self::Open,
            None if drawn => Self::Drawn,
            None => Self::Won { by: !turn, plies: longest_loss.saturating_add(1) },
        }
    }

    /// Whether the result is proved.
    #[inline]
    pub(super) fn is_proved(self) -> bool {
        self != Self::Open
    }

    /// Whether a win of `side` is proved.
    #[inline]
    pub(super) fn is_win(self, side: Side) -> bool {
        matches!(self, Self::Won { by, .. } if by == side)
    }

    /// The points of the first player: 1, ½ or 0.
    #[inline]
    pub(super) fn points(self) -> Option<f64> {
        match self {
            Self::Open => None,
            Self::Drawn => Some(0.5),
            Self::Won { by, .. } => Some(if by == Side::First { 1.0 } else { 0.0 }),
        }
    }

    /// The score for `side` of the position `plies_before` plies ahead of the node.
    pub(super) fn score(self, side: Side, plies_before: usize) -> Option<Score> {
        match self {
            Self::Open => None,
            Self::Drawn => Some(score::DRAW),
            Self::Won { by, plies } => {
                let plies = (usize::from(plies) + plies_before).min(MOST_PLIES);
                Some(if by == side { win_in(plies) } else { loss_in(plies) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NodeProof::{self, Drawn, Open, Won};
    use quevedo_core::Side::{First, Second};

    #[test]
    fn a_parent_has_the_value_of_its_best_child() {
        let win = |plies| Won { by: First, plies };
        let loss = |plies| Won { by: Second, plies };
        let prove = |complete, children: &[NodeProof]| NodeProof::of_parent(First, complete, children.iter().copied());
        assert_eq!(prove(true, &[Open, win(4), win(2), loss(0)]), win(3));
        assert_eq!(prove(true, &[Open, loss(1)]), Open);
        assert_eq!(prove(true, &[loss(1), Drawn, loss(3)]), Drawn);
        assert_eq!(prove(true, &[loss(1), loss(3)]), loss(4));
        assert_eq!(prove(false, &[loss(1), loss(3)]), Open);
        assert_eq!(prove(false, &[win(0)]), win(1));
    }
}
