//! Records of games that were played elsewhere, as finished games.

use quevedo_catalog::{GameEntry, Import};
use quevedo_core::{RecordedOutcome, Side, reasons};

use super::LiveGame;
use super::opening::{MAX_MOVES, clean_name};
use crate::ids::new_id;
use crate::live::{GameRow, MoveRow, SeatRow};
use crate::messages;
use crate::problem::Problem;
use crate::wire::{SeatKind, Status};
use quevedo_core::platform::now_ms;

/// The longest record, in bytes: a game with a comment behind every move.
const MAX_RECORD: usize = 100_000;

impl LiveGame {
    /// A finished game from a record; of several games the first. Nobody sits in it.
    pub fn import(entry: &GameEntry, record: &str, visitor: &str) -> Result<Self, Problem> {
        if record.len() > MAX_RECORD {
            return Err(Problem::too_large());
        }
        let import = entry.import_one(record).map_err(Problem::unprocessable)?;
        let session = &import.session;
        let plies = session.history().len();
        if plies == 0 {
            return Err(Problem::unprocessable(messages::record_without_moves()));
        }
        if plies > MAX_MOVES {
            return Err(Problem::too_large());
        }
        let move_row = |text: &String| MoveRow { text: text.clone(), ms: 0, left_1_ms: 0, left_2_ms: 0, thought: None };
        let moves = session.history().iter().map(|mv| move_row(&mv.text)).collect();
        let now = now_ms();
        let row = GameRow {
            id: new_id(),
            game: entry.id().into(),
            owner: visitor.into(),
            status: Status::Finished,
            version: 0,
            start: session.start(),
            position: session.position(),
            turn: session.turn(),
            plies: plies as i64,
            seats: ["White", "Black"].map(|side| seat(&import, side)),
            clock: None,
            left_ms: [0; 2],
            delay_ms: 0,
            draw_offer: None,
            undo_offer: None,
            help_offer: None,
            help_open: false,
            outcome: outcome(&import),
            rematch: None,
            created_ms: now,
            updated_ms: now,
        };
        Self::create(entry, row, moves)
    }
}

fn tag<'a>(import: &'a Import, name: &str) -> Option<&'a str> {
    let value = import.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.trim());
    value.filter(|value| !value.is_empty() && *value != "?")
}

fn seat(import: &Import, side: &str) -> SeatRow {
    let name = clean_name(tag(import, side).unwrap_or_default());
    SeatRow { kind: SeatKind::Human, name, spec: None, visitor: None }
}

/// The end by the rules; else the result of the record, if it has one.
fn outcome(import: &Import) -> Option<RecordedOutcome> {
    if let Some(outcome) = import.session.outcome() {
        return Some(RecordedOutcome { winner: outcome.winner, reason: outcome.reason.code.into() });
    }
    let winner = match tag(import, "Result")? {
        "1-0" => Some(Side::First),
        "0-1" => Some(Side::Second),
        "1/2-1/2" => None,
        _ => return None,
    };
    // Our own records say why in the words of the reason. Others end by resignation or agreement, unless on time.
    let why = tag(import, "Termination").unwrap_or_default();
    let known = reasons::COMMON.iter().copied().find(|reason| reason.text.en == why);
    let usual = match winner {
        Some(_) if why.contains("time") => &reasons::TIME,
        Some(_) => &reasons::RESIGNATION,
        None => &reasons::AGREEMENT,
    };
    Some(RecordedOutcome { winner, reason: known.unwrap_or(usual).code.into() })
}
