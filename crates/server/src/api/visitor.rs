//! The visitor: an identity without a password.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::extract::Body;
use crate::App;
use crate::identity::VisitorId;
use crate::live::clean_name;
use crate::problem::Problem;
use crate::store::Change;
use crate::wire::{Visitor, VisitorRequest};

/// The visitor.
#[utoipa::path(get, path = "/api/visitor", tag = "visitor", responses((status = 200, body = Visitor)))]
pub(super) async fn show(State(app): State<Arc<App>>, VisitorId(id): VisitorId) -> Result<Json<Visitor>, Problem> {
    let name = app.store.visitor_name(&id).await?.unwrap_or_default();
    Ok(Json(Visitor { id, name }))
}

/// Changes the name of the visitor.
#[utoipa::path(put, path = "/api/visitor", tag = "visitor", request_body = VisitorRequest,
    responses((status = 200, body = Visitor)))]
pub(super) async fn rename(
    State(app): State<Arc<App>>,
    VisitorId(id): VisitorId,
    Body(request): Body<VisitorRequest>,
) -> Result<Json<Visitor>, Problem> {
    let name = clean_name(&request.name);
    app.store.write(vec![Change::Visitor(id.clone(), name.clone())]).await?;
    Ok(Json(Visitor { id, name }))
}
