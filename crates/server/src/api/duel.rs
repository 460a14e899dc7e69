//! Two players look at the same positions. It runs when no game waits for a move.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::Event;
use futures_util::Stream;
use quevedo_api::answers::analysis::line_positions;
use quevedo_api::answers::duel::OpenDuel;
use tokio::sync::mpsc;

use super::analysis::check_fair_line;
use super::analysis_board::event_stream;
use super::extract::Body;
use crate::App;
use crate::engines::{Job, Priority};
use crate::identity::VisitorId;
use crate::live::encode;
use crate::problem::Problem;
use crate::wire::{DuelEvent, DuelRequest, Failure};

/// The longest that all positions may take.
const MAX_TIME: Duration = Duration::from_mins(2);
/// Events that may wait for a slow connection.
const EVENTS: usize = 32;

/// What two players see in the same positions with the same budget, as a stream of events. Closing the connection ends it.
#[utoipa::path(post, path = "/api/duel", tag = "lessons", request_body = DuelRequest,
    responses((status = 200, body = String, content_type = "text/event-stream",
        description = "The data of each event is a DuelEvent"), (status = 403, body = Failure),
        (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn duel(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<DuelRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let duel = OpenDuel::new(&app.catalog, &request)?;
    let lines: Vec<u64> = duel.sessions.iter().flat_map(|session| line_positions(&**session)).collect();
    check_fair_line(&app, &visitor, &lines).await?;
    app.limits.check_engine(&visitor)?;
    let stop = app.start_analysis(&format!("{visitor} lesson"));
    let (out, events) = mpsc::channel(EVENTS);
    let work = Box::new(move |stop: &AtomicBool| {
        duel.run(stop, &mut |event: DuelEvent| out.blocking_send(encode(&event)).is_ok());
    });
    let stream = event_stream(events, &stop);
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: MAX_TIME, stop, work })?;
    Ok(stream)
}
