//! Requests for a game that lives on another server are passed on to it, live connections too.
//!
//! The first server finds out who the visitor is and counts the request; the other one takes its word for that, which it
//! recognizes by the secret of the servers. While a game has no server, because its own was killed or is being replaced, the
//! request waits here.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, HeaderMap, HeaderName, HeaderValue, UPGRADE};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::Cluster;
use crate::App;
use crate::clients::ClientAddress;
use crate::identity::VisitorId;
use crate::limits::ConnectionCount;
use crate::problem::Problem;
use crate::store::Resource;

/// The longest body that is passed on: those of games and tournaments are short.
const MAX_BODY: usize = 64 << 10;
/// How long a request waits for a game whose server is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is tried meanwhile.
const AGAIN: Duration = Duration::from_millis(200);
/// How long another server may take to accept a connection, and to answer: it may search for a while.
const CONNECT: Duration = Duration::from_secs(1);
const ANSWER: Duration = Duration::from_secs(40);

const SECRET: HeaderName = HeaderName::from_static("x-quevedo-cluster");
const VISITOR: HeaderName = HeaderName::from_static("x-quevedo-visitor");
const ADDRESS: HeaderName = HeaderName::from_static("x-quevedo-address");
/// Headers that concern one connection alone, or that the next server must not take from a visitor.
const NOT_PASSED_ON: [&str; 11] = [
    "connection",
    "content-length",
    "cookie",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "x-forwarded-for",
    "x-quevedo-address",
    "x-quevedo-visitor",
];

/// A request that another of our servers has passed on, with what that one knows of the visitor.
#[derive(Clone, Debug)]
pub(crate) struct Forwarded {
    pub(crate) visitor: String,
    pub(crate) address: Option<ClientAddress>,
}

impl Cluster {
    /// Who a request comes from, where another of our servers has passed it on.
    pub(crate) fn forwarded(&self, headers: &HeaderMap) -> Option<Forwarded> {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        if !is_same(text(SECRET)?.as_bytes(), self.secret.as_bytes()) {
            return None;
        }
        let address = text(ADDRESS).and_then(|address| address.parse().ok());
        Some(Forwarded { visitor: text(VISITOR)?.to_owned(), address })
    }
}

/// Compares in a time that does not tell how much is right.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

/// What a path is about, where one server has it.
fn resource_of(path: &str) -> Option<Resource> {
    let mut segments = path.strip_prefix("/api/")?.split('/');
    match (segments.next()?, segments.next()?.to_owned()) {
        ("games", id) => Some(Resource::Game(id)),
        ("tournaments", id) => Some(Resource::Tournament(id)),
        _ => None,
    }
}

fn is_here(app: &App, resource: &Resource) -> bool {
    match resource {
        Resource::Game(id) => app.hub.is_open(id),
        Resource::Tournament(id) => app.tournaments.running(id).is_some(),
        Resource::Counting => true,
    }
}

/// Passes requests on to the server that has the game or tournament; the others are answered here.
pub(crate) async fn pass_on(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let Some(cluster) = &app.cluster else { return next.run(request).await };
    if request.extensions().get::<Forwarded>().is_some() {
        return misdirected(next.run(request).await);
    }
    let elsewhere = resource_of(request.uri().path()).filter(|resource| !is_here(&app, resource));
    let Some(resource) = elsewhere else { return next.run(request).await };
    match cluster.other_owner(&resource).await {
        Ok(None) => next.run(request).await,
        Ok(Some(owner)) => {
            let hop = Hop { app: &app, cluster, resource };
            hop.run(owner, request, next).await.unwrap_or_else(IntoResponse::into_response)
        }
        Err(error) => Problem::from(error).into_response(),
    }
}

/// Tells the server that has passed a request on to look for the owner once more.
fn misdirected(mut response: Response) -> Response {
    if response.extensions().get::<Problem>().is_some_and(Problem::is_for_another_server) {
        *response.status_mut() = StatusCode::MISDIRECTED_REQUEST;
    }
    response
}

/// Why another server gave no answer.
enum NoAnswer {
    /// It cannot have done anything.
    NotReached,
    /// It may have done what it was asked for.
    Broken,
}

/// A request on its way to another server.
struct Hop<'a> {
    app: &'a Arc<App>,
    cluster: &'a Cluster,
    resource: Resource,
}

impl Hop<'_> {
    /// Asks one owner after the other, until one answers; perhaps this server itself becomes it.
    async fn run(self, mut owner: String, request: Request, next: Next) -> Result<Response, Problem> {
        let (mut parts, body) = request.into_parts();
        let visitor = parts.extensions.get::<VisitorId>().cloned().ok_or_else(Problem::internal)?.0;
        let count = if parts.headers.contains_key(UPGRADE) { Some(self.app.limits.connect(&visitor)?) } else { None };
        let body = to_bytes(body, MAX_BODY).await.map_err(|_| Problem::too_large())?;
        let until = Instant::now() + PATIENCE;
        loop {
            match ask(&owner, self.request(&parts, &visitor, body.clone())).await {
                Ok(response) if response.status() != StatusCode::MISDIRECTED_REQUEST => {
                    self.cluster.forwarded.inc();
                    let visitors_end = parts.extensions.remove::<OnUpgrade>();
                    return Ok(self.answer(response, visitors_end, count));
                }
                Err(NoAnswer::Broken) if !parts.method.is_safe() => return Err(Problem::restarting()),
                Ok(_) | Err(_) => {}
            }
            if Instant::now() >= until || self.app.is_closing() {
                return Err(Problem::restarting());
            }
            tokio::time::sleep(AGAIN).await;
            let Some(other) = self.cluster.other_owner(&self.resource).await? else {
                drop(count);
                return Ok(next.run(Request::from_parts(parts, body.into())).await);
            };
            owner = other;
        }
    }

    /// The request as the other server gets it.
    fn request(&self, parts: &Parts, visitor: &str, body: Bytes) -> Request {
        let mut request = Request::new(Body::empty());
        request.method_mut().clone_from(&parts.method);
        // A server is asked for a path alone.
        *request.uri_mut() = parts.uri.path_and_query().map(|path| path.clone().into()).unwrap_or_default();
        let headers = request.headers_mut();
        for (name, value) in parts.headers.iter().filter(|(name, _)| !NOT_PASSED_ON.contains(&name.as_str())) {
            headers.append(name, value.clone());
        }
        if parts.headers.contains_key(UPGRADE) {
            headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        }
        let address = self.app.limits.address_of(visitor).map(|address| address.to_string());
        let ours = [(SECRET, Some(self.cluster.secret.clone())), (VISITOR, Some(visitor.into())), (ADDRESS, address)];
        for (name, value) in ours {
            if let Some(value) = value.and_then(|value| value.parse().ok()) {
                headers.insert(name, value);
            }
        }
        if request.method() != Method::GET {
            *request.body_mut() = body.into();
        }
        request
    }

    /// The answer as the visitor gets it; a live connection is joined to that of the visitor.
    fn answer(
        &self,
        mut response: Response<Incoming>,
        visitors_end: Option<OnUpgrade>,
        count: Option<ConnectionCount>,
    ) -> Response {
        let is_upgrade = response.status() == StatusCode::SWITCHING_PROTOCOLS;
        if let Some(visitors_end) = visitors_end.filter(|_| is_upgrade) {
            let owners_end = hyper::upgrade::on(&mut response);
            tokio::spawn(join(Arc::clone(self.app), visitors_end, owners_end, count));
        }
        let (mut parts, body) = response.into_parts();
        if !is_upgrade {
            for name in
                [CONNECTION, HeaderName::from_static("transfer-encoding"), HeaderName::from_static("keep-alive")]
            {
                parts.headers.remove(name);
            }
        }
        Response::from_parts(parts, Body::new(body))
    }
}

/// Sends a request to a server of ours.
async fn ask(owner: &str, request: Request) -> Result<Response<Incoming>, NoAnswer> {
    let connected = tokio::time::timeout(CONNECT, TcpStream::connect(owner)).await;
    let stream = connected.ok().and_then(Result::ok).ok_or(NoAnswer::NotReached)?;
    // Without it small messages are only slower.
    let _ = stream.set_nodelay(true);
    let handshake = http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = handshake.map_err(|_| NoAnswer::NotReached)?;
    tokio::spawn(connection.with_upgrades());
    let answer = tokio::time::timeout(ANSWER, sender.send_request(request)).await;
    answer.ok().and_then(Result::ok).ok_or(NoAnswer::Broken)
}

/// Carries bytes between a visitor and the server of the game, until one of them ends. The page connects again then.
async fn join(app: Arc<App>, visitor: OnUpgrade, owner: OnUpgrade, count: Option<ConnectionCount>) {
    let (Ok(visitor), Ok(owner)) = tokio::join!(visitor, owner) else { return };
    let mut closing = app.closing();
    tokio::select! {
        () = carry(visitor, owner) => {},
        _ = closing.wait_for(|closing| *closing) => {},
    }
    drop(count);
}

async fn carry(visitor: Upgraded, owner: Upgraded) {
    let (mut visitor, mut owner) = (TokioIo::new(visitor), TokioIo::new(owner));
    // However it ends, both connections close.
    let _ = tokio::io::copy_bidirectional(&mut visitor, &mut owner).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_tell_what_they_are_about() {
        let game = |id: &str| Some(Resource::Game(id.into()));
        for (path, resource) in [
            ("/api/games/abc", game("abc")),
            ("/api/games/abc/live", game("abc")),
            ("/api/tournaments/x/games", Some(Resource::Tournament("x".into()))),
            ("/api/games", None),
            ("/api/catalog/x", None),
            ("/games/abc", None),
        ] {
            assert_eq!(resource_of(path), resource, "{path}");
        }
    }

    #[test]
    fn secrets_are_compared_whole() {
        assert!(is_same(b"abc", b"abc"));
        assert!(!is_same(b"abc", b"abd") && !is_same(b"abc", b"ab") && !is_same(b"", b"a"));
    }
}
