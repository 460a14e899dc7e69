//! The description of the API, and a small page that shows it.
//!
//! The page is written by hand: the usual viewers weigh megabytes and want inline styles, which our
//! Content-Security-Policy forbids.

use axum::Json;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{Modify, OpenApi};

use super::extract::UrlPath;
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
    components(schemas(
        wire::AnalysisEvent,
        wire::DuelEvent,
        wire::FromPage,
        wire::LearningState,
        wire::TapTree,
        wire::ToPage,
        wire::ToSpectator,
    )),
    modifiers(&Refusals)
)]
struct Description;

/// What every request may be answered with, or every request with a body, a query or a name in its path.
struct Refusals;

impl Modify for Refusals {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        description.paths.paths.values_mut().flat_map(operations).for_each(add_refusals);
    }
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut path.get, &mut path.put, &mut path.post, &mut path.delete].into_iter().flatten()
}

fn add_refusals(operation: &mut Operation) {
    let is_in = |place: ParameterIn| {
        let parameters = operation.parameters.iter().flatten();
        parameters
            .into_iter()
            .any(|parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == place))
    };
    let (has_body, has_query, has_name) =
        (operation.request_body.is_some(), is_in(ParameterIn::Query), is_in(ParameterIn::Path));
    let refusals = [
        ("400", has_body || has_query || has_name, "The request cannot be read"),
        ("404", has_name, "There is no such thing"),
        ("413", has_body, "The body is too large"),
        ("422", has_body, "The request can be read, but its content is wrong"),
        ("429", true, "Too much for one visitor or one address; `Retry-After` says when to come again"),
        ("500", true, "A fault of the server, or the database cannot be written"),
        ("503", true, "The server is busy, or about to end; `Retry-After` says when to come again"),
    ];
    for (status, _, meaning) in refusals.into_iter().filter(|(_, is_possible, _)| *is_possible) {
        let failure = ContentBuilder::new().schema(Some(Ref::from_schema_name("Failure"))).build();
        let response = ResponseBuilder::new().description(meaning).content("application/json", failure).build();
        operation.responses.responses.entry(status.to_owned()).or_insert_with(|| response.into());
    }
}

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

pub(super) async fn file(UrlPath(name): UrlPath<String>) -> Result<impl IntoResponse, Problem> {
    match name.as_str() {
        "docs.js" => Ok(([(CONTENT_TYPE, "text/javascript")], include_str!("../../docs/docs.js"))),
        "docs.css" => Ok(([(CONTENT_TYPE, "text/css")], include_str!("../../docs/docs.css"))),
        _ => Err(Problem::not_found(messages::not_found())),
    }
}
