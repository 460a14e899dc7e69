//! A search as events, for the tree explorer. It runs when no game waits for a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use quevedo_catalog::{PlayerSpec, Recorder, Session};
use quevedo_core::score::{PROVED, WIN};
use quevedo_core::{Limits, SearchRequest, SearchResult};
use tokio::sync::oneshot;

use super::analysis::{check_fair_line, line_positions};
use super::extract::Body;
use crate::App;
use crate::engines::{Engine, Job, Priority, parse_spec};
use crate::identity::VisitorId;
use crate::live::open_moves;
use crate::messages;
use crate::problem::Problem;
use crate::wire::{Failure, Trace, TraceEvent, TraceRequest};

/// The longest a traced search may take.
const MAX_TIME: Duration = Duration::from_secs(5);
/// The most nodes of a traced search.
const MAX_NODES: u64 = 300_000;
/// The most events of a trace, and those of a request that leaves it open.
const MAX_EVENTS: u64 = 40_000;
const DEFAULT_EVENTS: u64 = 10_000;

/// A search of a position, event by event.
#[utoipa::path(post, path = "/api/trace", tag = "catalog", request_body = TraceRequest,
    responses((status = 200, body = Trace), (status = 403, body = Failure), (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn trace(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<TraceRequest>,
) -> Result<Json<Trace>, Problem> {
    let session = open_moves(app.catalog.find(&request.position.game)?, &request.position)?;
    if session.outcome().is_some() {
        return Err(Problem::conflict(messages::over_at_ply()));
    }
    let line = line_positions(&*session);
    check_fair_line(&app, &visitor, &line).await?;
    let spec = parse_spec(session.entry(), &request.spec)?;
    app.limits.check_engine(&visitor)?;
    let job = TraceJob {
        engine: app.engine(session.entry(), spec.clone()),
        spec,
        session,
        max_events: request.events.unwrap_or(DEFAULT_EVENTS).clamp(100, MAX_EVENTS),
    };
    let (reply, answer) = oneshot::channel();
    let work = Box::new(move |stop: &AtomicBool| {
        let _ = reply.send(job.run(stop));
    });
    // Two traces stand side by side on the page.
    let stop = Arc::new(AtomicBool::new(false));
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: MAX_TIME, stop, work });
    let trace = answer.await.map_err(|_| Problem::internal())?;
    trace.map(Json).ok_or_else(|| Problem::unprocessable(messages::not_searched(request.spec)))
}

/// A traced search in the search pool.
struct TraceJob {
    engine: Engine,
    spec: PlayerSpec,
    session: Box<dyn Session>,
    max_events: u64,
}

impl TraceJob {
    /// The trace; `None` if the player did not search, but asked a solver, a table or a book.
    fn run(mut self, stop: &AtomicBool) -> Option<Trace> {
        let board = self.session.board();
        let mut events: Vec<TraceEvent> = Vec::new();
        let mut sink = |event: quevedo_catalog::TraceEvent| events.push(event.into());
        let mut recorder = Recorder::new(&mut sink, self.max_events, board.clone(), true);
        let mut report = |_: &SearchResult<String>| {};
        let limits = Limits { nodes: Some(MAX_NODES), time: Some(MAX_TIME), ..Limits::default() };
        let request = SearchRequest { limits, observer: Some(&mut recorder), ..SearchRequest::new(stop, &mut report) };
        let result = self.engine.search(&*self.session, &mut { request })?;
        let pieces = recorder.pieces().iter().copied().map(Into::into).collect();
        let summary = recorder.summary().clone();
        if summary.nodes != result.nodes || summary.nodes == 0 {
            return None;
        }
        let played = self.session.fork().play(&result.mv).ok()?;
        Some(Trace {
            spec: self.spec.to_string(),
            position: self.session.position(),
            turn: self.session.turn().into(),
            board: board.into(),
            pieces,
            mv: played.pretty,
            value: result.score,
            depth: result.depth,
            nodes: summary.nodes,
            recorded: summary.recorded,
            cuts: summary.cuts,
            stopped: stop.load(Ordering::Relaxed) || summary.nodes >= MAX_NODES,
            proved: PROVED,
            win: WIN,
            events,
        })
    }
}
