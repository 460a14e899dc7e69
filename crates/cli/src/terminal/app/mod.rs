//! A game on the screen, as a state machine: keys, clicks and time go in, what to draw comes out.
//!
//! There is no terminal and no thread here, so all of it is tested headlessly. Machine players run outside:
//! [`App::request`] is the move that is needed now, [`App::answer`] brings it, [`App::pass_time`] plays it when people
//! have had time to see the last one. When the request changes or is gone, its search can be stopped.

mod keys;
mod marks;
#[cfg(test)]
mod tests;

use std::time::Duration;

use quevedo_catalog::{GameEntry, MoveView, Session};
use quevedo_core::view::BoardKind;
use quevedo_core::{Language, MoveError, PositionError, Shape, Side, Text};

use super::Setup;
use super::taps::{next_taps, whole_move};
use crate::board::PieceStyle;
use crate::terminal::words;

pub(crate) use marks::Marks;

/// How long the last move is left to be seen before a machine answers it.
const ANSWER_DELAY: Duration = Duration::from_millis(350);
/// The same when only machines play.
const SPECTATOR_DELAY: Duration = Duration::from_millis(600);

/// What lies over the board and takes the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// The rules and the keys, scrolled down by some lines.
    Help(u16),
    /// A question to be answered by yes or no.
    Confirm(Confirm),
}

/// What is asked before a running game is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Confirm {
    /// To leave.
    Quit,
    /// To start a new game.
    New,
}

/// What the game on the screen waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveRequest {
    /// Who chooses the move.
    pub(crate) source: MoveSource,
    /// The number of the position.
    ticket: u64,
}

/// Who can choose a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveSource {
    /// The machine that plays a side.
    Player(Side),
    /// The player that gives hints.
    Adviser,
}

/// The state of a hint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Hint {
    #[default]
    None,
    Requested,
    Given(MoveView),
}

/// A game on the screen.
pub(crate) struct App {
    setup: Setup,
    session: Box<dyn Session>,
    shape: Shape,
    /// The legal moves of the position now.
    legal: Vec<MoveView>,
    /// Who made each move so far; a side may move twice in a row.
    movers: Vec<Side>,
    taps: Vec<String>,
    cursor: usize,
    flipped: bool,
    paused: bool,
    typed: Option<String>,
    message: Option<String>,
    overlay: Option<Overlay>,
    left: bool,
    hint: Hint,
    /// The number of the position now: requests of an earlier one are void.
    ticket: u64,
    /// The move of the machine, to be played when the last one has been seen.
    reply: Option<String>,
    waited: Duration,
}

impl App {
    /// A game about to begin.
    pub(crate) fn new(setup: Setup) -> Result<Self, PositionError> {
        let session = setup.game.session(setup.position.as_deref())?;
        let shape = setup.game.shape();
        let mut app = Self {
            setup,
            session,
            shape,
            legal: Vec::new(),
            movers: Vec::new(),
            taps: Vec::new(),
            cursor: 0,
            flipped: false,
            paused: false,
            typed: None,
            message: None,
            overlay: None,
            left: false,
            hint: Hint::None,
            ticket: 0,
            reply: None,
            waited: Duration::ZERO,
        };
        // A person who plays only the second side sits on its side of the board.
        app.flipped = app.can_flip() && !app.is_human(Side::First) && app.is_human(Side::Second) && app.sides_face();
        app.position_changed();
        app.cursor = app.home();
        Ok(app)
    }

    pub(crate) fn game(&self) -> &GameEntry {
        &self.setup.game
    }

    pub(crate) fn language(&self) -> Language {
        self.setup.language
    }

    pub(crate) fn style(&self) -> PieceStyle {
        self.setup.style
    }

    pub(crate) fn session(&self) -> &dyn Session {
        &*self.session
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn flipped(&self) -> bool {
        self.flipped
    }

    pub(crate) fn paused(&self) -> bool {
        self.paused
    }

    /// The taps of the move in the making.
    pub(crate) fn taps(&self) -> &[String] {
        &self.taps
    }

    /// The move being written, if one is.
    pub(crate) fn typed(&self) -> Option<&str> {
        self.typed.as_deref()
    }

    /// What there is to say about the last event.
    pub(crate) fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    pub(crate) fn overlay(&self) -> Option<Overlay> {
        self.overlay
    }

    /// Who made the first move of the list; decides how moves are numbered.
    pub(crate) fn opening_turn(&self) -> Side {
        self.movers.first().copied().unwrap_or_else(|| self.session.turn())
    }

    /// Whether the person is done with this game.
    pub(crate) fn has_left(&self) -> bool {
        self.left
    }

    /// The player of a side, in words.
    pub(crate) fn player_name(&self, side: Side) -> String {
        let alone = !(self.is_human(Side::First) && self.is_human(Side::Second));
        match (self.is_human(side), alone) {
            (true, true) => self.say(words::YOU).into(),
            (true, false) => self.say(words::PERSON).into(),
            (false, _) => self.setup.players[side.index()].to_string(),
        }
    }

    /// The choices now that are no places, with what they mean: a promotion, a pass.
    pub(crate) fn options(&self) -> Vec<(&str, &'static str)> {
        let name = |tap| self.game().choice(tap).map(|choice| (tap, choice.get(self.language())));
        if self.is_persons_turn() { self.next_taps().into_iter().filter_map(name).collect() } else { Vec::new() }
    }

    /// Whether the taps so far may stand as a move although they could go on.
    pub(crate) fn may_stop(&self) -> bool {
        whole_move(&self.legal, &self.taps).is_some()
    }

    fn say(&self, text: Text) -> &'static str {
        text.get(self.language())
    }

    fn show_message(&mut self, text: Text) {
        self.message = Some(self.say(text).into());
    }

    /// Says why the person cannot move.
    fn tell_no_turn(&mut self) {
        self.show_message(if self.session.outcome().is_some() { words::GAME_OVER } else { words::NOT_YOUR_TURN });
    }

    fn is_human(&self, side: Side) -> bool {
        self.setup.players[side.index()].is_human()
    }

    /// Whether a person plays at all; otherwise people only watch.
    fn is_played(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.is_human(side))
    }

    fn is_persons_turn(&self) -> bool {
        self.is_human(self.session.turn()) && self.session.outcome().is_none()
    }

    fn next_taps(&self) -> Vec<&str> {
        next_taps(&self.legal, &self.taps)
    }

    /// A vertical board has a top and a bottom.
    fn can_flip(&self) -> bool {
        self.shape.kind != BoardKind::Columns
    }

    /// Whether the sides begin at opposite edges of the board, the first of them at the bottom, so that turning it
    /// around brings the second one home.
    fn sides_face(&self) -> bool {
        let board = self.session.board();
        let mean_row = |side| {
            let pieces = self.shape.places.iter().zip(&board.pieces);
            let rows = pieces.filter(|(_, piece)| piece.is_some_and(|piece| piece.side == Some(side)));
            let rows: Vec<f64> = rows.map(|(place, _)| f64::from(place.row)).collect();
            rows.iter().sum::<f64>() / rows.len().max(1) as f64
        };
        mean_row(Side::First) > mean_row(Side::Second) + 1.0
    }

    /// Plays a move given as text; nothing changes if it is not legal.
    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mover = self.session.turn();
        self.session.play(text)?;
        self.movers.push(mover);
        self.position_changed();
        Ok(())
    }

    /// Recomputes everything that depends on the position.
    fn position_changed(&mut self) {
        self.legal = self.session.legal();
        self.taps.clear();
        self.hint = Hint::None;
        self.ticket += 1;
        self.reply = None;
        self.waited = Duration::ZERO;
    }

    /// Takes moves back to the last one a person made, or one move where only machines play.
    fn undo(&mut self) {
        let watched = !self.is_played();
        let last = self.movers.iter().rposition(|mover| watched || self.is_human(*mover));
        let Some(last) = last else { return self.show_message(words::NOTHING_TO_UNDO) };
        self.paused |= watched;
        while self.movers.len() > last {
            self.session.undo();
            self.movers.pop();
        }
        self.position_changed();
    }

    fn restart(&mut self) {
        // The position was read once already, so it reads again.
        if let Ok(session) = self.game().session(self.setup.position.as_deref()) {
            self.session = session;
            self.movers.clear();
            self.position_changed();
        }
    }

    /// Whether leaving now would lose something: a person is in the middle of a game.
    fn is_running(&self) -> bool {
        self.is_played() && !self.movers.is_empty() && self.session.outcome().is_none()
    }

    /// A click on a place of the board.
    pub(crate) fn click(&mut self, place: usize) {
        if self.overlay.is_none() && self.typed.is_none() {
            self.message = None;
            self.cursor = place;
            self.tap_cursor();
        }
    }

    fn tap_cursor(&mut self) {
        if let Some(place) = self.shape.places.get(self.cursor) {
            self.tap(&place.tap.clone());
        }
    }

    /// One more tap of a move. A tap that cannot follow begins a new path where one begins; the last tap once more
    /// ends a run, or is taken back.
    fn tap(&mut self, tap: &str) {
        if !self.is_persons_turn() {
            return self.tell_no_turn();
        }
        if self.next_taps().contains(&tap) {
            self.taps.push(tap.to_owned());
            if self.next_taps().is_empty() {
                self.end_move();
            }
        } else if self.taps.last().is_some_and(|last| last == tap) {
            if self.may_stop() {
                self.end_move();
            } else {
                self.taps.pop();
            }
        } else if next_taps(&self.legal, &[]).contains(&tap) {
            self.taps = vec![tap.to_owned()];
        } else {
            self.message = Some(words::not_possible(self.language(), tap));
        }
    }

    /// Plays the taps so far if they are a move.
    fn end_move(&mut self) {
        match whole_move(&self.legal, &self.taps).map(|mv| mv.text.clone()) {
            Some(text) => {
                if let Err(error) = self.play(&text) {
                    self.message = Some(error.to_string());
                }
            }
            None => self.show_message(words::NOTHING_TO_END),
        }
    }

    /// Requests a hint, or shows the last one again.
    fn ask_hint(&mut self) {
        if !self.is_persons_turn() {
            return self.tell_no_turn();
        }
        if let Hint::Given(mv) = &self.hint {
            self.message = Some(words::hint(self.language(), &mv.pretty));
        } else {
            self.hint = Hint::Requested;
            self.show_message(words::HINT_REQUESTED);
        }
    }

    /// Marks a hint and announces it. It stays on the board until a move is made or taken back, so that the taps of
    /// a long move can be followed one by one.
    fn give_hint(&mut self, text: Option<&str>) {
        match self.legal.iter().find(|mv| Some(mv.text.as_str()) == text) {
            Some(mv) => {
                self.message = Some(words::hint(self.language(), &mv.pretty));
                self.hint = Hint::Given(mv.clone());
            }
            None => self.hint = Hint::None,
        }
    }

    /// What is wanted of the machines now: a move, or a hint for the person.
    pub(crate) fn request(&self) -> Option<MoveRequest> {
        let source = if self.is_machines_turn() && self.reply.is_none() {
            MoveSource::Player(self.session.turn())
        } else if self.hint == Hint::Requested {
            MoveSource::Adviser
        } else {
            return None;
        };
        Some(MoveRequest { source, ticket: self.ticket })
    }

    /// The answer to a request; dropped if the request has changed.
    pub(crate) fn answer(&mut self, request: MoveRequest, text: Option<String>) {
        if self.request() == Some(request) {
            match request.source {
                MoveSource::Player(_) => self.reply = text,
                MoveSource::Adviser => self.give_hint(text.as_deref()),
            }
        }
    }

    /// Lets time pass. A machine's move is played when the last one has been seen for a while, and never behind an
    /// overlay.
    pub(crate) fn pass_time(&mut self, time: Duration) {
        if self.overlay.is_some() || self.paused {
            return;
        }
        self.waited += time;
        if self.waited < if self.is_played() { ANSWER_DELAY } else { SPECTATOR_DELAY } {
            return;
        }
        if let Some(text) = self.reply.take()
            && let Err(error) = self.play(&text)
        {
            self.message = Some(error.to_string());
        }
    }

    fn is_machines_turn(&self) -> bool {
        self.session.outcome().is_none() && !self.is_human(self.session.turn()) && !self.paused
    }

    /// Whether something may happen without a key: a machine is to move, or a hint to come.
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_machines_turn() || self.hint == Hint::Requested
    }
}
