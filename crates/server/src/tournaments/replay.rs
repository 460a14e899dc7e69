//! A game of a tournament as a finished game. It is not stored a second time: its id is `tournament-number`, with numbers
//! from 1.

use quevedo_arena::PlayedMove;
use quevedo_catalog::{Catalog, PlayerSpec, Session};

use super::boards::names;
use crate::App;
use crate::store::{GameRow, JobDone, MoveRow, SeatRow, StoreError, StoredGame, TournamentRow};
use crate::wire::{MoveThought, SeatKind, Status, chance_of_first, units_of_first};

pub(super) fn game_id(tournament: &str, number: u64) -> String {
    format!("{tournament}-{number}")
}

/// The game of an id, if it is one of a tournament.
pub(crate) async fn stored_game(app: &App, id: &str) -> Result<Option<StoredGame>, StoreError> {
    let Some((tournament, number)) = id.rsplit_once('-') else { return Ok(None) };
    let Some(number) = number.parse::<i64>().ok().filter(|number| *number > 0) else { return Ok(None) };
    stored_tournament_game(app, tournament, number - 1).await
}

/// A game of a tournament, by its number from 0.
pub(crate) async fn stored_tournament_game(
    app: &App,
    tournament: &str,
    number: i64,
) -> Result<Option<StoredGame>, StoreError> {
    let Some(row) = app.store.tournament(tournament).await? else { return Ok(None) };
    let Some(done) = app.store.tournament_game(tournament, number).await? else { return Ok(None) };
    replay(&app.catalog, &game_id(tournament, number.cast_unsigned() + 1), &row, &done).map(Some)
}

pub(crate) fn replay(
    catalog: &Catalog,
    id: &str,
    row: &TournamentRow,
    (job, report): &JobDone,
) -> Result<StoredGame, StoreError> {
    let damaged = |problem: String| StoreError::Damaged { id: id.into(), problem };
    let game = catalog.find(&job.game).map_err(|error| damaged(error.to_string()))?;
    let mut session = job.opening.open(game).map_err(damaged)?;
    let opening: Vec<String> = session.history().iter().map(|mv| mv.text.clone()).collect();
    let mv = |text: String, ms: i64| MoveRow { text, ms, left_1_ms: 0, left_2_ms: 0, thought: None };
    let mut moves: Vec<MoveRow> = opening.into_iter().map(|text| mv(text, 0)).collect();
    for played in &report.moves {
        let thought = Some(thought(&*session, played));
        moves.push(MoveRow { thought, ..mv(played.mv.clone(), (played.time_us / 1000) as i64) });
        session.play(&played.mv).map_err(|error| damaged(error.to_string()))?;
    }
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
        undo_offer: None,
        help_offer: None,
        help_open: false,
        outcome: Some(report.outcome.clone()),
        rematch: None,
        created_ms: row.created_ms,
        updated_ms: row.created_ms,
    };
    Ok(StoredGame { row, moves })
}

/// What the player of a move thought; reports keep no lines.
fn thought(session: &dyn Session, played: &PlayedMove) -> MoveThought {
    MoveThought {
        depth: played.depth,
        nodes: played.nodes,
        chance: played.score.map(|score| chance_of_first(session, score)),
        units: played.score.and_then(|score| units_of_first(session, score)),
        line: Vec::new(),
    }
}

fn seat(name: String, spec: &PlayerSpec) -> SeatRow {
    SeatRow { kind: SeatKind::Machine, name, spec: Some(spec.to_string()), visitor: None }
}
