//! New games and rematches.

use quevedo_catalog::{Catalog, GameEntry, Session};

use super::{LiveGame, MAX_DELAY_MS};
use crate::engines::parse_spec;
use crate::ids::new_id;
use crate::live::{GameChange, GameRow, MoveRow, SeatRow, StoredGame};
use crate::messages;
use crate::problem::Problem;
use crate::wire::{ClockRequest, GamePosition, NewGame, SeatKind, SeatRequest, Status};
use quevedo_core::platform::now_ms;

const MAX_NAME: usize = 40;
pub(super) const MAX_MOVES: usize = 2_000;
/// The longest position, or record of a game, in bytes.
const MAX_POSITION: usize = 10_000;
/// The delay of an engine's move. A move that comes at once is hard to follow.
const DEFAULT_DELAY_MS: u64 = 400;
/// Clocks, in milliseconds.
const MIN_BASE: u64 = 100;
const MAX_BASE: u64 = 24 * 60 * 60 * 1000;
const MAX_INCREMENT: u64 = 60 * 60 * 1000;

/// A name as it may be shown: one line, not too long.
pub fn clean_name(name: &str) -> String {
    let words: Vec<&str> = name.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    let line = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().take(MAX_NAME).collect()
}

impl LiveGame {
    /// A new game of a visitor; `name` is the visitor's usual name.
    pub fn open(catalog: &Catalog, request: &NewGame, visitor: &str, name: &str) -> Result<Self, Problem> {
        let entry = catalog.find(&request.start.game)?;
        let (session, moves) = play_moves(entry, request)?;
        let clock = request.clock.map(check_clock).transpose()?;
        let seat = |request: &SeatRequest| open_seat(entry, request, visitor, name);
        let seats = [seat(&request.seats[0])?, seat(&request.seats[1])?];
        let waits = seats.iter().any(|seat| seat.kind == SeatKind::Open);
        let now = now_ms();
        let row = GameRow {
            id: new_id(),
            game: entry.id().into(),
            owner: visitor.into(),
            status: if waits { Status::Waiting } else { Status::Running },
            version: 0,
            start: session.start(),
            position: session.position(),
            turn: session.turn(),
            plies: moves.len() as i64,
            seats,
            clock,
            left_ms: [clock.map_or(0, |(base, _)| base); 2],
            delay_ms: request.delay_ms.unwrap_or(DEFAULT_DELAY_MS).min(MAX_DELAY_MS) as i64,
            draw_offer: None,
            undo_offer: None,
            help_offer: None,
            help_open: false,
            outcome: None,
            rematch: None,
            created_ms: now,
            updated_ms: now,
        };
        Self::create(entry, row, moves)
    }

    /// The rematch, with the sides exchanged.
    pub fn open_rematch(&self, visitor: &str) -> Result<Self, Problem> {
        let [first, second] = self.row.seats.clone();
        let now = now_ms();
        let entry = self.entry().clone();
        let session = entry.session(Some(&self.row.start))?;
        let row = GameRow {
            id: new_id(),
            owner: visitor.into(),
            status: Status::Running,
            version: 0,
            position: session.position(),
            turn: session.turn(),
            plies: 0,
            seats: [second, first],
            left_ms: [self.row.clock.map_or(0, |(base, _)| base); 2],
            draw_offer: None,
            undo_offer: None,
            help_offer: None,
            help_open: false,
            outcome: None,
            rematch: None,
            created_ms: now,
            updated_ms: now,
            ..self.row.clone()
        };
        Self::create(&entry, row, Vec::new())
    }

    pub(super) fn create(entry: &GameEntry, row: GameRow, moves: Vec<MoveRow>) -> Result<Self, Problem> {
        let mut game = Self::new(entry, StoredGame { row, moves })?;
        game.changes.push(GameChange::New(Box::new(game.row.clone())));
        let stored = game.moves.iter().enumerate();
        let id = &game.row.id;
        let moves: Vec<GameChange> =
            stored.map(|(ply, mv)| GameChange::Move(id.clone(), ply as i64, mv.clone())).collect();
        game.changes.extend(moves);
        Ok(game)
    }
}

/// A game from the start, from a position, or as a record has it; a record longer than any real one is refused.
pub fn open_position(entry: &GameEntry, text: Option<&str>) -> Result<Box<dyn Session>, Problem> {
    match text {
        None => Ok(entry.session(None)?),
        Some(text) if text.len() > MAX_POSITION => Err(Problem::too_large()),
        Some(text) => Ok(entry.import_one(text).map_err(Problem::unprocessable)?.session),
    }
}

/// The game of a request before its moves; more of them than any game has are refused.
pub fn open_start(entry: &GameEntry, start: &GamePosition) -> Result<Box<dyn Session>, Problem> {
    let session = open_position(entry, start.position.as_deref())?;
    if start.moves.len() + session.history().len() > MAX_MOVES {
        return Err(Problem::too_large());
    }
    Ok(session)
}

/// The game after the moves of a request; those of a record come first.
pub fn open_moves(entry: &GameEntry, start: &GamePosition) -> Result<Box<dyn Session>, Problem> {
    let mut session = open_start(entry, start)?;
    for text in &start.moves {
        session.play(text)?;
    }
    Ok(session)
}

/// A new game after its first moves.
fn play_moves(entry: &GameEntry, request: &NewGame) -> Result<(Box<dyn Session>, Vec<MoveRow>), Problem> {
    let session = open_moves(entry, &request.start)?;
    let left = request.clock.map_or(0, |clock| clock.base_ms as i64);
    let row = |text: String| MoveRow { text, ms: 0, left_1_ms: left, left_2_ms: left, thought: None };
    let moves = session.history().iter().map(|mv| row(mv.text.clone())).collect();
    if let Some(outcome) = session.outcome() {
        return Err(Problem::unprocessable(messages::over_at_start(outcome.reason.text)));
    }
    Ok((session, moves))
}

fn check_clock(request: ClockRequest) -> Result<(i64, i64), Problem> {
    if (MIN_BASE..=MAX_BASE).contains(&request.base_ms) && request.increment_ms <= MAX_INCREMENT {
        return Ok((request.base_ms as i64, request.increment_ms as i64));
    }
    Err(Problem::unprocessable(messages::bad_clock()))
}

fn open_seat(entry: &GameEntry, request: &SeatRequest, visitor: &str, usual_name: &str) -> Result<SeatRow, Problem> {
    Ok(match request {
        SeatRequest::Human { name } => SeatRow {
            kind: SeatKind::Human,
            name: clean_name(name.as_deref().unwrap_or(usual_name)),
            spec: None,
            visitor: Some(visitor.into()),
        },
        SeatRequest::Machine { spec, name } => {
            let spec = parse_spec(entry, spec)?.to_string();
            let name = name.as_deref().map(clean_name).filter(|name| !name.is_empty());
            SeatRow {
                kind: SeatKind::Machine,
                name: name.unwrap_or_else(|| spec.clone()),
                spec: Some(spec),
                visitor: None,
            }
        }
        SeatRequest::Open => SeatRow { kind: SeatKind::Open, name: String::new(), spec: None, visitor: None },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_short_line() {
        assert_eq!(clean_name("  Ada\n\tLovelace \u{7} "), "Ada Lovelace");
        assert_eq!(clean_name(&"x".repeat(99)).len(), MAX_NAME);
    }
}
