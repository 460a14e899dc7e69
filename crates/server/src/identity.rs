//! The visitor and the language of a request: a signed cookie, `Accept-Language`, and the `Origin` of requests that change
//! something.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::Uri;
use axum::http::header::{ACCEPT_LANGUAGE, HOST, HeaderMap, ORIGIN};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, SameSite, SignedCookieJar};
use quevedo_core::Language;

use crate::app::Shared;
use crate::clients::client_address;
use crate::ids::new_id;
use crate::messages;
use crate::problem::Problem;

const COOKIE: &str = "quevedo_visitor";
const MAX_ID: usize = 64;

/// The visitor of a request.
#[derive(Clone, Debug)]
pub(crate) struct VisitorId(pub(crate) String);

impl<S: Sync> FromRequestParts<S> for VisitorId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or_else(Problem::internal)
    }
}

/// The language of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestLanguage(pub(crate) Language);

impl<S: Sync> FromRequestParts<S> for RequestLanguage {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(language(&parts.uri, &parts.headers)))
    }
}

/// Finds the visitor of a request, and gives a new visitor an identity. Refuses an address that asks too much.
pub(crate) async fn identify(State(shared): State<Shared>, mut request: Request, next: Next) -> Response {
    let app = &shared.0;
    if let Some(forwarded) = app.cluster.as_ref().and_then(|cluster| cluster.forwarded(request.headers())) {
        // Another of our servers has asked all that follows here.
        if let Some(address) = forwarded.address {
            app.limits.remember_address(&forwarded.visitor, address);
        }
        request.extensions_mut().insert(VisitorId(forwarded.visitor.clone()));
        request.extensions_mut().insert(forwarded);
        return next.run(request).await;
    }
    let address = client_address(request.extensions(), request.headers(), &app.trusted_proxies);
    if let Some(Err(problem)) = address.map(|address| app.limits.check_requests(address)) {
        return problem.into_response();
    }
    let remember = |visitor: &str| {
        if let Some(address) = address {
            app.limits.remember_address(visitor, address);
        }
    };
    let jar = SignedCookieJar::from_headers(request.headers(), shared.0.key.clone());
    let known = jar.get(COOKIE).map(|cookie| cookie.value().to_owned()).filter(|id| id.len() <= MAX_ID);
    if let Some(id) = known {
        remember(&id);
        request.extensions_mut().insert(VisitorId(id));
        return next.run(request).await;
    }
    let id = new_id() + &new_id();
    remember(&id);
    let cookie = visitor_cookie(id.clone(), is_https(request.headers()));
    request.extensions_mut().insert(VisitorId(id));
    let response = next.run(request).await;
    (jar.add(cookie), response).into_response()
}

fn visitor_cookie(id: String, https: bool) -> Cookie<'static> {
    let cookie = Cookie::build((COOKIE, id)).path("/").http_only(true).same_site(SameSite::Lax).secure(https);
    cookie.permanent().build()
}

/// Whether the visitor speaks HTTPS with the proxy ahead of us.
fn is_https(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|value| value == "https")
}

/// Refuses what another site makes a browser send: everything but reading, and live connections.
pub(crate) async fn check_origin(request: Request, next: Next) -> Response {
    let reads = request.method().is_safe() && !request.headers().contains_key("upgrade");
    if reads || is_own_origin(request.headers()) {
        return next.run(request).await;
    }
    Problem::forbidden(messages::foreign_origin()).into_response()
}

/// Programs that are no browsers send no origin.
fn is_own_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let from = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    from.is_some() && from == host
}

/// Puts problems into the language of the request.
pub(crate) async fn translate(RequestLanguage(language): RequestLanguage, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    match response.extensions_mut().remove::<Problem>() {
        Some(problem) if language != Language::English => {
            let mut translated = problem.response(language);
            for (name, value) in response.headers() {
                if name == "set-cookie" {
                    translated.headers_mut().append(name, value.clone());
                }
            }
            translated
        }
        _ => response,
    }
}

/// The first known language of `?language=` or of the header. Browsers cannot set the header of a live connection.
fn language(uri: &Uri, headers: &HeaderMap) -> Language {
    let named = uri.query().and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("language=")));
    let header = || headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let known = |tag: &str| match tag.trim().get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("es") => Some(Language::Spanish),
        Some("en") => Some(Language::English),
        _ => None,
    };
    named.or_else(header).unwrap_or_default().split(',').find_map(known).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn the_first_known_language() {
        let cases = [
            ("es-ES,es;q=0.9,en;q=0.8", Language::Spanish),
            ("de-DE,de;q=0.9,es;q=0.8", Language::Spanish),
            ("en-US", Language::English),
            ("fr", Language::English),
            ("", Language::English),
        ];
        for (request, expected) in cases {
            let headers = headers(&[("accept-language", request)]);
            assert_eq!(language(&Uri::from_static("/api/games"), &headers), expected, "{request}");
            let named = Uri::from_static("/api/games/x/live?page=1&language=es");
            assert_eq!(language(&named, &headers), Language::Spanish, "the address comes first");
        }
    }

    #[test]
    fn other_sites_may_not_act() {
        assert!(is_own_origin(&headers(&[("host", "a:7700")])));
        assert!(is_own_origin(&headers(&[("host", "a:7700"), ("origin", "http://a:7700")])));
        assert!(!is_own_origin(&headers(&[("host", "a:7700"), ("origin", "http://b:7700")])));
        assert!(!is_own_origin(&headers(&[("host", "a:7700"), ("origin", "null")])));
    }
}
