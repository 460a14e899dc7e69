//! A game of a tournament as a finished game. It is not stored a second time: its id is `tournament-number`, with numbers
//! from 1.

use quevedo_catalog::{Catalog, PlayerSpec};

use super::boards::names;
use crate::App;
use crate::store::{GameRow, JobDone, MoveRow, SeatRow, StoreError, StoredGame, TournamentRow};
use crate::wire::{SeatKind, Status};

pub(super) fn game_id(tournament: &str, number: u64) -> String {
    format!("{tournament}-{number}")
}

/// The game of an id, if it is one of a tournament.
pub(crate) async fn stored_game(app: &App, id: &str) -> Result<Option<StoredGame>, StoreError> {
    let Some((tournament, number)) = id.rsplit_once('-') else { return Ok(None) };
    let Some(number) = number.parse::<i64>().ok().filter(|number| *number > 0) else { return Ok(None) };
    let Some(row) = app.store.tournament(tournament).await? else { return Ok(None) };
    let Some(done) = app.store.tournament_game(tournament, number - 1).await? else { return Ok(None) };
    replay(&app.catalog, id, &row, &done).map(Some)
}

fn replay(catalog: &Catalog, id: &str, row: &TournamentRow, (job, report): &JobDone) -> Result<StoredGame, StoreError> {
    let damaged = |problem: String| StoreError::Damaged { id: id.into(), problem };
    let game = catalog.find(&job.game).map_err(|error| damaged(error.to_string()))?;
    let mut session = job.opening.open(game).map_err(damaged)?;
    let opening: Vec<String> = session.history().iter().map(|mv| mv.text.clone()).collect();
    for played in &report.moves {
        session.play(&played.mv).map_err(|error| damaged(error.to_string()))?;
    }
    let mv = |text: String, ms: i64| MoveRow { text, ms, left_1_ms: 0, left_2_ms: 0 };
    let thought = report.moves.iter().map(|played| mv(played.mv.clone(), (played.time_us / 1000) as i64));
    let moves: Vec<MoveRow> = opening.into_iter().map(|text| mv(text, 0)).chain(thought).collect();
    let [first, second] = names(&row.plan, job);
    let row = GameRow {
        id: id.into(),
        game: job.game.clone(),
        owner: row.owner.clone(),
        status: Status::Finished,
        version: 0,
        start: session.start(),
        position: session.position(),
        turn: session.turn(),
        plies: moves.len() as i64,
        seats: [seat(first, &job.players[0]), seat(second, &job.players[1])],
        clock: None,
        left_ms: [0; 2],
        delay_ms: 0,
        draw_offer: None,
        outcome: Some(report.outcome.clone()),
        rematch: None,
        created_ms: row.created_ms,
        updated_ms: row.created_ms,
    };
    Ok(StoredGame { row, moves })
}

fn seat(name: String, spec: &PlayerSpec) -> SeatRow {
    SeatRow { kind: SeatKind::Machine, name, spec: Some(spec.to_string()), visitor: None }
}
