//! Something that plays, with its types erased.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quevedo_core::score::plies_to_end;
use quevedo_core::{Clock, Game, Limits, Notation, Proof, RankedLine, Score, SearchRequest, SearchResult, Strategy};
use serde::Serialize;

use crate::Session;
use crate::session::typed;

/// Something that plays. Made by [`GameEntry::player`](crate::GameEntry::player).
pub trait Player: Send {
    /// Chooses a move in a session of the game it was made for; `None` when the game is over.
    fn think(&mut self, session: &dyn Session, ask: &mut Ask<'_>) -> Option<Thought> {
        self.think_within(session, ask, &Orders::default())
    }

    /// The same, within what is ordered for this one move.
    fn think_within(&mut self, session: &dyn Session, ask: &mut Ask<'_>, orders: &Orders) -> Option<Thought>;

    /// Chooses a move and says nothing more.
    fn choose(&mut self, session: &dyn Session) -> Option<String> {
        let stop = AtomicBool::new(false);
        let mut ask = Ask { clock: None, stop: &stop, report: &mut |_| {} };
        self.think(session, &mut ask).map(|thought| thought.mv)
    }
}

/// What the asker wants beside a move.
pub struct Ask<'a> {
    /// The clock of the side to move, if there is one.
    pub clock: Option<Clock>,
    /// Set by anyone at any time: answer now.
    pub stop: &'a AtomicBool,
    /// Told of progress.
    pub report: &'a mut dyn FnMut(&Thought),
}

/// What is ordered for one move, beside the limits that the player has of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// How far to search.
    pub limits: Limits,
    /// The moves to choose from, in move notation; all of them where no legal one is named.
    pub only: Vec<String>,
}

/// A chosen move and how it was found, in text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thought {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How good the position is then for the side to move.
    pub score: Option<Score>,
    /// How many plies until the end, where it is proved; the score tells for whom.
    pub plies_to_end: Option<usize>,
    /// How deep the search went.
    pub depth: u32,
    /// How many positions, or simulations, it took.
    pub nodes: u64,
    /// How long it took.
    pub time_ms: u64,
    /// Nodes a second.
    pub nps: u64,
    /// The line of best play.
    pub pv: Vec<String>,
    /// The best lines of several, best first, where the player looked for more than one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<ThoughtLine>,
    /// How often each move was tried, where the player tries often; most first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub visits: Vec<(String, u64)>,
    /// How many positions the transposition table knew, for players that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tt_hits: Option<u64>,
    /// How many of a thousand entries of the table were filled in this search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hashfull: Option<u32>,
    /// How many plies the longest line had that was looked at, for players that follow some beyond their depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// What is certain about the position for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

/// One of several best lines, in text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThoughtLine {
    /// How good it is for the side to move.
    pub score: Score,
    /// How many plies until the end, where it is proved.
    pub plies_to_end: Option<usize>,
    /// The moves.
    pub pv: Vec<String>,
}

impl Thought {
    fn new<G: Notation>(position: &G, choice: &SearchResult<G::Move>, time: Duration) -> Self {
        let mut visits: Vec<_> = choice.visits.iter().map(|(mv, count)| (position.show_move(*mv), *count)).collect();
        visits.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Self {
            mv: position.show_move(choice.mv),
            score: choice.score,
            plies_to_end: choice.score.and_then(plies_to_end),
            depth: choice.depth,
            nodes: choice.nodes,
            time_ms: time.as_millis() as u64,
            nps: (choice.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
            pv: show_line(position, &choice.pv),
            lines: choice.lines.iter().map(|line| ThoughtLine::new(position, line)).collect(),
            visits,
            tt_hits: choice.tt_hits,
            hashfull: choice.hashfull,
            seldepth: choice.seldepth,
            proof: choice.proof.or_else(|| choice.score.and_then(Proof::of_score)),
        }
    }
}

impl ThoughtLine {
    fn new<G: Notation>(position: &G, line: &RankedLine<G::Move>) -> Self {
        Self { score: line.score, plies_to_end: plies_to_end(line.score), pv: show_line(position, &line.pv) }
    }
}

/// Writes a line of moves, each in the position where it is played.
fn show_line<G: Notation>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let show = |mv: &G::Move| {
        let text = position.show_move(*mv);
        position.play(*mv);
        text
    };
    moves.iter().map(show).collect()
}

/// A strategy of one game as a player.
pub(crate) struct TypedPlayer<G: Game>(pub(crate) Box<dyn Strategy<G>>);

impl<G: Notation> Player for TypedPlayer<G> {
    fn think_within(&mut self, session: &dyn Session, ask: &mut Ask<'_>, orders: &Orders) -> Option<Thought> {
        let line = typed::<G>(session);
        if session.outcome().is_some() {
            return None;
        }
        let begin = Instant::now();
        let position = line.position();
        let report = &mut *ask.report;
        let mut tell = |choice: &SearchResult<G::Move>| report(&Thought::new(position, choice, begin.elapsed()));
        let only: Vec<G::Move> = orders.only.iter().filter_map(|text| position.parse_move(text).ok()).collect();
        let mut request =
            SearchRequest { clock: ask.clock, limits: orders.limits, only: &only, stop: ask.stop, report: &mut tell };
        let choice = self.0.choose(line, &mut request)?;
        Some(Thought::new(position, &choice, begin.elapsed()))
    }
}
