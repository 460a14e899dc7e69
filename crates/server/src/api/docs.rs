//! The description of the API, and a small page that shows it.
//!
//! The page is written by hand: the usual viewers weigh megabytes and want inline styles, which our
//! Content-Security-Policy forbids.

use axum::Json;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use utoipa::OpenApi;

use super::{
    analysis_board, catalog, duel, editor, game_review, games, lessons, links, live, networks, played, puzzles, review,
    tournament_live, tournaments, trace, visitor,
};
use crate::messages;
use crate::problem::Problem;
use crate::wire;

#[derive(OpenApi)]
#[openapi(
    info(title = "Quevedo", description = "Board games: play, watch, analyse."),
    paths(
        catalog::catalog,
        catalog::rules,
        catalog::position,
        catalog::spec,
        catalog::evaluate,
        analysis_board::position,
        analysis_board::engine,
        analysis_board::explore,
        played::games,
        editor::open,
        editor::compose,
        trace::trace,
        duel::duel,
        lessons::states,
        lessons::sample_match,
        lessons::learn,
        networks::list,
        games::create,
        games::list,
        games::state,
        games::rematch,
        review::boards,
        review::record,
        review::graph,
        game_review::state,
        game_review::start,
        game_review::stop,
        game_review::position,
        game_review::try_move,
        game_review::import,
        review::picture,
        links::links,
        links::qr_code,
        live::live,
        puzzles::list,
        puzzles::next,
        puzzles::state,
        puzzles::attempt,
        puzzles::hint,
        puzzles::why,
        tournaments::list,
        tournaments::create,
        tournaments::state,
        tournaments::delete,
        tournaments::stop,
        tournaments::resume,
        tournaments::games,
        tournaments::download,
        tournament_live::live,
        visitor::show,
        visitor::rename,
    ),
    components(schemas(wire::FromPage, wire::ToPage, wire::ToSpectator, wire::TapTree))
)]
struct Description;

/// The description of the API in the form of `OpenAPI`.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Description::openapi()
}

pub(super) async fn description() -> impl IntoResponse {
    Json(openapi())
}

pub(super) async fn page() -> impl IntoResponse {
    Html(include_str!("../../docs/index.html"))
}

pub(super) async fn file(Path(name): Path<String>) -> Result<impl IntoResponse, Problem> {
    match name.as_str() {
        "docs.js" => Ok(([(CONTENT_TYPE, "text/javascript")], include_str!("../../docs/docs.js"))),
        "docs.css" => Ok(([(CONTENT_TYPE, "text/css")], include_str!("../../docs/docs.css"))),
        _ => Err(Problem::not_found(messages::not_found())),
    }
}
