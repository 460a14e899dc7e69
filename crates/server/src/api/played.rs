//! The explorer of games: the moves of finished games of this server and of the opening book.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use quevedo_api::answers::analysis::{line_positions, open_line};
use quevedo_api::answers::played::played_moves;

use super::analysis::check_fair_line;
use super::extract::Body;
use crate::App;
use crate::identity::VisitorId;
use crate::problem::Problem;
use crate::wire::{Failure, LineRequest, PlayedMoves};

/// How finished games of this server went on from the position at the end of a line, and what the opening book says. Moves
/// that are the same up to a symmetry of the board are counted together; games are counted up to their 40th ply.
#[utoipa::path(post, path = "/api/analysis/games", tag = "analysis", request_body = LineRequest,
    responses((status = 200, body = PlayedMoves), (status = 403, body = Failure), (status = 422, body = Failure)))]
pub(super) async fn games(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Body(request): Body<LineRequest>,
) -> Result<Json<PlayedMoves>, Problem> {
    let session = open_line(&app.catalog, &request)?;
    let line = line_positions(&*session);
    check_fair_line(&app, &visitor, &line).await?;
    let rows = app.store.played_moves(session.entry().id(), session.key()).await?;
    Ok(Json(played_moves(&*session, app.book(session.entry()).as_deref(), rows)))
}
