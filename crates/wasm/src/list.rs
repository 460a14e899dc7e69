//! Which games are listed.

use quevedo_api::live::{GameRow, summary};
use quevedo_api::wire::{GameList, Status};
use quevedo_catalog::Catalog;

use crate::game::VISITOR;
use crate::route::Route;

const PAGE_SIZE: usize = 24;

/// A page of the games that the query asks for, the latest first.
pub(crate) fn list<'a>(catalog: &Catalog, rows: impl Iterator<Item = &'a GameRow>, route: &Route<'_>) -> GameList {
    let mut rows: Vec<&GameRow> = rows.filter(|row| is_wanted(row, route)).collect();
    rows.sort_by(|a, b| b.updated_ms.cmp(&a.updated_ms).then(a.id.cmp(&b.id)));
    let page = route.number("page").max(1) - 1;
    let shown = rows.iter().skip(page.saturating_mul(PAGE_SIZE)).take(PAGE_SIZE);
    GameList {
        games: shown.filter_map(|row| summary(catalog, row, VISITOR)).collect(),
        total: rows.len() as i64,
        page_size: PAGE_SIZE as i64,
    }
}

/// A text that is left out allows any.
fn is_wanted(row: &GameRow, route: &Route<'_>) -> bool {
    let wanted = |name| route.query(name).unwrap_or_default().to_lowercase();
    let specs = || row.seats.iter().filter_map(|seat| seat.spec.as_deref());
    let texts = || [row.id.as_str(), &row.game].into_iter().chain(row.seats.iter().map(|seat| seat.name.as_str()));
    let (game, text, machine) = (wanted("game"), wanted("q"), wanted("machine"));
    let status = match wanted("status").as_str() {
        "finished" => row.status == Status::Finished,
        "running" => row.status != Status::Finished,
        _ => true,
    };
    let is_game = game.is_empty() || row.game == game || row.game.starts_with(&format!("{game}:"));
    let has_machine = machine.is_empty() || specs().any(|spec| spec.starts_with(&machine));
    let has_text = texts().chain(specs()).any(|known| known.to_lowercase().contains(&text));
    status && is_game && has_machine && has_text
}
