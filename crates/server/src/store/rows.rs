//! Games and moves as they lie in the tables.

use quevedo_api::live::{GameRow, MoveRow, SeatRow};
use quevedo_core::RecordedOutcome;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::StoreError;

/// Reads a move.
pub(super) fn read_move(row: &AnyRow) -> Result<MoveRow, StoreError> {
    Ok(MoveRow {
        text: row.try_get("text")?,
        ms: row.try_get("ms")?,
        left_1_ms: row.try_get("left_1_ms")?,
        left_2_ms: row.try_get("left_2_ms")?,
        thought: serde_json::from_str(row.try_get("thought")?).ok(),
    })
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

/// Reads a game without its moves.
pub(super) fn read_game(row: &AnyRow) -> Result<GameRow, StoreError> {
    let id: String = row.try_get("id")?;
    let columns = Columns { row, id: id.clone() };
    let base_ms = columns.number("base_ms")?;
    let increment_ms = columns.number("increment_ms")?;
    Ok(GameRow {
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
