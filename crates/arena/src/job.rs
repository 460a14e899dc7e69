//! One game as a job: everything that decides it, and its result. Both are plain data and travel as JSON, so that a
//! thread here and a worker elsewhere play the same game.

use std::time::Duration;

use quevedo_catalog::{GameEntry, PlayerSpec};
use quevedo_core::{Language, Message, Outcome, RecordedOutcome, Score, SearchResult};
use serde::{Deserialize, Serialize};

use crate::{Adjudication, Opening, TimeControl};

/// A game to be played. The same job is the same game on every machine, as long as its players have no time limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameJob {
    /// Its number in the run, from 0.
    pub number: u64,
    /// The id of the game. The catalog of the worker pool resolves it.
    pub game: String,
    /// The players; the first one moves first.
    pub players: [PlayerSpec; 2],
    /// The random seeds of the players.
    pub seeds: [u64; 2],
    /// The opening.
    pub opening: Opening,
    /// The time control, if there is one.
    pub clock: Option<TimeControl>,
    /// When a game is decided before its end.
    #[serde(default)]
    pub adjudication: Adjudication,
}

/// A game that has been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameReport {
    /// The number of its job.
    pub number: u64,
    /// How it ended.
    pub outcome: RecordedOutcome,
    /// The moves of the players, without those of the opening.
    pub moves: Vec<PlayedMove>,
    /// The fault by which a player lost, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

impl GameReport {
    /// The outcome with its reason; `None` if the game has no such reason.
    pub fn outcome_in(&self, game: &GameEntry) -> Option<Outcome> {
        game.reason(&self.outcome.reason).map(|reason| Outcome { winner: self.outcome.winner, reason })
    }
}

/// A move with the figures of its search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// In move notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The time the player took, in microseconds.
    pub time_us: u64,
    /// The depth of the search in plies; 0 where the player does not report it.
    pub depth: u32,
    /// Nodes or simulations; 0 where the player does not report them.
    pub nodes: u64,
    /// The score for the player itself.
    pub score: Option<Score>,
    /// Plies to the end of the game, where the score proves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies_to_end: Option<usize>,
}

impl PlayedMove {
    pub(crate) fn new(result: &SearchResult<String>, time: Duration) -> Self {
        Self {
            mv: result.mv.clone(),
            time_us: time.as_micros() as u64,
            depth: result.depth,
            nodes: result.nodes,
            score: result.score,
            plies_to_end: result.plies_to_end(),
        }
    }
}

/// A fault of an external engine; it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The index of the player in the job, 0 or 1.
    #[serde(alias = "seat")]
    pub player: usize,
    /// The kind of fault.
    pub kind: FaultKind,
    /// A description for people.
    pub text: String,
    /// The same in Spanish; empty in journals of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text_es: String,
}

impl Fault {
    /// A fault of the player with that index.
    pub fn new(player: usize, kind: FaultKind, message: &Message) -> Self {
        Self { player, kind, text: message.text(Language::English), text_es: message.text(Language::Spanish) }
    }
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The program ended, or could not be started.
    Crash,
    /// It answered with an illegal move, with no move, or with something that is not a move.
    Illegal,
    /// It did not answer in time.
    Silence,
}
