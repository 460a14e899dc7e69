//! The searches of live games, as messages: what a server asks for and what a worker finds.

use std::time::Duration;

use quevedo_catalog::{Catalog, PlayerSpec, Session};
use quevedo_core::{Clock, Proof, Score, SearchResult};
use serde::{Deserialize, Serialize};

/// A search for the next move of a live game. Unlike the jobs of a run it may be carried out by another version of the
/// program: a server that is replaced must not stop its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchJob {
    /// The id of the game in the catalog.
    pub game: String,
    /// The position at the start.
    pub start: String,
    /// The moves since.
    pub moves: Vec<String>,
    /// Who chooses the next one.
    pub player: PlayerSpec,
    /// The clock of the side to move, in milliseconds: what is left, and the increment.
    pub clock_ms: Option<[u64; 2]>,
    /// After this time the search is stopped, and what it has found counts.
    pub limit_ms: u64,
}

impl SearchJob {
    /// The position with the moves that led to it. A worker opens no file and starts no program for a visitor.
    pub(crate) fn open(&self, catalog: &Catalog) -> Result<Box<dyn Session>, String> {
        if self.player.is_external() || !self.player.files().is_empty() {
            return Err(format!("`{}` is no player for visitors", self.player));
        }
        let entry = catalog.find(&self.game).map_err(|error| error.to_string())?;
        let mut session = entry.session(Some(&self.start)).map_err(|error| error.to_string())?;
        for mv in &self.moves {
            session.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(session)
    }

    pub(crate) fn clock(&self) -> Option<Clock> {
        let [left, increment] = self.clock_ms?.map(Duration::from_millis);
        Some(Clock { left, increment, moves_to_go: None })
    }
}

/// What a search has found: the figures that people are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Found {
    #[serde(rename = "move")]
    mv: String,
    score: Option<Score>,
    proof: Option<Proof>,
    depth: u32,
    nodes: u64,
    time_us: u64,
    pv: Vec<String>,
    book: bool,
}

impl From<&SearchResult<String>> for Found {
    fn from(result: &SearchResult<String>) -> Self {
        Self {
            mv: result.mv.clone(),
            score: result.score,
            proof: result.proof,
            depth: result.depth,
            nodes: result.nodes,
            time_us: result.time.as_micros() as u64,
            pv: result.pv.clone(),
            book: result.book,
        }
    }
}

impl From<Found> for SearchResult<String> {
    fn from(found: Found) -> Self {
        Self {
            score: found.score,
            proof: found.proof,
            depth: found.depth,
            nodes: found.nodes,
            time: Duration::from_micros(found.time_us),
            pv: found.pv,
            book: found.book,
            ..Self::of_move(found.mv)
        }
    }
}

/// A message of a worker about a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnswerMessage {
    /// What it has found so far.
    Progress(Found),
    /// What it has found in the end, if there is any move.
    Done(Option<Found>, u64),
    /// It failed.
    Failed(String),
}

/// What a server hears of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchAnswer {
    /// What was found so far.
    Progress(SearchResult<String>),
    /// What was found in the end, if there is any move, and how long it took.
    Done(Option<SearchResult<String>>, Duration),
    /// The search failed.
    Failed(String),
}

impl From<AnswerMessage> for SearchAnswer {
    fn from(message: AnswerMessage) -> Self {
        match message {
            AnswerMessage::Progress(found) => Self::Progress(found.into()),
            AnswerMessage::Done(found, micros) => Self::Done(found.map(Into::into), Duration::from_micros(micros)),
            AnswerMessage::Failed(problem) => Self::Failed(problem),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(game: &str, player: &str) -> SearchJob {
        let session = Catalog::standard().find("connect4").unwrap().session(None).unwrap();
        let player = player.parse().unwrap();
        let moves = vec![session.legal()[0].text.clone()];
        SearchJob { game: game.into(), start: session.start(), moves, player, clock_ms: Some([1500, 100]), limit_ms: 9 }
    }

    #[test]
    fn jobs_are_read_as_they_are_written() {
        let written = job("connect4", "alphabeta:depth=3");
        let read: SearchJob = serde_json::from_slice(&serde_json::to_vec(&written).unwrap()).unwrap();
        assert_eq!(read, written);
        let session = read.open(&Catalog::standard()).unwrap();
        assert_eq!((session.history().len(), read.clock().unwrap().left), (1, Duration::from_millis(1500)));
    }

    #[test]
    fn a_worker_refuses_what_is_not_for_visitors() {
        let refused = |job: SearchJob| job.open(&Catalog::standard()).err().unwrap();
        assert!(refused(job("connect4", "uci:cmd=sh")).contains("no player for visitors"));
        assert!(refused(job("connect4", "alphabeta:table=/etc/passwd")).contains("no player for visitors"));
        assert!(!refused(job("nothing", "easy")).is_empty());
        assert!(!refused(SearchJob { moves: vec!["zz".into()], ..job("connect4", "easy") }).is_empty());
    }

    #[test]
    fn figures_travel() {
        let result = SearchResult { score: Some(7), nodes: 5, depth: 2, ..SearchResult::of_move("c4".to_owned()) };
        let message = AnswerMessage::Done(Some(Found::from(&result)), 1_000);
        let text = serde_json::to_string(&message).unwrap();
        let read: AnswerMessage = serde_json::from_str(&text).unwrap();
        assert_eq!(SearchAnswer::from(read), SearchAnswer::Done(Some(result), Duration::from_millis(1)));
    }
}
