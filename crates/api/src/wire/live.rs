//! The messages of a live game.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Failure, GameState, SearchState, Side, StateChange};

/// From the server to the page.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToPage {
    /// The game, first of all and after every change.
    State {
        /// The game.
        state: Box<GameState>,
    },
    /// What has changed since the state before, for a connection that asked for changes.
    Change(StateChange),
    /// What the engine to move has found so far.
    Thinking {
        /// Its side.
        side: Side,
        /// The result so far.
        thought: SearchState,
    },
    /// A hint.
    Hint {
        /// The result.
        thought: SearchState,
    },
    /// What the analysis of a position has found so far.
    Analysis {
        /// How many moves were played before that position.
        ply: usize,
        /// The result.
        thought: SearchState,
        /// Whether the analysis has ended.
        done: bool,
    },
    /// The last message of the page was refused. Nothing has changed.
    Error(Failure),
    /// The machine to move failed; the message says how the game goes on.
    MachineFailed(Failure),
    /// The answer to a ping.
    Pong,
}

/// An offer, or the answer to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferAnswer {
    /// Makes the offer.
    Offer,
    /// Accepts it.
    Accept,
    /// Declines it.
    Decline,
}

/// From the page to the server.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromPage {
    /// Plays a move.
    Play {
        /// How many moves precede it.
        ply: usize,
        /// The taps of the move.
        taps: Vec<String>,
    },
    /// Gives up.
    Resign,
    /// Offers, accepts or declines a draw.
    Draw {
        /// Which of these.
        answer: OfferAnswer,
    },
    /// Asks another person to let one take the last move back, or answers that.
    Takeback {
        /// Which of these.
        answer: OfferAnswer,
    },
    /// Asks another person to open hints and analysis for both, or answers that.
    Help {
        /// Which of these.
        answer: OfferAnswer,
    },
    /// Takes moves back.
    Undo,
    /// Asks for a hint.
    Hint,
    /// Pauses two machines.
    Pause,
    /// Resumes them.
    Resume,
    /// Makes one move in a paused game.
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
        /// The engine.
        #[serde(default)]
        #[ts(optional)]
        spec: Option<String>,
        /// How many best lines are wanted.
        #[serde(default)]
        #[ts(optional)]
        lines: Option<u8>,
    },
    /// Stops the analysis.
    AnalyseStop,
    /// Asks for a pong.
    Ping,
}
