//! The state of a game for a viewer.

use quevedo_core::platform::Instant;

use quevedo_catalog::{Catalog, MoveView};
use quevedo_core::Side;

use super::game::{LiveGame, Viewer};
use crate::live::{GameRow, MoveRow, SeatRow};
use crate::wire::{
    self, ClockState, GameState, GameSummary, MoveState, SeatKind, SeatState, StateChange, Status, TapTree,
};

/// Who is connected to a room, and what it computes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Presence {
    /// Whether the person of each seat is connected.
    pub online: [bool; 2],
    /// Those who are connected and do not play, the receiver of a state among them.
    pub watchers: usize,
    /// The side whose engine searches.
    pub searching: Option<Side>,
}

/// The state of a game for one kind of viewer.
pub fn state(game: &LiveGame, presence: Presence, viewer: Viewer) -> GameState {
    let row = game.row();
    let can = game.can(viewer);
    GameState {
        id: row.id.clone(),
        version: row.version as u64,
        game: game.entry().id().to_owned(),
        status: row.status,
        seats: seats(row, presence.online, viewer),
        start: row.start.clone(),
        position: row.position.clone(),
        turn: game.turn().into(),
        board: wire::Board::of(game.session()),
        moves: moves(game),
        legal: can.play.then(|| TapTree::new(game.session(), game.legal())),
        clock: clock(game),
        outcome: game.outcome().map(Into::into),
        draw_offer: row.draw_offer.map(Into::into),
        undo_offer: row.undo_offer.map(Into::into),
        help_offer: row.help_offer.map(Into::into),
        help_closed: game.is_help_closed(),
        thinking: presence.searching.map(Into::into),
        delay_ms: row.delay_ms.max(0) as u64,
        watchers: presence.watchers.saturating_sub(usize::from(viewer.seats == [false; 2])),
        can,
        rematch: row.rematch.clone(),
        created_ms: row.created_ms,
    }
}

/// What a page must know of a state to be told what has changed since.
pub struct StateBase {
    /// The version of the game.
    pub version: u64,
    pieces: Vec<Option<wire::Piece>>,
    moves: Vec<String>,
    shows_thoughts: bool,
}

impl StateBase {
    /// The state of a game as it is now.
    pub fn new(game: &LiveGame) -> Self {
        Self {
            version: game.row().version as u64,
            pieces: wire::Board::of(game.session()).pieces,
            moves: game.moves().iter().map(|mv| mv.text.clone()).collect(),
            shows_thoughts: shows_thoughts(game),
        }
    }
}

/// What has changed in a game for one kind of viewer.
pub fn change(game: &LiveGame, presence: Presence, viewer: Viewer, base: &StateBase) -> StateChange {
    let mut state = state(game, presence, viewer);
    let pieces = std::mem::take(&mut state.board.pieces).into_iter().enumerate();
    let pieces = pieces.filter(|(place, piece)| base.pieces.get(*place) != Some(piece)).collect();
    let same = game.moves().iter().zip(&base.moves).take_while(|(mv, known)| mv.text == **known).count();
    let kept = if shows_thoughts(game) == base.shows_thoughts { same } else { 0 };
    state.moves.drain(..kept);
    state.legal = state.legal.map(|taps| taps.packed(&game.entry().shape().places));
    StateChange { since: base.version, kept, pieces, state: Box::new(state) }
}

/// What the machines thought is shown where no person plays who could use it.
fn shows_thoughts(game: &LiveGame) -> bool {
    game.only_engines() || game.status() == Status::Finished
}

/// The moves so far.
fn moves(game: &LiveGame) -> Vec<MoveState> {
    let shows_thoughts = shows_thoughts(game);
    let state = |((view, row), side): ((&MoveView, &MoveRow), &Side)| MoveState {
        thought: row.thought.clone().filter(|_| shows_thoughts),
        ..MoveState::new(view, (*side).into(), row.ms.max(0) as u64)
    };
    game.session().history().iter().zip(game.moves()).zip(game.movers()).map(state).collect()
}

/// The seats for a viewer.
pub fn seats(row: &GameRow, online: [bool; 2], viewer: Viewer) -> [SeatState; 2] {
    let seat = |index: usize| {
        let SeatRow { kind, name, spec, .. } = &row.seats[index];
        SeatState {
            kind: *kind,
            name: name.clone(),
            spec: spec.clone(),
            online: *kind == SeatKind::Machine || online[index],
            mine: viewer.seats[index],
        }
    };
    [seat(0), seat(1)]
}

fn clock(game: &LiveGame) -> Option<ClockState> {
    let clock = game.clock()?;
    Some(ClockState {
        base_ms: clock.base.as_millis() as u64,
        increment_ms: clock.increment.as_millis() as u64,
        left_ms: clock.left(Instant::now()).map(|left| left.as_millis() as u64),
        running: clock.running().map(wire::Side::from),
    })
}

/// A game in a list; `None` if it is of no known game.
pub fn summary(catalog: &Catalog, row: &GameRow, visitor: &str) -> Option<GameSummary> {
    let entry = catalog.find(&row.game).ok()?;
    let session = entry.session(Some(&row.position)).ok()?;
    let viewer = Viewer::new(row, visitor);
    Some(GameSummary {
        id: row.id.clone(),
        game: row.game.clone(),
        seats: seats(row, [false; 2], viewer),
        status: row.status,
        outcome: row.outcome_in(entry).filter(|_| row.status == Status::Finished).map(Into::into),
        plies: row.plies,
        turn: row.turn.into(),
        mine: viewer != Viewer::default(),
        created_ms: row.created_ms,
        updated_ms: row.updated_ms,
        position: row.position.clone(),
        board: wire::Board::of(&*session),
    })
}
