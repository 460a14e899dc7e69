//! The analysis board: free play from any position, engines on it, and exact values where a solver knows them.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::extract::ws::Utf8Bytes;
use axum::response::Sse;
use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream::unfold;
use quevedo_api::answers::analysis::{
    self as answers, analyse, analysis_engine, line_positions, open_analysis, open_line,
};
use quevedo_core::Limits;
use tokio::sync::{mpsc, oneshot};

use super::analysis::check_fair_line;
use super::extract::Body;
use crate::App;
use crate::engines::{Job, Priority};
use crate::identity::VisitorId;
use crate::live::encode;
use crate::problem::Problem;
use crate::wire::{AnalysisEvent, AnalysisRequest, Explored, Failure, LinePosition, LineRequest};

/// Results that may wait for a slow connection.
const RESULTS: usize = 32;
/// The longest that all values of a position may take.
const EXPLORE_TIME: Duration = Duration::from_secs(15);

/// The position at the end of a line, with its legal moves.
#[utoipa::path(post, path = "/api/analysis/position", tag = "analysis", request_body = LineRequest,
    responses((status = 200, body = LinePosition), (status = 422, body = Failure)))]
pub(super) async fn position(
    State(app): State<Arc<App>>,
    Body(request): Body<LineRequest>,
) -> Result<Json<LinePosition>, Problem> {
    Ok(Json(LinePosition::new(&*open_line(&app.catalog, &request)?)))
}

/// What an engine thinks of the position at the end of a line, as a stream of events until it has ended. Closing the
/// connection stops the engine.
#[utoipa::path(post, path = "/api/analysis/engine", tag = "analysis", request_body = AnalysisRequest,
    responses((status = 200, body = String, content_type = "text/event-stream",
        description = "The data of each event is an AnalysisEvent"),
        (status = 403, body = Failure), (status = 409, body = Failure), (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn engine(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<AnalysisRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let session = open_analysis(&app.catalog, &request)?;
    let line = line_positions(&*session);
    check_fair_line(&app, &visitor, &line).await?;
    app.limits.check_engine(&visitor)?;
    let (spec, limit) = analysis_engine(&*session, &request)?;
    let stop = app.start_analysis(&format!("{visitor} board {}", request.slot));
    let (out, results) = mpsc::channel(RESULTS);
    let mut engine = app.engine(session.entry(), spec);
    let work = Box::new(move |stop: &AtomicBool| {
        let mut send = |thought, done| drop(out.try_send(encode(&AnalysisEvent { thought, done })));
        analyse(&*session, &mut engine, Limits::default(), stop, &mut send);
    });
    let stream = event_stream(results, &stop);
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit, stop, work })?;
    Ok(stream)
}

/// Results as a stream of events. Its end stops whoever sends them.
pub(super) fn event_stream(
    results: mpsc::Receiver<Utf8Bytes>,
    stop: &Arc<AtomicBool>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    Sse::new(unfold((results, StopOnDrop(Arc::clone(stop))), next_event))
}

/// Stops an engine when nobody listens any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

type Results = (mpsc::Receiver<Utf8Bytes>, StopOnDrop);

async fn next_event((mut results, running): Results) -> Option<(Result<Event, Infallible>, Results)> {
    let text = results.recv().await?;
    Some((Ok(Event::default().data(text.as_str())), (results, running)))
}

/// Every legal move with its exact value, as far as a solver or a table knows it.
#[utoipa::path(post, path = "/api/analysis/explore", tag = "analysis", request_body = LineRequest,
    responses((status = 200, body = Explored), (status = 403, body = Failure), (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn explore(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<LineRequest>,
) -> Result<Json<Explored>, Problem> {
    let session = open_line(&app.catalog, &request)?;
    let line = line_positions(&*session);
    check_fair_line(&app, &visitor, &line).await?;
    app.limits.check_engine(&visitor)?;
    let (reply, answer) = oneshot::channel();
    let work = Box::new(move |stop: &AtomicBool| {
        let _ = reply.send(answers::explore(&*session, &|| stop.load(Ordering::Relaxed)));
    });
    let stop = app.start_analysis(&format!("{visitor} explore"));
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: EXPLORE_TIME, stop, work })?;
    Ok(Json(answer.await.map_err(|_| Problem::internal())?))
}
