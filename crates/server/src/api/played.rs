//! The explorer of games: the moves of finished games of this server and of the opening book.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use quevedo_catalog::{MoveView, Session};
use quevedo_core::{Score, Side};

use super::analysis::{check_fair_line, line_positions};
use super::analysis_board::open_line;
use super::extract::Body;
use crate::App;
use crate::identity::VisitorId;
use crate::problem::Problem;
use crate::store::PlayedRow;
use crate::wire::{BookValue, Failure, LineRequest, PlayedMove, PlayedMoves, chance_of_first, units_of_first};

/// How finished games of this server went on from the position at the end of a line, and what the opening book says. Moves
/// that are the same up to a symmetry of the board are counted together; games are counted up to their 40th ply.
#[utoipa::path(post, path = "/api/analysis/games", tag = "analysis", request_body = LineRequest,
    responses((status = 200, body = PlayedMoves), (status = 403, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn games(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<LineRequest>,
) -> Result<Json<PlayedMoves>, Problem> {
    let session = open_line(&app, &request)?;
    let line = line_positions(&*session);
    check_fair_line(&app, &visitor, &line).await?;
    let rows = app.store.played_moves(session.entry().id(), session.key()).await?;
    Ok(Json(played_moves(&app, &*session, rows)))
}

fn played_moves(app: &App, session: &dyn Session, rows: Vec<PlayedRow>) -> PlayedMoves {
    let groups = group_by_key(session.keyed_moves());
    let book = app.book(session.entry());
    let values = book.as_ref().and_then(|book| {
        let keys: Vec<u64> = groups.iter().map(|(key, _)| *key).collect();
        book.values(session.key(), &keys)
    });
    let values: HashMap<u64, Score> = values.into_iter().flatten().collect();
    let rows: HashMap<u64, PlayedRow> = rows.into_iter().map(|row| (row.next, row)).collect();
    let moves = groups.into_iter().filter_map(|(key, moves)| {
        let (row, value) = (rows.get(&key), values.get(&key));
        (row.is_some() || value.is_some()).then(|| played_move(session, moves, row, value.copied()))
    });
    let mut moves: Vec<PlayedMove> = moves.collect();
    let is_first = session.turn() == Side::First;
    let value =
        |mv: &PlayedMove| mv.book.map_or(f64::MIN, |book| if is_first { book.chance } else { 1.0 - book.chance });
    moves.sort_by(|a, b| b.games.cmp(&a.games).then(value(b).total_cmp(&value(a))));
    PlayedMoves { games: moves.iter().map(|mv| mv.games).sum(), has_book: book.is_some(), moves }
}

/// Moves by the key of the position they lead to, in rising order.
fn group_by_key(mut moves: Vec<(MoveView, u64)>) -> Vec<(u64, Vec<MoveView>)> {
    moves.sort_by_key(|(_, key)| *key);
    let mut groups: Vec<(u64, Vec<MoveView>)> = Vec::new();
    for (mv, key) in moves {
        match groups.last_mut().filter(|(known, _)| *known == key) {
            Some((_, group)) => group.push(mv),
            None => groups.push((key, vec![mv])),
        }
    }
    groups
}

fn played_move(
    session: &dyn Session,
    moves: Vec<MoveView>,
    row: Option<&PlayedRow>,
    value: Option<Score>,
) -> PlayedMove {
    let [first_wins, draws, second_wins] =
        row.map_or([0; 3], |row| [row.first_wins, row.draws, row.second_wins]).map(i64::cast_unsigned);
    let mut moves = moves.into_iter();
    let first = moves.next().expect("a group has a move");
    PlayedMove {
        text: first.text,
        pretty: first.pretty,
        taps: first.taps,
        same: moves.map(|mv| mv.pretty).collect(),
        games: first_wins + draws + second_wins,
        first_wins,
        draws,
        second_wins,
        book: value
            .map(|value| BookValue { chance: chance_of_first(session, value), units: units_of_first(session, value) }),
    }
}
