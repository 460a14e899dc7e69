//! The networks that come with the program.

use std::sync::LazyLock;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;

use crate::wire::NetworkList;

/// They never change while the program runs.
static NETWORKS: LazyLock<String> =
    LazyLock::new(|| serde_json::to_string(&NetworkList::new()).expect("networks are described by plain data"));

/// Every network that comes with the program, and how it came to be.
#[utoipa::path(get, path = "/api/networks", tag = "catalog", responses((status = 200, body = NetworkList)))]
pub(super) async fn list() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")], NETWORKS.as_str())
}
