//! What a search found: the one shape of it, from the tree to the page.

use std::time::Duration;

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::score::plies_to_end;
use crate::{Game, Notation, Proof, Score};

/// A chosen move, and how it was found. `M` is a typed move inside a game, and text (move notation) at the type-erased
/// edge.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<M> {
    /// The move.
    pub mv: M,
    /// The score for the side to move; `None` where nothing was evaluated.
    pub score: Option<Score>,
    /// The nominal depth in plies.
    pub depth: u32,
    /// The selective depth: plies of the longest line that was searched, extensions and quiescence included.
    pub seldepth: Option<u32>,
    /// Nodes, or simulations of a Monte Carlo search.
    pub nodes: u64,
    /// How long it took; set by the caller.
    pub time: Duration,
    /// The principal variation, from this move on.
    pub pv: Vec<M>,
    /// The best lines, best first, where more than one was asked for (`MultiPV`).
    pub lines: Vec<RankedLine<M>>,
    /// How often a Monte Carlo search visited each root move.
    pub visits: Vec<(M, u64)>,
    /// How many probes the transposition table answered.
    pub tt_hits: Option<u64>,
    /// How full the transposition table is, in thousandths.
    pub hashfull: Option<u32>,
    /// What is proved, where the score alone does not say it.
    pub proof: Option<Proof>,
    /// Whether the move comes from an opening book.
    pub book: bool,
}

/// One of several best lines.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedLine<M> {
    /// The score for the side to move.
    pub score: Score,
    /// The moves.
    pub pv: Vec<M>,
}

impl<M: Clone> SearchResult<M> {
    /// A move without a score.
    pub fn of_move(mv: M) -> Self {
        Self {
            pv: vec![mv.clone()],
            mv,
            score: None,
            depth: 0,
            seldepth: None,
            nodes: 0,
            time: Duration::ZERO,
            lines: Vec::new(),
            visits: Vec::new(),
            tt_hits: None,
            hashfull: None,
            proof: None,
            book: false,
        }
    }
}

impl<M> SearchResult<M> {
    /// How many plies until the end, where the score proves it; the sign of the score says for whom.
    pub fn plies_to_end(&self) -> Option<usize> {
        self.score.and_then(plies_to_end)
    }

    /// Whole milliseconds.
    pub fn time_ms(&self) -> u64 {
        self.time.as_millis() as u64
    }

    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

impl<M: Copy> SearchResult<M> {
    /// The same result in move notation, the most visited moves first. A score that proves the end becomes a
    /// [`Proof`].
    pub fn to_text<G: Notation + Game<Move = M>>(&self, position: &G) -> SearchResult<String> {
        let mut visits: Vec<_> = self.visits.iter().map(|(mv, count)| (position.show_move(*mv), *count)).collect();
        sort_by_visits(&mut visits);
        let ranked = |line: &RankedLine<M>| RankedLine { score: line.score, pv: show_line(position, &line.pv) };
        SearchResult {
            mv: position.show_move(self.mv),
            score: self.score,
            depth: self.depth,
            seldepth: self.seldepth,
            nodes: self.nodes,
            time: self.time,
            pv: show_line(position, &self.pv),
            lines: self.lines.iter().map(ranked).collect(),
            visits,
            tt_hits: self.tt_hits,
            hashfull: self.hashfull,
            proof: self.proof.or_else(|| self.score.and_then(Proof::of_score)),
            book: self.book,
        }
    }
}

fn sort_by_visits(visits: &mut [(String, u64)]) {
    visits.sort_by_cached_key(|(_, count)| std::cmp::Reverse(*count));
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

/// `{"move", "score", "plies_to_end", "depth", "nodes", "time_ms", "nps", "pv"}` always; the other fields where they
/// are known.
impl Serialize for SearchResult<String> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("SearchResult", 15)?;
        fields.serialize_field("move", &self.mv)?;
        fields.serialize_field("score", &self.score)?;
        fields.serialize_field("plies_to_end", &self.plies_to_end())?;
        fields.serialize_field("depth", &self.depth)?;
        fields.serialize_field("nodes", &self.nodes)?;
        fields.serialize_field("time_ms", &self.time_ms())?;
        fields.serialize_field("nps", &self.nps())?;
        fields.serialize_field("pv", &self.pv)?;
        if !self.lines.is_empty() {
            fields.serialize_field("lines", &self.lines)?;
        }
        if !self.visits.is_empty() {
            fields.serialize_field("visits", &self.visits)?;
        }
        if let Some(tt_hits) = self.tt_hits {
            fields.serialize_field("tt_hits", &tt_hits)?;
        }
        if let Some(hashfull) = self.hashfull {
            fields.serialize_field("hashfull", &hashfull)?;
        }
        if let Some(seldepth) = self.seldepth {
            fields.serialize_field("seldepth", &seldepth)?;
        }
        if let Some(proof) = self.proof {
            fields.serialize_field("proof", &proof)?;
        }
        if self.book {
            fields.serialize_field("book", &true)?;
        }
        fields.end()
    }
}

impl Serialize for RankedLine<String> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("RankedLine", 3)?;
        fields.serialize_field("score", &self.score)?;
        fields.serialize_field("plies_to_end", &plies_to_end(self.score))?;
        fields.serialize_field("pv", &self.pv)?;
        fields.end()
    }
}
