//! Games, positions and players: requests without a live game.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use quevedo_catalog::{EvalRef, Session};
use quevedo_core::Side;

use super::analysis::check_fair_play;
use super::extract::Body;
use crate::App;
use crate::engines::{parse_eval, parse_spec};
use crate::identity::VisitorId;
use crate::live::open_position;
use crate::problem::Problem;
use crate::wire::{
    Board, Catalog, EvaluateRequest, Evaluated, Failure, PositionPreview, PositionRequest, Rules, SpecAnswer,
    SpecRequest, TermValue, chance_of_first,
};

/// Everything there is to choose from.
#[utoipa::path(get, path = "/api/catalog", tag = "catalog", responses((status = 200, body = Catalog)))]
pub(super) async fn catalog(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")], app.catalog_json.clone())
}

/// The rules of a game at length.
#[utoipa::path(get, path = "/api/rules/{game}", tag = "catalog", params(("game" = String, Path)),
    responses((status = 200, body = Rules), (status = 422, body = Failure)))]
pub(super) async fn rules(State(app): State<Arc<App>>, Path(game): Path<String>) -> Result<Json<Rules>, Problem> {
    Ok(Json(Rules::new(&app.catalog.find(&game)?.about())))
}

/// A position of a game, or a record of one, which stands for its last position.
fn open(app: &App, game: &str, position: &str) -> Result<Box<dyn Session>, Problem> {
    open_position(app.catalog.find(game)?, Some(position))
}

/// A position as a board, or what is wrong with it.
#[utoipa::path(post, path = "/api/position", tag = "catalog", request_body = PositionRequest,
    responses((status = 200, body = PositionPreview), (status = 422, body = Failure)))]
pub(super) async fn position(
    State(app): State<Arc<App>>,
    Body(request): Body<PositionRequest>,
) -> Result<Json<PositionPreview>, Problem> {
    let session = open(&app, &request.game, &request.position)?;
    Ok(Json(PositionPreview {
        position: session.position(),
        board: Board::of(&*session),
        turn: session.turn().into(),
        outcome: session.outcome().map(Into::into),
    }))
}

/// A player spec in canonical form, or what is wrong with it.
#[utoipa::path(post, path = "/api/spec", tag = "catalog", request_body = SpecRequest,
    responses((status = 200, body = SpecAnswer), (status = 422, body = Failure)))]
pub(super) async fn spec(
    State(app): State<Arc<App>>,
    Body(request): Body<SpecRequest>,
) -> Result<Json<SpecAnswer>, Problem> {
    let spec = parse_spec(app.catalog.find(&request.game)?, &request.spec)?;
    Ok(Json(SpecAnswer { spec: spec.to_string() }))
}

/// The evaluation of a position, with its terms.
#[utoipa::path(post, path = "/api/evaluate", tag = "catalog", request_body = EvaluateRequest,
    responses((status = 200, body = Evaluated), (status = 403, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn evaluate(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<EvaluateRequest>,
) -> Result<Json<Evaluated>, Problem> {
    let session = open(&app, &request.game, &request.position)?;
    check_fair_play(&app, &visitor, &session.position()).await?;
    let eval = request.eval.as_deref().map_or(Ok(EvalRef::Best), parse_eval)?;
    let evaluation = session.entry().evaluate(&*session, &eval)?;
    let term = |term: quevedo_core::Term| TermValue { name: term.name.into(), value: term.value };
    let score = evaluation.score;
    let layers = if request.layers { session.entry().layers(&*session, &eval)? } else { Vec::new() };
    Ok(Json(Evaluated {
        score: if session.turn() == Side::First { score } else { -score },
        chance: chance_of_first(&*session, score),
        terms: evaluation.terms.into_iter().map(term).collect(),
        layers: layers.into_iter().map(Into::into).collect(),
    }))
}
