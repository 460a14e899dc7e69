//! The state of a game for a viewer.

use std::time::Instant;

use quevedo_core::Side;

use super::game::{LiveGame, Viewer};
use crate::store::{GameRow, SeatRow};
use crate::wire::{self, ClockState, GameState, MoveState, SeatKind, SeatState, TapTree};

/// Who is connected to a room, and what it computes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Presence {
    /// Whether the person of each seat is connected.
    pub(super) online: [bool; 2],
    pub(super) watchers: usize,
    pub(super) searching: Option<Side>,
}

/// The state of a game for one kind of viewer.
pub(super) fn state(game: &LiveGame, presence: Presence, viewer: Viewer) -> GameState {
    let row = game.row();
    let can = game.can(viewer);
    let history = game.session().history();
    GameState {
        id: row.id.clone(),
        version: row.version as u64,
        game: game.entry().id().to_owned(),
        status: row.status,
        seats: seats(row, presence.online, viewer),
        start: row.start.clone(),
        position: row.position.clone(),
        turn: game.turn().into(),
        board: game.session().board().into(),
        moves: history.iter().zip(game.move_ms()).map(|(mv, ms)| MoveState::new(mv, ms)).collect(),
        legal: can.play.then(|| TapTree::new(game.session(), game.legal())),
        clock: clock(game),
        outcome: game.outcome().map(Into::into),
        draw_offer: row.draw_offer.map(Into::into),
        thinking: presence.searching.map(Into::into),
        delay_ms: row.delay_ms.max(0) as u64,
        watchers: presence.watchers,
        can,
        rematch: row.rematch.clone(),
        created_ms: row.created_ms,
    }
}

/// The seats for a viewer.
pub(crate) fn seats(row: &GameRow, online: [bool; 2], viewer: Viewer) -> [SeatState; 2] {
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
