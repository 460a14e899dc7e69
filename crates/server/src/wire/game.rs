//! A game as the page sees it.

use std::collections::BTreeMap;

use quevedo_catalog::MoveView;
use quevedo_core::Outcome;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, Side, Text};

/// Whether a game is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A seat is open: somebody must join.
    Waiting,
    /// It is being played.
    Running,
    /// The machines rest.
    Paused,
    /// It is over.
    Finished,
}

impl Status {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Finished => "finished",
        }
    }
}

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A person.
    Human,
    /// A machine player.
    Machine,
    /// Nobody yet.
    Open,
}

/// A seat.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct SeatState {
    /// Who sits there.
    pub kind: SeatKind,
    /// What to call them; may be empty.
    pub name: String,
    /// The machine player, in canonical form.
    pub spec: Option<String>,
    /// Whether the person is connected; machines are.
    pub online: bool,
    /// Whether it is the receiver.
    pub mine: bool,
}

/// A game, as one receiver sees it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct GameState {
    /// Its name in addresses.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// Which game it is.
    pub game: &'static str,
    /// Whether it is being played.
    pub status: Status,
    /// The first and the second player.
    #[ts(type = "[SeatState, SeatState]")]
    pub seats: [SeatState; 2],
    /// Where it began.
    pub start: String,
    /// Where it is.
    pub position: String,
    /// Who moves.
    pub turn: Side,
    /// The pieces.
    pub board: Board,
    /// The moves so far.
    pub moves: Vec<MoveState>,
    /// The legal moves, for a receiver who may move now.
    pub legal: Option<TapTree>,
    /// The clocks, if the game has them.
    pub clock: Option<ClockState>,
    /// How it ended.
    pub outcome: Option<OutcomeState>,
    /// Who offers a draw.
    pub draw_offer: Option<Side>,
    /// Which machine is thinking.
    pub thinking: Option<Side>,
    /// The least time a machine takes for a move.
    pub delay_ms: u64,
    /// How many connections are here that play no side.
    pub watchers: usize,
    /// What the receiver may do now.
    pub can: Can,
    /// The game that follows this one.
    pub rematch: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct MoveState {
    /// In move notation.
    pub text: String,
    /// As people of the game write it.
    pub pretty: String,
    /// The taps that make it.
    pub taps: Vec<String>,
    /// How long it took.
    pub ms: u64,
}

impl MoveState {
    /// A move and how long it took.
    pub fn new(view: &MoveView, ms: u64) -> Self {
        Self { text: view.text.clone(), pretty: view.pretty.clone(), taps: view.taps.clone(), ms }
    }
}

/// The clocks of a game. Nobody's clock runs before the first move has been made.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ClockState {
    /// What each player began with.
    pub base_ms: u64,
    /// What is added after every move.
    pub increment_ms: u64,
    /// What each player has left, at the moment this was sent.
    #[ts(type = "[number, number]")]
    pub left_ms: [u64; 2],
    /// Whose clock is running.
    pub running: Option<Side>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct OutcomeState {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why, as a key.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub reason: quevedo_core::Reason,
    /// Why, in words.
    pub text: Text,
}

impl From<Outcome> for OutcomeState {
    fn from(outcome: Outcome) -> Self {
        let text = outcome.reason.text().into();
        Self { winner: outcome.winner.map(Side::from), reason: outcome.reason, text }
    }
}

/// What the receiver may do now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each thing can be done or not")]
pub struct Can {
    /// Play a move.
    #[serde(rename = "move")]
    pub play: bool,
    /// Take moves back.
    pub undo: bool,
    /// Give up.
    pub resign: bool,
    /// Offer a draw.
    pub draw: bool,
    /// Ask for a hint.
    pub hint: bool,
    /// Stop and restart the machines.
    pub pause: bool,
    /// Let a resting machine make one move.
    pub step: bool,
    /// Take the open seat.
    pub join: bool,
}

/// The legal moves as a tree of taps. The key `""` says that the taps so far are a complete move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TapTree(pub BTreeMap<String, TapTree>);

/// No position of a real game has more moves; the tree of one that was made up must not fill the memory.
const MOST_MOVES: usize = 20_000;

impl TapTree {
    /// The tree of some moves.
    pub fn new(moves: &[MoveView]) -> Self {
        let mut root = Self::default();
        for mv in moves.iter().take(MOST_MOVES) {
            let end = mv.taps.iter().fold(&mut root, |tree, tap| tree.0.entry(tap.clone()).or_default());
            end.0.entry(String::new()).or_default();
        }
        root
    }
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct GameSummary {
    /// Its name in addresses.
    pub id: String,
    /// Which game it is.
    pub game: String,
    /// The first and the second player.
    #[ts(type = "[SeatState, SeatState]")]
    pub seats: [SeatState; 2],
    /// Whether it is being played.
    pub status: Status,
    /// How it ended.
    pub outcome: Option<OutcomeState>,
    /// How many moves it has.
    pub plies: i64,
    /// Who moves.
    pub turn: Side,
    /// Whether the receiver plays in it or made it.
    pub mine: bool,
    /// When it was made.
    pub created_ms: i64,
    /// When it was last changed.
    pub updated_ms: i64,
    /// Where it is.
    pub position: String,
    /// The pieces.
    pub board: Board,
}

/// A page of games, the latest first.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct GameList {
    /// The games of this page.
    pub games: Vec<GameSummary>,
    /// How many there are on all pages.
    pub total: i64,
    /// How many a page holds.
    pub page_size: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(taps: &[&str]) -> MoveView {
        MoveView { text: taps.concat(), pretty: String::new(), taps: taps.iter().map(|tap| (*tap).into()).collect() }
    }

    #[test]
    fn a_run_may_stop_or_go_on() {
        let tree = TapTree::new(&[mv(&["a", "b"]), mv(&["a", "b", "c"]), mv(&["d"])]);
        let json = serde_json::to_string(&tree).unwrap();
        assert_eq!(json, r#"{"a":{"b":{"":{},"c":{"":{}}}},"d":{"":{}}}"#);
    }
}
