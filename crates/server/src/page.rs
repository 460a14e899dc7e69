//! The page, embedded in the binary, and the headers that keep it safe. In debug builds the files are read from disk
//! whenever they are asked for.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue,
    IF_NONE_MATCH, X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::App;
use crate::app::Shared;
use crate::identity::RequestLanguage;
use crate::preview;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "*.html"]
#[include = "*.js"]
#[include = "*.css"]
#[include = "*.svg"]
#[include = "*.png"]
#[include = "*.webmanifest"]
#[include = "*.md"]
#[exclude = "node_modules/*"]
#[exclude = "tests/*"]
struct Files;

/// The page may load its own files and nothing else, and nobody may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// Anybody may frame an embedded board: it shows, and nothing can be done with it.
const FRAMED_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

const HEADERS: [(HeaderName, &str); 7] = [
    (HeaderName::from_static("content-security-policy"), POLICY),
    (HeaderName::from_static("x-content-type-options"), "nosniff"),
    (HeaderName::from_static("x-frame-options"), "DENY"),
    (HeaderName::from_static("referrer-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// The addresses of the page; it finds out itself what to show at each.
const ADDRESSES: [&str; 22] = [
    "/",
    "/new/{game}",
    "/editor/{game}",
    "/analysis/{game}",
    "/games",
    "/review",
    "/tournaments",
    "/tournaments/new",
    "/tournament/{id}",
    "/networks",
    "/learning",
    "/explore/{game}",
    "/lens/{game}",
    "/duel/{game}",
    "/learn",
    "/learn/{lesson}",
    "/rules",
    "/rules/{game}",
    "/puzzles",
    "/puzzles/{game}",
    "/puzzles/{game}/{number}",
    "/settings",
];

/// The page at its addresses.
pub(crate) fn pages() -> Router<Shared> {
    let router = Router::new().route("/game/{id}", get(game));
    ADDRESSES.iter().fold(router, |router, address| router.route(address, get(index)))
}

/// The files of the page, which ask for no identity.
pub(crate) fn assets() -> Router<Shared> {
    Router::new()
        .route("/assets/{*path}", get(asset))
        .route("/embed/game/{id}", get(embed))
        .route("/embed/{game}", get(embed))
        .route("/favicon.ico", get(|headers: HeaderMap| async move { answer("icons/favicon.svg", &headers) }))
        .fallback(missing)
}

async fn index(headers: HeaderMap) -> Response {
    answer("index.html", &headers)
}

/// Marks the answer that other sites may show in a frame.
#[derive(Clone)]
struct MayBeFramed;

/// The board for other sites. It finds out itself what to show.
async fn embed(headers: HeaderMap) -> Response {
    let mut response = answer("embed.html", &headers);
    response.extensions_mut().insert(MayBeFramed);
    response
}

/// The page of a game says in its head what game it is, for those who only look at the link.
async fn game(
    State(app): State<Arc<App>>,
    RequestLanguage(language): RequestLanguage,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let stored = app.store.load(&id).await.ok().flatten();
    let origin = app.addresses.public_url.clone().unwrap_or_else(|| own_origin(&headers));
    let tags = stored.and_then(|stored| preview::tags(&app.catalog, &stored.row, &origin, language));
    let (Some(tags), Some(file)) = (tags, Files::get("index.html")) else { return answer("index.html", &headers) };
    let text = String::from_utf8_lossy(&file.data).replacen(
        "<meta name=\"theme-color\"",
        &format!("{tags}<meta name=\"theme-color\""),
        1,
    );
    ([(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-cache")], text).into_response()
}

/// The address by which the visitor found the server.
fn own_origin(headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    format!("{}://{}", text("x-forwarded-proto").unwrap_or("http"), text("host").unwrap_or("localhost"))
}

async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    answer(&path, &headers)
}

/// People get the page, which says in their language that there is nothing here.
async fn missing(headers: HeaderMap) -> Response {
    let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !accepted.contains("text/html") {
        return (StatusCode::NOT_FOUND, "There is nothing here. The page begins at /.\n").into_response();
    }
    let mut page = answer("index.html", &HeaderMap::new());
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}

/// A file, or the news that the reader has it already.
fn answer(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Files::get(path) else { return (StatusCode::NOT_FOUND, "No such file.\n").into_response() };
    let tag = tag(&file);
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let common = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".to_owned())];
    if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let kind = if mime.type_() == "text" { format!("{mime}; charset=utf-8") } else { mime.to_string() };
    (common, [(CONTENT_TYPE, kind)], file.data).into_response()
}

/// Names the content of a file; weak, because it is the same whether compressed or not.
fn tag(file: &EmbeddedFile) -> String {
    format!("W/\"{}\"", hex::encode(&file.metadata.sha256_hash()[..12]))
}

/// Puts the headers that keep the page safe on every answer that does not set them itself.
pub(crate) async fn protect(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let may_be_framed = response.extensions().get::<MayBeFramed>().is_some();
    let headers = response.headers_mut();
    if may_be_framed {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(FRAMED_POLICY));
    }
    for (name, value) in HEADERS.into_iter().filter(|(name, _)| !may_be_framed || *name != X_FRAME_OPTIONS) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
