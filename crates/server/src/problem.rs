//! Why something cannot be done: an HTTP status and a message.

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use quevedo_catalog::{SpecError, UnknownGame};
use quevedo_core::{Language, Message, MoveError, PositionError};

use crate::messages;
use crate::store::StoreError;
use crate::wire::{Failure, ToPage};

/// Why something cannot be done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    status: StatusCode,
    message: Message,
    /// The words of a parser, for programmers.
    detail: Option<String>,
    /// Seconds after which to try again.
    retry_after: Option<u64>,
}

impl Problem {
    fn new(status: StatusCode, message: Message) -> Self {
        Self { status, message, detail: None, retry_after: None }
    }

    /// The request cannot be read.
    pub(crate) fn bad_request(message: Message) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// The request can be read, but its content is wrong.
    pub(crate) fn unprocessable(message: Message) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// It cannot be done now.
    pub(crate) fn conflict(message: Message) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// The visitor may not do that.
    pub(crate) fn forbidden(message: Message) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    /// There is no such thing.
    pub(crate) fn not_found(message: Message) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// Too much, for now. `message` makes the message with the seconds to wait.
    pub(crate) fn too_many(wait: std::time::Duration, message: fn(u64) -> Message) -> Self {
        let seconds = wait.as_secs() + 1;
        Self { retry_after: Some(seconds), ..Self::new(StatusCode::TOO_MANY_REQUESTS, message(seconds)) }
    }

    /// The address accepts other methods.
    pub(crate) fn method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, messages::method_not_allowed())
    }

    /// The request is too long.
    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, messages::too_large())
    }

    /// A fault of the server.
    pub(crate) fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, messages::internal())
    }

    /// The server is closing.
    pub(crate) fn unavailable() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, messages::unavailable())
    }

    /// The same with the words of a parser, for programmers.
    pub(crate) fn with_detail(self, detail: &impl ToString) -> Self {
        Self { detail: Some(detail.to_string()), ..self }
    }

    /// The message.
    pub(crate) fn message(&self) -> &Message {
        &self.message
    }

    fn failure(&self, language: Language) -> Failure {
        Failure::new(&self.message, language, self.detail.clone())
    }

    /// As a message of a live game.
    pub(crate) fn to_page(&self, language: Language) -> ToPage {
        ToPage::Error(self.failure(language))
    }

    /// As a response in one language.
    pub(crate) fn response(&self, language: Language) -> Response {
        let mut response = (self.status, axum::Json(self.failure(language))).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert("retry-after", seconds.into());
        }
        response
    }
}

/// The language is known further out: the response carries the problem there, see [`crate::identity::translate`].
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.response(Language::English);
        response.extensions_mut().insert(self);
        response
    }
}

impl From<WebSocketUpgradeRejection> for Problem {
    fn from(rejection: WebSocketUpgradeRejection) -> Self {
        Self::bad_request(messages::no_websocket()).with_detail(&rejection.body_text())
    }
}

impl From<UnknownGame> for Problem {
    fn from(error: UnknownGame) -> Self {
        Self::unprocessable(error.message())
    }
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Self {
        Self::unprocessable(error.message())
    }
}

impl From<SpecError> for Problem {
    fn from(error: SpecError) -> Self {
        Self::unprocessable(error.message())
    }
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Self {
        Self::unprocessable(error.message())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        eprintln!("error: {error}");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, messages::storage())
    }
}
