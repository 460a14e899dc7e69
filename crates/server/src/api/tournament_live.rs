//! A live connection to a tournament. It polls the boards a few times a second and sends what is new: there may be
//! thousands of moves, more than a person can follow.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use quevedo_core::Language;

use super::extract::UrlPath;
use super::live::{Disconnected, READ_BUFFER, no_websocket};
use super::tournaments::{find, load};
use crate::App;
use crate::identity::{RequestLanguage, VisitorId};
use crate::problem::Problem;
use crate::wire::{ToSpectator, TournamentStatus};

/// How often the boards are polled.
const POLL_EVERY: Duration = Duration::from_millis(200);
/// The least time between two messages with the standings.
const STATE_EVERY: Duration = Duration::from_secs(1);
/// How often the store is queried about a tournament that is not played here.
const QUERY_EVERY: Duration = Duration::from_secs(2);
/// A connection without a frame is closed after this time.
const TIMEOUT: Duration = Duration::from_secs(80);
/// Pages send nothing but pings.
const MAX_MESSAGE: usize = 1 << 10;

/// A live connection to a tournament: see `ToSpectator`. The page sends `{"type": "ping"}` now and then.
#[utoipa::path(get, path = "/api/tournaments/{id}/live", tag = "tournaments", params(("id" = String, Path)), responses(
    (status = 101, description = "WebSocket; the server sends ToSpectator"),
    (status = 404, body = crate::wire::Failure)))]
pub(super) async fn live(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    RequestLanguage(language): RequestLanguage,
    UrlPath(id): UrlPath<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| no_websocket(&rejection))?;
    let count = app.limits.connect(&visitor)?;
    find(&app, &id).await?;
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE).read_buffer_size(READ_BUFFER);
    Ok(upgrade.on_upgrade(async move |socket| {
        Spectator::new(app, visitor, language, id, socket).run().await;
        drop(count);
    }))
}

/// The status of a tournament and the number of games played.
type Progress = (TournamentStatus, usize);

/// A connection of a spectator.
struct Spectator {
    app: Arc<App>,
    visitor: String,
    language: Language,
    id: String,
    socket: WebSocket,
    received_at: Instant,
    /// The progress that was sent last, and when.
    sent: Option<(Progress, Instant)>,
    queried_at: Option<Instant>,
    /// The version of the boards that were sent last.
    boards: Option<u64>,
}

impl Spectator {
    fn new(app: Arc<App>, visitor: String, language: Language, id: String, socket: WebSocket) -> Self {
        let received_at = Instant::now();
        Self { app, visitor, language, id, socket, received_at, sent: None, queried_at: None, boards: None }
    }

    async fn run(mut self) {
        let mut closing = self.app.closing();
        tokio::select! {
            _ = self.serve() => {},
            _ = closing.wait_for(|closing| *closing) => {},
        }
        let _ = self.socket.send(Frame::Close(None)).await;
    }

    async fn serve(&mut self) -> Result<(), Disconnected> {
        let mut tick = tokio::time::interval(POLL_EVERY);
        loop {
            tokio::select! {
                frame = self.socket.recv() => self.receive(frame).await?,
                _ = tick.tick() => {
                    if self.received_at.elapsed() > TIMEOUT {
                        return Err(Disconnected);
                    }
                    self.send_boards().await?;
                    self.send_state().await?;
                }
            }
        }
    }

    async fn receive(&mut self, frame: Option<Result<Frame, axum::Error>>) -> Result<(), Disconnected> {
        self.received_at = Instant::now();
        match frame {
            Some(Ok(Frame::Text(_))) => self.send(&ToSpectator::Pong).await,
            Some(Ok(Frame::Close(_)) | Err(_)) | None => Err(Disconnected),
            Some(Ok(_)) => Ok(()),
        }
    }

    async fn send(&mut self, message: &ToSpectator) -> Result<(), Disconnected> {
        let text = serde_json::to_string(message).expect("messages are plain data");
        Ok(self.socket.send(Frame::Text(text.into())).await?)
    }

    /// Sends the boards if they have changed; none once the tournament is over.
    async fn send_boards(&mut self) -> Result<(), Disconnected> {
        let run = self.app.tournaments.running(&self.id);
        let version = run.as_ref().map(|run| run.boards.version());
        if version == self.boards {
            return Ok(());
        }
        self.boards = version;
        let boards = run.map(|run| run.boards.show(&self.app.catalog, &run.row().plan)).unwrap_or_default();
        self.send(&ToSpectator::Boards { boards }).await
    }

    /// Sends the state: after new games not too often, after a new status at once.
    async fn send_state(&mut self) -> Result<(), Disconnected> {
        let Some(now) = self.progress().await? else { return Ok(()) };
        if let Some((sent, sent_at)) = self.sent
            && (sent == now || (sent.0 == now.0 && sent_at.elapsed() < STATE_EVERY))
        {
            return Ok(());
        }
        self.sent = Some((now, Instant::now()));
        match load(&self.app, &self.id, &self.visitor, self.language).await {
            Ok(state) => self.send(&ToSpectator::State { state: Box::new(state) }).await,
            Err(_) => Err(Disconnected),
        }
    }

    /// The progress of the tournament; `None` if it is too early to query the store again.
    async fn progress(&mut self) -> Result<Option<Progress>, Disconnected> {
        if let Some(run) = self.app.tournaments.running(&self.id) {
            self.queried_at = None;
            return Ok(Some((TournamentStatus::Running, run.played())));
        }
        if self.queried_at.is_some_and(|queried| queried.elapsed() < QUERY_EVERY) {
            return Ok(None);
        }
        self.queried_at = Some(Instant::now());
        let Some(row) = self.app.store.tournament(&self.id).await.map_err(|_| Disconnected)? else {
            self.send(&ToSpectator::Deleted).await?;
            return Err(Disconnected);
        };
        let played = self.app.store.count_tournament_games(&self.id).await.map_err(|_| Disconnected)?;
        Ok(Some((row.status, played as usize)))
    }
}
