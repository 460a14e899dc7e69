//! Making, showing and ending tournaments.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use quevedo_core::Language;
use serde::Deserialize;
use utoipa::IntoParams;

use super::extract::{Body, UrlPath, UrlQuery};
use crate::App;
use crate::identity::{RequestLanguage, VisitorId};
use crate::messages;
use crate::problem::Problem;
use crate::store::{Change, TournamentRow};
use crate::tournaments::{TournamentFile, can_do, file, game_of, plan_of, state_of, summary_of};
use crate::wire::{Failure, NewTournament, TournamentCan, TournamentGames, TournamentList, TournamentState};

const PAGE_SIZE: i64 = 20;
const GAMES_PER_PAGE: usize = 20;

/// Which page is wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
pub(super) struct PageQuery {
    /// From 1.
    page: i64,
}

impl PageQuery {
    /// How many pages are before it.
    fn before(&self) -> i64 {
        self.page.clamp(1, 1_000_000) - 1
    }
}

/// Tournaments, the newest first.
#[utoipa::path(get, path = "/api/tournaments", tag = "tournaments", params(PageQuery),
    responses((status = 200, body = TournamentList)))]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlQuery(query): UrlQuery<PageQuery>,
) -> Result<Json<TournamentList>, Problem> {
    let (rows, total) = app.store.tournaments(PAGE_SIZE, query.before() * PAGE_SIZE).await?;
    let tournaments = rows.iter().map(|(row, played)| summary_of(&app, row, *played as u64, &visitor)).collect();
    Ok(Json(TournamentList { tournaments, total, page_size: PAGE_SIZE }))
}

/// Makes a tournament and starts it.
#[utoipa::path(post, path = "/api/tournaments", tag = "tournaments", request_body = NewTournament, responses(
    (status = 201, body = TournamentState), (status = 409, body = Failure), (status = 422, body = Failure),
    (status = 429, body = Failure)))]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    RequestLanguage(language): RequestLanguage,
    Body(request): Body<NewTournament>,
) -> Result<(StatusCode, Json<TournamentState>), Problem> {
    app.limits.make_game(&visitor)?;
    let planner = Arc::clone(&app);
    let plan =
        tokio::task::spawn_blocking(move || plan_of(&planner, &request)).await.map_err(|_| Problem::internal())??;
    if app.is_closing() {
        return Err(Problem::unavailable());
    }
    let id = app.tournaments.create(&app, plan, &visitor).await?;
    Ok((StatusCode::CREATED, show(&app, &id, &visitor, language).await?))
}

pub(super) async fn find(app: &App, id: &str) -> Result<TournamentRow, Problem> {
    app.store.tournament(id).await?.ok_or_else(|| Problem::not_found(messages::no_such_tournament()))
}

/// The state of a tournament for a visitor.
pub(super) async fn load(app: &App, id: &str, visitor: &str, language: Language) -> Result<TournamentState, Problem> {
    let row = find(app, id).await?;
    let tables = app.tournaments.tables(app, &row).await?;
    Ok(state_of(app, &row, &tables, visitor, language))
}

async fn show(app: &App, id: &str, visitor: &str, language: Language) -> Result<Json<TournamentState>, Problem> {
    load(app, id, visitor, language).await.map(Json)
}

/// The state of a tournament.
#[utoipa::path(get, path = "/api/tournaments/{id}", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = TournamentState), (status = 404, body = Failure)))]
pub(super) async fn state(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    RequestLanguage(language): RequestLanguage,
    UrlPath(id): UrlPath<String>,
) -> Result<Json<TournamentState>, Problem> {
    show(&app, &id, &visitor, language).await
}

/// The tournament of a visitor who may do something with it.
async fn own(
    app: &App,
    id: &str,
    visitor: &str,
    may: impl Fn(TournamentCan) -> bool,
) -> Result<TournamentRow, Problem> {
    let row = find(app, id).await?;
    let can = can_do(&row, visitor);
    if !can.delete {
        return Err(Problem::forbidden(messages::not_yours()));
    }
    if !may(can) {
        return Err(Problem::conflict(messages::outdated()));
    }
    Ok(row)
}

/// Stops a tournament; games being played are played again when it is resumed.
#[utoipa::path(post, path = "/api/tournaments/{id}/stop", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = TournamentState), (status = 403, body = Failure), (status = 404, body = Failure),
    (status = 409, body = Failure)))]
pub(super) async fn stop(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    RequestLanguage(language): RequestLanguage,
    UrlPath(id): UrlPath<String>,
) -> Result<Json<TournamentState>, Problem> {
    own(&app, &id, &visitor, |can| can.stop).await?;
    app.tournaments.stop(&id).await;
    show(&app, &id, &visitor, language).await
}

/// Resumes a tournament that was stopped.
#[utoipa::path(post, path = "/api/tournaments/{id}/resume", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = TournamentState), (status = 403, body = Failure), (status = 404, body = Failure),
    (status = 409, body = Failure)))]
pub(super) async fn resume(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    RequestLanguage(language): RequestLanguage,
    UrlPath(id): UrlPath<String>,
) -> Result<Json<TournamentState>, Problem> {
    let row = own(&app, &id, &visitor, |can| can.resume).await?;
    app.tournaments.resume(&app, row).await?;
    show(&app, &id, &visitor, language).await
}

/// Deletes a tournament with all its games.
#[utoipa::path(delete, path = "/api/tournaments/{id}", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = Failure), (status = 404, body = Failure)))]
pub(super) async fn delete(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    UrlPath(id): UrlPath<String>,
) -> Result<StatusCode, Problem> {
    own(&app, &id, &visitor, |can| can.delete).await?;
    app.tournaments.stop(&id).await;
    app.store.write(vec![Change::DeleteTournament(id)]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The games of a tournament, the latest first. Its id is that of a game.
#[utoipa::path(get, path = "/api/tournaments/{id}/games", tag = "tournaments",
    params(("id" = String, Path), PageQuery),
    responses((status = 200, body = TournamentGames), (status = 404, body = Failure)))]
pub(super) async fn games(
    State(app): State<Arc<App>>,
    UrlPath(id): UrlPath<String>,
    UrlQuery(query): UrlQuery<PageQuery>,
) -> Result<Json<TournamentGames>, Problem> {
    let row = find(&app, &id).await?;
    let tables = app.tournaments.tables(&app, &row).await?;
    let total = tables.lines.len();
    let wanted = (0..total).rev().skip(query.before() as usize * GAMES_PER_PAGE).take(GAMES_PER_PAGE);
    let games = wanted.filter_map(|index| game_of(&app, &row, &tables, index)).collect();
    Ok(Json(TournamentGames { games, total, page_size: GAMES_PER_PAGE }))
}

/// A tournament as a file: `report.html`, `report.md`, `games.pgn`, `games.csv`, `standings.csv`, `results.json` or
/// `elo.svg`.
#[utoipa::path(get, path = "/api/tournaments/{id}/files/{file}", tag = "tournaments",
    params(("id" = String, Path), ("file" = String, Path)),
    responses((status = 200, body = String), (status = 404, body = Failure)))]
pub(super) async fn download(
    State(app): State<Arc<App>>,
    RequestLanguage(language): RequestLanguage,
    UrlPath((id, name)): UrlPath<(String, String)>,
) -> Result<impl IntoResponse, Problem> {
    let kind = TournamentFile::named(&name).ok_or_else(|| Problem::not_found(messages::not_found()))?;
    let row = find(&app, &id).await?;
    let played = app.tournaments.played(&app, &row).await?;
    let made = tokio::task::spawn_blocking(move || file(&played, kind, row.created_ms, language)).await;
    let text = made.map_err(|_| Problem::internal())?.map_err(|problem| {
        tracing::error!(tournament = id, %problem, "no file could be made");
        Problem::internal()
    })?;
    let disposition = format!("attachment; filename=\"{id}-{name}\"");
    Ok(([(CONTENT_TYPE, kind.mime().to_owned()), (CONTENT_DISPOSITION, disposition)], text))
}
