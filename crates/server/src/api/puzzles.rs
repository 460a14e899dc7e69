//! Puzzles. The server keeps nothing about who solves them: a request says how far the solution is played.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use quevedo_catalog::{GameEntry, Session};
use quevedo_puzzles::{MoveValue, Puzzle, daily, nearest, shipped};
use serde::Deserialize;
use tokio::sync::oneshot;
use utoipa::IntoParams;

use super::extract::{Body, UrlQuery};
use crate::App;
use crate::engines::{Job, Priority};
use crate::identity::VisitorId;
use crate::messages;
use crate::problem::Problem;
use crate::store::now_ms;
use crate::wire::{
    Failure, NextPuzzle, PuzzleAnswer, PuzzleGame, PuzzleHint, PuzzleList, PuzzleMove, PuzzleMoveValue, PuzzleState,
    PuzzleTry, PuzzleWhy, TapTree,
};

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

/// A puzzle, and the game at its position.
struct OpenPuzzle {
    number: usize,
    puzzle: &'static Puzzle,
    start: Box<dyn Session>,
}

impl OpenPuzzle {
    /// The puzzle of a game by its number; there is none with another text.
    fn find(app: &App, game: &str, number: &str) -> Result<Self, Problem> {
        Self::open(app.catalog.find(game)?, number.parse().unwrap_or(0))
    }

    fn open(game: &GameEntry, number: usize) -> Result<Self, Problem> {
        let puzzle = number.checked_sub(1).and_then(|index| shipped(game.id()).get(index));
        let puzzle = puzzle.ok_or_else(|| Problem::not_found(messages::no_such_puzzle()))?;
        Ok(Self { number, puzzle, start: game.session(Some(&puzzle.position))? })
    }

    /// The game after some plies of the solution.
    fn after(&self, ply: usize) -> Result<Box<dyn Session>, Problem> {
        let session = self.puzzle.session_after(&*self.start, ply);
        session.ok_or_else(|| Problem::unprocessable(messages::bad_ply()))
    }

    /// The game where the side that solves the puzzle has to move.
    fn to_solve(&self, ply: usize) -> Result<Box<dyn Session>, Problem> {
        let session = self.after(ply)?;
        let is_open = ply < self.puzzle.solution.len() && session.turn() == self.start.turn();
        is_open.then_some(session).ok_or_else(|| Problem::unprocessable(messages::bad_ply()))
    }

    /// The move of the solution after some plies.
    fn solution_move(&self, ply: usize) -> Result<PuzzleMove, Problem> {
        let mut session = self.to_solve(ply)?;
        Ok(session.play(&self.puzzle.solution[ply])?.into())
    }

    fn state(&self, ply: usize) -> Result<PuzzleState, Problem> {
        let session = self.after(ply)?;
        let is_open = ply < self.puzzle.solution.len();
        Ok(PuzzleState {
            game: session.entry().id().to_owned(),
            number: self.number,
            rating: self.puzzle.rating,
            goal: self.puzzle.goal.into(),
            side: self.start.turn().into(),
            ply,
            plies: self.puzzle.solution.len(),
            position: session.position(),
            board: session.board().into(),
            legal: is_open.then(|| TapTree::new(&*session, &session.legal())),
            last: session.history().last().cloned().map(Into::into),
            outcome: session.outcome().map(Into::into),
        })
    }

    /// The ply at which the side that solves it moves again after its right move at `ply`; the end if there is none.
    fn next_ply(&self, ply: usize) -> usize {
        (ply + 2).min(self.puzzle.solution.len())
    }
}

/// Today, in days since 1970.
fn today() -> u64 {
    const DAY_MS: i64 = 24 * 60 * 60 * 1000;
    (now_ms() / DAY_MS).unsigned_abs()
}

/// The games with puzzles, and the puzzle of the day of each.
#[utoipa::path(get, path = "/api/puzzles", tag = "puzzles", responses((status = 200, body = PuzzleList)))]
pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<PuzzleList>, Problem> {
    let day = today();
    let mut games = Vec::new();
    for game in app.catalog.games() {
        let puzzles = shipped(game.id());
        if let Some(number) = daily(puzzles, day) {
            let daily = OpenPuzzle::open(game, number)?.state(0)?;
            games.push(PuzzleGame { game: game.id().to_owned(), count: puzzles.len(), daily });
        }
    }
    Ok(Json(PuzzleList { day, games }))
}

/// A puzzle that suits a rating, of those that were not seen.
#[utoipa::path(post, path = "/api/puzzles/{game}/next", tag = "puzzles", params(("game" = String, Path)),
    request_body = NextPuzzle, responses((status = 200, body = PuzzleState), (status = 404, body = Failure)))]
pub(super) async fn next(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Body(wanted): Body<NextPuzzle>,
) -> Result<Json<PuzzleState>, Problem> {
    let game = app.catalog.find(&game)?;
    let number = nearest(shipped(game.id()), wanted.rating, &wanted.seen);
    let number = number.ok_or_else(|| Problem::not_found(messages::no_such_puzzle()))?;
    Ok(Json(OpenPuzzle::open(game, number)?.state(0)?))
}

/// A puzzle after some plies of its solution.
#[utoipa::path(get, path = "/api/puzzles/{game}/{number}", tag = "puzzles",
    params(("game" = String, Path), ("number" = usize, Path), Progress),
    responses((status = 200, body = PuzzleState), (status = 404, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn state(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    UrlQuery(progress): UrlQuery<Progress>,
) -> Result<Json<PuzzleState>, Problem> {
    Ok(Json(OpenPuzzle::find(&app, &game, &number)?.state(progress.ply)?))
}

/// Tries a move. If it is the one of the solution, the reply is played.
#[utoipa::path(post, path = "/api/puzzles/{game}/{number}/try", tag = "puzzles",
    params(("game" = String, Path), ("number" = usize, Path)), request_body = PuzzleTry,
    responses((status = 200, body = PuzzleAnswer), (status = 404, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    Body(request): Body<PuzzleTry>,
) -> Result<Json<PuzzleAnswer>, Problem> {
    let open = OpenPuzzle::find(&app, &game, &number)?;
    let mut session = open.to_solve(request.ply)?;
    let tried = session.legal().into_iter().find(|mv| mv.taps == request.taps);
    let tried = tried.ok_or_else(|| Problem::unprocessable(messages::illegal_move()))?;
    session.play(&tried.text)?;
    let right = tried.text == open.puzzle.solution[request.ply];
    let next = open.state(if right { open.next_ply(request.ply) } else { request.ply })?;
    Ok(Json(PuzzleAnswer { right, tried: tried.into(), board: session.board().into(), next }))
}

/// The first tap of the move of the solution.
#[utoipa::path(get, path = "/api/puzzles/{game}/{number}/hint", tag = "puzzles",
    params(("game" = String, Path), ("number" = usize, Path), Progress),
    responses((status = 200, body = PuzzleHint), (status = 404, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn hint(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    UrlQuery(progress): UrlQuery<Progress>,
) -> Result<Json<PuzzleHint>, Problem> {
    let mv = OpenPuzzle::find(&app, &game, &number)?.solution_move(progress.ply)?;
    Ok(Json(PuzzleHint { tap: mv.taps.into_iter().next().unwrap_or_default() }))
}

/// The solution, and the value of every move after some plies of it.
#[utoipa::path(get, path = "/api/puzzles/{game}/{number}/why", tag = "puzzles",
    params(("game" = String, Path), ("number" = usize, Path), Progress),
    responses((status = 200, body = PuzzleWhy), (status = 404, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn why(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Path((game, number)): Path<(String, String)>,
    UrlQuery(progress): UrlQuery<Progress>,
) -> Result<Json<PuzzleWhy>, Problem> {
    let open = OpenPuzzle::find(&app, &game, &number)?;
    let session = open.to_solve(progress.ply)?;
    let solution = open.after(open.puzzle.solution.len())?.history().iter().cloned().map(Into::into).collect();
    let values = explain(&app, visitor, open, progress.ply).await?;
    let legal = session.legal();
    let view = |value: &MoveValue| {
        let mv = legal.iter().find(|mv| mv.text == value.mv)?;
        Some(PuzzleMoveValue::new(mv.clone(), value))
    };
    let values = values.iter().filter_map(view).collect();
    Ok(Json(PuzzleWhy { solution, ply: progress.ply, values }))
}

/// The value of every move, worked out by a thread of the search pool.
async fn explain(app: &App, visitor: String, open: OpenPuzzle, ply: usize) -> Result<Vec<MoveValue>, Problem> {
    app.limits.check_engine(&visitor)?;
    let (reply, answer) = oneshot::channel();
    let work = Box::new(move |_: &AtomicBool| {
        let _ = reply.send(open.puzzle.explain(&*open.start, ply));
    });
    let stop = app.start_analysis(&format!("{visitor} puzzle"));
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: WHY_TIME, stop, work });
    Ok(answer.await.map_err(|_| Problem::internal())??)
}
