//! The rooms that are open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use super::message::RoomMessage;
use super::room::Room;
use crate::App;
use crate::limits::FULL;
use crate::messages;
use crate::problem::Problem;
use crate::store::{Lease, Resource, game_changes};
use crate::tournaments::stored_game;
use quevedo_api::live::LiveGame;

/// Messages that may wait for a room.
const MAILBOX: usize = 256;
/// How often a room that is just closing is tried.
const ATTEMPTS: usize = 5;
/// The time for the rooms to close when the server closes.
const CLOSING: Duration = Duration::from_secs(3);

type Rooms = HashMap<String, mpsc::Sender<RoomMessage>>;

/// The rooms that are open.
#[derive(Default)]
pub(crate) struct Hub {
    rooms: Mutex<Rooms>,
    /// Held while a game is loaded, so that no game is loaded twice.
    loading: tokio::sync::Mutex<()>,
}

impl Hub {
    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many rooms are open.
    pub(crate) fn len(&self) -> usize {
        self.rooms().len()
    }

    /// Stores a new game and opens its room, while there is room for new games.
    pub(crate) async fn open(&self, app: &Arc<App>, mut game: LiveGame) -> Result<String, Problem> {
        if self.len() >= app.limits.quotas().rooms / 4 * 3 {
            return Err(Problem::busy(FULL));
        }
        let id = game.row().id.clone();
        let lease = match &app.cluster {
            Some(cluster) => Some(cluster.acquire(&Resource::Game(id.clone())).await?),
            None => None,
        };
        app.store.write(game_changes(lease.as_ref(), game.take_changes())).await?;
        self.start(app, game, lease);
        Ok(id)
    }

    fn start(&self, app: &Arc<App>, game: LiveGame, lease: Option<Lease>) -> mpsc::Sender<RoomMessage> {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let id = game.row().id.clone();
        let room = Room::new(Arc::clone(app), game, lease, mailbox, sender.clone());
        self.rooms().insert(id, sender.clone());
        tokio::spawn(room.run());
        sender
    }

    /// Removes a room that closes, by its mailbox: there may be another one of the same game by now.
    pub(super) fn close_room(&self, id: &str, mailbox: &mpsc::Sender<RoomMessage>) {
        let mut rooms = self.rooms();
        if rooms.get(id).is_some_and(|room| room.same_channel(mailbox)) {
            rooms.remove(id);
        }
    }

    /// Whether the room of a game is open.
    pub(crate) fn is_open(&self, id: &str) -> bool {
        self.open_room(id).is_some()
    }

    /// The room of a game, if it is open. One that has panicked is still listed, but reads no messages.
    fn open_room(&self, id: &str) -> Option<mpsc::Sender<RoomMessage>> {
        self.rooms().get(id).filter(|room| !room.is_closed()).cloned()
    }

    /// The room of a game; it is opened if it is closed and there are not as many as `max` already.
    async fn room(&self, app: &Arc<App>, id: &str, max: usize) -> Result<mpsc::Sender<RoomMessage>, Problem> {
        if let Some(room) = self.open_room(id) {
            return Ok(room);
        }
        let _alone = self.loading.lock().await;
        if let Some(room) = self.open_room(id) {
            return Ok(room);
        }
        if self.len() >= max {
            return Err(Problem::busy(FULL));
        }
        let lease = lease(app, id).await?;
        let stored = match app.store.load(id).await? {
            Some(stored) => stored,
            None => stored_game(app, id).await?.ok_or_else(|| Problem::not_found(messages::no_such_game()))?,
        };
        Ok(self.start(app, LiveGame::load(&app.catalog, stored)?, lease))
    }

    /// Opens the room of a game whose server is gone.
    pub(crate) async fn adopt(&self, app: &Arc<App>, id: &str) -> Result<(), Problem> {
        self.room(app, id, usize::MAX).await.map(drop)
    }

    /// Sends a message to the room of a game and waits for the answer. A room that closes in the meantime is opened again:
    /// it has done nothing that it has not answered.
    pub(crate) async fn call<T>(
        &self,
        app: &Arc<App>,
        id: &str,
        message: impl Fn(oneshot::Sender<T>) -> RoomMessage,
    ) -> Result<T, Problem> {
        for _ in 0..ATTEMPTS {
            if app.is_closing() {
                return Err(Problem::unavailable());
            }
            let room = self.room(app, id, app.limits.quotas().rooms).await?;
            let (reply, answer) = oneshot::channel();
            if room.send(message(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
            // Until the old room is removed.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Err(Problem::unavailable())
    }

    /// Removes a connection from its room, if the room is open.
    pub(crate) fn unsubscribe(&self, id: &str, socket: u64) {
        let room = self.rooms().get(id).cloned();
        if let (Some(room), Ok(runtime)) = (room, tokio::runtime::Handle::try_current()) {
            runtime.spawn(async move { room.send(RoomMessage::Unsubscribe { socket }).await });
        }
    }

    /// Opens the rooms of all games that were running when the server stopped, but for those that other servers have.
    pub(crate) async fn resume(&self, app: &Arc<App>) -> Result<usize, Problem> {
        let ids = match app.cluster {
            Some(_) => app.store.running_without_owner().await?,
            None => app.store.running().await?,
        };
        for id in &ids {
            if let Err(problem) = self.room(app, id, usize::MAX).await
                && !problem.is_for_another_server()
            {
                // One damaged game must not stop the others.
                tracing::error!(game = id, problem = %problem.message(), "skipped");
            }
        }
        Ok(ids.len())
    }

    /// Closes all rooms and stores their clocks.
    pub(crate) async fn close(&self) {
        let rooms: Vec<_> = self.rooms().drain().map(|(_, room)| room).collect();
        let close = rooms.into_iter().map(|room| async move {
            let (reply, done) = oneshot::channel();
            if room.send(RoomMessage::Close { reply }).await.is_ok() {
                let _ = done.await;
            }
        });
        let _ = tokio::time::timeout(CLOSING, futures_util::future::join_all(close)).await;
    }
}

/// The lease of a game, where several servers share the database. A game of a tournament is over: nobody writes to it, and
/// every server shows it.
async fn lease(app: &App, id: &str) -> Result<Option<Lease>, Problem> {
    match &app.cluster {
        Some(cluster) if app.store.is_live_game(id).await? => {
            cluster.acquire(&Resource::Game(id.into())).await.map(Some)
        }
        _ => Ok(None),
    }
}
