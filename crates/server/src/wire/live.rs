//! The messages of a live game.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Failure, GameState, Side, ThoughtState};

/// From the server to the page.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToPage {
    /// The game, first of all and after every change.
    State {
        /// The game.
        state: Box<GameState>,
    },
    /// What the machine that is to move thinks so far.
    Thinking {
        /// Which machine.
        side: Side,
        /// Its thought.
        thought: ThoughtState,
    },
    /// The answer to a wish for a hint.
    Hint {
        /// The thought.
        thought: ThoughtState,
    },
    /// What the analysis of a position has found so far.
    Analysis {
        /// How many moves were played before that position.
        ply: usize,
        /// The thought.
        thought: ThoughtState,
        /// Whether it has come to its end.
        done: bool,
    },
    /// The last message of the page was refused. Nothing has changed.
    Error(Failure),
    /// The answer to a ping.
    Pong,
}

/// An answer about a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawAnswer {
    /// Shall we?
    Offer,
    /// Yes.
    Accept,
    /// No.
    Decline,
}

/// From the page to the server.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromPage {
    /// Plays a move.
    Play {
        /// How many moves the sender has seen.
        ply: usize,
        /// The taps of the move.
        taps: Vec<String>,
    },
    /// Gives up.
    Resign,
    /// Speaks of a draw.
    Draw {
        /// What is said.
        answer: DrawAnswer,
    },
    /// Takes moves back.
    Undo,
    /// Wishes for a hint.
    Hint,
    /// Lets the machines rest.
    Pause,
    /// Lets them go on.
    Resume,
    /// Lets a resting machine make one move.
    Step,
    /// Sets the least time a machine takes for a move.
    Delay {
        /// That time.
        ms: u64,
    },
    /// Takes the open seat.
    Join {
        /// The name of the player.
        #[serde(default)]
        #[ts(optional)]
        name: Option<String>,
    },
    /// Analyses a position of the game, in place of any other analysis of the sender.
    Analyse {
        /// How many moves were played before that position.
        ply: usize,
        /// Who analyses.
        #[serde(default)]
        #[ts(optional)]
        spec: Option<String>,
        /// How many best lines are wanted.
        #[serde(default)]
        #[ts(optional)]
        lines: Option<u8>,
    },
    /// Ends the analysis.
    AnalyseStop,
    /// Asks for a pong.
    Ping,
}
