//! Bodies, queries and names in paths, with our own messages for what is wrong with them.

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use quevedo_api::answers::read_body;
use serde::de::DeserializeOwned;

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
        read_body(&bytes).map(Self)
    }
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

/// The names in the path of an address. What cannot be one of them does not exist.
pub(super) struct UrlPath<T>(pub(super) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for UrlPath<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let names = Path::from_request_parts(parts, state).await;
        names.map(|Path(names)| Self(names)).map_err(|_| Problem::not_found(messages::not_found()))
    }
}
