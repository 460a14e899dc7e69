//! What other programs show of a link to a game: its title, a line about it, a picture of the position.

use quevedo_catalog::{Catalog, GameEntry};
use quevedo_core::{Language, Side};

use crate::store::{GameRow, SeatRow};
use crate::wire::{SeatKind, Status};

quevedo_core::messages! {
    table:

    open_seat(): "an open seat", "un asiento libre";
    somebody(): "somebody", "alguien";
    invitation(side): "A seat is free: {side}.", "Hay un asiento libre: {side}.";
    to_move(plies, side): "Moves played: {plies}. To move: {side}.", "Jugadas: {plies}. Turno: {side}.";
    draw(plies, reason): "A draw: {reason}. Moves played: {plies}.", "Tablas: {reason}. Jugadas: {plies}.";
    won(side, plies, reason): "{side} won: {reason}. Moves played: {plies}.", "Victoria de {side}: {reason}. Jugadas: {plies}.";
}

/// The meta elements of a game's page. `origin` is the address of the server without a slash at the end.
pub(crate) fn tags(catalog: &Catalog, row: &GameRow, origin: &str, language: Language) -> Option<String> {
    let entry = catalog.find(&row.game).ok()?;
    let names = [0, 1].map(|seat: usize| name(&row.seats[seat], language));
    let title = format!("{}: {} – {}", entry.title(language), names[0], names[1]);
    let (page, picture) = (format!("{origin}/game/{}", row.id), format!("{origin}/api/games/{}/picture.svg", row.id));
    let tags = [
        ("og:type", "website"),
        ("og:site_name", "Quevedo"),
        ("og:title", &title),
        ("og:description", &describe(entry, row, language)),
        ("og:url", &page),
        ("og:image", &picture),
    ];
    let tag = |(name, value): (&str, &str)| format!("<meta property=\"{name}\" content=\"{}\" />\n    ", escape(value));
    Some(tags.into_iter().map(tag).collect())
}

fn name(seat: &SeatRow, language: Language) -> String {
    match (seat.kind, seat.name.as_str()) {
        (SeatKind::Open, _) => open_seat().text(language),
        (_, "") => seat.spec.clone().unwrap_or_else(|| somebody().text(language)),
        (_, name) => name.to_owned(),
    }
}

/// How far the game has come.
fn describe(entry: &GameEntry, row: &GameRow, language: Language) -> String {
    let side = |side: Side| entry.side_name(side);
    let open = Side::BOTH.into_iter().find(|side| row.seats[side.index()].kind == SeatKind::Open);
    let message = match (open, row.outcome_in(entry)) {
        (Some(open), _) if row.status == Status::Waiting => invitation(side(open)),
        (_, Some(outcome)) => match outcome.winner {
            Some(winner) => won(side(winner), row.plies, outcome.reason.text),
            None => draw(row.plies, outcome.reason.text),
        },
        _ => to_move(row.plies, side(row.turn)),
    };
    message.text(language)
}

/// Takes the meaning from the letters that HTML treats as marks: names of players come from visitors.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_visitors_are_no_html() {
        assert_eq!(escape("<b a=\"x\">&"), "&lt;b a=&quot;x&quot;&gt;&amp;");
    }
}
