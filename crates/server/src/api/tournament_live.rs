//! A live connection to a tournament. The one who watches looks a few times a second and is told what is new: moves may
//! come by the thousand, and nobody can follow more.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use quevedo_core::Language;

use super::tournaments::{find, load};
use crate::App;
use crate::identity::{Reads, VisitorId};
use crate::problem::Problem;
use crate::wire::{ToWatcher, TournamentStatus};

/// Boards are looked at this often.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// The table is told this often at most.
const STATE_EVERY: Duration = Duration::from_secs(1);
/// The store is asked this often about a tournament that is not played here.
const ASK_EVERY: Duration = Duration::from_secs(2);
/// A connection without a sign of life is given up after this long.
const SILENCE: Duration = Duration::from_secs(80);
/// Pages say nothing but pings.
const LONGEST_MESSAGE: usize = 1 << 10;

/// A live connection to a tournament: see `ToWatcher`. The page says `{"type": "ping"}` now and then, and no more.
#[utoipa::path(get, path = "/api/tournaments/{id}/live", tag = "tournaments", params(("id" = String, Path)), responses(
    (status = 101, description = "WebSocket; the server sends ToWatcher"),
    (status = 404, body = crate::wire::Failure)))]
pub(super) async fn live(
    State(app): State<Arc<App>>,
    VisitorId(visitor): VisitorId,
    Reads(language): Reads,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade?;
    find(&app, &id).await?;
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| Watcher::new(app, visitor, language, id, socket).run()))
}

/// Where a tournament stands: whether it goes on, and how many games have been played.
type Standing = (TournamentStatus, usize);

/// Somebody who watches a tournament.
struct Watcher {
    app: Arc<App>,
    visitor: String,
    language: Language,
    id: String,
    socket: WebSocket,
    heard_at: Instant,
    /// What the watcher knows of the tournament, and since when.
    known: Option<(Standing, Instant)>,
    asked_at: Option<Instant>,
    /// The version of the boards that the watcher knows.
    boards: Option<u64>,
}

/// The connection has ended.
struct Gone;

impl From<axum::Error> for Gone {
    fn from(_: axum::Error) -> Self {
        Self
    }
}

impl Watcher {
    fn new(app: Arc<App>, visitor: String, language: Language, id: String, socket: WebSocket) -> Self {
        let heard_at = Instant::now();
        Self { app, visitor, language, id, socket, heard_at, known: None, asked_at: None, boards: None }
    }

    async fn run(mut self) {
        let mut closing = self.app.closing();
        tokio::select! {
            _ = self.serve() => {},
            _ = closing.wait_for(|closing| *closing) => {},
        }
        let _ = self.socket.send(Frame::Close(None)).await;
    }

    async fn serve(&mut self) -> Result<(), Gone> {
        let mut tick = tokio::time::interval(LOOK_EVERY);
        loop {
            tokio::select! {
                frame = self.socket.recv() => self.hear(frame).await?,
                _ = tick.tick() => {
                    if self.heard_at.elapsed() > SILENCE {
                        return Err(Gone);
                    }
                    self.show_boards().await?;
                    self.show_state().await?;
                }
            }
        }
    }

    async fn hear(&mut self, frame: Option<Result<Frame, axum::Error>>) -> Result<(), Gone> {
        self.heard_at = Instant::now();
        match frame {
            Some(Ok(Frame::Text(_))) => self.send(&ToWatcher::Pong).await,
            Some(Ok(Frame::Close(_)) | Err(_)) | None => Err(Gone),
            Some(Ok(_)) => Ok(()),
        }
    }

    async fn send(&mut self, message: &ToWatcher) -> Result<(), Gone> {
        let text = serde_json::to_string(message).expect("messages are plain data");
        Ok(self.socket.send(Frame::Text(text.into())).await?)
    }

    /// Tells of the boards if they have changed; of none once the tournament is over.
    async fn show_boards(&mut self) -> Result<(), Gone> {
        let run = self.app.tournaments.running(&self.id);
        let version = run.as_ref().map(|run| run.boards.version());
        if version == self.boards {
            return Ok(());
        }
        self.boards = version;
        let boards = run.map(|run| run.boards.show(&self.app.catalog, &run.row().plan)).unwrap_or_default();
        self.send(&ToWatcher::Boards { boards }).await
    }

    /// Tells of the table if there are more games in it, though not too often; of a new status at once.
    async fn show_state(&mut self) -> Result<(), Gone> {
        let Some(now) = self.standing().await? else { return Ok(()) };
        if let Some((known, since)) = self.known
            && (known == now || (known.0 == now.0 && since.elapsed() < STATE_EVERY))
        {
            return Ok(());
        }
        self.known = Some((now, Instant::now()));
        match load(&self.app, &self.id, &self.visitor, self.language).await {
            Ok(state) => self.send(&ToWatcher::State { state: Box::new(state) }).await,
            Err(_) => Err(Gone),
        }
    }

    /// Where the tournament stands; `None` if it is too early to ask again.
    async fn standing(&mut self) -> Result<Option<Standing>, Gone> {
        if let Some(run) = self.app.tournaments.running(&self.id) {
            self.asked_at = None;
            return Ok(Some((TournamentStatus::Running, run.played())));
        }
        if self.asked_at.is_some_and(|asked| asked.elapsed() < ASK_EVERY) {
            return Ok(None);
        }
        self.asked_at = Some(Instant::now());
        let Some(row) = self.app.store.tournament(&self.id).await.map_err(|_| Gone)? else {
            self.send(&ToWatcher::Gone).await?;
            return Err(Gone);
        };
        let played = self.app.store.count_tournament_games(&self.id).await.map_err(|_| Gone)?;
        Ok(Some((row.status, played as usize)))
    }
}
