//! A table as its viewers see it.

use std::time::Instant;

use quevedo_core::Side;

use super::table::{Table, Viewer};
use crate::store::{GameRow, SeatRow};
use crate::wire::{self, ClockState, GameState, MoveState, SeatKind, SeatState, TapTree};

/// What a room knows beside its table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Presence {
    /// Whether the person of each seat is connected.
    pub(super) online: [bool; 2],
    pub(super) watchers: usize,
    pub(super) thinking: Option<Side>,
}

/// The game as one kind of viewer sees it.
pub(super) fn state(table: &Table, presence: Presence, viewer: Viewer) -> GameState {
    let row = table.row();
    let can = table.can(viewer);
    let history = table.session().history();
    GameState {
        id: row.id.clone(),
        version: row.version as u64,
        game: table.entry().id().to_owned(),
        status: row.status,
        seats: seats(row, presence.online, viewer),
        start: row.start.clone(),
        position: row.position.clone(),
        turn: table.turn().into(),
        board: table.session().board().into(),
        moves: history.iter().zip(table.move_ms()).map(|(mv, ms)| MoveState::new(mv, ms)).collect(),
        legal: can.play.then(|| TapTree::new(table.session(), table.legal())),
        clock: clock(table),
        outcome: table.outcome().map(Into::into),
        draw_offer: row.draw_offer.map(Into::into),
        thinking: presence.thinking.map(Into::into),
        delay_ms: row.delay_ms.max(0) as u64,
        watchers: presence.watchers,
        can,
        rematch: row.rematch.clone(),
        created_ms: row.created_ms,
    }
}

/// The seats as a viewer sees them.
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

fn clock(table: &Table) -> Option<ClockState> {
    let clock = table.clock()?;
    Some(ClockState {
        base_ms: clock.base.as_millis() as u64,
        increment_ms: clock.increment.as_millis() as u64,
        left_ms: clock.left(Instant::now()).map(|left| left.as_millis() as u64),
        running: clock.running().map(wire::Side::from),
    })
}
