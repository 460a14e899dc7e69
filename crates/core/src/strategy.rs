//! What chooses moves, and how it is asked.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::{Game, Line, Proof, Score};

/// Something that plays a game: a search, a table, a coin.
pub trait Strategy<G: Game>: Send {
    /// Chooses a legal move for the side to move; `None` only when there is none.
    fn choose(&mut self, line: &Line<G>, request: &mut Request<'_, G::Move>) -> Option<Choice<G::Move>>;
}

/// What the asker wants beside a move.
pub struct Request<'a, M> {
    /// The clock of the side to move, if there is one. A strategy with limits of its own obeys both.
    pub clock: Option<Clock>,
    /// How far to search for this one move. A strategy with limits of its own obeys both.
    pub limits: Limits,
    /// The legal moves to choose from; all of them where none is named.
    pub only: &'a [M],
    /// Set by anyone at any time: answer now.
    pub stop: &'a AtomicBool,
    /// Told of progress: what would be chosen so far.
    pub report: &'a mut dyn FnMut(&Choice<M>),
}

impl<'a, M: Copy + Eq> Request<'a, M> {
    /// Any move, without a clock or limits.
    pub fn new(stop: &'a AtomicBool, report: &'a mut dyn FnMut(&Choice<M>)) -> Self {
        Self { clock: None, limits: Limits::default(), only: &[], stop, report }
    }

    /// The legal moves to choose from.
    pub fn moves<G: Game<Move = M>>(&self, position: &G) -> Vec<M> {
        let mut moves = position.legal_moves();
        if !self.only.is_empty() {
            moves.retain(|mv| self.only.contains(mv));
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
    pub fn and(self, other: Self) -> Self {
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

/// The stop flag of those who never stop anybody.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Asks for a move and nothing else.
pub fn ask<G: Game>(strategy: &mut dyn Strategy<G>, line: &Line<G>) -> Option<Choice<G::Move>> {
    strategy.choose(line, &mut Request::new(&NEVER, &mut |_| {}))
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
    /// How many positions were found in the transposition table, for strategies that have one.
    pub table_hits: Option<u64>,
    /// How many of a thousand entries of the transposition table were filled in this search.
    pub table_full: Option<u32>,
    /// How many plies the longest line had that was looked at, for strategies that follow some beyond their depth.
    pub longest_line: Option<u32>,
    /// What is certain, where the score alone does not tell.
    pub proof: Option<Proof>,
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
        Self {
            mv,
            score: None,
            depth: 0,
            nodes: 0,
            pv: vec![mv],
            lines: Vec::new(),
            visits: Vec::new(),
            table_hits: None,
            table_full: None,
            longest_line: None,
            proof: None,
        }
    }
}
