//! Offers between the players: a draw, a move taken back, help for both.

use quevedo_core::{Outcome, Side, reasons};

use super::acts::not_a_player;
use super::{LiveGame, Viewer};
use crate::messages;
use crate::problem::Problem;
use crate::wire::{OfferAnswer, SeatKind, Status};

/// What an answer to an offer comes to.
enum Step {
    /// The offer is made.
    Offered,
    /// Both agree.
    Agreed,
    /// It is refused.
    Declined,
}

impl LiveGame {
    /// Whether two different persons play, or will when the open seat is taken.
    pub fn between_persons(&self) -> bool {
        let seats = &self.row.seats;
        let persons = seats.iter().all(|seat| seat.kind != SeatKind::Machine);
        let open = seats.iter().any(|seat| seat.kind == SeatKind::Open);
        persons && (open || seats[0].visitor != seats[1].visitor)
    }

    /// Whether hints, analyses and evaluations are closed: two persons play, and have not agreed to open them.
    pub fn is_help_closed(&self) -> bool {
        self.status() != Status::Finished && self.between_persons() && !self.row.help_open
    }

    /// Offers, accepts or declines a draw. A visitor who plays both sides agrees at once.
    pub fn draw(&mut self, viewer: Viewer, answer: OfferAnswer) -> Result<(), Problem> {
        self.check_running()?;
        let side = viewer.side(self.turn()).ok_or_else(not_a_player)?;
        if !self.entry().has_draws() {
            return Err(Problem::conflict(messages::no_draws()));
        }
        let alone = viewer.seats == [true; 2] && answer != OfferAnswer::Decline;
        match if alone { Step::Agreed } else { step(self.row.draw_offer, side, answer)? } {
            Step::Offered => self.row.draw_offer = Some(side),
            Step::Agreed => {
                self.agree_draw();
                return Ok(());
            }
            Step::Declined => self.row.draw_offer = None,
        }
        self.changed();
        Ok(())
    }

    /// Declines the offer of a draw.
    pub fn decline_draw(&mut self) {
        self.row.draw_offer = None;
        self.changed();
    }

    /// Ends the game with a draw.
    pub fn agree_draw(&mut self) {
        self.finish(Outcome::draw(&reasons::AGREEMENT));
    }

    /// Asks another person to let one take the last move back, or answers that.
    pub fn takeback(&mut self, viewer: Viewer, answer: OfferAnswer) -> Result<(), Problem> {
        self.check_running()?;
        let side = viewer.side(self.turn()).ok_or_else(not_a_player)?;
        match step(self.row.undo_offer, side, answer)? {
            Step::Offered if !self.can(viewer).takeback => return Err(Problem::conflict(messages::cannot_undo())),
            Step::Offered => self.row.undo_offer = Some(side),
            Step::Declined => self.row.undo_offer = None,
            Step::Agreed => {
                let target = self.last_move_of(!side).ok_or_else(|| Problem::conflict(messages::cannot_undo()))?;
                self.take_back_to(target);
                return Ok(());
            }
        }
        self.changed();
        Ok(())
    }

    /// Asks another person to open hints and analysis for both, or answers that.
    pub fn help(&mut self, viewer: Viewer, answer: OfferAnswer) -> Result<(), Problem> {
        self.check_running()?;
        let side = viewer.side(self.turn()).ok_or_else(not_a_player)?;
        if !self.is_help_closed() {
            return Err(Problem::conflict(messages::no_offer()));
        }
        match step(self.row.help_offer, side, answer)? {
            Step::Offered => self.row.help_offer = Some(side),
            Step::Declined => self.row.help_offer = None,
            Step::Agreed => (self.row.help_offer, self.row.help_open) = (None, true),
        }
        self.changed();
        Ok(())
    }

    /// The side that has offered a draw to an engine.
    pub fn offer_to_engine(&self) -> Option<Side> {
        self.row.draw_offer.filter(|side| self.is_engine(!*side) && self.row.status == Status::Running)
    }

    /// How many moves precede the last one of a side.
    pub(super) fn last_move_of(&self, side: Side) -> Option<usize> {
        self.movers.iter().rposition(|mover| *mover == side)
    }
}

/// What the answer of a side comes to. Who offers what was offered to them agrees.
fn step(offered: Option<Side>, side: Side, answer: OfferAnswer) -> Result<Step, Problem> {
    match answer {
        OfferAnswer::Offer | OfferAnswer::Accept if offered == Some(!side) => Ok(Step::Agreed),
        OfferAnswer::Offer if offered.is_none() => Ok(Step::Offered),
        OfferAnswer::Decline if offered == Some(!side) => Ok(Step::Declined),
        _ => Err(Problem::conflict(messages::no_offer())),
    }
}
