//! The routes under `/api`.

mod analysis;
mod catalog;
mod docs;
mod extract;
mod games;
mod live;
mod networks;
mod review;
mod tournament_live;
mod tournaments;
mod visitor;

use axum::Router;
use axum::routing::{get, post};

use crate::app::Shared;
use crate::messages;
use crate::problem::Problem;

pub use docs::openapi;

/// The routes under `/api`.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/catalog", get(catalog::catalog))
        .route("/rules/{game}", get(catalog::rules))
        .route("/games", get(games::list).post(games::create))
        .route("/games/{id}", get(games::state))
        .route("/games/{id}/boards", get(review::boards))
        .route("/games/{id}/record", get(review::record))
        .route("/games/{id}/graph", get(review::graph))
        .route("/games/{id}/rematch", post(games::rematch))
        .route("/games/{id}/live", get(live::live))
        .route("/tournaments", get(tournaments::list).post(tournaments::create))
        .route("/tournaments/{id}", get(tournaments::state).delete(tournaments::delete))
        .route("/tournaments/{id}/stop", post(tournaments::stop))
        .route("/tournaments/{id}/resume", post(tournaments::resume))
        .route("/tournaments/{id}/games", get(tournaments::games))
        .route("/tournaments/{id}/files/{file}", get(tournaments::download))
        .route("/tournaments/{id}/live", get(tournament_live::live))
        .route("/networks", get(networks::list))
        .route("/position", post(catalog::position))
        .route("/spec", post(catalog::spec))
        .route("/evaluate", post(catalog::evaluate))
        .route("/visitor", get(visitor::show).put(visitor::rename))
        .route("/openapi.json", get(docs::description))
        .route("/docs", get(docs::page))
        .route("/docs/{file}", get(docs::file))
        .fallback(|| async { Problem::not_found(messages::not_found()) })
        .method_not_allowed_fallback(|| async { Problem::method() })
}
