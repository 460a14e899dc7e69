//! A game after the fact: its boards, its record, the graph of its scores.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, UNIX_EPOCH};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use quevedo_arena::utc_date;
use quevedo_catalog::{AlphaBetaSpec, EvalRef, PlayerSpec, Session};
use quevedo_core::score::{DRAW, WIN};
use quevedo_core::{Outcome, Score, SearchRequest, Side};
use serde::Deserialize;
use tokio::sync::oneshot;
use utoipa::IntoParams;

use super::extract::UrlQuery;
use crate::App;
use crate::engines::{Engine, Job, Priority, check_spec, parse_eval};
use crate::identity::VisitorId;
use crate::live::{RoomMessage, Snapshot};
use crate::messages;
use crate::picture;
use crate::problem::Problem;
use crate::store::SeatRow;
use crate::wire::{Board, Boards, Failure, Graph, GraphPoint, SeatKind, chance_of_first, units_of_first};

/// Nodes for each point of a graph.
const GRAPH_NODES: u64 = 3_000;
/// MiB of the transposition table for a graph.
const GRAPH_HASH: usize = 4;
/// The longest a graph may take.
const GRAPH_TIME: Duration = Duration::from_secs(20);

pub(super) async fn snapshot(app: &Arc<App>, id: &str, visitor: &str) -> Result<Snapshot, Problem> {
    app.hub.call(app, id, |reply| RoomMessage::Snapshot { visitor: visitor.to_owned(), reply }).await
}

/// The same game from its start, and the texts of its moves.
fn rewind(session: &dyn Session) -> (Box<dyn Session>, Vec<String>) {
    let moves = session.history().iter().map(|mv| mv.text.clone()).collect();
    let mut start = session.fork();
    while start.undo().is_some() {}
    (start, moves)
}

/// Every position of a game from the start on.
#[utoipa::path(get, path = "/api/games/{id}/boards", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = Boards), (status = 404, body = Failure)))]
pub(super) async fn boards(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Path(id): Path<String>,
) -> Result<Json<Boards>, Problem> {
    let (mut session, moves) = rewind(&*snapshot(&app, &id, &visitor).await?.session);
    let mut review = Boards { boards: vec![Board::of(&*session)], positions: vec![session.position()] };
    for text in moves {
        session.play(&text)?;
        review.boards.push(Board::of(&*session));
        review.positions.push(session.position());
    }
    Ok(Json(review))
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
    Path(id): Path<String>,
    UrlQuery(query): UrlQuery<PlyQuery>,
) -> Result<impl IntoResponse, Problem> {
    let mut session = snapshot(&app, &id, &visitor).await?.session;
    let ply = query.ply.unwrap_or(usize::MAX);
    while session.history().len() > ply {
        session.undo();
    }
    let drawn = picture::svg(&session.entry().shape(), &session.board());
    let headers = [(CONTENT_TYPE.as_str(), "image/svg+xml"), ("cross-origin-resource-policy", "cross-origin")];
    Ok((headers, drawn))
}

/// The game as a record: PGN for chess, the same form for the others.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Failure)))]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let Snapshot { session, row, outcome, .. } = snapshot(&app, &id, &visitor).await?;
    let [white, black] = [0, 1].map(|seat: usize| seat_name(&row.seats[seat]));
    let [white_type, black_type] = [0, 1].map(|seat: usize| seat_type(&row.seats[seat]));
    let time_control = time_control(row.clock);
    let date = utc_date(UNIX_EPOCH + Duration::from_millis(row.created_ms.max(0) as u64));
    let tags = [
        ("Event", "Quevedo"),
        ("Site", row.id.as_str()),
        ("Date", &date),
        ("Round", "-"),
        ("White", &white),
        ("Black", &black),
        ("WhiteType", white_type),
        ("BlackType", black_type),
        ("TimeControl", &time_control),
    ];
    let text = session.record_ended(&tags, outcome).to_string();
    let file = format!("attachment; filename=\"{}-{}.pgn\"", row.game.replace(':', "-"), row.id);
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, file)], text))
}

/// The name of a player in a record.
fn seat_name(seat: &SeatRow) -> String {
    match (seat.name.as_str(), &seat.spec) {
        ("", Some(spec)) => spec.clone(),
        ("", None) => "Anonymous".to_owned(),
        (name, _) => name.to_owned(),
    }
}

/// The tag `WhiteType` or `BlackType` of PGN.
fn seat_type(seat: &SeatRow) -> &'static str {
    if seat.kind == SeatKind::Machine { "program" } else { "human" }
}

/// The tag `TimeControl` of PGN: seconds and increment, or a dash without clocks.
fn time_control(clock: Option<(i64, i64)>) -> String {
    let seconds = |ms: i64| (ms as f64 / 1000.0).to_string();
    match clock {
        None => "-".to_owned(),
        Some((base, 0)) => seconds(base),
        Some((base, increment)) => format!("{}+{}", seconds(base), seconds(increment)),
    }
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
    Path(id): Path<String>,
    UrlQuery(query): UrlQuery<GraphQuery>,
) -> Result<Json<Graph>, Problem> {
    let Snapshot { session, help_closed, .. } = snapshot(&app, &id, &visitor).await?;
    if help_closed {
        return Err(Problem::forbidden(messages::help_closed()));
    }
    app.limits.check_engine(&visitor)?;
    let eval = if query.eval.is_empty() { EvalRef::Best } else { parse_eval(&query.eval)? };
    let spec = graph_spec(eval);
    check_spec(session.entry(), &spec)?;
    let mut engine = app.engine(session.entry(), spec);
    let (reply, answer) = oneshot::channel();
    let work = Box::new(move |stop: &AtomicBool| {
        let _ = reply.send(draw_graph(&*session, &mut engine, stop));
    });
    let stop = app.start_analysis(&format!("{visitor} graph"));
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: GRAPH_TIME, stop, work });
    Ok(Json(Graph { points: answer.await.map_err(|_| Problem::internal())? }))
}

/// The engine that draws a graph.
fn graph_spec(eval: EvalRef) -> PlayerSpec {
    PlayerSpec::AlphaBeta(AlphaBetaSpec {
        eval: Some(eval),
        nodes: Some(GRAPH_NODES),
        hash: Some(GRAPH_HASH),
        ..AlphaBetaSpec::default()
    })
}

/// Runs on a thread of the search pool.
fn draw_graph(game: &dyn Session, engine: &mut Engine, stop: &AtomicBool) -> Vec<Option<GraphPoint>> {
    let (mut session, moves) = rewind(game);
    let mut points = vec![point(&*session, engine, stop)];
    for text in moves {
        if session.play(&text).is_err() {
            break;
        }
        points.push(point(&*session, engine, stop));
    }
    points
}

fn point(session: &dyn Session, engine: &mut Engine, stop: &AtomicBool) -> Option<GraphPoint> {
    if let Some(outcome) = session.outcome() {
        return Some(end_point(outcome));
    }
    let score: Score = engine.search(session, &mut SearchRequest::new(stop, &mut |_| {}))?.score?;
    let for_first = if session.turn() == Side::First { score } else { -score };
    let (chance, units) = (chance_of_first(session, score), units_of_first(session, score));
    Some(GraphPoint { score: for_first, chance, units })
}

fn end_point(outcome: Outcome) -> GraphPoint {
    let (score, chance) = match outcome.winner {
        Some(Side::First) => (WIN, 1.0),
        Some(Side::Second) => (-WIN, 0.0),
        None => (DRAW, 0.5),
    };
    GraphPoint { score, chance, units: None }
}
