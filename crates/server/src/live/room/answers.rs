//! How a room answers what it is told.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use quevedo_catalog::{EvalRef, PlayerSpec, PresetSpec};
use quevedo_core::{Score, SearchResult, Side};
use tokio::sync::oneshot;

use super::{Next, Room};
use crate::live::message::{Event, Message, Snapshot, Watching};
use crate::live::{Table, frames, view};
use crate::messages;
use crate::problem::Problem;
use crate::think::Machine;
use crate::wire::{FromPage, SeatKind, Status};

/// A machine does not agree on a draw before this many moves.
const EARLIEST_DRAW: usize = 10;

impl Room {
    /// Somebody says something.
    pub(super) async fn hear(&mut self, message: Message) -> Next {
        match message {
            Message::Watch { visitor, reply } => self.watch(&visitor, reply),
            Message::Leave { socket } => {
                self.quiet_since = Instant::now();
                if self.sockets.remove(&socket).is_some() {
                    self.presence_changed();
                }
            }
            Message::Act { visitor, action, reply } => return self.act(&visitor, action, reply).await,
            Message::State { visitor, reply } => {
                let _ = reply.send(view::state(&self.table, self.presence(), self.viewer(&visitor)));
            }
            Message::Text { visitor, reply } => {
                let _ = reply.send(self.text(&visitor));
            }
            Message::Snapshot { visitor, reply } => {
                let _ = reply.send(self.snapshot(&visitor));
            }
            Message::Rematch { visitor, reply } => return self.rematch(&visitor, reply).await,
            Message::Thought { number, thought, machine, side } => {
                return self.thought(number, thought, machine, side).await;
            }
            Message::Progress { number, text } => {
                if self.thinking.as_ref().is_some_and(|thinking| thinking.number == number) {
                    let _ = self.events.send(Event::Text(text));
                }
            }
            Message::Close { reply } => {
                if let Some(change) = self.table.clock_change() {
                    let _ = self.app.store.write(vec![change]).await;
                }
                let _ = reply.send(());
                return Next::Close;
            }
        }
        Next::GoOn
    }

    fn watch(&mut self, visitor: &str, reply: oneshot::Sender<Watching>) {
        self.last_socket += 1;
        self.sockets.insert(self.last_socket, visitor.to_owned());
        let watching =
            Watching { socket: self.last_socket, first: self.text(visitor), events: self.events.subscribe() };
        if reply.send(watching).is_err() {
            self.sockets.remove(&self.last_socket);
            return;
        }
        self.presence_changed();
    }

    fn text(&self, visitor: &str) -> Utf8Bytes {
        frames::text(&self.table, self.presence(), self.viewer(visitor))
    }

    fn snapshot(&self, visitor: &str) -> Snapshot {
        let machines = Side::BOTH.map(|side| self.table.machine(side));
        let searches = |spec: &PlayerSpec| !matches!(spec, PlayerSpec::Random(_));
        let mut advisers = machines.into_iter().flatten().filter(searches);
        Snapshot {
            session: self.table.session().fork(),
            row: self.table.row().clone(),
            outcome: self.table.outcome(),
            can: self.table.can(self.viewer(visitor)),
            adviser: advisers.next().unwrap_or_else(|| PlayerSpec::Hard(PresetSpec::default())),
        }
    }

    /// Does what a visitor wants, if it may be done. Whatever was done is stored before it is acknowledged.
    async fn act(&mut self, visitor: &str, action: FromPage, reply: oneshot::Sender<Result<(), Problem>>) -> Next {
        let done = self.try_act(visitor, action);
        if self.table.status() == Status::Finished || self.table.plies_changed() {
            self.thinking = None;
        }
        if done.is_ok() && self.table.offer_to_machine().is_some() {
            self.answer_offer();
        }
        if let Err(problem) = self.store().await {
            let _ = reply.send(Err(problem));
            return Next::Close;
        }
        if done.is_ok() {
            self.ask_machine();
            self.tell();
        }
        let _ = reply.send(done);
        Next::GoOn
    }

    fn try_act(&mut self, visitor: &str, action: FromPage) -> Result<(), Problem> {
        let viewer = self.viewer(visitor);
        match action {
            FromPage::Play { ply, taps } => self.table.play_taps(viewer, ply, &taps),
            FromPage::Resign => self.table.resign(viewer),
            FromPage::Draw { answer } => self.table.draw(viewer, answer),
            FromPage::Undo => self.table.undo(viewer),
            FromPage::Pause => {
                self.table.pause(viewer, true)?;
                self.thinking = None;
                Ok(())
            }
            FromPage::Resume => {
                self.table.pause(viewer, false)?;
                self.thinking = None;
                Ok(())
            }
            FromPage::Step => {
                self.table.check_step(viewer)?;
                self.step = true;
                Ok(())
            }
            FromPage::Delay { ms } => self.table.set_delay(viewer, ms),
            FromPage::Join { name } => self.table.join(visitor, &name.unwrap_or_default()),
            // The connection answers these itself.
            FromPage::Hint | FromPage::Analyse { .. } | FromPage::AnalyseStop | FromPage::Ping => {
                Err(Problem::internal())
            }
        }
    }

    /// A machine takes a draw where it is not better.
    fn answer_offer(&mut self) {
        let Some(side) = self.table.offer_to_machine() else { return };
        let accepts = self.table.plies() >= EARLIEST_DRAW && score(&self.table, !side) <= 0;
        if accepts {
            self.table.agree_draw();
            self.thinking = None;
        } else {
            self.table.decline_draw();
        }
    }

    /// A machine comes back from thinking, with a move or without.
    async fn thought(
        &mut self,
        number: u64,
        thought: Option<SearchResult<String>>,
        machine: Box<Machine>,
        side: Side,
    ) -> Next {
        self.machines.put_back(side, machine);
        let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.number == number) else {
            return Next::GoOn;
        };
        let legal = || self.table.legal().first().map(|mv| mv.text.clone());
        thinking.found = thought.map(|thought| thought.mv).or_else(legal);
        if thinking.due().is_some_and(|due| due <= Instant::now()) { self.play_found().await } else { Next::GoOn }
    }

    /// Opens the game that follows this one, once.
    async fn rematch(&mut self, visitor: &str, reply: oneshot::Sender<Result<String, Problem>>) -> Next {
        let answer = self.try_rematch(visitor).await;
        let failed = self.store().await;
        if answer.is_ok() {
            self.tell();
        }
        let _ = reply.send(answer);
        if failed.is_err() { Next::Close } else { Next::GoOn }
    }

    async fn try_rematch(&mut self, visitor: &str) -> Result<String, Problem> {
        if let Some(id) = &self.table.row().rematch {
            return Ok(id.clone());
        }
        let viewer = self.viewer(visitor);
        let open = self.table.row().seats.iter().any(|seat| seat.kind == SeatKind::Open);
        let plays = viewer.seats[0] || viewer.seats[1] || (viewer.owner && self.table.only_machines());
        if self.table.status() != Status::Finished || open || !plays {
            return Err(Problem::conflict(messages::no_rematch()));
        }
        self.app.limits.make_game(visitor)?;
        let next = self.table.open_rematch(visitor)?;
        let id = self.app.hub.open(&Arc::clone(&self.app), next).await?;
        self.table.set_rematch(id.clone());
        Ok(id)
    }
}

/// How good the game is for a side, at first sight.
fn score(table: &Table, side: Side) -> Score {
    let session = table.session();
    let score = table.entry().evaluate(session, &EvalRef::Best).map_or(0, |evaluation| evaluation.score);
    if session.turn() == side { score } else { -score }
}
