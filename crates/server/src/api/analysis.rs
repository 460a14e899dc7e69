//! The hints and analyses of one connection. They run when no game waits for a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use quevedo_api::answers::analysis::{analyse, default_engine, line_positions, with_lines};
use quevedo_catalog::{PlayerSpec, Session};
use quevedo_core::Limits;
use tokio::sync::mpsc;

use super::review::snapshot;
use crate::App;
use crate::engines::{Job, Priority, parse_spec};
use crate::live::encode;
use crate::messages;
use crate::problem::Problem;
use crate::store::Rivalry;
use crate::wire::{SearchState, ToPage};

const MAX_HINT_TIME: Duration = Duration::from_secs(5);
const MAX_ANALYSIS_TIME: Duration = Duration::from_secs(30);
/// From this ply on two games with the same position are hardly a coincidence, not even of neighbours.
const SHARED_PLIES: i64 = 6;

/// A search in the search pool.
type Work = Box<dyn FnOnce(&AtomicBool) + Send>;

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
        self.check_open(snapshot.help_closed, line_positions(&*snapshot.session)).await?;
        if !snapshot.can.hint {
            return Err(Problem::conflict(messages::not_your_turn()));
        }
        self.app.limits.check_engine(&self.visitor)?;
        let stop = self.app.start_analysis(&format!("{} hint", self.visitor));
        // A hint is what an engine has found at the end.
        let message = |thought, _| encode(&ToPage::Hint { thought });
        self.submit(MAX_HINT_TIME, stop, self.search_once(snapshot.session, snapshot.hint_engine, message))
    }

    /// Analyses the position after `ply` moves, in place of any other analysis of the visitor.
    pub(super) async fn analyse(&mut self, ply: usize, spec: Option<String>, lines: Option<u8>) -> Result<(), Problem> {
        self.stop();
        let snapshot = snapshot(&self.app, &self.game, &self.visitor).await?;
        self.check_open(snapshot.help_closed, line_positions(&*snapshot.session)).await?;
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
        self.app.limits.check_engine(&self.visitor)?;
        let spec = spec.map_or_else(|| Ok(default_engine()), |spec| parse_spec(session.entry(), &spec))?;
        let spec = with_lines(spec, lines.unwrap_or(1));
        let stop = self.app.start_analysis(&self.visitor);
        self.analysis = Some(Arc::clone(&stop));
        let message = move |thought, done| encode(&ToPage::Analysis { ply, thought, done });
        self.submit(MAX_ANALYSIS_TIME, stop, self.search(session, spec, message))
    }

    /// Stops the analysis.
    pub(super) fn stop(&mut self) {
        if let Some(stop) = self.analysis.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Refuses help in a game between two persons who have not agreed to it.
    async fn check_open(&self, is_closed: bool, line: Vec<u64>) -> Result<(), Problem> {
        if is_closed {
            return Err(Problem::forbidden(messages::help_closed()));
        }
        check_fair_line(&self.app, &self.visitor, &line).await
    }

    /// A search that sends what it finds, each result as the text that `message` makes of it.
    fn search(
        &self,
        session: Box<dyn Session>,
        spec: PlayerSpec,
        message: impl Fn(SearchState, bool) -> Utf8Bytes + Send + 'static,
    ) -> Work {
        let (mut engine, out) = (self.app.engine(session.entry(), spec), self.out.clone());
        Box::new(move |stop: &AtomicBool| {
            let mut send = |thought, done| drop(out.try_send(message(thought, done)));
            analyse(&*session, &mut engine, Limits::default(), stop, &mut send);
        })
    }

    /// The same for the end of the search alone.
    fn search_once(
        &self,
        session: Box<dyn Session>,
        spec: PlayerSpec,
        message: impl Fn(SearchState, bool) -> Utf8Bytes + Send + 'static,
    ) -> Work {
        let (mut engine, out) = (self.app.engine(session.entry(), spec), self.out.clone());
        Box::new(move |stop: &AtomicBool| {
            let mut send = |thought, done: bool| drop(done.then(|| out.try_send(message(thought, done))));
            analyse(&*session, &mut engine, Limits::default(), stop, &mut send);
        })
    }

    fn submit(&self, limit: Duration, stop: Arc<AtomicBool>, work: Work) -> Result<(), Problem> {
        self.app.search_pool.submit(Job {
            visitor: self.visitor.clone(),
            priority: Priority::Analysis,
            limit,
            stop,
            work,
        })
    }
}

impl Drop for AnalysisRunner {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Refuses help with a position that the visitor is playing against another person in some game, unless both agreed to it.
pub(crate) async fn check_fair_play(app: &App, visitor: &str, position: u64) -> Result<(), Problem> {
    check_fair_line(app, visitor, &[position]).await
}

/// The same for the positions of a line: what follows one that is being played would help as well.
pub(crate) async fn check_fair_line(app: &App, visitor: &str, positions: &[u64]) -> Result<(), Problem> {
    let played = match app.limits.address_of(visitor) {
        // A player without a cookie is nobody we know, but still at the same place.
        Some(_) => app.store.rivalries().await?,
        None => app.store.rivalries_of(visitor).await?,
    };
    let is_own = |rivalry: &Rivalry| {
        rivalry.visitors.iter().any(|player| player == visitor)
            || rivalry.plies >= SHARED_PLIES
                && rivalry.visitors.iter().any(|player| app.limits.is_same_client(player, visitor))
    };
    let key =
        |rivalry: &Rivalry| Some(app.catalog.find(&rivalry.game).ok()?.session(Some(&rivalry.position)).ok()?.key());
    let is_played = |rivalry: &Rivalry| is_own(rivalry) && key(rivalry).is_some_and(|key| positions.contains(&key));
    if played.iter().any(is_played) {
        return Err(Problem::forbidden(messages::help_closed()));
    }
    Ok(())
}
