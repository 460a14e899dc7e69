//! What lessons compute on request: state spaces, an evaluation that learns, matches. It runs when no game waits for a move.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::Event;
use futures_util::Stream;
use quevedo_api::answers::lessons;
use tokio::sync::{mpsc, oneshot};

use super::analysis_board::event_stream;
use super::extract::Body;
use crate::App;
use crate::engines::{Job, Priority};
use crate::identity::VisitorId;
use crate::live::encode;
use crate::problem::Problem;
use crate::wire::{Failure, LearningRequest, SampleMatchRequest, SampleMatchState, StateSpaceRequest, StateSpaceState};

/// The longest that any of them may take.
const MAX_TIME: Duration = Duration::from_mins(1);
/// Events that may wait for a slow connection.
const EVENTS: usize = 32;

/// Does something in the search pool, and waits for its answer.
async fn compute<T: Send + 'static>(
    app: &App,
    visitor: String,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
) -> Result<T, Problem> {
    app.limits.check_engine(&visitor)?;
    let (reply, answer) = oneshot::channel();
    let stop = app.start_analysis(&format!("{visitor} lesson"));
    let flag = Arc::clone(&stop);
    let work = Box::new(move |_: &AtomicBool| {
        let _ = reply.send(work(&flag));
    });
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: MAX_TIME, stop, work })?;
    answer.await.map_err(|_| Problem::internal())
}

/// Every position of a small game, solved backwards from the ends.
#[utoipa::path(post, path = "/api/lessons/states", tag = "lessons", request_body = StateSpaceRequest,
    responses((status = 200, body = StateSpaceState), (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn states(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<StateSpaceRequest>,
) -> Result<Json<StateSpaceState>, Problem> {
    let game = app.catalog.find(&request.game)?.clone();
    Ok(Json(compute(&app, visitor, move |stop| lessons::states(&game, stop)).await??))
}

/// A match between quick players, with what its first games seem to prove.
#[utoipa::path(post, path = "/api/lessons/match", tag = "lessons", request_body = SampleMatchRequest,
    responses((status = 200, body = SampleMatchState), (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn sample_match(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<SampleMatchRequest>,
) -> Result<Json<SampleMatchState>, Problem> {
    let sample = lessons::OpenMatch::new(&app.catalog, request)?;
    Ok(Json(compute(&app, visitor, move |stop| sample.play(stop)).await??))
}

/// An evaluation that learns from games of random moves, as a stream of events. Closing the connection ends it.
#[utoipa::path(post, path = "/api/lessons/learn", tag = "lessons", request_body = LearningRequest,
    responses((status = 200, body = String, content_type = "text/event-stream",
        description = "The data of each event is a LearningState"),
        (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn learn(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<LearningRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let game = app.catalog.find(&request.game)?.clone();
    app.limits.check_engine(&visitor)?;
    let stop = app.start_analysis(&format!("{visitor} lesson"));
    let (out, events) = mpsc::channel(EVENTS);
    let work = Box::new(move |stop: &AtomicBool| {
        lessons::learn(&game, &request, stop, &mut |state| out.blocking_send(encode(&state)).is_ok());
    });
    let stream = event_stream(events, &stop);
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: MAX_TIME, stop, work })?;
    Ok(stream)
}
