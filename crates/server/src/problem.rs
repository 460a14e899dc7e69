//! What can go wrong, in both languages.

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use quevedo_catalog::{SpecError, UnknownGame};
use quevedo_core::{Language, MoveError, PositionError};

use crate::store::StoreError;
use crate::wire::{Failure, ToPage};

/// Why something cannot be done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    status: StatusCode,
    code: &'static str,
    en: String,
    es: String,
    /// Seconds after which to try again.
    retry_after: Option<u64>,
}

impl From<WebSocketUpgradeRejection> for Problem {
    fn from(rejection: WebSocketUpgradeRejection) -> Self {
        let es = "Esta dirección es para una conexión WebSocket.";
        Self::bad_request("no_websocket", rejection.body_text(), es)
    }
}

impl Problem {
    fn new(status: StatusCode, code: &'static str, en: impl Into<String>, es: impl Into<String>) -> Self {
        Self { status, code, en: en.into(), es: es.into(), retry_after: None }
    }

    /// Something in the request reads wrong.
    pub(crate) fn bad_request(code: &'static str, en: impl Into<String>, es: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, en, es)
    }

    /// What was asked for makes no sense in its content.
    pub(crate) fn unprocessable(code: &'static str, en: impl Into<String>, es: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, en, es)
    }

    /// What was asked for cannot be done now.
    pub(crate) fn conflict(code: &'static str, en: impl Into<String>, es: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, en, es)
    }

    /// The visitor may not do that.
    pub(crate) fn forbidden(code: &'static str, en: impl Into<String>, es: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, en, es)
    }

    /// Too much, for now.
    pub(crate) fn too_many(code: &'static str, seconds: u64, en: &str, es: &str) -> Self {
        let en = format!("{en} Try again in {seconds} s.");
        let es = format!("{es} Inténtalo de nuevo dentro de {seconds} s.");
        Self { retry_after: Some(seconds), ..Self::new(StatusCode::TOO_MANY_REQUESTS, code, en, es) }
    }

    /// There is no such address.
    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "There is nothing at this address.", "No hay nada aquí.")
    }

    /// There is no such game.
    pub(crate) fn no_game() -> Self {
        Self::new(StatusCode::NOT_FOUND, "no_such_game", "There is no such game.", "No existe esa partida.")
    }

    /// There is no such tournament.
    pub(crate) fn no_tournament() -> Self {
        let (en, es) = ("There is no such tournament.", "No existe ese torneo.");
        Self::new(StatusCode::NOT_FOUND, "no_such_tournament", en, es)
    }

    /// The address takes other methods.
    pub(crate) fn method() -> Self {
        let (en, es) = ("This address does not take that method.", "Esta dirección no admite ese método.");
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", en, es)
    }

    /// The request is too long.
    pub(crate) fn too_large() -> Self {
        let (en, es) = ("That is too long to be read.", "Es demasiado largo para leerlo.");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", en, es)
    }

    /// A fault of ours.
    pub(crate) fn internal() -> Self {
        let (en, es) = ("The server failed; nothing was changed.", "El servidor ha fallado; nada ha cambiado.");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", en, es)
    }

    /// The server is going down, or has too much to do.
    pub(crate) fn unavailable() -> Self {
        let (en, es) = ("The server is closing.", "El servidor se está cerrando.");
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", en, es)
    }

    /// What is wrong, in one language.
    pub(crate) fn message(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Spanish => &self.es,
        }
    }

    /// As a message of a live game.
    pub(crate) fn to_page(&self, language: Language) -> ToPage {
        ToPage::Error { code: self.code, message: self.message(language).into() }
    }

    /// As an answer in one language.
    pub(crate) fn answer(&self, language: Language) -> Response {
        let failure = Failure { code: self.code, message: self.message(language).into() };
        let mut response = (self.status, axum::Json(failure)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert("retry-after", seconds.into());
        }
        response
    }
}

/// The language is known further out: the answer carries the problem there, see [`crate::identity::translate`].
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.answer(Language::English);
        response.extensions_mut().insert(self);
        response
    }
}

impl From<UnknownGame> for Problem {
    fn from(error: UnknownGame) -> Self {
        Self::unprocessable("unknown_game", error.to_string(), format!("no existe el juego `{}`", error.name))
    }
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Self {
        Self::unprocessable("bad_position", error.to_string(), error.to_string())
    }
}

impl From<SpecError> for Problem {
    fn from(error: SpecError) -> Self {
        Self::unprocessable("bad_spec", error.to_string(), error.to_string())
    }
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Self {
        Self::unprocessable("illegal_move", error.to_string(), error.to_string())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        eprintln!("error: {error}");
        let (en, es) = ("The game could not be stored.", "No se ha podido guardar la partida.");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "storage", en, es)
    }
}
