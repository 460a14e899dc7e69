//! Moves in two steps: the same game with many small choices in place of few large ones.
//!
//! An amazon's turn is a way and an arrow, some two thousand pairs at the start but only eighty ways and then
//! thirty arrows. A search that tries every move of a node before it goes deeper gets lost among the pairs; among
//! the halves it does not, and the arrow is chosen by what was learned of the way.

use crate::Game;

/// What a half of a move of `G` is.
pub type Half<G> = <<G as Split>::Halves as Game>::Move;

/// A game that can also be played in half moves.
///
/// Whoever has made the first half makes the second one as well, so in the game of halves a side moves twice in a
/// row. Every legal move is exactly one sequence of two legal halves, and every such sequence is a legal move.
pub trait Split: Game {
    /// The game of halves.
    type Halves: Game;

    /// This position in the game of halves, with nothing chosen yet.
    fn halves(&self) -> Self::Halves;

    /// The two halves of a move, in the order in which they are made.
    fn split(mv: Self::Move) -> [Half<Self>; 2];

    /// The move that two halves make; `None` if they are not a first and a second one.
    fn join(first: Half<Self>, second: Half<Self>) -> Option<Self::Move>;

    /// The position of the whole game by which a position of halves is judged. Between the halves that is the
    /// board as it stands with the other side to move, as if the second half would change nothing.
    fn whole(position: &Self::Halves) -> Self;

    /// The position of the whole game in which the move under way was begun, and its first half if that is made.
    fn begun(position: &Self::Halves) -> (Self, Option<Half<Self>>);
}
