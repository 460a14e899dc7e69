//! The actions of a game. Every action is checked first; one that is refused changes nothing.

use quevedo_core::platform::Instant;
use std::cell::OnceCell;
use std::time::Duration;

use quevedo_core::{Outcome, reasons};

use super::{LiveGame, MAX_DELAY_MS, Viewer, clean_name};
use crate::live::{GameChange, MoveRow};
use crate::messages;
use crate::problem::Problem;
use crate::wire::{MoveThought, SeatKind, Status};

impl LiveGame {
    /// A person plays a move that `ply` moves precede.
    pub fn play_taps(&mut self, viewer: Viewer, ply: usize, taps: &[String]) -> Result<(), Problem> {
        self.check_running()?;
        if !viewer.plays() {
            return Err(not_a_player());
        }
        if ply != self.plies() {
            return Err(Problem::conflict(messages::outdated()));
        }
        if !viewer.seats[self.turn().index()] {
            return Err(Problem::conflict(messages::not_your_turn()));
        }
        let Some(text) = self.legal().iter().find(|mv| mv.taps == taps).map(|mv| mv.text.clone()) else {
            return Err(Problem::unprocessable(messages::illegal_move()));
        };
        self.play(&text, None)
    }

    /// The side to move plays a move; an engine says what it thought.
    pub fn play(&mut self, text: &str, thought: Option<MoveThought>) -> Result<(), Problem> {
        self.check_running()?;
        if self.check_flag() {
            return Ok(());
        }
        let mover = self.turn();
        let mv = self.session.play(text)?;
        let now = Instant::now();
        let ms = now.duration_since(self.turn_began).as_millis() as i64;
        self.movers.push(mover);
        self.legal = OnceCell::new();
        if let Some(clock) = &mut self.clock {
            let counts = clock.running().is_some();
            clock.stop(now);
            if counts {
                clock.add_increment(mover);
            }
        }
        let [left_1_ms, left_2_ms] = self.left_ms();
        let row = MoveRow { text: mv.text, ms, left_1_ms, left_2_ms, thought };
        self.changes.push(GameChange::Move(self.row.id.clone(), self.moves.len() as i64, row.clone()));
        self.moves.push(row);
        if self.row.draw_offer.is_some_and(|side| side != mover) {
            self.row.draw_offer = None;
        }
        self.row.undo_offer = None;
        match self.session.outcome() {
            Some(outcome) => self.finish(outcome),
            None => self.next_turn(),
        }
        Ok(())
    }

    /// Takes moves back until it is the viewer's turn again.
    pub fn undo(&mut self, viewer: Viewer) -> Result<(), Problem> {
        self.check_running()?;
        let Some(target) = self.undo_target(viewer) else {
            return Err(Problem::conflict(messages::cannot_undo()));
        };
        self.take_back_to(target);
        Ok(())
    }

    /// Takes moves back until so many are left.
    pub(super) fn take_back_to(&mut self, target: usize) {
        while self.moves.len() > target {
            self.session.undo();
            self.moves.pop();
            self.movers.pop();
        }
        self.legal = OnceCell::new();
        self.changes.push(GameChange::Truncate(self.row.id.clone(), target as i64));
        let before = self.moves.last().map(|mv| [mv.left_1_ms, mv.left_2_ms]);
        if let Some(clock) = &mut self.clock {
            let base = clock.base;
            clock.set(before.map_or([base; 2], |left| left.map(|ms| Duration::from_millis(ms.max(0) as u64))));
        }
        (self.row.draw_offer, self.row.undo_offer) = (None, None);
        self.next_turn();
    }

    /// A player gives up.
    pub fn resign(&mut self, viewer: Viewer) -> Result<(), Problem> {
        self.check_running()?;
        let side = viewer.side(self.turn()).ok_or_else(not_a_player)?;
        self.finish(Outcome::win(!side, &reasons::RESIGNATION));
        Ok(())
    }

    /// Pauses two engines, or resumes them.
    pub fn pause(&mut self, viewer: Viewer, pause: bool) -> Result<(), Problem> {
        if !self.can(viewer).pause {
            return Err(Problem::forbidden(messages::cannot_pause()));
        }
        self.row.status = if pause { Status::Paused } else { Status::Running };
        self.next_turn();
        Ok(())
    }

    /// Whether an engine may make one move in a paused game.
    pub fn check_step(&self, viewer: Viewer) -> Result<(), Problem> {
        if self.can(viewer).step {
            return Ok(());
        }
        Err(Problem::conflict(messages::cannot_step()))
    }

    /// Plays one move in a paused game.
    pub fn step(&mut self, text: &str, thought: Option<MoveThought>) -> Result<(), Problem> {
        self.row.status = Status::Running;
        let done = self.play(text, thought);
        if self.row.status == Status::Running {
            self.row.status = Status::Paused;
            self.next_turn();
        }
        done
    }

    /// Sets the least time of an engine's move.
    pub fn set_delay(&mut self, viewer: Viewer, ms: u64) -> Result<(), Problem> {
        if !viewer.owner && !viewer.plays() {
            return Err(not_a_player());
        }
        self.row.delay_ms = ms.min(MAX_DELAY_MS) as i64;
        self.changed();
        Ok(())
    }

    /// Takes the open seat.
    pub fn join(&mut self, visitor: &str, name: &str) -> Result<(), Problem> {
        if !self.can(self.viewer(visitor)).join {
            return Err(Problem::conflict(messages::cannot_join()));
        }
        let open = |seat: &&mut crate::live::SeatRow| seat.kind == SeatKind::Open;
        if let Some(seat) = self.row.seats.iter_mut().find(open) {
            seat.kind = SeatKind::Human;
            seat.visitor = Some(visitor.to_owned());
            seat.name = clean_name(name);
        }
        if !self.row.seats.iter().any(|seat| seat.kind == SeatKind::Open) {
            self.row.status = Status::Running;
        }
        self.next_turn();
        Ok(())
    }

    /// The game that follows this one.
    pub fn set_rematch(&mut self, id: String) {
        self.row.rematch = Some(id);
        self.changed();
    }

    /// Ends the game if a flag has fallen.
    pub fn check_flag(&mut self) -> bool {
        let fallen = self.clock.as_ref().and_then(|clock| clock.fallen(Instant::now()));
        let Some(late) = fallen.filter(|_| self.row.status == Status::Running) else { return false };
        self.finish(self.session.flag_fall(late));
        true
    }

    pub(super) fn check_running(&self) -> Result<(), Problem> {
        let message = match self.row.status {
            Status::Running => return Ok(()),
            Status::Finished => messages::game_over(),
            Status::Waiting => messages::waiting(),
            Status::Paused => messages::paused(),
        };
        Err(Problem::conflict(message))
    }

    pub(super) fn finish(&mut self, outcome: Outcome) {
        self.row.status = Status::Finished;
        self.row.outcome = Some(outcome.record());
        (self.row.draw_offer, self.row.undo_offer, self.row.help_offer) = (None, None, None);
        self.next_turn();
    }

    /// Starts the next turn, if there is one.
    fn next_turn(&mut self) {
        self.start_clock();
        self.changed();
    }
}

pub(super) fn not_a_player() -> Problem {
    Problem::forbidden(messages::not_a_player())
}
