//! What a supervisor asks: whether the process lives, and whether it can serve.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::App;
use crate::app::Shared;

/// A database that takes longer for nothing is as good as gone.
const DATABASE_TIME: Duration = Duration::from_secs(2);

/// `/healthz` and `/readyz`, which ask for no identity.
pub(crate) fn routes() -> Router<Shared> {
    Router::new().route("/healthz", get(|| async { said(StatusCode::OK, "alive") })).route("/readyz", get(ready))
}

/// Ready while the database answers, the last write succeeded and the server is not closing.
async fn ready(State(app): State<Arc<App>>) -> Response {
    if app.is_closing() {
        return said(StatusCode::SERVICE_UNAVAILABLE, "closing");
    }
    if app.store.is_failing() {
        return said(StatusCode::SERVICE_UNAVAILABLE, "the last write to the database failed");
    }
    match tokio::time::timeout(DATABASE_TIME, app.store.ping()).await {
        Ok(Ok(())) => said(StatusCode::OK, "ready"),
        _ => said(StatusCode::SERVICE_UNAVAILABLE, "the database does not answer"),
    }
}

fn said(status: StatusCode, words: &'static str) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], format!("{words}\n")).into_response()
}
