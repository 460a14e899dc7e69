//! Bodies and queries, with our own words for what is wrong with them.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let json = Json::<T>::from_request(request, state).await;
        json.map(|Json(body)| Self(body)).map_err(|rejection| explain(&rejection))
    }
}

fn explain(rejection: &JsonRejection) -> Problem {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return Problem::too_large();
    }
    let why = rejection.body_text();
    let es = format!("La petición no se entiende: {why}");
    match rejection {
        JsonRejection::JsonDataError(_) => Problem::unprocessable("bad_request", why, es),
        _ => Problem::bad_request("bad_json", why, es),
    }
}

/// What stands behind the `?` of an address.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let wrong = |rejection: QueryRejection| {
            let why = rejection.body_text();
            let es = format!("La petición no se entiende: {why}");
            Problem::bad_request("bad_query", why, es)
        };
        Query::try_from_uri(&parts.uri).map(|Query(asked)| Self(asked)).map_err(wrong)
    }
}
