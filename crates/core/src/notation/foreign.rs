//! Games and problems in the formats of other programs.

use std::ops::RangeInclusive;

use super::{clip, messages};
use crate::{Game, Message, Notation};

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

impl<G: Notation> ForeignGame<G> {
    /// A position with the [values of moves](move_values). Those out of `range` are skipped.
    pub fn with_values(start: G, text: &str, range: RangeInclusive<i32>) -> Result<Self, Message> {
        let mut values = Vec::new();
        for entry in move_values(text) {
            let (mv, value) = entry?;
            if range.contains(&value) {
                values.push((start.parse_move(mv).map_err(|error| error.message())?, value));
            }
        }
        Ok(Self { values, ..Self::new(start) })
    }
}

/// Reads values of moves: `MOVE:VALUE; MOVE:VALUE;`.
pub fn move_values(text: &str) -> impl Iterator<Item = Result<(&str, i32), Message>> {
    text.split(';').map(str::trim).filter(|entry| !entry.is_empty()).map(|entry| {
        let parts = entry.rsplit_once(':').and_then(|(mv, value)| Some((mv.trim(), value.trim().parse().ok()?)));
        parts.ok_or_else(|| messages::bad_move_value(clip(entry)))
    })
}
