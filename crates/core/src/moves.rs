//! A stack of move lists that allocates nothing once it has grown.

use std::ops::{Deref, DerefMut, Range};

use crate::Game;

/// The legal moves of the positions along a line of search, one list on top of the other.
///
/// A search opens a frame in every node and closes it when it leaves: the memory is one vector that keeps its
/// size, so that generating moves costs no allocation after the first few nodes. No game bounds the number of
/// moves in a useful way (a fox among seventeen geese can have more than two hundred thousand capture runs), so
/// nothing here does either.
#[derive(Clone, Debug)]
pub struct MoveBuffer<M> {
    moves: Vec<M>,
}

impl<M: Copy> MoveBuffer<M> {
    /// An empty buffer with room for `moves` moves.
    pub fn with_capacity(moves: usize) -> Self {
        Self { moves: Vec::with_capacity(moves) }
    }

    /// Puts the legal moves of `position` on top, and returns where they are.
    #[inline]
    pub fn open<G: Game<Move = M>>(&mut self, position: &G) -> Range<usize> {
        let start = self.moves.len();
        position.each_move(|mv| self.moves.push(mv));
        start..self.moves.len()
    }

    /// Takes the frame on top, and any above it, away.
    #[inline]
    pub fn close(&mut self, frame: &Range<usize>) {
        self.moves.truncate(frame.start);
    }
}

impl<M> Deref for MoveBuffer<M> {
    type Target = [M];

    #[inline]
    fn deref(&self) -> &[M] {
        &self.moves
    }
}

impl<M> DerefMut for MoveBuffer<M> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [M] {
        &mut self.moves
    }
}
