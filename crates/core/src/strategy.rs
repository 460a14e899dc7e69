//! What chooses moves, and how it is asked.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::{Game, Line, Score};

/// Something that plays a game: a search, a table, a coin.
pub trait Strategy<G: Game>: Send {
    /// Chooses a legal move for the side to move; `None` only when there is none.
    fn choose(&mut self, line: &Line<G>, request: &mut Request<'_, G::Move>) -> Option<Choice<G::Move>>;
}

/// What the asker wants beside a move.
pub struct Request<'a, M> {
    /// The clock of the side to move, if there is one. A strategy with limits of its own obeys both.
    pub clock: Option<Clock>,
    /// Set by anyone at any time: answer now.
    pub stop: &'a AtomicBool,
    /// Told of progress: what would be chosen so far.
    pub report: &'a mut dyn FnMut(&Choice<M>),
}

/// The stop flag of those who never stop anybody.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Asks for a move and nothing else.
pub fn ask<G: Game>(strategy: &mut dyn Strategy<G>, line: &Line<G>) -> Option<Choice<G::Move>> {
    strategy.choose(line, &mut Request { clock: None, stop: &NEVER, report: &mut |_| {} })
}

/// The time a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// On the clock now.
    pub left: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Moves until the clock is set anew, if it ever is.
    pub moves_to_go: Option<u32>,
}

/// A chosen move, and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// How good the position is then for the side to move; `None` where nothing was judged.
    pub score: Option<Score>,
    /// How many plies deep the search went.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The line of best play, from this move on.
    pub pv: Vec<M>,
    /// The best lines of several, best first, where more than one was asked for.
    pub lines: Vec<RankedLine<M>>,
    /// How often each move was tried, for strategies that try often.
    pub visits: Vec<(M, u64)>,
}

/// One of several best lines.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedLine<M> {
    /// How good it is for the side to move.
    pub score: Score,
    /// The moves.
    pub pv: Vec<M>,
}

impl<M: Copy> Choice<M> {
    /// A move about which there is nothing to say.
    pub fn bare(mv: M) -> Self {
        Self { mv, score: None, depth: 0, nodes: 0, pv: vec![mv], lines: Vec::new(), visits: Vec::new() }
    }
}
