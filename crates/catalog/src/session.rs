//! A game being played, with its types erased.

use std::any::Any;

use quevedo_core::{
    Board, Countdown, DecisivePlace, ForeignGame, Game, Line, LineError, MoveError, Notation, Outcome, Rng, Side,
    Tactics, UciStyle, View, reasons,
};
use quevedo_record::{Record, RecordedMove};
use serde::Serialize;

use crate::GameEntry;

/// A move as the world outside sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// In move notation.
    pub text: String,
    /// As people of the game write it: SAN in chess, the notation elsewhere.
    pub pretty: String,
    /// The taps that make it.
    pub taps: Vec<String>,
}

impl MoveView {
    fn new<G: Notation + View>(position: &G, mv: G::Move) -> Self {
        Self { text: position.show_move(mv), pretty: position.pretty_move(mv), taps: position.taps(mv) }
    }
}

/// A game being played: text in, text out. Made by [`GameEntry::session`].
pub trait Session: Send + Sync {
    /// Which game it is.
    fn entry(&self) -> &GameEntry;

    /// The position now, in its notation.
    fn position(&self) -> String;

    /// The position before the first move, in its notation.
    fn start(&self) -> String;

    /// Who moves.
    fn turn(&self) -> Side;

    /// The end, if it has come; repetition included.
    fn outcome(&self) -> Option<Outcome>;

    /// From now on no draw by [claim](quevedo_core::Reason::is_claim) ends the game: nobody claims it.
    fn waive_claims(&mut self);

    /// Every legal move; none once the game is over.
    fn legal(&self) -> Vec<MoveView>;

    /// The key of the position, the same for positions that are the same up to a symmetry of the board: as opening books know
    /// it.
    fn key(&self) -> u64;

    /// Every legal move in move notation; none once the game is over.
    fn legal_texts(&self) -> Vec<String>;

    /// The hash of the position; equal positions have the same.
    fn hash(&self) -> u64;

    /// Every legal move with the key of the position it leads to; none once the game is over.
    fn keyed_moves(&self) -> Vec<(MoveView, u64)>;

    /// The pieces on the board.
    fn board(&self) -> Board;

    /// The board after the first taps of a legal move.
    fn board_after_taps(&self, mv: &str, taps: usize) -> Result<Board, MoveError>;

    /// The places that show why the game is over; none while it is not.
    fn decisive_places(&self) -> Vec<DecisivePlace>;

    /// The count of moves that ends the game when it runs out, where the rules have one.
    fn countdown(&self) -> Option<Countdown>;

    /// The position as UCI programs write it.
    fn uci_position(&self) -> String;

    /// The style that a game from this position must be written in.
    fn uci_style(&self) -> UciStyle;

    /// A legal move, given in our own notation, as UCI programs write it.
    fn uci_move(&self, mv: &str, style: UciStyle) -> Result<String, MoveError>;

    /// Plays a move as UCI programs write it; our own notation does as well.
    fn play_uci(&mut self, text: &str, style: UciStyle) -> Result<MoveView, MoveError>;

    /// Plays a move given as text. If it is not legal nothing changes, and the error says why.
    fn play(&mut self, text: &str) -> Result<MoveView, MoveError>;

    /// Plays the moves of a line of play as people of the game write it: words, or a transcript without blanks. If one
    /// cannot be played nothing changes, and the error says which.
    fn play_line(&mut self, text: &str) -> Result<(), LineError>;

    /// Plays a random legal move; `None` when the game is over.
    fn play_random(&mut self, rng: &mut Rng) -> Option<MoveView>;

    /// Takes the last move back; `None` at the start.
    fn undo(&mut self) -> Option<MoveView>;

    /// The moves so far.
    fn history(&self) -> &[MoveView];

    /// Whether `side` could still win by any sequence of legal moves; decides what a fallen flag means.
    fn can_win(&self, side: Side) -> bool;

    /// The same game once more, for somebody who thinks about it while this one goes on.
    fn fork(&self) -> Box<dyn Session>;

    /// How the game ends when the time of `late` has run out: lost, or drawn if the other side could not win by any
    /// sequence of moves.
    fn flag_fall(&self, late: Side) -> Outcome {
        if self.can_win(!late) { Outcome::win(!late, &reasons::TIME) } else { Outcome::draw(&reasons::TIME) }
    }

    /// The typed line inside, for players of the same game.
    fn as_any(&self) -> &dyn Any;

    /// The game in a format of other programs, one of [`AnyGame::foreign_formats`](crate::AnyGame::foreign_formats); `None`
    /// where the format cannot hold it. `tags` are those of PGN.
    fn export(&self, format: &str, tags: &[(&str, &str)]) -> Option<String>;
}

impl dyn Session + '_ {
    /// The game so far as a record. `tags` come ahead of those the game itself knows.
    pub fn record(&self, tags: &[(&str, &str)]) -> Record {
        self.record_ended(tags, self.outcome())
    }

    /// The same for a game that ended otherwise than by its rules: on time, say.
    pub fn record_ended(&self, tags: &[(&str, &str)], outcome: Option<Outcome>) -> Record {
        let entry = self.entry();
        let result = outcome.map_or("*", Outcome::score_text);
        let mut all: Vec<(String, String)> =
            tags.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        all.push(("Result".into(), result.into()));
        all.extend(entry.record_tags(&self.start()));
        if let Some(outcome) = outcome {
            all.push(("Termination".into(), outcome.reason.text.en.into()));
        }
        let moves = self.history().iter().map(|mv| RecordedMove { text: mv.pretty.clone(), ..RecordedMove::default() });
        let opening_turn = if self.history().len() % 2 == 0 { self.turn() } else { !self.turn() };
        Record { tags: all, moves: moves.collect(), opening_turn, result: result.into() }
    }
}

/// The typed line of a session.
pub(crate) fn typed<G: Game>(session: &dyn Session) -> &Line<G> {
    session.as_any().downcast_ref().expect("sessions and players of one game stay together")
}

/// The session of one game.
pub(crate) struct TypedSession<G: Game> {
    entry: GameEntry,
    line: Line<G>,
    history: Vec<MoveView>,
    claims: bool,
}

impl<G: Notation + View> TypedSession<G> {
    pub(crate) fn new(entry: GameEntry, start: G) -> Self {
        Self { entry, line: Line::new(start), history: Vec::new(), claims: true }
    }

    pub(crate) fn show_move(&self, mv: G::Move) -> String {
        self.line.position().show_move(mv)
    }

    pub(crate) fn play_legal(&mut self, mv: G::Move) -> MoveView {
        let view = MoveView::new(self.line.position(), mv);
        self.line.play(mv);
        self.history.push(view.clone());
        view
    }
}

impl<G: Notation + View + Tactics> TypedSession<G> {
    /// Every legal move; none once the game is over.
    fn legal_moves(&self) -> Vec<G::Move> {
        if self.outcome().is_none() { self.line.position().legal_moves() } else { Vec::new() }
    }
}

impl<G: Notation + View + Tactics> Session for TypedSession<G> {
    fn entry(&self) -> &GameEntry {
        &self.entry
    }

    fn position(&self) -> String {
        self.line.position().show()
    }

    fn start(&self) -> String {
        self.line.start().show()
    }

    fn turn(&self) -> Side {
        self.line.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.line.outcome()?;
        if self.claims || !outcome.reason.is_claim {
            return Some(outcome);
        }
        let position = self.line.position();
        (!position.has_moves()).then(|| position.stuck())
    }

    fn waive_claims(&mut self) {
        self.claims = false;
    }

    fn legal(&self) -> Vec<MoveView> {
        let mut views = Vec::new();
        for mv in self.legal_moves() {
            views.push(MoveView::new(self.line.position(), mv));
        }
        views
    }

    fn legal_texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for mv in self.legal_moves() {
            texts.push(self.show_move(mv));
        }
        texts
    }

    fn hash(&self) -> u64 {
        self.line.position().hash()
    }

    fn key(&self) -> u64 {
        self.line.position().symmetric_hash()
    }

    fn keyed_moves(&self) -> Vec<(MoveView, u64)> {
        let position = self.line.position();
        let mut moves = Vec::new();
        for mv in self.legal_moves() {
            let mut next = position.clone();
            next.play(mv);
            moves.push((MoveView::new(position, mv), next.symmetric_hash()));
        }
        moves
    }

    fn board(&self) -> Board {
        self.line.position().board()
    }

    fn board_after_taps(&self, mv: &str, taps: usize) -> Result<Board, MoveError> {
        let position = self.line.position();
        position.parse_move(mv).map(|mv| position.board_after_taps(mv, taps))
    }

    fn decisive_places(&self) -> Vec<DecisivePlace> {
        self.line.position().decisive_places()
    }

    fn countdown(&self) -> Option<Countdown> {
        self.line.position().countdown()
    }

    fn uci_position(&self) -> String {
        self.line.position().show_uci()
    }

    fn uci_style(&self) -> UciStyle {
        self.line.position().uci_style()
    }

    fn uci_move(&self, mv: &str, style: UciStyle) -> Result<String, MoveError> {
        let position = self.line.position();
        position.parse_move(mv).map(|mv| position.show_uci_move(mv, style))
    }

    fn play_uci(&mut self, text: &str, style: UciStyle) -> Result<MoveView, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::game_over(text));
        }
        let mv = self.line.position().parse_uci_move(text, style)?;
        Ok(self.play_legal(mv))
    }

    fn play(&mut self, text: &str) -> Result<MoveView, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::game_over(text));
        }
        let mv = self.line.position().parse_move(text)?;
        Ok(self.play_legal(mv))
    }

    fn play_line(&mut self, text: &str) -> Result<(), LineError> {
        let before = self.history.len();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let over = self.outcome().map(|_| MoveError::game_over(rest.split_whitespace().next().unwrap_or("")));
            match over.map_or_else(|| self.line.position().take_move(rest), Err) {
                Ok((mv, behind)) => {
                    self.play_legal(mv);
                    rest = behind.trim_start();
                }
                Err(error) => {
                    let number = self.history.len() - before + 1;
                    while self.history.len() > before {
                        self.undo();
                    }
                    return Err(LineError { number, error });
                }
            }
        }
        Ok(())
    }

    fn play_random(&mut self, rng: &mut Rng) -> Option<MoveView> {
        if self.outcome().is_some() {
            return None;
        }
        let mv = self.line.position().random_move(rng)?;
        Some(self.play_legal(mv))
    }

    fn undo(&mut self) -> Option<MoveView> {
        self.line.undo()?;
        self.history.pop()
    }

    fn history(&self) -> &[MoveView] {
        &self.history
    }

    fn can_win(&self, side: Side) -> bool {
        self.line.position().can_win(side)
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(Self {
            entry: self.entry.clone(),
            line: self.line.clone(),
            history: self.history.clone(),
            claims: self.claims,
        })
    }

    fn as_any(&self) -> &dyn Any {
        &self.line
    }

    fn export(&self, format: &str, tags: &[(&str, &str)]) -> Option<String> {
        // Most games have no format, and are compiled without what follows.
        if const { G::FOREIGN_FORMATS.is_empty() } {
            return None;
        }
        let tags = tags.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let (start, moves) = (self.line.start().clone(), self.line.moves().to_vec());
        G::write_foreign(format, &ForeignGame { tags, start, moves, values: Vec::new() })
    }
}
