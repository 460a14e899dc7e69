//! Games read from text, whatever the format: our position notation, PGN, formats of other programs, moves from the start.

mod messages;

use quevedo_core::notation::{LineError, move_values};
use quevedo_core::{ForeignGame, Message, MoveError, Notation, Tactics, View};
use quevedo_record::Record;

use crate::session::TypedSession;
use crate::{GameEntry, Session};

/// A game as it was read.
pub struct Import {
    /// The game at its last position.
    pub session: Box<dyn Session>,
    /// Names and values, by the tag names of PGN.
    pub tags: Vec<(String, String)>,
    /// What the text says moves of the last position are worth to the side to move, in the game's own count.
    pub values: Vec<(String, i32)>,
}

impl Import {
    fn new(session: Box<dyn Session>) -> Self {
        Self { session, tags: Vec::new(), values: Vec::new() }
    }

    pub(crate) fn foreign<G: Notation + View + Tactics>(
        entry: &GameEntry,
        game: &ForeignGame<G>,
    ) -> Result<Self, Message> {
        let mut session = TypedSession::new(entry.clone(), game.start.clone());
        for (index, mv) in game.moves.iter().enumerate() {
            if session.outcome().is_some() {
                let error = MoveError::game_over(&session.show_move(*mv));
                return Err(LineError { number: index + 1, error }.message());
            }
            session.play_legal(*mv);
        }
        let values = game.values.iter().map(|(mv, value)| (session.show_move(*mv), *value)).collect();
        Ok(Self { session: Box::new(session), tags: game.tags.clone(), values })
    }
}

impl GameEntry {
    /// Reads the games of a text: a position in our notation, records in PGN, a format of other programs, or moves from the
    /// start position.
    pub fn import(&self, text: &str) -> Result<Vec<Import>, Message> {
        let as_position = match self.session(Some(text)) {
            Ok(session) => return Ok(vec![Import::new(session)]),
            Err(error) => error.message(),
        };
        if is_record(text) {
            return self.import_records(text);
        }
        if let Some(games) = self.import_foreign(text) {
            return games;
        }
        let mut session = self.session(None).map_err(|error| error.message())?;
        match session.play_line(text) {
            Ok(()) if !session.history().is_empty() => Ok(vec![Import::new(session)]),
            // What begins with a move was meant as moves.
            Err(error) if error.number > 1 => Err(error.message()),
            _ => Err(as_position),
        }
    }

    /// The one game of a text, or the first of several.
    pub fn import_one(&self, text: &str) -> Result<Import, Message> {
        self.import(text)?.into_iter().next().ok_or_else(messages::no_game)
    }

    /// Reads games in the formats of other programs, or a position with the values of moves; `None` where the text is neither.
    pub fn import_foreign(&self, text: &str) -> Option<Result<Vec<Import>, Message>> {
        let problem = || text.split_once(';').map(|(position, values)| self.import_problem(position.trim(), values));
        self.open_foreign(self, text).or_else(|| problem().map(|problem| problem.map(|import| vec![import])))
    }

    /// Reads a problem: `POSITION; MOVE:VALUE; MOVE:VALUE;`.
    fn import_problem(&self, position: &str, values: &str) -> Result<Import, Message> {
        let session = self.session(Some(position)).map_err(|error| error.message())?;
        let value = |entry| {
            let (mv, value) = entry?;
            let mv = session.fork().play(mv).map_err(|error| error.message())?;
            Ok((mv.text, value))
        };
        let values = move_values(values).map(value).collect::<Result<_, Message>>()?;
        Ok(Import { values, ..Import::new(session) })
    }

    fn import_records(&self, text: &str) -> Result<Vec<Import>, Message> {
        let records = Record::parse_all(text).map_err(|error| messages::bad_record(error.line, error.problem))?;
        let many = records.len() > 1;
        let at = |index: usize, problem| if many { messages::game_number(index + 1, problem) } else { problem };
        let read = |(index, record)| self.import_record(record).map_err(|problem| at(index, problem));
        records.iter().enumerate().map(read).collect()
    }

    fn import_record(&self, record: &Record) -> Result<Import, Message> {
        let position = record.tag(self.start_tag()).or_else(|| record.tag("Position")).or_else(|| record.tag("FEN"));
        let mut session = self.session(position).map_err(|error| error.message())?;
        for (index, mv) in record.moves.iter().enumerate() {
            session.play(&mv.text).map_err(|error| LineError { number: index + 1, error }.message())?;
        }
        Ok(Import { tags: record.tags.clone(), ..Import::new(session) })
    }
}

/// Whether a text is meant as a record: it begins with a tag, or with the number of a move.
fn is_record(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('[') || text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.')
}
