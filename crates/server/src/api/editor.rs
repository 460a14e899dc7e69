//! The board editor.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use quevedo_api::answers::editor;

use super::extract::Body;
use crate::App;
use crate::identity::RequestLanguage;
use crate::problem::Problem;
use crate::wire::{ComposeRequest, Composed, EditorRequest, EditorState, Failure};

/// The editor of a game, with a position taken apart.
#[utoipa::path(post, path = "/api/editor", tag = "editor", request_body = EditorRequest,
    responses((status = 200, body = EditorState), (status = 422, body = Failure)))]
pub(super) async fn open(
    State(app): State<Arc<App>>,
    RequestLanguage(language): RequestLanguage,
    Body(request): Body<EditorRequest>,
) -> Result<Json<EditorState>, Problem> {
    Ok(Json(editor::open(&app.catalog, &request, language)?))
}

/// An edited position put together: its text and board, or what is wrong with it.
#[utoipa::path(post, path = "/api/compose", tag = "editor", request_body = ComposeRequest,
    responses((status = 200, body = Composed), (status = 422, body = Failure)))]
pub(super) async fn compose(
    State(app): State<Arc<App>>,
    RequestLanguage(language): RequestLanguage,
    Body(request): Body<ComposeRequest>,
) -> Result<Json<Composed>, Problem> {
    Ok(Json(editor::compose(&app.catalog, request, language)?))
}
