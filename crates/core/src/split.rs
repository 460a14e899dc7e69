//! Moves in two steps: the same game with many small choices in place of few large ones.
//!
//! A turn in the Game of the Amazons is a queen move and an arrow: some two thousand pairs at the start, but only eighty
//! queen moves and then thirty arrows. A search that visits every child of a node before it goes deeper gets nowhere with
//! the pairs. With halves the branching factor is small, and the arrows share what was learned of the queen move.
//! Alpha-beta generates some eighty queen moves in place of two thousand pairs, and reduces or prunes a late one with all
//! of its arrows.

use crate::{Game, Tactics};

/// What a half of a move of `G` is.
pub type Half<G> = <<G as Split>::Halves as Game>::Move;

/// A game that can also be played in half moves.
///
/// The side that has made the first half makes the second one as well, so in the game of halves a side moves twice in a
/// row. Every legal move is exactly one sequence of two legal halves, and every such sequence is a legal move.
pub trait Split: Game {
    /// The game of halves, with what alpha-beta has to know of it.
    type Halves: Tactics;

    /// This position in the game of halves, with nothing chosen yet.
    fn halves(&self) -> Self::Halves;

    /// The two halves of a move, in the order in which they are made.
    fn split(mv: Self::Move) -> [Half<Self>; 2];

    /// The move that two halves make; `None` if they are not a first and a second one.
    fn join(first: Half<Self>, second: Half<Self>) -> Option<Self::Move>;

    /// The position of the whole game that an evaluator gets in place of a position of halves. Between the halves that
    /// is the board as it stands with the other side to move, as if the second half changed nothing.
    fn whole(position: &Self::Halves) -> Self;

    /// The position of the whole game in which the move under way was begun, and its first half if that is made.
    fn begun(position: &Self::Halves) -> (Self, Option<Half<Self>>);
}
