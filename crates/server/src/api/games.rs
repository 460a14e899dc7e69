//! Making, listing and showing games.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use quevedo_api::answers::analysis::line_positions;
use quevedo_api::live::summary;
use serde::Deserialize;
use utoipa::IntoParams;

use super::analysis::check_fair_line;
use super::extract::{Body, UrlPath, UrlQuery};
use crate::App;
use crate::identity::VisitorId;
use crate::live::{LiveGame, RoomMessage};
use crate::messages;
use crate::problem::Problem;
use crate::store::Filter;
use crate::wire::{Failure, GameList, GameState, NewGame, SeatRequest};

const PAGE_SIZE: i64 = 24;

/// Makes a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame, responses(
    (status = 201, body = GameState), (status = 403, body = Failure), (status = 422, body = Failure), (status = 429, body = Failure),
    (status = 503, body = Failure)))]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<NewGame>,
) -> Result<(StatusCode, Json<GameState>), Problem> {
    let name = app.store.visitor_name(&visitor).await?.unwrap_or_default();
    let game = LiveGame::open(&app.catalog, &request, &visitor, &name)?;
    if request.seats.iter().any(|seat| matches!(seat, SeatRequest::Machine { .. })) {
        // A machine that goes on from a position tells what it would play there.
        if request.start.position.is_some() || !request.start.moves.is_empty() {
            let line = line_positions(game.session());
            check_fair_line(&app, &visitor, &line).await?;
        }
        app.check_moves()?;
    }
    app.limits.make_game(&visitor)?;
    if app.store.unfinished(&visitor).await? >= app.limits.quotas().unfinished_games {
        return Err(Problem::conflict(messages::too_many_unfinished_games()));
    }
    let id = app.hub.open(&app, game).await?;
    Ok((StatusCode::CREATED, Json(state_of(&app, &id, &visitor).await?)))
}

async fn state_of(app: &Arc<App>, id: &str, visitor: &str) -> Result<GameState, Problem> {
    app.hub.call(app, id, |reply| RoomMessage::State { visitor: visitor.to_owned(), reply }).await
}

/// The state of a game.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameState), (status = 404, body = Failure)))]
pub(super) async fn state(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath(id): UrlPath<String>,
) -> Result<Json<GameState>, Problem> {
    Ok(Json(state_of(&app, &id, &visitor).await?))
}

/// The game that follows a finished one, with the sides exchanged. A second request gets the same game.
#[utoipa::path(post, path = "/api/games/{id}/rematch", tag = "games", params(("id" = String, Path)), responses(
    (status = 200, body = GameState), (status = 404, body = Failure), (status = 409, body = Failure)))]
pub(super) async fn rematch(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath(id): UrlPath<String>,
) -> Result<Json<GameState>, Problem> {
    let ask = |reply| RoomMessage::Rematch { visitor: visitor.clone(), reply };
    let next = app.hub.call(&app, &id, ask).await??;
    Ok(Json(state_of(&app, &next, &visitor).await?))
}

/// Which games to list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
pub(super) struct ListQuery {
    /// A game; its variants come with it.
    game: String,
    /// `running` (all that are not over) or `finished`.
    status: String,
    /// Only those of the visitor.
    mine: bool,
    /// How the spec of a machine begins.
    machine: String,
    /// Part of a name, a game or an id.
    q: String,
    /// From 1.
    page: i64,
}

/// Games, the latest first.
#[utoipa::path(get, path = "/api/games", tag = "games", params(ListQuery), responses((status = 200, body = GameList)))]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlQuery(query): UrlQuery<ListQuery>,
) -> Result<Json<GameList>, Problem> {
    if !["", "running", "finished"].contains(&query.status.as_str()) {
        return Err(Problem::bad_request(messages::bad_status()));
    }
    let offset = (query.page.clamp(1, 1_000_000) - 1) * PAGE_SIZE;
    let filter = Filter {
        game: query.game,
        status: query.status,
        visitor: if query.mine { visitor.clone() } else { String::new() },
        machine: query.machine,
        text: query.q,
    };
    let (rows, total) = app.store.list(&filter, PAGE_SIZE, offset).await?;
    let games = rows.iter().filter_map(|row| summary(&app.catalog, row, &visitor)).collect();
    Ok(Json(GameList { games, total, page_size: PAGE_SIZE }))
}
