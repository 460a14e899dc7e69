//! The state of a game.

use std::collections::BTreeMap;

use quevedo_catalog::{MoveView, Session};
use quevedo_core::{Outcome, reasons};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Board, MoveThought, Piece, Side, Text};

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A seat is open.
    Waiting,
    /// It is being played.
    Running,
    /// Two machines are paused.
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

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A person.
    Human,
    /// A machine player.
    Machine,
    /// Open: nobody yet.
    Open,
}

/// A seat.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct SeatState {
    /// Who plays.
    pub kind: SeatKind,
    /// The name; may be empty.
    pub name: String,
    /// The machine player, in canonical form.
    pub spec: Option<String>,
    /// Whether the person is connected; machines are.
    pub online: bool,
    /// Whether it is the receiver.
    pub mine: bool,
}

/// The state of a game for one receiver.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct GameState {
    /// Its name in addresses.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// Which game it is.
    pub game: String,
    /// Whether it is being played.
    pub status: Status,
    /// The first and the second player.
    #[ts(type = "[SeatState, SeatState]")]
    pub seats: [SeatState; 2],
    /// The first position.
    pub start: String,
    /// The position now.
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
    /// Who asks the other person to take a move back.
    pub undo_offer: Option<Side>,
    /// Who asks the other person to open hints and analysis.
    pub help_offer: Option<Side>,
    /// Whether hints, analyses and evaluations are closed: two persons play, and have not agreed to open them.
    pub help_closed: bool,
    /// The side whose machine searches.
    pub thinking: Option<Side>,
    /// The least time a machine takes for a move.
    pub delay_ms: u64,
    /// How many spectators are connected, without the receiver.
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
    /// Who played it.
    pub side: Side,
    /// Milliseconds it took.
    pub ms: u64,
    /// What the machine thought that played it.
    pub thought: Option<MoveThought>,
}

impl MoveState {
    /// A move, who played it and how long it took.
    pub fn new(view: &MoveView, side: Side, ms: u64) -> Self {
        let MoveView { text, pretty, taps } = view.clone();
        Self { text, pretty, taps, side, ms, thought: None }
    }
}

/// The clocks of a game. No clock runs before the first move.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ClockState {
    /// The time of each player at the beginning.
    pub base_ms: u64,
    /// The increment after every move.
    pub increment_ms: u64,
    /// The time that each player has left when this is sent.
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
    pub reason: &'static str,
    /// Why, in words.
    pub text: Text,
    /// Whether the position ends the game, rather than a clock or the players.
    pub by_rules: bool,
}

impl From<Outcome> for OutcomeState {
    fn from(outcome: Outcome) -> Self {
        let reason = outcome.reason;
        let by_rules = !reasons::is_by_arbiter(reason);
        Self { winner: outcome.winner.map(Side::from), reason: reason.code, text: reason.text.into(), by_rules }
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
    /// Pause and resume two machines.
    pub pause: bool,
    /// Make one move in a paused game.
    pub step: bool,
    /// Take the open seat.
    pub join: bool,
    /// Ask the other person to take a move back.
    pub takeback: bool,
    /// Ask the other person to open hints and analysis.
    pub help: bool,
    /// Play again, with the sides exchanged.
    pub rematch: bool,
}

/// The legal moves as a tree of taps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct TapTree {
    /// The pieces that changes of the board put down.
    pub pieces: Vec<Piece>,
    /// The taps that may come first.
    #[ts(type = "{ [tap: string]: TapNode }")]
    pub next: BTreeMap<String, TapNode>,
}

/// A tap within the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct TapNode {
    /// How the tap changes the board: the index of a place and of a piece of the tree in turn, -1 for no piece.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub change: Vec<i32>,
    /// The taps so far are a complete move, although others may follow. Without any that follow they always are.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub end: bool,
    /// The taps that may follow.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(no_recursion)]
    pub next: BTreeMap<String, TapNode>,
    /// In a [`StateChange`], last taps that only put a piece on the place they touch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub put: Option<PutTaps>,
    /// In a [`StateChange`], taps that move a piece to the place they touch and are followed by such last taps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slide: Option<SlideTaps>,
}

/// The index of a piece in the tree, and a set of places: letters and digits of base 64, six places each, the first place in
/// the lowest bit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PutTaps(pub i32, pub String);

/// The place that a piece leaves, the piece, the piece that is put down at last, and by the tap that moves the piece the set
/// of the last taps as in [`PutTaps`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SlideTaps(pub i32, pub i32, pub i32, #[ts(type = "{ [tap: string]: string }")] pub BTreeMap<String, String>);

/// What has changed in a game, for a page that knows the state before.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct StateChange {
    /// The version of the state that it changes.
    pub since: u64,
    /// How many of its moves remain; those of `state` come behind them.
    pub kept: usize,
    /// The places that have changed, with what stands there now.
    #[ts(type = "[number, Piece | null][]")]
    pub pieces: Vec<(usize, Option<Piece>)>,
    /// The new state, without the pieces and the moves that remain, and with packed taps (`put`).
    pub state: Box<GameState>,
}

/// No position of a real game has more moves; the tree of one that was made up must not fill the memory.
const MAX_MOVES: usize = 20_000;

impl TapTree {
    /// The tree of the legal moves of a game.
    pub fn new(game: &dyn Session, moves: &[MoveView]) -> Self {
        let mut tree = Self::default();
        for mv in moves.iter().take(MAX_MOVES) {
            let Self { pieces, next } = &mut tree;
            mv.taps.iter().enumerate().fold(next, |next, (made, tap)| {
                let known = next.contains_key(tap);
                let node = next.entry(tap.clone()).or_default();
                let after = |taps: usize| game.board_after_taps(&mv.text, taps);
                if known {
                    node.end |= made + 1 == mv.taps.len() || node.next.is_empty();
                } else if let (Ok(before), Ok(after)) = (after(made), after(made + 1)) {
                    node.change = change(pieces, &before, &after);
                }
                &mut node.next
            });
        }
        tree
    }
}

/// What differs between two boards. Pieces that are not in the list yet are added to it.
fn change(pieces: &mut Vec<Piece>, before: &quevedo_core::Board, after: &quevedo_core::Board) -> Vec<i32> {
    let places = before.pieces.iter().zip(&after.pieces).enumerate().filter(|(_, (before, after))| before != after);
    let pair = |(place, (_, after)): (usize, (_, &Option<quevedo_core::Piece>))| {
        let index = after.map_or(-1, |piece| {
            let piece = Piece::from(piece);
            let known = pieces.iter().position(|known| *known == piece);
            known.unwrap_or_else(|| {
                pieces.push(piece);
                pieces.len() - 1
            }) as i32
        });
        [place as i32, index]
    };
    places.flat_map(pair).collect()
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
    /// The position now.
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
    use quevedo_catalog::Catalog;

    use super::*;

    fn tree(game: &str, position: &str) -> (TapTree, Box<dyn Session>) {
        let catalog = Catalog::standard();
        let session = catalog.find(game).unwrap().session(Some(position)).unwrap();
        (TapTree::new(&*session, &session.legal()), session)
    }

    /// The board after some taps, by the changes alone.
    fn walk(tree: &TapTree, session: &dyn Session, taps: &[String]) -> Vec<Option<Piece>> {
        let mut pieces = Board::from(session.board()).pieces;
        let mut next = &tree.next;
        for tap in taps {
            let node = &next[tap];
            for pair in node.change.chunks(2) {
                pieces[pair[0] as usize] = usize::try_from(pair[1]).ok().map(|index| tree.pieces[index]);
            }
            next = &node.next;
        }
        pieces
    }

    #[test]
    fn a_run_may_stop_or_go_on() {
        let (tree, _) = tree("fox-geese", "1F1/1g1/4g2/7/g5g/ggg/ggg f 0");
        let first = &tree.next["d7"].next["d5"];
        assert!(first.end && first.change.len() == 6, "the fox leaves, the goose goes, the fox arrives: {first:?}");
        assert!(!first.next["f5"].end && first.next["f5"].next.is_empty());
    }

    #[test]
    fn changes_lead_to_the_board_after_every_move() {
        for (game, position) in [
            ("chess", "r3k2r/P6p/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2"),
            ("othello", "-------------------X-------XX------XO--------------------------- O"),
            ("connect4", "4435"),
            ("amazons:6x6", "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"),
            ("fox-geese", "1F1/1g1/4g2/7/g5g/ggg/ggg f 0"),
        ] {
            let (tree, session) = tree(game, position);
            for mv in session.legal() {
                let mut after = session.fork();
                after.play(&mv.text).unwrap();
                assert_eq!(walk(&tree, &*session, &mv.taps), Board::from(after.board()).pieces, "{game} {}", mv.text);
            }
        }
    }
}
