//! The routes under `/api`.

mod analysis;
mod analysis_board;
mod catalog;
mod docs;
mod duel;
mod editor;
mod extract;
mod game_review;
mod games;
mod lessons;
mod links;
mod live;
mod networks;
mod played;
mod puzzles;
mod review;
mod tournament_live;
mod tournaments;
mod trace;
mod visitor;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::app::Shared;
use crate::messages;
use crate::problem::Problem;

pub use docs::openapi;

/// The longest body with a record: a game with a comment behind every move, in JSON.
const MAX_RECORD_BODY: usize = 256 << 10;

/// The routes under `/api`.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/catalog", get(catalog::catalog))
        .route("/rules/{game}", get(catalog::rules))
        .route("/games", get(games::list).post(games::create))
        .route("/games/{id}", get(games::state))
        .route("/games/{id}/boards", get(review::boards))
        .route("/games/{id}/record", get(review::record))
        .route("/games/{id}/picture.svg", get(review::picture))
        .route("/games/{id}/graph", get(review::graph))
        .route("/games/{id}/review", get(game_review::state).post(game_review::start).delete(game_review::stop))
        .route("/games/{id}/review/{ply}", get(game_review::position).post(game_review::try_move))
        .route("/records", post(game_review::import).layer(DefaultBodyLimit::max(MAX_RECORD_BODY)))
        .route("/games/{id}/rematch", post(games::rematch))
        .route("/games/{id}/live", get(live::live))
        .route("/tournaments", get(tournaments::list).post(tournaments::create))
        .route("/tournaments/{id}", get(tournaments::state).delete(tournaments::delete))
        .route("/tournaments/{id}/stop", post(tournaments::stop))
        .route("/tournaments/{id}/resume", post(tournaments::resume))
        .route("/tournaments/{id}/games", get(tournaments::games))
        .route("/tournaments/{id}/files/{file}", get(tournaments::download))
        .route("/tournaments/{id}/live", get(tournament_live::live))
        .route("/links", get(links::links))
        .route("/qr.svg", get(links::qr_code))
        .route("/networks", get(networks::list))
        .route("/puzzles", get(puzzles::list))
        .route("/puzzles/{game}/next", post(puzzles::next))
        .route("/puzzles/{game}/{number}", get(puzzles::state))
        .route("/puzzles/{game}/{number}/try", post(puzzles::attempt))
        .route("/puzzles/{game}/{number}/hint", get(puzzles::hint))
        .route("/puzzles/{game}/{number}/why", get(puzzles::why))
        .route("/position", post(catalog::position))
        .route("/analysis/position", post(analysis_board::position))
        .route("/analysis/engine", post(analysis_board::engine))
        .route("/analysis/explore", post(analysis_board::explore))
        .route("/analysis/games", post(played::games))
        .route("/editor", post(editor::open))
        .route("/compose", post(editor::compose))
        .route("/spec", post(catalog::spec))
        .route("/evaluate", post(catalog::evaluate))
        .route("/trace", post(trace::trace))
        .route("/duel", post(duel::duel))
        .route("/lessons/states", post(lessons::states))
        .route("/lessons/match", post(lessons::sample_match))
        .route("/lessons/learn", post(lessons::learn))
        .route("/visitor", get(visitor::show).put(visitor::rename))
        .route("/openapi.json", get(docs::description))
        .route("/docs", get(docs::page))
        .route("/docs/{file}", get(docs::file))
        .fallback(|| async { Problem::not_found(messages::not_found()) })
        .method_not_allowed_fallback(|| async { Problem::method() })
}
