//! Where others find this server, as text and as a code for the camera of a phone.

use std::fmt::Write;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Deserialize;
use utoipa::IntoParams;

use super::extract::UrlQuery;
use crate::App;
use crate::messages;
use crate::problem::Problem;
use crate::wire::{Failure, Links};

/// The longest address.
const MAX_ADDRESS: usize = 300;
/// Empty modules around a code, as its standard demands.
const QUIET_ZONE: i32 = 4;

/// Where others find this server.
#[utoipa::path(get, path = "/api/links", tag = "games", responses((status = 200, body = Links)))]
pub(super) async fn links(State(app): State<Arc<App>>) -> Json<Links> {
    Json(app.addresses.links())
}

/// The address of a code.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
pub(super) struct CodeQuery {
    /// An http or https address.
    address: String,
}

/// An address as a QR code.
#[utoipa::path(get, path = "/api/qr.svg", tag = "games", params(CodeQuery), responses(
    (status = 200, body = String, content_type = "image/svg+xml"), (status = 422, body = Failure)))]
pub(super) async fn qr_code(UrlQuery(query): UrlQuery<CodeQuery>) -> Result<impl IntoResponse, Problem> {
    let is_web = query.address.starts_with("http://") || query.address.starts_with("https://");
    let code = QrCode::encode_text(&query.address, QrCodeEcc::Medium).ok();
    let code = code.filter(|_| is_web && query.address.len() <= MAX_ADDRESS);
    let code = code.ok_or_else(|| Problem::unprocessable(messages::bad_link()))?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg(&code)))
}

/// Dark modules on white, whatever the theme: cameras expect that.
fn svg(code: &QrCode) -> String {
    let size = code.size() + 2 * QUIET_ZONE;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE);
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}h-{size}z\"/><path d=\"{path}\"/></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The three finder patterns of the standard: a dark square of 7 modules with a light ring of 5 in it.
    #[test]
    fn a_code_has_its_finder_patterns() {
        let code = QrCode::encode_text("http://192.168.7.9:7700/game/abcdefghjk", QrCodeEcc::Medium).unwrap();
        let end = code.size() - 7;
        for (left, top) in [(0, 0), (end, 0), (0, end)] {
            for step in 0..7 {
                assert!(code.get_module(left + step, top) && code.get_module(left, top + step));
            }
            assert!(!code.get_module(left + 1, top + 1) && code.get_module(left + 3, top + 3));
        }
        let drawn = svg(&code);
        assert!(drawn.contains("M4 4h1v1h-1z") && !drawn.contains("M5 5h1v1h-1z"), "{drawn}");
    }
}
