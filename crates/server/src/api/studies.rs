//! Hints and analyses: studies of one connection, thought about when no game waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use quevedo_catalog::{AlphaBetaSpec, PlayerSpec, Session};
use quevedo_core::{SearchRequest, SearchResult};
use tokio::sync::mpsc;

use super::looking::snapshot;
use crate::App;
use crate::live::encode;
use crate::messages;
use crate::problem::Problem;
use crate::think::{Job, Machine, Priority, parse_spec};
use crate::wire::{ThoughtState, ToPage};

/// The time of an analysis for which the page names no engine.
const DEFAULT_TIME: Duration = Duration::from_secs(20);
const MAX_LINES: u8 = 5;
const LONGEST_HINT: Duration = Duration::from_secs(5);
const LONGEST_ANALYSIS: Duration = Duration::from_secs(30);
/// Progress is told this often at most.
const PROGRESS_EVERY: Duration = Duration::from_millis(150);

/// The studies of one connection.
pub(super) struct Studies {
    pub(super) app: Arc<App>,
    pub(super) visitor: String,
    pub(super) game: String,
    /// Where results go.
    pub(super) out: mpsc::Sender<Utf8Bytes>,
    analysis: Option<Arc<AtomicBool>>,
}

impl Studies {
    pub(super) fn new(app: Arc<App>, visitor: String, game: String, out: mpsc::Sender<Utf8Bytes>) -> Self {
        Self { app, visitor, game, out, analysis: None }
    }

    /// Looks for a good move for the one who is to move.
    pub(super) async fn hint(&self) -> Result<(), Problem> {
        let snapshot = snapshot(&self.app, &self.game, &self.visitor).await?;
        if !snapshot.can.hint {
            return Err(Problem::conflict(messages::not_your_turn()));
        }
        self.app.limits.check_engine(&self.visitor)?;
        let stop = self.app.begin_study(&format!("{} hint", self.visitor));
        let study = self.study(snapshot.session, snapshot.adviser);
        self.submit(LONGEST_HINT, stop, Box::new(move |stop: &AtomicBool| study.hint(stop)));
        Ok(())
    }

    /// Analyses the position after `ply` moves, in place of any other analysis of the visitor.
    pub(super) async fn analyse(&mut self, ply: usize, spec: Option<String>, lines: Option<u8>) -> Result<(), Problem> {
        self.stop();
        let mut session = snapshot(&self.app, &self.game, &self.visitor).await?.session;
        if ply > session.history().len() {
            return Err(Problem::unprocessable(messages::bad_ply()));
        }
        while session.history().len() > ply {
            session.undo();
        }
        if session.outcome().is_some() {
            return Err(Problem::conflict(messages::over_at_ply()));
        }
        self.app.limits.check_engine(&self.visitor)?;
        let spec = spec.map_or_else(|| Ok(default_analyst()), |spec| parse_spec(session.entry(), &spec))?;
        let spec = with_lines(spec, lines.unwrap_or(1).clamp(1, MAX_LINES));
        let stop = self.app.begin_study(&self.visitor);
        self.analysis = Some(Arc::clone(&stop));
        let study = self.study(session, spec);
        self.submit(LONGEST_ANALYSIS, stop, Box::new(move |stop: &AtomicBool| study.analyse(ply, stop)));
        Ok(())
    }

    /// Ends the analysis.
    pub(super) fn stop(&mut self) {
        if let Some(stop) = self.analysis.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn study(&self, session: Box<dyn Session>, spec: PlayerSpec) -> Study {
        let machine = self.app.machine(session.entry(), spec);
        Study { shown: session.fork(), session, machine, out: self.out.clone() }
    }

    fn submit(&self, limit: Duration, stop: Arc<AtomicBool>, work: Box<dyn FnOnce(&AtomicBool) + Send>) {
        self.app.pool.submit(Job { who: self.visitor.clone(), priority: Priority::Study, limit, stop, work });
    }
}

impl Drop for Studies {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The engine that analyses unless the page names another.
fn default_analyst() -> PlayerSpec {
    PlayerSpec::AlphaBeta(AlphaBetaSpec { time: Some(DEFAULT_TIME), ..AlphaBetaSpec::default() })
}

/// The same engine with a number of best lines, where it searches several and leaves the number open.
fn with_lines(mut spec: PlayerSpec, lines: u8) -> PlayerSpec {
    if let PlayerSpec::AlphaBeta(settings) = &mut spec {
        settings.lines.get_or_insert(lines.into());
    }
    spec
}

/// A study on its way through the pool.
struct Study {
    session: Box<dyn Session>,
    /// A second copy, on which the moves of a thought are tried.
    shown: Box<dyn Session>,
    machine: Machine,
    out: mpsc::Sender<Utf8Bytes>,
}

impl Study {
    fn hint(mut self, stop: &AtomicBool) {
        if let Some(thought) = self.machine.search(&*self.session, &mut SearchRequest::new(stop, &mut |_| {})) {
            let thought = ThoughtState::new(&thought, &mut *self.shown);
            let _ = self.out.try_send(encode(&ToPage::Hint { thought }));
        }
    }

    fn analyse(mut self, ply: usize, stop: &AtomicBool) {
        let Self { session, shown, machine, out } = &mut self;
        let mut told: Option<Instant> = None;
        let mut tell = |thought: &SearchResult<String>, done: bool| {
            let silent = stop.load(Ordering::Relaxed) && !done;
            if !silent && (done || told.is_none_or(|told| told.elapsed() >= PROGRESS_EVERY)) {
                told = Some(Instant::now());
                let thought = ThoughtState::new(thought, &mut **shown);
                let _ = out.try_send(encode(&ToPage::Analysis { ply, thought, done }));
            }
        };
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let mut report = |thought: &SearchResult<String>| tell(thought, false);
        if let Some(thought) = machine.search(&**session, &mut SearchRequest::new(stop, &mut report)) {
            tell(&thought, true);
        }
    }
}
