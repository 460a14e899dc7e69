//! Games, positions and players: requests without a live game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use quevedo_api::answers::catalog as answers;

use super::analysis::check_fair_play;
use super::extract::{Body, UrlPath};
use crate::App;
use crate::identity::VisitorId;
use crate::problem::Problem;
use crate::wire::{
    Catalog, EvaluateRequest, Evaluated, Failure, PositionPreview, PositionRequest, Rules, SpecAnswer, SpecRequest,
};

/// Everything there is to choose from.
#[utoipa::path(get, path = "/api/catalog", tag = "catalog", responses((status = 200, body = Catalog)))]
pub(super) async fn catalog(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")], app.catalog_json.clone())
}

/// The rules of a game at length.
#[utoipa::path(get, path = "/api/rules/{game}", tag = "catalog", params(("game" = String, Path)),
    responses((status = 200, body = Rules), (status = 422, body = Failure)))]
pub(super) async fn rules(State(app): State<Arc<App>>, UrlPath(game): UrlPath<String>) -> Result<Json<Rules>, Problem> {
    Ok(Json(answers::rules(&app.catalog, &game)?))
}

/// A position as a board, or what is wrong with it.
#[utoipa::path(post, path = "/api/position", tag = "catalog", request_body = PositionRequest,
    responses((status = 200, body = PositionPreview), (status = 422, body = Failure)))]
pub(super) async fn position(
    State(app): State<Arc<App>>,
    Body(request): Body<PositionRequest>,
) -> Result<Json<PositionPreview>, Problem> {
    Ok(Json(answers::position(&app.catalog, &request)?))
}

/// A player spec in canonical form, or what is wrong with it.
#[utoipa::path(post, path = "/api/spec", tag = "catalog", request_body = SpecRequest,
    responses((status = 200, body = SpecAnswer), (status = 422, body = Failure)))]
pub(super) async fn spec(
    State(app): State<Arc<App>>,
    Body(request): Body<SpecRequest>,
) -> Result<Json<SpecAnswer>, Problem> {
    Ok(Json(answers::spec(&app.catalog, &request)?))
}

/// The evaluation of a position, with its terms.
#[utoipa::path(post, path = "/api/evaluate", tag = "catalog", request_body = EvaluateRequest,
    responses((status = 200, body = Evaluated), (status = 403, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn evaluate(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<EvaluateRequest>,
) -> Result<Json<Evaluated>, Problem> {
    let session = answers::open_evaluated(&app.catalog, &request)?;
    check_fair_play(&app, &visitor, session.key()).await?;
    Ok(Json(answers::evaluate(&*session, &request)?))
}
