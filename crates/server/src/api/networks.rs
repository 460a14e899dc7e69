//! The networks that come with the program.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;

use crate::App;
use crate::wire::NetworkList;

/// Every network that comes with the program, and how it was made.
#[utoipa::path(get, path = "/api/networks", tag = "catalog", responses((status = 200, body = NetworkList)))]
pub(super) async fn list(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")], app.networks_json.clone())
}
