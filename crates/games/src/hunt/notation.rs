//! Moves written as the points of their path: `e1d2`, `d7d5f5`.

use quevedo_core::notation::messages;
use quevedo_core::{Game, Message, MoveError};

/// How a hunt writes the paths of its moves.
pub(crate) struct PathNotation {
    /// Takes a point off the front of a text.
    pub(crate) take_point: fn(&str) -> Option<(u8, &str)>,
    /// The name of a point.
    pub(crate) point_name: fn(u8) -> String,
    /// No path has more points.
    pub(crate) max_points: usize,
    /// What a path looks like, for the error of a text that is none.
    pub(crate) expected: fn() -> Message,
}

impl PathNotation {
    /// Writes a path.
    pub(crate) fn show(&self, path: impl Iterator<Item = u8>) -> String {
        path.map(self.point_name).collect()
    }

    /// Finds the legal move whose path is written so. `own` are the points of the side to move, `path_of` tells the path
    /// of a move, and `rule` what an own piece may do, for the error of a path that is not legal.
    pub(crate) fn parse<G: Game, P: Iterator<Item = u8>>(
        &self,
        position: &G,
        text: &str,
        own: u64,
        path_of: impl Fn(G::Move) -> P,
        rule: impl FnOnce(&[u8]) -> Message,
    ) -> Result<G::Move, MoveError> {
        let path = self.read(text).ok_or_else(|| MoveError::malformed(text, (self.expected)()))?;
        let mut found = None;
        position.each_move(|mv| {
            if path_of(mv).eq(path.iter().copied()) {
                found = Some(mv);
            }
        });
        found.ok_or_else(|| match path[0] {
            _ if !position.has_moves() => MoveError::game_over(text),
            from if own >> from & 1 == 0 => MoveError::illegal(text, messages::no_own_piece((self.point_name)(from))),
            _ => MoveError::illegal(text, rule(&path)),
        })
    }

    fn read(&self, mut text: &str) -> Option<Vec<u8>> {
        let mut path = Vec::new();
        while !text.is_empty() {
            let (point, rest) = (self.take_point)(text)?;
            path.push(point);
            text = rest;
        }
        (2..=self.max_points).contains(&path.len()).then_some(path)
    }
}
