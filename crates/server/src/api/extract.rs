//! Bodies and queries, with our own messages for what is wrong with them.

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::messages;
use crate::problem::Problem;

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if !kind.starts_with("application/json") {
            return Err(Problem::bad_request(messages::no_json()));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|_| Problem::too_large())?;
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let body = serde_path_to_error::deserialize(&mut json).map_err(|error| explain(&error))?;
        json.end().map_err(|error| bad_json(&error))?;
        Ok(Self(body))
    }
}

fn explain(error: &serde_path_to_error::Error<serde_json::Error>) -> Problem {
    if error.inner().classify() != Category::Data {
        return bad_json(error.inner());
    }
    let message = match error.path().to_string() {
        path if path == "." => messages::bad_fields(),
        path => messages::bad_field(path),
    };
    Problem::unprocessable(message).with_detail(error)
}

fn bad_json(error: &serde_json::Error) -> Problem {
    Problem::bad_request(messages::bad_json(error.line(), error.column())).with_detail(error)
}

/// The query of an address, behind `?`.
pub(super) struct UrlQuery<T>(pub(super) T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for UrlQuery<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let refuse =
            |rejection: QueryRejection| Problem::bad_request(messages::bad_query()).with_detail(&rejection.body_text());
        Query::try_from_uri(&parts.uri).map(|Query(query)| Self(query)).map_err(refuse)
    }
}
