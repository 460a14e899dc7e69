//! The hints and analyses of one connection. They run when no game waits for a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use quevedo_catalog::{AlphaBetaSpec, PlayerSpec, Session};
use quevedo_core::{SearchRequest, SearchResult};
use tokio::sync::mpsc;

use super::review::snapshot;
use crate::App;
use crate::engines::{Engine, Job, Priority, parse_spec};
use crate::live::encode;
use crate::messages;
use crate::problem::Problem;
use crate::wire::{SearchState, ToPage};

/// The time of an analysis for which the page names no engine.
const DEFAULT_TIME: Duration = Duration::from_secs(20);
pub(super) const MAX_LINES: u8 = 5;
const MAX_HINT_TIME: Duration = Duration::from_secs(5);
const MAX_ANALYSIS_TIME: Duration = Duration::from_secs(30);
/// The least time between two messages about an analysis.
const PROGRESS_EVERY: Duration = Duration::from_millis(150);

/// Starts and stops the hints and analyses of one connection.
pub(super) struct AnalysisRunner {
    pub(super) app: Arc<App>,
    pub(super) visitor: String,
    pub(super) game: String,
    /// Where results go.
    pub(super) out: mpsc::Sender<Utf8Bytes>,
    analysis: Option<Arc<AtomicBool>>,
}

impl AnalysisRunner {
    pub(super) fn new(app: Arc<App>, visitor: String, game: String, out: mpsc::Sender<Utf8Bytes>) -> Self {
        Self { app, visitor, game, out, analysis: None }
    }

    /// Searches a move for the side to move.
    pub(super) async fn hint(&self) -> Result<(), Problem> {
        let snapshot = snapshot(&self.app, &self.game, &self.visitor).await?;
        self.check_open(snapshot.help_closed, &snapshot.session.position()).await?;
        if !snapshot.can.hint {
            return Err(Problem::conflict(messages::not_your_turn()));
        }
        self.app.limits.check_engine(&self.visitor)?;
        let stop = self.app.start_analysis(&format!("{} hint", self.visitor));
        let task = self.task(snapshot.session, snapshot.hint_engine);
        self.submit(MAX_HINT_TIME, stop, Box::new(move |stop: &AtomicBool| task.hint(stop)));
        Ok(())
    }

    /// Analyses the position after `ply` moves, in place of any other analysis of the visitor.
    pub(super) async fn analyse(&mut self, ply: usize, spec: Option<String>, lines: Option<u8>) -> Result<(), Problem> {
        self.stop();
        let snapshot = snapshot(&self.app, &self.game, &self.visitor).await?;
        self.check_open(snapshot.help_closed, &snapshot.session.position()).await?;
        let mut session = snapshot.session;
        if ply > session.history().len() {
            return Err(Problem::unprocessable(messages::bad_ply()));
        }
        while session.history().len() > ply {
            session.undo();
        }
        if session.outcome().is_some() {
            return Err(Problem::conflict(messages::over_at_ply()));
        }
        check_fair_play(&self.app, &self.visitor, &session.position()).await?;
        self.app.limits.check_engine(&self.visitor)?;
        let spec = spec.map_or_else(|| Ok(default_engine()), |spec| parse_spec(session.entry(), &spec))?;
        let spec = with_lines(spec, lines.unwrap_or(1).clamp(1, MAX_LINES));
        let stop = self.app.start_analysis(&self.visitor);
        self.analysis = Some(Arc::clone(&stop));
        let task = self.task(session, spec);
        let message = move |thought, done| encode(&ToPage::Analysis { ply, thought, done });
        self.submit(MAX_ANALYSIS_TIME, stop, Box::new(move |stop: &AtomicBool| task.analyse(stop, message)));
        Ok(())
    }

    /// Stops the analysis.
    pub(super) fn stop(&mut self) {
        if let Some(stop) = self.analysis.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Refuses help in a game between two persons who have not agreed to it.
    async fn check_open(&self, is_closed: bool, position: &str) -> Result<(), Problem> {
        if is_closed {
            return Err(Problem::forbidden(messages::help_closed()));
        }
        check_fair_play(&self.app, &self.visitor, position).await
    }

    fn task(&self, session: Box<dyn Session>, spec: PlayerSpec) -> AnalysisTask {
        let engine = self.app.engine(session.entry(), spec);
        AnalysisTask { shown: session.fork(), session, engine, out: self.out.clone() }
    }

    fn submit(&self, limit: Duration, stop: Arc<AtomicBool>, work: Box<dyn FnOnce(&AtomicBool) + Send>) {
        self.app.search_pool.submit(Job {
            visitor: self.visitor.clone(),
            priority: Priority::Analysis,
            limit,
            stop,
            work,
        });
    }
}

impl Drop for AnalysisRunner {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Refuses help with a position that the visitor is playing against another person in some game, unless both agreed to it.
pub(super) async fn check_fair_play(app: &App, visitor: &str, position: &str) -> Result<(), Problem> {
    check_fair_line(app, visitor, &[position.to_owned()]).await
}

/// Every position of a line, the last one first.
pub(super) fn line_positions(session: &dyn Session) -> Vec<String> {
    let mut positions = vec![session.position()];
    let mut before = session.fork();
    while before.undo().is_some() {
        positions.push(before.position());
    }
    positions
}

/// The same for the positions of a line: what follows one that is being played would help as well.
pub(super) async fn check_fair_line(app: &App, visitor: &str, positions: &[String]) -> Result<(), Problem> {
    let played = app.store.rival_positions(visitor).await?;
    if played.iter().any(|position| positions.contains(position)) {
        return Err(Problem::forbidden(messages::help_closed()));
    }
    Ok(())
}

/// The engine that analyses unless the page names another.
pub(super) fn default_engine() -> PlayerSpec {
    PlayerSpec::AlphaBeta(AlphaBetaSpec { time: Some(DEFAULT_TIME), ..AlphaBetaSpec::default() })
}

/// The same engine with a number of best lines, where it searches several and leaves the number open.
pub(super) fn with_lines(mut spec: PlayerSpec, lines: u8) -> PlayerSpec {
    if let PlayerSpec::AlphaBeta(settings) = &mut spec {
        settings.lines.get_or_insert(lines.into());
    }
    spec
}

/// A hint or an analysis in the search pool.
pub(super) struct AnalysisTask {
    pub(super) session: Box<dyn Session>,
    /// A second copy, on which the moves of a result are tried.
    pub(super) shown: Box<dyn Session>,
    pub(super) engine: Engine,
    pub(super) out: mpsc::Sender<Utf8Bytes>,
}

impl AnalysisTask {
    fn hint(mut self, stop: &AtomicBool) {
        if let Some(result) = self.engine.search(&*self.session, &mut SearchRequest::new(stop, &mut |_| {})) {
            let thought = SearchState::new(&result, &mut *self.shown);
            let _ = self.out.try_send(encode(&ToPage::Hint { thought }));
        }
    }

    /// Sends what the engine finds, each result as the text that `message` makes of it.
    pub(super) fn analyse(mut self, stop: &AtomicBool, message: impl Fn(SearchState, bool) -> Utf8Bytes) {
        let Self { session, shown, engine, out } = &mut self;
        let mut sent_at: Option<Instant> = None;
        let mut send = |result: &SearchResult<String>, done: bool| {
            let is_stopped = stop.load(Ordering::Relaxed) && !done;
            if !is_stopped && (done || sent_at.is_none_or(|sent_at| sent_at.elapsed() >= PROGRESS_EVERY)) {
                sent_at = Some(Instant::now());
                let _ = out.try_send(message(SearchState::new(result, &mut **shown), done));
            }
        };
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let mut report = |result: &SearchResult<String>| send(result, false);
        if let Some(result) = engine.search(&**session, &mut SearchRequest::new(stop, &mut report)) {
            send(&result, true);
        }
    }
}
