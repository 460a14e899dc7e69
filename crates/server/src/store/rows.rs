//! Games and moves as they lie in the tables.

use quevedo_catalog::GameEntry;
use quevedo_core::{Outcome, RecordedOutcome, Side};
use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use super::StoreError;
use crate::wire::{MoveThought, SeatKind, Status};

/// A game with its moves.
#[derive(Clone, Debug)]
pub(crate) struct StoredGame {
    pub(crate) row: GameRow,
    pub(crate) moves: Vec<MoveRow>,
}

/// A game without its moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameRow {
    pub(crate) id: String,
    pub(crate) game: String,
    /// The visitor who made it.
    pub(crate) owner: String,
    pub(crate) status: Status,
    pub(crate) version: i64,
    pub(crate) start: String,
    pub(crate) position: String,
    pub(crate) turn: Side,
    pub(crate) plies: i64,
    pub(crate) seats: [SeatRow; 2],
    /// Base and increment of the clocks.
    pub(crate) clock: Option<(i64, i64)>,
    pub(crate) left_ms: [i64; 2],
    pub(crate) delay_ms: i64,
    pub(crate) draw_offer: Option<Side>,
    /// Who asks to take a move back.
    pub(crate) undo_offer: Option<Side>,
    /// Who asks to open hints and analysis.
    pub(crate) help_offer: Option<Side>,
    /// Whether both persons have agreed to hints and analysis.
    pub(crate) help_open: bool,
    pub(crate) outcome: Option<RecordedOutcome>,
    pub(crate) rematch: Option<String>,
    pub(crate) created_ms: i64,
    pub(crate) updated_ms: i64,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatRow {
    pub(crate) kind: SeatKind,
    pub(crate) name: String,
    pub(crate) spec: Option<String>,
    pub(crate) visitor: Option<String>,
}

/// A move that was played, and the clocks after it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MoveRow {
    pub(crate) text: String,
    pub(crate) ms: i64,
    pub(crate) left_1_ms: i64,
    pub(crate) left_2_ms: i64,
    /// What the machine thought that played it.
    pub(crate) thought: Option<MoveThought>,
}

impl FromRow<'_, AnyRow> for MoveRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self {
            text: row.try_get("text")?,
            ms: row.try_get("ms")?,
            left_1_ms: row.try_get("left_1_ms")?,
            left_2_ms: row.try_get("left_2_ms")?,
            thought: serde_json::from_str(row.try_get("thought")?).ok(),
        })
    }
}

/// The word of the column `help` where both persons have agreed.
pub(super) const HELP_OPEN: &str = "open";

/// A word of one of our enums, as JSON writes it.
pub(super) fn word<T: serde::Serialize>(value: Option<T>) -> String {
    let json = value.and_then(|value| serde_json::to_value(value).ok());
    json.and_then(|json| json.as_str().map(String::from)).unwrap_or_default()
}

pub(super) fn read_word<T: serde::de::DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(text.into())).ok()
}

/// Reads the columns of one row.
struct Columns<'a> {
    row: &'a AnyRow,
    id: String,
}

impl Columns<'_> {
    fn text(&self, name: &str) -> Result<String, StoreError> {
        Ok(self.row.try_get(name)?)
    }

    fn number(&self, name: &str) -> Result<i64, StoreError> {
        Ok(self.row.try_get(name)?)
    }

    fn optional_text(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(Some(self.text(name)?).filter(|text| !text.is_empty()))
    }

    fn word<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<T, StoreError> {
        let text = self.text(name)?;
        let problem = || StoreError::Damaged { id: self.id.clone(), problem: format!("`{name}` is `{text}`") };
        read_word(&text).ok_or_else(problem)
    }

    fn optional_word<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<Option<T>, StoreError> {
        if self.text(name)?.is_empty() { Ok(None) } else { self.word(name).map(Some) }
    }

    fn seat(&self, number: u8) -> Result<SeatRow, StoreError> {
        Ok(SeatRow {
            kind: self.word(&format!("kind_{number}"))?,
            name: self.text(&format!("name_{number}"))?,
            spec: self.optional_text(&format!("spec_{number}"))?,
            visitor: self.optional_text(&format!("visitor_{number}"))?,
        })
    }

    fn outcome(&self) -> Result<Option<RecordedOutcome>, StoreError> {
        let Some(reason) = self.optional_text("reason")? else { return Ok(None) };
        Ok(Some(RecordedOutcome { winner: self.optional_word("winner")?, reason }))
    }
}

impl GameRow {
    /// The outcome with its reason; `None` if the game is not over or has no such reason.
    pub(crate) fn outcome_in(&self, game: &GameEntry) -> Option<Outcome> {
        let RecordedOutcome { winner, reason } = self.outcome.as_ref()?;
        Some(Outcome { winner: *winner, reason: game.reason(reason)? })
    }

    pub(super) fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let id: String = row.try_get("id")?;
        let columns = Columns { row, id: id.clone() };
        let base_ms = columns.number("base_ms")?;
        let increment_ms = columns.number("increment_ms")?;
        Ok(Self {
            id,
            game: columns.text("game")?,
            owner: columns.text("owner")?,
            status: columns.word("status")?,
            version: columns.number("version")?,
            start: columns.text("start")?,
            position: columns.text("position")?,
            turn: columns.word("turn")?,
            plies: columns.number("plies")?,
            seats: [columns.seat(1)?, columns.seat(2)?],
            clock: (base_ms >= 0).then_some((base_ms, increment_ms)),
            left_ms: [columns.number("left_1_ms")?, columns.number("left_2_ms")?],
            delay_ms: columns.number("delay_ms")?,
            draw_offer: columns.optional_word("draw_offer")?,
            undo_offer: columns.optional_word("undo_offer")?,
            help_offer: columns.optional_word("help_offer")?,
            help_open: columns.text("help")? == HELP_OPEN,
            outcome: columns.outcome()?,
            rematch: columns.optional_text("rematch")?,
            created_ms: columns.number("created_ms")?,
            updated_ms: columns.number("updated_ms")?,
        })
    }
}
