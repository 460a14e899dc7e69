//! Puzzles. The server keeps nothing about who solves them: a request says how far the solution is played.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use quevedo_api::answers::puzzles::{self, OpenPuzzle};
use serde::Deserialize;
use tokio::sync::oneshot;
use utoipa::IntoParams;

use super::extract::{Body, UrlPath, UrlQuery};
use crate::App;
use crate::engines::{Job, Priority};
use crate::identity::VisitorId;
use crate::problem::Problem;
use crate::wire::{Failure, NextPuzzle, PuzzleAnswer, PuzzleHint, PuzzleList, PuzzleState, PuzzleTry, PuzzleWhy};

/// The longest an explanation may wait and take. The solver has few nodes for each move.
const WHY_TIME: Duration = Duration::from_secs(20);

/// How far the solution of a puzzle is played.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Progress {
    /// Plies.
    #[serde(default)]
    ply: usize,
}

/// The games with puzzles, and the puzzle of the day of each.
#[utoipa::path(get, path = "/api/puzzles", tag = "puzzles", responses((status = 200, body = PuzzleList)))]
pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<PuzzleList>, Problem> {
    Ok(Json(puzzles::list(&app.catalog)?))
}

/// A puzzle that suits a rating, of those that were not seen.
#[utoipa::path(post, path = "/api/puzzles/{game}/next", tag = "puzzles", params(("game" = String, Path)),
    request_body = NextPuzzle, responses((status = 200, body = PuzzleState), (status = 404, body = Failure)))]
pub(super) async fn next(
    State(app): State<Arc<App>>,
    UrlPath(game): UrlPath<String>,
    Body(wanted): Body<NextPuzzle>,
) -> Result<Json<PuzzleState>, Problem> {
    Ok(Json(puzzles::next(&app.catalog, &game, &wanted)?))
}

/// A puzzle after some plies of its solution.
#[utoipa::path(get, path = "/api/puzzles/{game}/{number}", tag = "puzzles",
    params(("game" = String, Path), ("number" = usize, Path), Progress),
    responses((status = 200, body = PuzzleState), (status = 404, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn state(
    State(app): State<Arc<App>>,
    UrlPath((game, number)): UrlPath<(String, String)>,
    UrlQuery(progress): UrlQuery<Progress>,
) -> Result<Json<PuzzleState>, Problem> {
    Ok(Json(OpenPuzzle::find(&app.catalog, &game, &number)?.state(progress.ply)?))
}

/// Tries a move. If it is the one of the solution, the reply is played.
#[utoipa::path(post, path = "/api/puzzles/{game}/{number}/try", tag = "puzzles",
    params(("game" = String, Path), ("number" = usize, Path)), request_body = PuzzleTry,
    responses((status = 200, body = PuzzleAnswer), (status = 404, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    UrlPath((game, number)): UrlPath<(String, String)>,
    Body(request): Body<PuzzleTry>,
) -> Result<Json<PuzzleAnswer>, Problem> {
    Ok(Json(OpenPuzzle::find(&app.catalog, &game, &number)?.attempt(&request)?))
}

/// The first tap of the move of the solution.
#[utoipa::path(get, path = "/api/puzzles/{game}/{number}/hint", tag = "puzzles",
    params(("game" = String, Path), ("number" = usize, Path), Progress),
    responses((status = 200, body = PuzzleHint), (status = 404, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn hint(
    State(app): State<Arc<App>>,
    UrlPath((game, number)): UrlPath<(String, String)>,
    UrlQuery(progress): UrlQuery<Progress>,
) -> Result<Json<PuzzleHint>, Problem> {
    Ok(Json(OpenPuzzle::find(&app.catalog, &game, &number)?.hint(progress.ply)?))
}

/// The solution, and the value of every move after some plies of it.
#[utoipa::path(get, path = "/api/puzzles/{game}/{number}/why", tag = "puzzles",
    params(("game" = String, Path), ("number" = usize, Path), Progress),
    responses((status = 200, body = PuzzleWhy), (status = 404, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn why(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath((game, number)): UrlPath<(String, String)>,
    UrlQuery(progress): UrlQuery<Progress>,
) -> Result<Json<PuzzleWhy>, Problem> {
    let open = OpenPuzzle::find(&app.catalog, &game, &number)?;
    // A bad request costs no engine time.
    open.hint(progress.ply)?;
    app.limits.check_engine(&visitor)?;
    let (reply, answer) = oneshot::channel();
    let work = Box::new(move |_: &AtomicBool| {
        let _ = reply.send(open.why(progress.ply));
    });
    let stop = app.start_analysis(&format!("{visitor} puzzle"));
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: WHY_TIME, stop, work })?;
    Ok(Json(answer.await.map_err(|_| Problem::internal())??))
}
