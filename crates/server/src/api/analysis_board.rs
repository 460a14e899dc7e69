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
use quevedo_catalog::{PlayerSpec, Session};
use quevedo_core::Side;
use tokio::sync::{mpsc, oneshot};

use super::analysis::{AnalysisTask, MAX_LINES, check_fair_line, default_engine, line_positions, with_lines};
use super::extract::Body;
use crate::App;
use crate::engines::{Job, Priority, parse_spec};
use crate::identity::VisitorId;
use crate::live::{encode, open_start};
use crate::messages;
use crate::problem::Problem;
use crate::wire::{
    AnalysisEvent, AnalysisRequest, Explored, ExploredMove, Failure, LinePosition, LineRequest, ProofState,
};

/// Engines side by side.
const MAX_SLOTS: u8 = 2;
/// The longest analysis; within it, who wants to know more asks again.
const MAX_TIME: Duration = Duration::from_mins(10);
/// The limit of an engine that has limits of its own.
const OWN_TIME: Duration = Duration::from_secs(30);
/// Results that may wait for a slow connection.
const RESULTS: usize = 32;
/// The longest that all values of a position may take, and the nodes for each move.
const EXPLORE_TIME: Duration = Duration::from_secs(15);
const EXPLORE_NODES: u64 = 300_000;

/// The session of a line. Draws that somebody would have to claim do not end it.
pub(super) fn open_line(app: &App, request: &LineRequest) -> Result<Box<dyn Session>, Problem> {
    let mut session = open_start(app.catalog.find(&request.line.game)?, &request.line)?;
    session.waive_claims();
    for text in &request.line.moves {
        session.play(text)?;
    }
    if !request.taps.is_empty() {
        let legal = session.legal();
        let mv = legal.iter().find(|mv| mv.taps == request.taps);
        let mv = mv.ok_or_else(|| Problem::unprocessable(messages::illegal_move()))?;
        session.play(&mv.text)?;
    }
    Ok(session)
}

/// The position at the end of a line, with its legal moves.
#[utoipa::path(post, path = "/api/analysis/position", tag = "analysis", request_body = LineRequest,
    responses((status = 200, body = LinePosition), (status = 422, body = Failure)))]
pub(super) async fn position(
    State(app): State<Arc<App>>,
    Body(request): Body<LineRequest>,
) -> Result<Json<LinePosition>, Problem> {
    Ok(Json(LinePosition::new(&*open_line(&app, &request)?)))
}

/// What an engine thinks of the position at the end of a line, as a stream of events until it has ended. Closing the
/// connection stops the engine.
#[utoipa::path(post, path = "/api/analysis/engine", tag = "analysis", request_body = AnalysisRequest,
    responses((status = 200, body = AnalysisEvent, content_type = "text/event-stream"),
        (status = 403, body = Failure), (status = 409, body = Failure), (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn engine(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<AnalysisRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let session = open_line(&app, &request.line)?;
    if session.outcome().is_some() {
        return Err(Problem::conflict(messages::over_at_ply()));
    }
    if request.slot >= MAX_SLOTS {
        return Err(Problem::unprocessable(messages::bad_field("slot")));
    }
    let line = line_positions(&*session);
    check_fair_line(&app, &visitor, &line).await?;
    app.limits.check_engine(&visitor)?;
    let (spec, limit) = engine_of(&*session, &request)?;
    let stop = app.start_analysis(&format!("{visitor} board {}", request.slot));
    let (out, results) = mpsc::channel(RESULTS);
    let task = AnalysisTask { shown: session.fork(), engine: app.engine(session.entry(), spec), session, out };
    let work = Box::new(move |stop: &AtomicBool| {
        task.analyse(stop, |thought, done| encode(&AnalysisEvent { thought, done }));
    });
    let stream = event_stream(results, &stop);
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit, stop, work });
    Ok(stream)
}

/// The engine of a request, and how long it may think.
fn engine_of(session: &dyn Session, request: &AnalysisRequest) -> Result<(PlayerSpec, Duration), Problem> {
    let named = request.spec.as_deref().map(|spec| parse_spec(session.entry(), spec)).transpose()?;
    let mut spec = with_lines(named.unwrap_or_else(default_engine), request.lines.unwrap_or(1).clamp(1, MAX_LINES));
    let time = request.time_ms.map(|ms| Duration::from_millis(ms).min(MAX_TIME));
    match &mut spec {
        PlayerSpec::AlphaBeta(settings) => settings.time = time.or(settings.time),
        PlayerSpec::Mcts(settings) => settings.time = time.or(settings.time),
        _ => {}
    }
    Ok((spec, time.unwrap_or(OWN_TIME).max(OWN_TIME)))
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
    let session = open_line(&app, &request)?;
    let line = line_positions(&*session);
    check_fair_line(&app, &visitor, &line).await?;
    app.limits.check_engine(&visitor)?;
    let (reply, answer) = oneshot::channel();
    let work = Box::new(move |stop: &AtomicBool| {
        let _ = reply.send(solve_moves(&*session, stop));
    });
    let stop = app.start_analysis(&format!("{visitor} explore"));
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: EXPLORE_TIME, stop, work });
    Ok(Json(answer.await.map_err(|_| Problem::internal())?))
}

/// Runs on a thread of the search pool.
fn solve_moves(session: &dyn Session, stop: &AtomicBool) -> Explored {
    let mover: Side = session.turn();
    let mut prober = session.entry().prober();
    let mut value = |text: &str| {
        let mut after = session.fork();
        after.play(text).ok()?;
        match after.outcome() {
            Some(outcome) => Some(ProofState::of_end(outcome)),
            None if stop.load(Ordering::Relaxed) => None,
            None => prober.probe(&*after, EXPLORE_NODES).map(|solved| ProofState::of_move(&solved, after.turn())),
        }
    };
    let mut moves: Vec<ExploredMove> =
        session.legal().iter().map(|mv| ExploredMove::new(mv, value(&mv.text))).collect();
    moves.sort_by_key(|mv| std::cmp::Reverse(ProofState::rank(mv.proof.as_ref(), mover)));
    Explored { complete: moves.iter().all(|mv| mv.proof.is_some()), moves }
}
