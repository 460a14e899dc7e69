//! What chooses moves, and how it is asked.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::{Game, Line, Observer, SearchResult};

/// Something that plays a game: a search, a table, a coin.
pub trait Strategy<G: Game>: Send {
    /// Chooses a legal move for the side to move; `None` only when there is none.
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>>;
}

/// How a move is asked for: clock, limits, and where progress goes. `M` is a typed move, or text at the type-erased edge.
pub struct SearchRequest<'a, M> {
    /// The clock of the side to move, if there is one. A strategy with limits of its own obeys both.
    pub clock: Option<Clock>,
    /// How far to search for this one move. A strategy with limits of its own obeys both.
    pub limits: Limits,
    /// The legal moves to choose from; all of them where none is named. UCI calls them `searchmoves`.
    pub search_moves: &'a [M],
    /// Set by anyone at any time: answer now.
    pub stop: &'a AtomicBool,
    /// Called with the best result so far.
    pub report: &'a mut dyn FnMut(&SearchResult<M>),
    /// Watches the search, where somebody does.
    pub observer: Option<&'a mut dyn Observer<M>>,
}

impl<'a, M: Clone + Eq> SearchRequest<'a, M> {
    /// Any move, without a clock or limits.
    pub fn new(stop: &'a AtomicBool, report: &'a mut dyn FnMut(&SearchResult<M>)) -> Self {
        Self { clock: None, limits: Limits::default(), search_moves: &[], stop, report, observer: None }
    }

    /// The observer, for another request of the same search.
    pub fn observer(&mut self) -> Option<&mut dyn Observer<M>> {
        self.observer.as_mut().map(|observer| &mut **observer as _)
    }

    /// The legal moves to choose from.
    pub fn moves<G: Game<Move = M>>(&self, position: &G) -> Vec<M> {
        let mut moves = position.legal_moves();
        if !self.search_moves.is_empty() {
            moves.retain(|mv| self.search_moves.contains(mv));
        }
        moves
    }
}

/// How far a search may go. Without any limit it goes on until it is stopped or has nothing left to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time for a move.
    pub time: Option<Duration>,
}

impl Limits {
    /// The narrower of both, limit by limit.
    #[must_use]
    pub fn intersect(self, other: Self) -> Self {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Self {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
        }
    }
}

/// A stop flag that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Asks for a move and nothing else.
pub fn ask<G: Game>(strategy: &mut dyn Strategy<G>, line: &Line<G>) -> Option<SearchResult<G::Move>> {
    strategy.choose(line, &mut SearchRequest::new(&NEVER, &mut |_| {}))
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
