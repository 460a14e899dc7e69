//! One game as a job: everything that decides it, and everything that came of it. Both travel as JSON, so that a
//! thread here and a worker elsewhere play the same game.

use quevedo_catalog::{GameEntry, PlayerSpec, Thought};
use quevedo_core::{Outcome, Score};
use serde::{Deserialize, Serialize};

use crate::{Adjudication, Opening, TimeControl};

/// A game to be played. The same job is the same game, whoever plays it, as long as its players do not look at clocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameJob {
    /// Its number in the run, from 0.
    pub number: u64,
    /// The game.
    pub game: &'static GameEntry,
    /// Who moves first, and who follows.
    pub players: [PlayerSpec; 2],
    /// Where their random numbers come from.
    pub seeds: [u64; 2],
    /// Where the game begins.
    pub opening: Opening,
    /// The clocks, if there are any.
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
    pub outcome: Outcome,
    /// The moves of the players, those of the opening not among them.
    pub moves: Vec<PlayedMove>,
    /// What a player did against the protocol or the rules, by which it lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// A move and what it cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// In move notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// How long the player took, in microseconds.
    pub time_us: u64,
    /// How deep it looked, in plies; 0 where it does not tell.
    pub depth: u32,
    /// How many positions or simulations; 0 where it does not tell.
    pub nodes: u64,
    /// What it thought of the position, for itself.
    pub score: Option<Score>,
    /// How many plies it saw to the end, where it had proved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies_to_end: Option<usize>,
}

impl PlayedMove {
    pub(crate) fn new(thought: &Thought, time: std::time::Duration) -> Self {
        Self {
            mv: thought.mv.clone(),
            time_us: time.as_micros() as u64,
            depth: thought.depth,
            nodes: thought.nodes,
            score: thought.score,
            plies_to_end: thought.plies_to_end,
        }
    }
}

/// What a player from outside did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The player of the job, 0 or 1.
    pub seat: usize,
    /// What kind of wrong.
    pub kind: FaultKind,
    /// In words, for people.
    pub text: String,
}

/// The kinds of wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The program ended, or could not be started.
    Crash,
    /// It made a move that the rules forbid, or none, or something that is no move.
    Illegal,
    /// It did not answer in reasonable time.
    Silence,
}
