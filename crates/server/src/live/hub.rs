//! The rooms that are open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use super::message::Message;
use super::room::Room;
use super::table::Table;
use crate::App;
use crate::messages;
use crate::problem::Problem;
use crate::tournaments::stored_game;

/// Messages that may wait for a room.
const MAILBOX: usize = 256;
/// How often somebody knocks at a room that is just closing before giving up.
const ATTEMPTS: usize = 5;
/// How long the rooms have to close when the server goes down.
const CLOSING: Duration = Duration::from_secs(3);

type Rooms = HashMap<String, mpsc::Sender<Message>>;

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

    /// Stores a new game and opens its room.
    pub(crate) async fn open(&self, app: &Arc<App>, mut table: Table) -> Result<String, Problem> {
        let id = table.row().id.clone();
        app.store.write(table.take_changes()).await?;
        self.start(app, table);
        Ok(id)
    }

    fn start(&self, app: &Arc<App>, table: Table) -> mpsc::Sender<Message> {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let id = table.row().id.clone();
        let room = Room::new(Arc::clone(app), table, mailbox, sender.clone());
        self.rooms().insert(id, sender.clone());
        tokio::spawn(room.run());
        sender
    }

    /// A room closes itself.
    pub(super) fn close_room(&self, id: &str) {
        self.rooms().remove(id);
    }

    /// The room of a game, opened if it is not.
    async fn room(&self, app: &Arc<App>, id: &str) -> Result<mpsc::Sender<Message>, Problem> {
        let open = self.rooms().get(id).cloned();
        if let Some(room) = open {
            return Ok(room);
        }
        let _alone = self.loading.lock().await;
        let open = self.rooms().get(id).cloned();
        if let Some(room) = open {
            return Ok(room);
        }
        let stored = match app.store.load(id).await? {
            Some(stored) => stored,
            None => stored_game(app, id).await?.ok_or_else(|| Problem::not_found(messages::no_such_game()))?,
        };
        Ok(self.start(app, Table::load(&app.catalog, stored)?))
    }

    /// Says something to the room of a game and waits for the answer. A room that closes in the meantime is opened
    /// again: it has done nothing that it has not answered.
    pub(crate) async fn call<T>(
        &self,
        app: &Arc<App>,
        id: &str,
        message: impl Fn(oneshot::Sender<T>) -> Message,
    ) -> Result<T, Problem> {
        for _ in 0..ATTEMPTS {
            if app.is_closing() {
                return Err(Problem::unavailable());
            }
            let room = self.room(app, id).await?;
            let (reply, answer) = oneshot::channel();
            if room.send(message(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
            // Let the old room leave the list.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Err(Problem::unavailable())
    }

    /// Tells a room that a connection has ended; a room that is closed need not know.
    pub(crate) fn leave(&self, id: &str, socket: u64) {
        let room = self.rooms().get(id).cloned();
        if let Some(room) = room {
            tokio::spawn(async move { room.send(Message::Leave { socket }).await });
        }
    }

    /// Opens the rooms of all games that were being played when the server stopped.
    pub(crate) async fn resume(&self, app: &Arc<App>) -> Result<usize, Problem> {
        let ids = app.store.running().await?;
        for id in &ids {
            if let Err(problem) = self.room(app, id).await {
                // One damaged game must not keep the others from going on.
                eprintln!("error: game {id} is left out: {}", problem.message());
            }
        }
        Ok(ids.len())
    }

    /// Closes all rooms; clocks are stored as they are.
    pub(crate) async fn close(&self) {
        let rooms: Vec<_> = self.rooms().drain().map(|(_, room)| room).collect();
        let close = rooms.into_iter().map(|room| async move {
            let (reply, done) = oneshot::channel();
            if room.send(Message::Close { reply }).await.is_ok() {
                let _ = done.await;
            }
        });
        let _ = tokio::time::timeout(CLOSING, futures_util::future::join_all(close)).await;
    }
}
