//! What lessons compute on request: state spaces, an evaluation that learns, matches. It runs when no game waits for a move.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::extract::ws::Utf8Bytes;
use axum::response::Sse;
use axum::response::sse::Event;
use futures_util::Stream;
use quevedo_catalog::GameEntry;
use quevedo_lessons::{Learner, SampleMatch, StateSpace};
use tokio::sync::{mpsc, oneshot};

use super::analysis_board::event_stream;
use super::extract::Body;
use crate::App;
use crate::engines::{Job, Priority, parse_spec};
use crate::identity::VisitorId;
use crate::live::encode;
use crate::messages;
use crate::problem::Problem;
use crate::wire::{
    Failure, LearningRequest, LearningState, MatchFiguresState, SampleMatchRequest, SampleMatchState,
    StateSpaceRequest, StateSpaceState,
};

/// The longest that any of them may take.
const MAX_TIME: Duration = Duration::from_mins(1);
/// The largest state space.
const MAX_POSITIONS: usize = 50_000;
/// The longest match.
const MAX_MATCH: u64 = 2_000;
/// The numbers of games after which a match is looked at.
const LOOKS: [usize; 6] = [6, 20, 60, 200, 600, 2_000];
/// The most games that an evaluation learns from.
const MAX_LEARNING: u64 = 5_000;
/// Steps in which it is shown, and the games against random moves after each.
const STEPS: u64 = 20;
const TESTS: u64 = 40;
/// Events that may wait for a slow connection.
const EVENTS: usize = 32;

/// Does something in the search pool, and waits for its answer.
async fn compute<T: Send + 'static>(
    app: &App,
    visitor: String,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
) -> Result<T, Problem> {
    app.limits.check_engine(&visitor)?;
    let (reply, answer) = oneshot::channel();
    let stop = app.start_analysis(&format!("{visitor} lesson"));
    let flag = Arc::clone(&stop);
    let work = Box::new(move |_: &AtomicBool| {
        let _ = reply.send(work(&flag));
    });
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: MAX_TIME, stop, work });
    answer.await.map_err(|_| Problem::internal())
}

/// Every position of a small game, solved backwards from the ends.
#[utoipa::path(post, path = "/api/lessons/states", tag = "lessons", request_body = StateSpaceRequest,
    responses((status = 200, body = StateSpaceState), (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn states(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<StateSpaceRequest>,
) -> Result<Json<StateSpaceState>, Problem> {
    let game = app.catalog.find(&request.game)?.clone();
    let space = compute(&app, visitor, move |stop| StateSpace::solve(&game, MAX_POSITIONS, stop)).await?;
    let space = space.ok_or_else(|| Problem::unprocessable(messages::state_space_too_large(MAX_POSITIONS)))?;
    Ok(Json(space.into()))
}

/// A match between quick players, with what its first games seem to prove.
#[utoipa::path(post, path = "/api/lessons/match", tag = "lessons", request_body = SampleMatchRequest,
    responses((status = 200, body = SampleMatchState), (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn sample_match(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<SampleMatchRequest>,
) -> Result<Json<SampleMatchState>, Problem> {
    let SampleMatchRequest { game, players: [first, second], games, seed } = request;
    let game = app.catalog.find(&game)?.clone();
    let players = [parse_spec(&game, &first)?, parse_spec(&game, &second)?];
    let games = games.clamp(1, MAX_MATCH);
    let played = compute(&app, visitor, move |stop| SampleMatch::play(&game, players, games, seed, Arc::clone(stop)));
    let played = played.await?.map_err(|_| Problem::internal())?;
    let all = played.half_points.len();
    let looks = LOOKS.into_iter().filter(|games| *games < all).chain([all]);
    let figures = looks.map(|games| MatchFiguresState::from(played.figures(games))).collect();
    Ok(Json(SampleMatchState { half_points: played.half_points, figures }))
}

/// An evaluation that learns from games of random moves, as a stream of events. Closing the connection ends it.
#[utoipa::path(post, path = "/api/lessons/learn", tag = "lessons", request_body = LearningRequest,
    responses((status = 200, body = LearningState, content_type = "text/event-stream"),
        (status = 422, body = Failure), (status = 429, body = Failure)))]
pub(super) async fn learn(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<LearningRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let game = app.catalog.find(&request.game)?.clone();
    app.limits.check_engine(&visitor)?;
    let games = request.games.clamp(STEPS, MAX_LEARNING);
    let stop = app.start_analysis(&format!("{visitor} lesson"));
    let (out, events) = mpsc::channel(EVENTS);
    let work = Box::new(move |stop: &AtomicBool| learn_in_steps(&game, games, request.seed, stop, &out));
    let stream = event_stream(events, &stop);
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: MAX_TIME, stop, work });
    Ok(stream)
}

/// Runs on a thread of the search pool.
fn learn_in_steps(game: &GameEntry, games: u64, seed: u64, stop: &AtomicBool, out: &mpsc::Sender<Utf8Bytes>) {
    let mut learner = Learner::new(game, seed);
    let width = game.input_spec().width;
    for step in 0..=STEPS {
        let games = if step == 0 { 0 } else { games / STEPS };
        let state = LearningState::new(learner.run(games, TESTS), width, step == STEPS);
        if stop.load(Ordering::Relaxed) || out.blocking_send(encode(&state)).is_err() {
            return;
        }
    }
}
