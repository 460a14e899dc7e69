//! A game after the fact: its boards, its record, the graph of its scores.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use quevedo_api::answers::analysis::line_positions;
use quevedo_api::answers::game as answers;
use serde::Deserialize;
use tokio::sync::oneshot;
use utoipa::IntoParams;

use super::analysis::check_fair_line;
use super::extract::{UrlPath, UrlQuery};
use crate::App;
use crate::engines::{Job, Priority};
use crate::identity::VisitorId;
use crate::live::{RoomMessage, Snapshot};
use crate::messages;
use crate::problem::Problem;
use crate::wire::{Boards, Failure, Graph};

/// The longest a graph may take.
const GRAPH_TIME: Duration = Duration::from_secs(20);

pub(super) async fn snapshot(app: &Arc<App>, id: &str, visitor: &str) -> Result<Snapshot, Problem> {
    app.hub.call(app, id, |reply| RoomMessage::Snapshot { visitor: visitor.to_owned(), reply }).await
}

/// Every position of a game from the start on.
#[utoipa::path(get, path = "/api/games/{id}/boards", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = Boards), (status = 404, body = Failure)))]
pub(super) async fn boards(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath(id): UrlPath<String>,
) -> Result<Json<Boards>, Problem> {
    Ok(Json(answers::boards(&*snapshot(&app, &id, &visitor).await?.session)?))
}

/// Which position of a game.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
pub(super) struct PlyQuery {
    /// How many moves were played before it; the last position if left out.
    ply: Option<usize>,
}

/// A position of a game as a picture, which other sites may show.
#[utoipa::path(get, path = "/api/games/{id}/picture.svg", tag = "games", params(("id" = String, Path), PlyQuery),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404, body = Failure)))]
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath(id): UrlPath<String>,
    UrlQuery(query): UrlQuery<PlyQuery>,
) -> Result<impl IntoResponse, Problem> {
    let mut session = snapshot(&app, &id, &visitor).await?.session;
    let ply = query.ply.unwrap_or(usize::MAX);
    while session.history().len() > ply {
        session.undo();
    }
    let drawn = quevedo_core::picture::svg(&session.entry().shape(), &session.board(), &[]);
    let headers = [(CONTENT_TYPE.as_str(), "image/svg+xml"), ("cross-origin-resource-policy", "cross-origin")];
    Ok((headers, drawn))
}

/// The game as a record: PGN for chess, the same form for the others.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Failure)))]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath(id): UrlPath<String>,
) -> Result<impl IntoResponse, Problem> {
    let Snapshot { session, row, outcome, .. } = snapshot(&app, &id, &visitor).await?;
    let text = answers::record(&*session, &row, outcome);
    let file = format!("attachment; filename=\"{}\"", answers::record_file(&row));
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, file)], text))
}

/// The query of a graph.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
pub(super) struct GraphQuery {
    /// The evaluator; the best if left out.
    eval: String,
}

/// The score after every move, by a short search each.
#[utoipa::path(get, path = "/api/games/{id}/graph", tag = "games", params(("id" = String, Path), GraphQuery),
    responses((status = 200, body = Graph), (status = 403, body = Failure), (status = 404, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn graph(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath(id): UrlPath<String>,
    UrlQuery(query): UrlQuery<GraphQuery>,
) -> Result<Json<Graph>, Problem> {
    let Snapshot { session, help_closed, .. } = snapshot(&app, &id, &visitor).await?;
    if help_closed {
        return Err(Problem::forbidden(messages::help_closed()));
    }
    let line = line_positions(&*session);
    check_fair_line(&app, &visitor, &line).await?;
    app.limits.check_engine(&visitor)?;
    let spec = answers::graph_spec(session.entry(), &query.eval)?;
    let mut engine = app.engine(session.entry(), spec);
    let (reply, answer) = oneshot::channel();
    let work = Box::new(move |stop: &AtomicBool| {
        let _ = reply.send(answers::draw_graph(&*session, &mut engine, stop));
    });
    let stop = app.start_analysis(&format!("{visitor} graph"));
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: GRAPH_TIME, stop, work })?;
    Ok(Json(answer.await.map_err(|_| Problem::internal())?))
}
