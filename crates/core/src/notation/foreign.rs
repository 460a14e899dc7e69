//! Games and problems in the formats of other programs.

use crate::Game;

/// A game, or a position with known values of its moves, as a format of other programs holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignGame<G: Game> {
    /// Names and values, by the tag names of PGN: `White` is the player who moves first.
    pub tags: Vec<(String, String)>,
    /// Where it begins.
    pub start: G,
    /// The moves from there, passes included.
    pub moves: Vec<G::Move>,
    /// What moves of the last position are worth to the side to move, in the game's own count, as the format says.
    pub values: Vec<(G::Move, i32)>,
}

impl<G: Game> ForeignGame<G> {
    /// A game without moves.
    pub fn new(start: G) -> Self {
        Self { tags: Vec::new(), start, moves: Vec::new(), values: Vec::new() }
    }

    /// The position after the last move.
    pub fn last(&self) -> G {
        let mut position = self.start.clone();
        self.moves.iter().for_each(|mv| position.play(*mv));
        position
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
