//! A live connection to a game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use quevedo_core::Language;
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use utoipa::IntoParams;

use super::analysis::AnalysisRunner;
use super::extract::{UrlPath, UrlQuery};
use crate::App;
use crate::identity::{RequestLanguage, VisitorId};
use crate::live::{Event, Form, Frames, RoomMessage, Subscription, encode};
use crate::messages;
use crate::problem::Problem;
use crate::token_bucket::{Rate, TokenBucket};
use crate::wire::{Failure, FromPage, ToPage};

/// A longer message is answered with an error, one beyond the second ends the connection.
const MAX_MESSAGE: usize = 8 << 10;
const HARD_LIMIT: usize = 64 << 10;
/// What is read at once. Pages say little, and each connection keeps a buffer of this size.
pub(super) const READ_BUFFER: usize = 4 << 10;
/// Messages a second, and at once.
const MESSAGES: Rate = Rate { burst: 60.0, rate: 20.0 };
/// How often the connection is pinged, and after how long without a frame it is closed.
const PING_EVERY: Duration = Duration::from_secs(25);
const TIMEOUT: Duration = Duration::from_secs(80);
/// How long a connection waits before it opens a room again that has closed.
const REOPEN_AFTER: Duration = Duration::from_millis(500);
/// Results of analyses that may wait for a slow connection.
const RESULTS: usize = 32;

/// How the connection wants to hear of the game.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
pub(super) struct LiveQuery {
    /// After the first state only what changes (`StateChange`), in few bytes.
    changes: bool,
}

/// A live connection to a game: see `FromPage` and `ToPage`.
#[utoipa::path(get, path = "/api/games/{id}/live", tag = "games", params(("id" = String, Path), LiveQuery), responses(
    (status = 101, description = "WebSocket; the page sends FromPage, the server ToPage"),
    (status = 404, body = Failure), (status = 429, body = Failure), (status = 503, body = Failure)))]
pub(super) async fn live(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    RequestLanguage(language): RequestLanguage,
    UrlPath(id): UrlPath<String>,
    UrlQuery(query): UrlQuery<LiveQuery>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| no_websocket(&rejection))?;
    let count = app.limits.connect(&visitor)?;
    let form = if query.changes { Form::Changes } else { Form::Whole };
    let subscription = subscribe(&app, &id, &visitor, form).await?;
    let place = Place { app, game: id, form, subscription };
    let upgrade = upgrade.max_message_size(HARD_LIMIT).max_frame_size(HARD_LIMIT).read_buffer_size(READ_BUFFER);
    Ok(upgrade.on_upgrade(async move |socket| {
        Connection::new(place, visitor, language, socket).run().await;
        drop(count);
    }))
}

/// The request does not open a WebSocket.
pub(super) fn no_websocket(rejection: &WebSocketUpgradeRejection) -> Problem {
    Problem::bad_request(messages::no_websocket()).with_detail(&rejection.body_text())
}

async fn subscribe(app: &Arc<App>, id: &str, visitor: &str, form: Form) -> Result<Subscription, Problem> {
    app.hub.call(app, id, |reply| RoomMessage::Subscribe { visitor: visitor.to_owned(), form, reply }).await
}

/// A connection's place in the room of a game. It is left when it is dropped, even if there was no connection after all.
struct Place {
    app: Arc<App>,
    game: String,
    form: Form,
    subscription: Subscription,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.app.hub.unsubscribe(&self.game, self.subscription.socket);
    }
}

/// One connection of a visitor to a game.
struct Connection {
    app: Arc<App>,
    visitor: String,
    language: Language,
    socket: WebSocket,
    place: Place,
    /// The version of the state that was sent last.
    known: u64,
    analyses: AnalysisRunner,
    results: mpsc::Receiver<Utf8Bytes>,
    received_at: Instant,
    /// Limits how fast messages may come.
    bucket: TokenBucket,
}

/// The connection has ended.
pub(super) struct Disconnected;

impl From<axum::Error> for Disconnected {
    fn from(_: axum::Error) -> Self {
        Self
    }
}

impl Connection {
    fn new(place: Place, visitor: String, language: Language, socket: WebSocket) -> Self {
        let (out, results) = mpsc::channel(RESULTS);
        let app = Arc::clone(&place.app);
        let analyses = AnalysisRunner::new(Arc::clone(&app), visitor.clone(), place.game.clone(), out);
        let now = Instant::now();
        let bucket = TokenBucket::full(MESSAGES, now);
        let known = place.subscription.first.version;
        Self { app, visitor, language, socket, place, known, analyses, results, received_at: now, bucket }
    }

    async fn run(mut self) {
        let mut closing = self.app.closing();
        let first = self.place.subscription.first.text.clone();
        if self.send(first).await.is_ok() {
            let is_closing = tokio::select! {
                _ = self.serve() => false,
                closing = closing.wait_for(|closing| *closing) => closing.is_ok(),
            };
            if is_closing {
                // The page connects again, and the game goes on.
                let _ = self.send_problem(&Problem::restarting()).await;
            }
        }
        let _ = self.socket.send(Frame::Close(None)).await;
    }

    async fn serve(&mut self) -> Result<(), Disconnected> {
        let mut ping = tokio::time::interval(PING_EVERY);
        loop {
            tokio::select! {
                frame = self.socket.recv() => self.receive(frame).await?,
                event = self.place.subscription.events.recv() => self.forward(event).await?,
                Some(result) = self.results.recv() => self.send(result).await?,
                _ = ping.tick() => {
                    if self.received_at.elapsed() > TIMEOUT {
                        return Err(Disconnected);
                    }
                    self.socket.send(Frame::Ping(axum::body::Bytes::new())).await?;
                }
            }
        }
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), Disconnected> {
        self.app.metrics.live_bytes.inc_by(text.len() as u64);
        Ok(self.socket.send(Frame::Text(text)).await?)
    }

    /// Sends an event of the room to the page.
    async fn forward(&mut self, event: Result<Event, RecvError>) -> Result<(), Disconnected> {
        let text = match event {
            Ok(Event::Text(text)) => text,
            Ok(Event::MachineFailed(message)) => {
                encode(&ToPage::MachineFailed(Failure::new(&message, self.language, None)))
            }
            Ok(Event::State(frames)) => self.state_text(&frames).await?,
            Err(RecvError::Lagged(_)) => self.fetch_state().await?,
            // The room has closed, perhaps because it could not store something. It is opened again, but not all the time.
            Err(RecvError::Closed) => {
                tokio::time::sleep(REOPEN_AFTER).await;
                let again = subscribe(&self.app, &self.place.game, &self.visitor, self.place.form)
                    .await
                    .map_err(|_| Disconnected)?;
                self.place.subscription = again;
                self.known = self.place.subscription.first.version;
                self.place.subscription.first.text.clone()
            }
        };
        self.send(text).await
    }

    /// The state, or what has changed since the one that was sent last.
    async fn state_text(&mut self, frames: &Frames) -> Result<Utf8Bytes, Disconnected> {
        let text = match self.place.form {
            Form::Whole => frames.whole(&self.visitor),
            Form::Changes => frames.change(&self.visitor, self.known),
        };
        let Some(text) = text else { return self.fetch_state().await };
        self.known = frames.version;
        Ok(text)
    }

    async fn fetch_state(&mut self) -> Result<Utf8Bytes, Disconnected> {
        let (visitor, form) = (&self.visitor, self.place.form);
        let ask = |reply| RoomMessage::Text { visitor: visitor.clone(), form, reply };
        let state = self.app.hub.call(&self.app, &self.place.game, ask).await.map_err(|_| Disconnected)?;
        self.known = state.version;
        Ok(state.text)
    }

    /// Handles a frame of the page.
    async fn receive(&mut self, frame: Option<Result<Frame, axum::Error>>) -> Result<(), Disconnected> {
        let frame = match frame {
            Some(Ok(frame)) => frame,
            Some(Err(_)) => {
                self.send_problem(&Problem::too_large()).await?;
                return Err(Disconnected);
            }
            None => return Err(Disconnected),
        };
        self.received_at = Instant::now();
        let done = match frame {
            Frame::Text(text) => self.read(&text).await,
            Frame::Binary(_) => Err(bad_message("a binary frame")),
            Frame::Close(_) => return Err(Disconnected),
            Frame::Ping(_) | Frame::Pong(_) => Ok(()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(problem) => self.send_problem(&problem).await,
        }
    }

    async fn send_problem(&mut self, problem: &Problem) -> Result<(), Disconnected> {
        self.send(encode(&problem.to_page(self.language))).await
    }

    async fn read(&mut self, text: &str) -> Result<(), Problem> {
        self.check_rate()?;
        if text.len() > MAX_MESSAGE {
            return Err(Problem::too_large());
        }
        let message: FromPage = serde_json::from_str(text).map_err(|error| bad_message(&error.to_string()))?;
        self.handle(message).await
    }

    async fn handle(&mut self, message: FromPage) -> Result<(), Problem> {
        match message {
            FromPage::Hint => self.analyses.hint().await,
            FromPage::Analyse { ply, spec, lines } => self.analyses.analyse(ply, spec, lines).await,
            FromPage::AnalyseStop => {
                self.analyses.stop();
                Ok(())
            }
            FromPage::Ping => {
                let pong = encode(&ToPage::Pong);
                self.send(pong).await.map_err(|Disconnected| Problem::unavailable())
            }
            FromPage::Join { name: None } => {
                let name = self.app.store.visitor_name(&self.visitor).await?;
                self.act(FromPage::Join { name }).await
            }
            action => self.act(action).await,
        }
    }

    /// Sends an action to the room of the game.
    async fn act(&mut self, action: FromPage) -> Result<(), Problem> {
        let visitor = &self.visitor;
        let ask = |reply| RoomMessage::Act { visitor: visitor.clone(), action: action.clone(), reply };
        self.app.hub.call(&self.app, &self.place.game, ask).await?
    }

    /// Refuses messages that come too fast.
    fn check_rate(&mut self) -> Result<(), Problem> {
        let taken = self.bucket.take(1.0, MESSAGES, Instant::now());
        taken.map_err(|wait| Problem::too_many(wait, messages::too_fast))
    }
}

fn bad_message(why: &str) -> Problem {
    Problem::bad_request(messages::bad_message()).with_detail(&quevedo_core::notation::clip(why))
}
