//! The rules of a game: all that a search needs.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Not;

use serde::{Deserialize, Serialize};

use crate::{Outcome, Rng};

/// One of the two players. `First` is the one who moves first in the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Moves first in the start position: White, Black in Othello, the Mouse, the Dogs, the Geese.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 or 1, as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The rules of a game. A value is a position: plain data, cheap to clone, moved forward by [`Game::play`].
///
/// There is no undo: a search clones the position before a move. A player may move twice in a row
/// (Othello has passes, wrappers split a move in two), so never assume that the turn changes: ask [`Game::turn`].
///
/// **Equality** means that the two positions have the same future by the move rules. Two chess positions that
/// differ only in their counters are equal, as they are for the repetition rule; two fox-geese positions that
/// differ in the stall counter are not.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move, meaningful only in the position that generated it.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// How often a position must occur, counted with [`Line::occurrences`](crate::Line::occurrences), for a draw by
    /// repetition. Without effect where [`Game::reversible_plies`] is 0.
    const REPETITION_LIMIT: usize = 3;

    /// The usual start position.
    fn start() -> Self;

    /// Who moves.
    fn turn(&self) -> Side;

    /// Visits every legal move once, in an order that depends on the position alone. A finished game has none;
    /// the one exception is a draw by [claim](crate::Reason::is_claim), which ends the game while
    /// the moves go on.
    fn each_move(&self, visit: impl FnMut(Self::Move));

    /// Plays a legal move. Anything else is a programmer's error and may leave a nonsensical position, never
    /// undefined behaviour; text from outside goes through [`Notation::parse_move`](crate::Notation::parse_move).
    fn play(&mut self, mv: Self::Move);

    /// The outcome as far as it shows without looking for moves: four in line, a goal reached, a counter run out.
    fn ended(&self) -> Option<Outcome>;

    /// The outcome when the side to move has no legal move and the game has not [`ended`](Game::ended) otherwise.
    fn stuck(&self) -> Outcome;

    /// The Zobrist hash, or another one of 64 bits: equal positions have the same, different ones practically never.
    /// Kept incrementally where computing it anew would cost more.
    fn hash(&self) -> u64;

    /// The same hash computed from the bare position, for the law suite. A game that updates its hash incrementally
    /// must override this.
    fn hash_from_scratch(&self) -> u64 {
        self.hash()
    }

    /// How many moves there are.
    #[inline]
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.each_move(|_| count += 1);
        count
    }

    /// Whether there is any move.
    #[inline]
    fn has_moves(&self) -> bool {
        self.count_moves() > 0
    }

    /// A legal move, each with the same probability; `None` when there is none.
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Option<Self::Move> {
        let count = self.count_moves();
        if count == 0 {
            return None;
        }
        let mut left = rng.u64(0..count);
        let mut chosen = None;
        self.each_move(|mv| {
            if left == 0 && chosen.is_none() {
                chosen = Some(mv);
            }
            left = left.wrapping_sub(1);
        });
        chosen
    }

    /// The outcome, if the game is over by this position alone. Repetition needs the history: ask the
    /// [`Line`](crate::Line).
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.ended().or_else(|| (!self.has_moves()).then(|| self.stuck()))
    }

    /// An upper bound of how many plies back an equal position can be, counted from here. 0 where repetition
    /// is no rule of the game or cannot happen.
    #[inline]
    fn reversible_plies(&self) -> usize {
        0
    }

    /// Whether `side` could still win by some sequence of legal moves, however unlikely. Decides whether a
    /// fallen flag loses or draws.
    #[inline]
    fn can_win(&self, _side: Side) -> bool {
        true
    }

    /// All legal moves in a fresh vector, for tests and slow paths.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.each_move(|mv| moves.push(mv));
        moves
    }
}
