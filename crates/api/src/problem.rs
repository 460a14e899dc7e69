//! Why something cannot be done: an HTTP status and a message.

use quevedo_catalog::{SpecError, UnknownGame};
use quevedo_core::{Language, Message, MoveError, PositionError};

use crate::live::DamagedGame;
use crate::messages;
use crate::wire::{Failure, ToPage};

/// Why something cannot be done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    status: u16,
    message: Message,
    /// The words of a parser, for programmers.
    detail: Option<String>,
    /// Seconds after which to try again.
    retry_after: Option<u64>,
}

impl Problem {
    fn new(status: u16, message: Message) -> Self {
        Self { status, message, detail: None, retry_after: None }
    }

    /// The request cannot be read.
    pub fn bad_request(message: Message) -> Self {
        Self::new(400, message)
    }

    /// The request can be read, but its content is wrong.
    pub fn unprocessable(message: Message) -> Self {
        Self::new(422, message)
    }

    /// It cannot be done now.
    pub fn conflict(message: Message) -> Self {
        Self::new(409, message)
    }

    /// The visitor may not do that.
    pub fn forbidden(message: Message) -> Self {
        Self::new(403, message)
    }

    /// There is no such thing.
    pub fn not_found(message: Message) -> Self {
        Self::new(404, message)
    }

    /// Too much, for now. `message` makes the message with the seconds to wait.
    pub fn too_many(wait: std::time::Duration, message: fn(u64) -> Message) -> Self {
        let seconds = wait.as_secs() + 1;
        Self { retry_after: Some(seconds), ..Self::new(429, message(seconds)) }
    }

    /// The server has too much to do; in about so long there may be room.
    pub fn busy(wait: std::time::Duration) -> Self {
        let seconds = wait.as_secs().max(1);
        Self { retry_after: Some(seconds), ..Self::new(503, messages::busy(seconds)) }
    }

    /// The address accepts other methods.
    pub fn method() -> Self {
        Self::new(405, messages::method_not_allowed())
    }

    /// The request is too long.
    pub fn too_large() -> Self {
        Self::new(413, messages::too_large())
    }

    /// A fault of the server.
    pub fn internal() -> Self {
        Self::new(500, messages::internal())
    }

    /// The server is closing.
    pub fn unavailable() -> Self {
        Self::new(503, messages::unavailable())
    }

    /// The same with the words of a parser, for programmers.
    #[must_use]
    pub fn with_detail(self, detail: &impl ToString) -> Self {
        Self { detail: Some(detail.to_string()), ..self }
    }

    /// The message.
    pub fn message(&self) -> &Message {
        &self.message
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// As JSON in one language.
    pub fn failure(&self, language: Language) -> Failure {
        Failure::new(&self.message, language, self.detail.clone())
    }

    /// As a message of a live game.
    pub fn to_page(&self, language: Language) -> ToPage {
        ToPage::Error(self.failure(language))
    }

    /// The server is closing, and its games go on when it starts again.
    pub fn restarting() -> Self {
        Self::new(503, messages::restarting())
    }

    /// Another server has taken it over.
    pub fn elsewhere() -> Self {
        Self::new(503, messages::elsewhere())
    }

    /// Whether the same request would be answered by another server of ours.
    pub fn is_for_another_server(&self) -> bool {
        [messages::elsewhere(), messages::unavailable(), messages::restarting()].contains(&self.message)
    }

    /// The database failed; the message says how.
    pub fn storage(message: Message) -> Self {
        Self::new(500, message)
    }

    /// The code, where a limit is the reason.
    pub fn limit_code(&self) -> Option<&'static str> {
        self.retry_after.map(|_| self.message.code())
    }
}

#[cfg(feature = "http")]
mod http {
    use axum::http::StatusCode;
    use axum::response::{IntoResponse, Response};
    use quevedo_core::Language;

    use super::Problem;

    impl Problem {
        /// As a response in one language.
        pub fn response(&self, language: Language) -> Response {
            let status = StatusCode::from_u16(self.status).expect("a status of this table");
            let mut response = (status, axum::Json(self.failure(language))).into_response();
            if let Some(seconds) = self.retry_after {
                response.headers_mut().insert("retry-after", seconds.into());
            }
            response
        }
    }

    /// The language is known further out: the response carries the problem there.
    impl IntoResponse for Problem {
        fn into_response(self) -> Response {
            let mut response = self.response(Language::English);
            response.extensions_mut().insert(self);
            response
        }
    }
}

impl From<DamagedGame> for Problem {
    fn from(_: DamagedGame) -> Self {
        Self::storage(messages::storage_damaged())
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
