//! A game with its seats, clocks and offers: what may be done, and what it changes.

mod acts;
mod machines;
mod offers;
mod opening;
mod record;
#[cfg(test)]
mod tests;

use quevedo_core::platform::Instant;
use std::cell::OnceCell;
use std::time::Duration;

use quevedo_catalog::{Catalog, GameEntry, MoveView, PlayerSpec, Session};
use quevedo_core::{Outcome, Side};

use super::clock::Clock;
use crate::live::{DamagedGame, GameChange, GameRow, MoveRow, SeatRow, StoredGame};
use crate::wire::{Can, SeatKind, Status};
use quevedo_core::platform::now_ms;

pub use opening::{clean_name, open_moves, open_position, open_start};

/// The longest delay of an engine's move.
const MAX_DELAY_MS: u64 = 60_000;

/// A visitor's part in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Viewer {
    /// Which seats are theirs.
    pub seats: [bool; 2],
    /// Whether they made the game.
    pub owner: bool,
}

impl Viewer {
    /// The number of kinds of viewers.
    pub const KINDS: usize = 8;

    /// The number of this kind.
    pub fn kind(self) -> usize {
        usize::from(self.seats[0]) + 2 * usize::from(self.seats[1]) + 4 * usize::from(self.owner)
    }

    /// The part of a visitor in a game.
    pub fn new(row: &GameRow, visitor: &str) -> Self {
        let sits = |seat: &SeatRow| seat.visitor.as_deref() == Some(visitor);
        Self { seats: [sits(&row.seats[0]), sits(&row.seats[1])], owner: row.owner == visitor }
    }

    fn plays(self) -> bool {
        self.seats[0] || self.seats[1]
    }

    /// The side of the viewer: the one to move where both are theirs.
    fn side(self, turn: Side) -> Option<Side> {
        if self.seats[turn.index()] { Some(turn) } else { self.plays().then_some(!turn) }
    }
}

/// A game with its seats, clocks and offers.
pub struct LiveGame {
    /// As it is stored, but for the moves.
    row: GameRow,
    session: Box<dyn Session>,
    /// The moves as they are stored.
    moves: Vec<MoveRow>,
    /// Who made each move.
    movers: Vec<Side>,
    clock: Option<Clock>,
    turn_began: Instant,
    /// The legal moves of this position, computed when they are needed.
    legal: OnceCell<Vec<MoveView>>,
    /// What is to be stored.
    changes: Vec<GameChange>,
}

impl LiveGame {
    /// A game from the store. A clock that was running continues from what was stored last.
    pub fn load(catalog: &Catalog, stored: StoredGame) -> Result<Self, DamagedGame> {
        let damaged = |problem: String| DamagedGame { id: stored.row.id.clone(), problem };
        let entry = catalog.find(&stored.row.game).map_err(|error| damaged(error.to_string()))?;
        Self::new(entry, stored)
    }

    fn new(entry: &GameEntry, stored: StoredGame) -> Result<Self, DamagedGame> {
        let StoredGame { row, moves } = stored;
        let damaged = |problem: String| DamagedGame { id: row.id.clone(), problem };
        let mut session = entry.session(Some(&row.start)).map_err(|error| damaged(error.to_string()))?;
        if let Some(outcome) = row.outcome.as_ref().filter(|_| row.outcome_in(entry).is_none()) {
            return Err(damaged(format!("`reason` is `{}`", outcome.reason)));
        }
        let mut movers = Vec::with_capacity(moves.len());
        for mv in &moves {
            movers.push(session.turn());
            session.play(&mv.text).map_err(|error| damaged(error.to_string()))?;
        }
        let millis = |ms: i64| Duration::from_millis(ms.max(0) as u64);
        let clock = row.clock.map(|(base, add)| Clock::new(millis(base), millis(add), row.left_ms.map(millis)));
        let mut game = Self {
            row,
            session,
            moves,
            movers,
            clock,
            turn_began: Instant::now(),
            legal: OnceCell::new(),
            changes: Vec::new(),
        };
        game.start_clock();
        Ok(game)
    }

    /// The game as it is stored, but for the moves.
    pub fn row(&self) -> &GameRow {
        &self.row
    }

    /// The game as it is played.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Which game it is.
    pub fn entry(&self) -> &GameEntry {
        self.session.entry()
    }

    /// Whether it is played.
    pub fn status(&self) -> Status {
        self.row.status
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.row.outcome_in(self.entry())
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.session.turn()
    }

    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The moves as they are stored.
    pub fn moves(&self) -> &[MoveRow] {
        &self.moves
    }

    /// Who made each move.
    pub fn movers(&self) -> &[Side] {
        &self.movers
    }

    /// Who plays a side.
    pub fn seat(&self, side: Side) -> &SeatRow {
        &self.row.seats[side.index()]
    }

    /// The clocks.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// When the turn of the side to move began.
    pub fn turn_began(&self) -> Instant {
        self.turn_began
    }

    /// The legal moves.
    pub fn legal(&self) -> &[MoveView] {
        self.legal.get_or_init(|| self.session.legal())
    }

    /// The part of a visitor in this game.
    pub fn viewer(&self, visitor: &str) -> Viewer {
        Viewer::new(&self.row, visitor)
    }

    /// The engine that plays a side.
    pub fn engine(&self, side: Side) -> Option<PlayerSpec> {
        let seat = self.seat(side);
        seat.spec.as_ref().filter(|_| seat.kind == SeatKind::Machine)?.parse().ok()
    }

    fn is_engine(&self, side: Side) -> bool {
        self.seat(side).kind == SeatKind::Machine
    }

    /// Whether two engines play.
    pub fn only_engines(&self) -> bool {
        Side::BOTH.iter().all(|side| self.is_engine(*side))
    }

    /// What a viewer may do now.
    pub fn can(&self, viewer: Viewer) -> Can {
        let running = self.status() == Status::Running;
        let controls = self.only_engines() && viewer.owner;
        let play = running && viewer.seats[self.turn().index()];
        let open = self.row.seats.iter().any(|seat| seat.kind == SeatKind::Open);
        Can {
            play,
            undo: running && self.undo_target(viewer).is_some(),
            resign: running && viewer.plays(),
            draw: running && viewer.plays() && self.row.draw_offer.is_none() && self.entry().has_draws(),
            hint: play && !self.is_help_closed(),
            takeback: running && self.can_ask_back(viewer),
            help: running && viewer.plays() && self.is_help_closed() && self.row.help_offer.is_none(),
            rematch: self.can_rematch(viewer),
            pause: controls && matches!(self.status(), Status::Running | Status::Paused),
            step: controls && self.status() == Status::Paused,
            join: open && !viewer.plays(),
        }
    }

    /// Whether a viewer may ask another person to take the last own move back.
    fn can_ask_back(&self, viewer: Viewer) -> bool {
        let own = Side::BOTH.into_iter().find(|side| viewer.seats[side.index()]);
        let has_moved = own.is_some_and(|side| self.last_move_of(side).is_some());
        self.between_persons() && has_moved && self.row.undo_offer.is_none()
    }

    /// Whether a viewer may open the game that follows this one, or go to the one that others have opened.
    pub fn can_rematch(&self, viewer: Viewer) -> bool {
        let open = self.row.seats.iter().any(|seat| seat.kind == SeatKind::Open);
        let plays = viewer.plays() || (viewer.owner && self.only_engines());
        self.status() == Status::Finished && (self.row.rematch.is_some() || (!open && plays))
    }

    /// How many moves are left when a viewer takes the last own one back; `None` where that is not allowed: against
    /// another person, or without a move of one's own.
    pub(super) fn undo_target(&self, viewer: Viewer) -> Option<usize> {
        let own_or_engine = |side: Side| viewer.seats[side.index()] || self.is_engine(side);
        if !viewer.plays() || !Side::BOTH.iter().all(|side| own_or_engine(*side)) {
            return None;
        }
        self.movers.iter().rposition(|mover| viewer.seats[mover.index()])
    }

    /// What has to be stored; empty once taken.
    pub fn take_changes(&mut self) -> Vec<GameChange> {
        std::mem::take(&mut self.changes)
    }

    /// Whether moves were played or taken back that are not stored yet.
    pub fn plies_changed(&self) -> bool {
        self.changes.iter().any(|change| matches!(change, GameChange::Move(..) | GameChange::Truncate(..)))
    }

    /// The clocks as they are now, if one is running.
    pub fn clock_change(&self) -> Option<GameChange> {
        let clock = self.clock.as_ref().filter(|clock| clock.running().is_some())?;
        Some(GameChange::Clocks(self.row.id.clone(), millis(clock.left(Instant::now()))))
    }

    /// Lets the clock of the side to move run, if it should.
    fn start_clock(&mut self) {
        let now = Instant::now();
        self.turn_began = now;
        let runs = self.row.status == Status::Running && !self.moves.is_empty();
        let turn = self.session.turn();
        match &mut self.clock {
            Some(clock) if runs => clock.start(turn, now),
            Some(clock) => clock.stop(now),
            None => {}
        }
    }

    /// Brings the row up to date and has it stored.
    fn changed(&mut self) {
        self.row.version += 1;
        self.row.position = self.session.position();
        self.row.turn = self.session.turn();
        self.row.plies = self.moves.len() as i64;
        self.row.left_ms = self.left_ms();
        self.row.updated_ms = now_ms();
        self.changes.push(GameChange::Row(Box::new(self.row.clone())));
    }

    fn left_ms(&self) -> [i64; 2] {
        self.clock.as_ref().map_or([0; 2], |clock| millis(clock.left(Instant::now())))
    }
}

fn millis(left: [Duration; 2]) -> [i64; 2] {
    left.map(|left| left.as_millis() as i64)
}
