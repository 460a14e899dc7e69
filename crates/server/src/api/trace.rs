//! A search as events, for the tree explorer. It runs when no game waits for a move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::State;
use quevedo_api::answers::analysis::line_positions;
use quevedo_api::answers::trace::{MAX_TIME, OpenTrace};
use tokio::sync::oneshot;

use super::analysis::check_fair_line;
use super::extract::Body;
use crate::App;
use crate::engines::{Job, Priority};
use crate::identity::VisitorId;
use crate::problem::Problem;
use crate::wire::{Failure, Trace, TraceRequest};

/// A search of a position, event by event.
#[utoipa::path(post, path = "/api/trace", tag = "catalog", request_body = TraceRequest,
    responses((status = 200, body = Trace), (status = 403, body = Failure), (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn trace(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<TraceRequest>,
) -> Result<Json<Trace>, Problem> {
    let trace = OpenTrace::new(&app.catalog, &request)?;
    let line = line_positions(&*trace.session);
    check_fair_line(&app, &visitor, &line).await?;
    app.limits.check_engine(&visitor)?;
    let mut engine = app.engine(trace.session.entry(), trace.spec().clone());
    let (reply, answer) = oneshot::channel();
    let work = Box::new(move |stop: &AtomicBool| {
        let _ = reply.send(trace.run(&mut engine, stop));
    });
    // Two traces stand side by side on the page.
    let stop = Arc::new(AtomicBool::new(false));
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: MAX_TIME, stop, work })?;
    Ok(Json(answer.await.map_err(|_| Problem::internal())??))
}
