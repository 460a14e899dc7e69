//! The search of a move by a worker at a queue.

use std::sync::Arc;

use quevedo_catalog::PlayerSpec;
use quevedo_queue::{Search, SearchAnswer, SearchJob};

use super::engines::SearchTask;
use super::message::RoomMessage;
use crate::engines::{Engine, MAX_MOVE_TIME, bounded};
use crate::limits::Limits;
use quevedo_api::live::LiveGame;

/// What a worker has to know to search the next move of a game.
pub(super) fn job(game: &LiveGame, spec: PlayerSpec, clock_ms: Option<[u64; 2]>) -> SearchJob {
    SearchJob {
        game: game.entry().id().to_owned(),
        start: game.row().start.clone(),
        moves: game.moves().iter().map(|mv| mv.text.clone()).collect(),
        player: bounded(spec),
        clock_ms,
        limit_ms: MAX_MOVE_TIME.as_millis() as u64,
    }
}

/// A search that a worker does.
pub(super) struct RemoteSearch {
    pub(super) task: SearchTask,
    pub(super) search: Search,
    /// The engine of the room, which has nothing to do.
    pub(super) engine: Box<Engine>,
    /// Who uses the worker's time.
    pub(super) visitor: String,
    pub(super) limits: Arc<Limits>,
}

impl RemoteSearch {
    /// Hands what the worker says to the room. When this is dropped the worker stops.
    pub(super) async fn run(mut self) {
        let mut shown = self.task.session.fork();
        let (number, side) = (self.task.number, self.task.side);
        let (result, engine) = loop {
            match self.search.next().await {
                Some(SearchAnswer::Progress(result)) => self.task.show(&result, &mut *shown),
                Some(SearchAnswer::Done(result, time)) => {
                    self.limits.charge_engine(&self.visitor, time);
                    break (result, Some(self.engine));
                }
                Some(SearchAnswer::Failed(problem)) => {
                    tracing::error!(problem, "a worker failed");
                    break (None, None);
                }
                None => break (None, None),
            }
        };
        // A room that has closed needs no answer.
        let _ = self.task.mailbox.send(RoomMessage::SearchDone { number, result, engine, side }).await;
    }
}
