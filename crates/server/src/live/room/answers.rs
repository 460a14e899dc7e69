//! How a room handles messages.

use std::sync::Arc;
use std::time::Instant;

use quevedo_api::live::StateBase;
use quevedo_catalog::{PlayerSpec, PresetSpec};
use quevedo_core::{SearchResult, Side};
use tokio::sync::oneshot;

use super::{Next, Room, Socket};
use crate::live::message::{Event, RoomMessage, Snapshot, Subscription};
use crate::live::{Form, StateText, frames};
use crate::messages;
use crate::problem::Problem;
use crate::wire::{FromPage, MoveThought, Status};

/// Searches for one move, when they panic.
const MAX_SEARCHES: u32 = 3;

impl Room {
    /// Handles a message.
    pub(super) async fn handle(&mut self, message: RoomMessage) -> Next {
        match message {
            RoomMessage::Subscribe { visitor, form, reply } => self.subscribe(&visitor, form, reply),
            RoomMessage::Unsubscribe { socket } => {
                self.idle_since = Instant::now();
                if self.sockets.remove(&socket).is_some() {
                    self.presence_changed();
                }
            }
            RoomMessage::Act { visitor, action, reply } => return self.act(&visitor, action, reply).await,
            RoomMessage::State { visitor, reply } => {
                let _ = reply.send(quevedo_api::live::state(
                    &self.game,
                    self.presence_with(&visitor),
                    self.viewer(&visitor),
                ));
            }
            RoomMessage::Text { visitor, form, reply } => {
                let _ = reply.send(self.text(&visitor, form));
            }
            RoomMessage::Snapshot { visitor, reply } => {
                let _ = reply.send(self.snapshot(&visitor));
            }
            RoomMessage::Rematch { visitor, reply } => return self.rematch(&visitor, reply).await,
            RoomMessage::SearchDone { number, result, engine, side } => {
                let Some(engine) = engine else { return self.search_failed(number).await };
                self.engines.put_back(side, engine);
                return self.search_done(number, result).await;
            }
            RoomMessage::Progress { number, text } => {
                if self.pending.as_ref().is_some_and(|pending| pending.number == number) {
                    let _ = self.events.send(Event::Text(text));
                }
            }
            RoomMessage::Close { reply } => {
                if let Some(change) = self.game.clock_change() {
                    let _ = self.write(vec![change]).await;
                }
                let _ = reply.send(());
                return Next::Close;
            }
        }
        Next::Continue
    }

    fn subscribe(&mut self, visitor: &str, form: Form, reply: oneshot::Sender<Subscription>) {
        if self.sockets.is_empty() {
            // Nobody was told of what has changed meanwhile.
            self.base = Some(StateBase::new(&self.game));
        }
        self.last_socket += 1;
        self.sockets.insert(self.last_socket, Socket { visitor: visitor.to_owned(), form });
        let first = self.text(visitor, form);
        let subscription = Subscription { socket: self.last_socket, first, events: self.events.subscribe() };
        if reply.send(subscription).is_err() {
            self.sockets.remove(&self.last_socket);
            return;
        }
        self.presence_changed();
    }

    fn text(&self, visitor: &str, form: Form) -> StateText {
        frames::text(&self.game, self.presence(), self.viewer(visitor), form)
    }

    fn snapshot(&self, visitor: &str) -> Snapshot {
        let engines = Side::BOTH.map(|side| self.game.engine(side));
        let searches = |spec: &PlayerSpec| !matches!(spec, PlayerSpec::Random(_));
        let mut engines = engines.into_iter().flatten().filter(searches);
        Snapshot {
            session: self.game.session().fork(),
            row: self.game.row().clone(),
            outcome: self.game.outcome(),
            can: self.game.can(self.viewer(visitor)),
            help_closed: self.game.is_help_closed(),
            hint_engine: engines.next().unwrap_or_else(|| PlayerSpec::Hard(PresetSpec::default())),
        }
    }

    /// Does an action of a visitor, if it is allowed. It is stored before it is acknowledged.
    async fn act(&mut self, visitor: &str, action: FromPage, reply: oneshot::Sender<Result<(), Problem>>) -> Next {
        let done = self.try_act(visitor, action);
        if self.game.status() == Status::Finished || self.game.plies_changed() {
            self.pending = None;
        }
        if done.is_ok() && self.game.answer_offer() {
            self.pending = None;
        }
        if let Err(problem) = self.store().await {
            let _ = reply.send(Err(problem));
            return Next::Close;
        }
        if done.is_ok() {
            self.start_search();
            self.broadcast();
        }
        let _ = reply.send(done);
        Next::Continue
    }

    fn try_act(&mut self, visitor: &str, action: FromPage) -> Result<(), Problem> {
        let viewer = self.viewer(visitor);
        match action {
            FromPage::Play { ply, taps } => self.game.play_taps(viewer, ply, &taps),
            FromPage::Resign => self.game.resign(viewer),
            FromPage::Draw { answer } => self.game.draw(viewer, answer),
            FromPage::Undo => self.game.undo(viewer),
            FromPage::Takeback { answer } => self.game.takeback(viewer, answer),
            FromPage::Help { answer } => self.game.help(viewer, answer),
            FromPage::Pause => {
                self.game.pause(viewer, true)?;
                self.pending = None;
                Ok(())
            }
            FromPage::Resume => {
                self.game.pause(viewer, false)?;
                self.pending = None;
                Ok(())
            }
            FromPage::Step => {
                self.game.check_step(viewer)?;
                self.step = true;
                Ok(())
            }
            FromPage::Delay { ms } => self.game.set_delay(viewer, ms),
            FromPage::Join { name } => self.game.join(visitor, &name.unwrap_or_default()),
            // The connection answers these itself.
            FromPage::Hint | FromPage::Analyse { .. } | FromPage::AnalyseStop | FromPage::Ping => {
                Err(Problem::internal())
            }
        }
    }

    /// A search has ended, with a move or without.
    async fn search_done(&mut self, number: u64, result: Option<SearchResult<String>>) -> Next {
        let Some(pending) = self.pending.as_mut().filter(|pending| pending.number == number) else {
            return Next::Continue;
        };
        self.failures = 0;
        let legal = || self.game.legal().first().map(|mv| mv.text.clone());
        pending.thought = result.as_ref().map(|result| MoveThought::new(result, &mut *self.game.session().fork()));
        pending.found = result.map(|result| result.mv).or_else(legal);
        if pending.due().is_some_and(|due| due <= Instant::now()) { self.play_found().await } else { Next::Continue }
    }

    /// A search has panicked, and its engine is lost: a new one tries again. Where that does not help, the game goes on by some
    /// legal move. Everybody is told.
    async fn search_failed(&mut self, number: u64) -> Next {
        let Some(pending) = self.pending.take_if(|pending| pending.number == number) else { return Next::Continue };
        self.failures += 1;
        if self.failures < MAX_SEARCHES {
            let _ = self.events.send(Event::MachineFailed(messages::machine_tries_again()));
            self.step = pending.step;
            self.start_search();
            return Next::Continue;
        }
        let _ = self.events.send(Event::MachineFailed(messages::machine_plays_any()));
        let number = pending.number;
        self.pending = Some(pending);
        self.search_done(number, None).await
    }

    /// Opens the game that follows this one, once.
    async fn rematch(&mut self, visitor: &str, reply: oneshot::Sender<Result<String, Problem>>) -> Next {
        let answer = self.try_rematch(visitor).await;
        let failed = self.store().await;
        if answer.is_ok() {
            self.broadcast();
        }
        let _ = reply.send(answer);
        if failed.is_err() { Next::Close } else { Next::Continue }
    }

    async fn try_rematch(&mut self, visitor: &str) -> Result<String, Problem> {
        if let Some(id) = &self.game.row().rematch {
            return Ok(id.clone());
        }
        if !self.game.can_rematch(self.viewer(visitor)) {
            return Err(Problem::conflict(messages::no_rematch()));
        }
        self.app.limits.make_game(visitor)?;
        let next = self.game.open_rematch(visitor)?;
        let id = self.app.hub.open(&Arc::clone(&self.app), next).await?;
        self.game.set_rematch(id.clone());
        Ok(id)
    }
}
