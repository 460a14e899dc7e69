//! Two players look at the same positions. It runs when no game waits for a move.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::Utf8Bytes;
use axum::response::Sse;
use axum::response::sse::Event;
use futures_util::Stream;
use quevedo_arena::Openings;
use quevedo_catalog::{GameEntry, Session};
use quevedo_core::{Limits, Message};
use quevedo_lessons::Duel;
use tokio::sync::mpsc;

use super::analysis::{check_fair_line, line_positions};
use super::analysis_board::event_stream;
use super::extract::Body;
use crate::App;
use crate::engines::{Job, Priority, bounded, parse_spec};
use crate::identity::VisitorId;
use crate::live::encode;
use crate::messages;
use crate::problem::Problem;
use crate::wire::{DuelEvent, DuelRequest, DuelRowState, Failure};

/// The longest that all positions may take, and that one search may.
const MAX_TIME: Duration = Duration::from_mins(2);
const MAX_SEARCH_TIME: Duration = Duration::from_secs(2);
/// The most positions, and those of a request that leaves it open.
const MAX_POSITIONS: u64 = 40;
const DEFAULT_POSITIONS: u64 = 10;
/// Events that may wait for a slow connection.
const EVENTS: usize = 32;

/// What two players see in the same positions with the same budget, as a stream of events. Closing the connection ends it.
#[utoipa::path(post, path = "/api/duel", tag = "lessons", request_body = DuelRequest,
    responses((status = 200, body = DuelEvent, content_type = "text/event-stream"), (status = 403, body = Failure),
        (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn duel(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<DuelRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let game = app.catalog.find(&request.game)?.clone();
    let [first, second] = &request.players;
    let players = [parse_spec(&game, first)?, parse_spec(&game, second)?].map(bounded);
    let sessions = positions(&game, &request)?;
    let lines: Vec<String> = sessions.iter().flat_map(|session| line_positions(&**session)).collect();
    check_fair_line(&app, &visitor, &lines).await?;
    let limits = Limits {
        depth: request.depth,
        nodes: request.nodes,
        time: Some(request.time_ms.map_or(MAX_SEARCH_TIME, Duration::from_millis).min(MAX_SEARCH_TIME)),
    };
    let duel = Duel::new(&game, players, limits)?;
    app.limits.check_engine(&visitor)?;
    let stop = app.start_analysis(&format!("{visitor} lesson"));
    let (out, events) = mpsc::channel(EVENTS);
    let work = Box::new(move |stop: &AtomicBool| compare_all(&duel, sessions, stop, &out));
    let stream = event_stream(events, &stop);
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: MAX_TIME, stop, work });
    Ok(stream)
}

/// The positions of a request: a line is a position or a record, or moves from the start.
fn positions(game: &GameEntry, request: &DuelRequest) -> Result<Vec<Box<dyn Session>>, Problem> {
    let Some(text) = request.positions.as_deref().filter(|text| !text.trim().is_empty()) else {
        let count = request.count.unwrap_or(DEFAULT_POSITIONS).clamp(1, MAX_POSITIONS);
        let openings = Openings::shipped_or_random(game);
        let opening = |number| openings.get(game, request.seed, number).ok()?.open(game).ok();
        let sessions: Option<Vec<_>> = (0..count).map(opening).collect();
        return sessions.ok_or_else(|| Problem::unprocessable(messages::no_openings()));
    };
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
    let read = |(index, line): (usize, &str)| {
        let wrong = |problem: Message| Problem::unprocessable(messages::bad_position_line(index + 1, problem));
        let session = read_line(game, line).map_err(wrong)?;
        if session.outcome().is_some() { Err(wrong(messages::over_at_ply())) } else { Ok(session) }
    };
    lines.take(MAX_POSITIONS as usize).map(read).collect()
}

/// The error of a line that is neither is that of the position.
fn read_line(game: &GameEntry, line: &str) -> Result<Box<dyn Session>, Message> {
    let mut session = game.session(None).map_err(|error| error.message())?;
    if session.play_line(line).is_ok() {
        return Ok(session);
    }
    Ok(game.import_one(line)?.session)
}

/// Runs on a thread of the search pool.
fn compare_all(duel: &Duel, sessions: Vec<Box<dyn Session>>, stop: &AtomicBool, out: &mpsc::Sender<Utf8Bytes>) {
    let total = sessions.len();
    let send = |row| out.blocking_send(encode(&DuelEvent { total, row })).is_ok();
    for mut session in sessions {
        let Ok(Some(row)) = duel.compare(&*session, stop) else { continue };
        if stop.load(Ordering::Relaxed) || !send(Some(DuelRowState::new(&row, &mut *session))) {
            return;
        }
    }
    send(None);
}
