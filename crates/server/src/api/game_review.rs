//! The review of a finished game: made, polled, and used to learn from one's mistakes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use quevedo_api::answers::analysis::line_positions;
use quevedo_api::answers::game as answers;
use quevedo_catalog::Session;

use super::analysis::check_fair_line;
use super::extract::{Body, UrlPath};
use super::review::snapshot;
use crate::App;
use crate::identity::VisitorId;
use crate::live::{LiveGame, RoomMessage, Snapshot};
use crate::messages;
use crate::problem::Problem;
use crate::reviews::judge;
use crate::wire::{
    Failure, GameReview, GameState, RecordRequest, ReviewPosition, ReviewState, Status, TryAnswer, TryRequest,
};

/// A finished game; nobody gets the help of a review in a running one, nor in one that was copied from a running one.
async fn finished(app: &Arc<App>, id: &str, visitor: &str) -> Result<Snapshot, Problem> {
    let snapshot = snapshot(app, id, visitor).await?;
    if snapshot.row.status != Status::Finished {
        return Err(Problem::conflict(messages::review_running_game()));
    }
    let line = line_positions(&*snapshot.session);
    check_fair_line(app, visitor, &line).await?;
    Ok(snapshot)
}

/// How far the review of a game is.
#[utoipa::path(get, path = "/api/games/{id}/review", tag = "review", params(("id" = String, Path)),
    responses((status = 200, body = ReviewState), (status = 403, body = Failure), (status = 404, body = Failure), (status = 409, body = Failure)))]
pub(super) async fn state(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath(id): UrlPath<String>,
) -> Result<Json<ReviewState>, Problem> {
    finished(&app, &id, &visitor).await?;
    Ok(Json(app.reviews.state(&app, &id).await?))
}

/// Starts the review of a finished game, unless there is one.
#[utoipa::path(post, path = "/api/games/{id}/review", tag = "review", params(("id" = String, Path)), responses(
    (status = 200, body = ReviewState), (status = 404, body = Failure), (status = 409, body = Failure),
    (status = 429, body = Failure)))]
pub(super) async fn start(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath(id): UrlPath<String>,
) -> Result<Json<ReviewState>, Problem> {
    let game = finished(&app, &id, &visitor).await?;
    if game.session.history().is_empty() {
        return Err(Problem::conflict(messages::nothing_to_review()));
    }
    let state = app.reviews.state(&app, &id).await?;
    if !matches!(state, ReviewState::None) {
        return Ok(Json(state));
    }
    app.limits.check_engine(&visitor)?;
    app.reviews.start(&app, &id, game.session, &visitor)?;
    Ok(Json(app.reviews.state(&app, &id).await?))
}

/// Stops a review that the visitor has started.
#[utoipa::path(delete, path = "/api/games/{id}/review", tag = "review", params(("id" = String, Path)),
    responses((status = 204)))]
pub(super) async fn stop(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath(id): UrlPath<String>,
) -> StatusCode {
    app.reviews.stop(&id, &visitor);
    StatusCode::NO_CONTENT
}

/// The position in which a move was made, and the review of the game.
async fn at_ply(
    app: &Arc<App>,
    id: &str,
    ply: usize,
    visitor: &str,
) -> Result<(Box<dyn Session>, GameReview), Problem> {
    let session = answers::at_ply(finished(app, id, visitor).await?.session, ply)?;
    match app.reviews.state(app, id).await? {
        ReviewState::Done { review } if ply < review.moves.len() => Ok((session, review)),
        _ => Err(Problem::conflict(messages::not_reviewed())),
    }
}

/// The position in which a move was made, with its legal moves and the better line.
#[utoipa::path(get, path = "/api/games/{id}/review/{ply}", tag = "review",
    params(("id" = String, Path), ("ply" = usize, Path, description = "The number of the move, from 0")),
    responses((status = 200, body = ReviewPosition), (status = 404, body = Failure), (status = 409, body = Failure)))]
pub(super) async fn position(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath((id, ply)): UrlPath<(String, usize)>,
) -> Result<Json<ReviewPosition>, Problem> {
    let (session, review) = at_ply(&app, &id, ply, &visitor).await?;
    Ok(Json(answers::review_position(&*session, &review, ply)))
}

/// Judges another move in the place of one that was made.
#[utoipa::path(post, path = "/api/games/{id}/review/{ply}", tag = "review", request_body = TryRequest,
    params(("id" = String, Path), ("ply" = usize, Path, description = "The number of the move, from 0")),
    responses((status = 200, body = TryAnswer), (status = 404, body = Failure), (status = 409, body = Failure),
    (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn try_move(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath((id, ply)): UrlPath<(String, usize)>,
    Body(request): Body<TryRequest>,
) -> Result<Json<TryAnswer>, Problem> {
    let (session, review) = at_ply(&app, &id, ply, &visitor).await?;
    let (answer, to_judge) = answers::tried_move(&*session, &review, ply, &request)?;
    let Some(tried) = to_judge else { return Ok(Json(answer)) };
    app.limits.check_engine(&visitor)?;
    let judged = judge(&app, session, tried, &visitor).await?;
    Ok(Json(answers::judged_move(answer, &judged)))
}

/// Stores a record as a finished game, which can be replayed, analysed and reviewed.
#[utoipa::path(post, path = "/api/records", tag = "review", request_body = RecordRequest, responses(
    (status = 201, body = GameState), (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn import(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<RecordRequest>,
) -> Result<(StatusCode, Json<GameState>), Problem> {
    let game = LiveGame::import(app.catalog.find(&request.game)?, &request.record, &visitor)?;
    app.limits.make_game(&visitor)?;
    let id = app.hub.open(&app, game).await?;
    let state = app.hub.call(&app, &id, |reply| RoomMessage::State { visitor: visitor.clone(), reply }).await?;
    Ok((StatusCode::CREATED, Json(state)))
}
