//! Reviews of finished games: made on the search pool, one job each, and stored with the game.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quevedo_catalog::Session;
use quevedo_review::{DEFAULT_NODES, ReviewSettings, ReviewedMove, judge_move, review};
use tokio::sync::oneshot;

use crate::App;
use crate::engines::{Job, Priority};
use crate::problem::Problem;
use crate::store::{Change, StoreError};
use crate::wire::{GameReview, ReviewState};

/// The longest a review may take.
const MAX_TIME: Duration = Duration::from_mins(3);
/// The longest that the judgement of one move may take.
const MAX_MOVE_TIME: Duration = Duration::from_secs(20);

/// The reviews that are being made, by the id of the game.
#[derive(Default)]
pub(crate) struct Reviews {
    running: Mutex<HashMap<String, Arc<RunningReview>>>,
}

/// A review that is being made.
struct RunningReview {
    /// Who asked for it.
    visitor: String,
    stop: Arc<AtomicBool>,
    done: AtomicUsize,
    total: usize,
}

impl Reviews {
    fn running(&self) -> MutexGuard<'_, HashMap<String, Arc<RunningReview>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far the review of a game is: in work, stored, or neither. A stored one that this version cannot read counts as
    /// none.
    pub(crate) async fn state(&self, app: &App, game: &str) -> Result<ReviewState, StoreError> {
        if let Some(running) = self.running().get(game) {
            let done = running.done.load(Ordering::Relaxed);
            return Ok(ReviewState::Running { done, total: running.total });
        }
        let stored = app.store.review(game).await?.and_then(|json| serde_json::from_str::<GameReview>(&json).ok());
        Ok(stored.map_or(ReviewState::None, |review| ReviewState::Done { review }))
    }

    /// Starts the review of a finished game, unless it is being made. An earlier one of the same visitor is stopped.
    pub(crate) fn start(
        &self,
        app: &Arc<App>,
        game: &str,
        session: Box<dyn Session>,
        visitor: &str,
    ) -> Result<(), Problem> {
        let mut all = self.running();
        if all.contains_key(game) {
            return Ok(());
        }
        let stop = app.start_analysis(&format!("{visitor} review"));
        let total = session.history().len() + 1;
        let visitor = visitor.to_owned();
        let running = Arc::new(RunningReview { visitor, stop, done: AtomicUsize::new(0), total });
        let (reply, answer) = oneshot::channel();
        let (visitor, stop, started) = (running.visitor.clone(), Arc::clone(&running.stop), Arc::clone(&running));
        let work = Box::new(move |stop: &AtomicBool| {
            let _ = reply.send(make(&*session, &running, stop));
        });
        app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: MAX_TIME, stop, work })?;
        all.insert(game.to_owned(), started);
        drop(all);
        let (app, game) = (Arc::clone(app), game.to_owned());
        tokio::spawn(async move {
            // Without an answer the pool was closed, or the job failed.
            let stored = match answer.await.ok().flatten().and_then(|review| serde_json::to_string(&review).ok()) {
                Some(json) => app.store.write(vec![Change::Review(game.clone(), json)]).await,
                None => Ok(()),
            };
            app.reviews.running().remove(&game);
            if let Err(error) = stored {
                tracing::error!(%error, "a review is not stored");
            }
        });
        Ok(())
    }

    /// Stops the review of a game, if this visitor asked for it.
    pub(crate) fn stop(&self, game: &str, visitor: &str) {
        if let Some(running) = self.running().get(game).filter(|running| running.visitor == visitor) {
            running.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Runs on a thread of the search pool.
fn make(session: &dyn Session, running: &RunningReview, stop: &AtomicBool) -> Option<GameReview> {
    let settings = ReviewSettings::default();
    let progress = |progress: quevedo_review::Progress| running.done.store(progress.done, Ordering::Relaxed);
    let made = review(session, &settings, stop, &progress).ok()?;
    Some(GameReview::new(session, &made, settings.nodes))
}

/// Judges a move in the position of a session, with the effort of a review.
pub(crate) async fn judge(
    app: &Arc<App>,
    session: Box<dyn Session>,
    mv: String,
    visitor: &str,
) -> Result<ReviewedMove, Problem> {
    let (reply, answer) = oneshot::channel();
    let stop = app.start_analysis(&format!("{visitor} try"));
    let work = Box::new(move |stop: &AtomicBool| {
        let _ = reply.send(judge_move(&*session, &mv, DEFAULT_NODES, stop));
    });
    let visitor = visitor.to_owned();
    app.search_pool.submit(Job { visitor, priority: Priority::Analysis, limit: MAX_MOVE_TIME, stop, work })?;
    let judged = answer.await.map_err(|_| Problem::internal())?;
    judged.map_err(|_| Problem::internal())
}
