//! The thread of a tournament.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quevedo_arena::tournament::{OpeningSource, Plan, Tally, Tournament};
use quevedo_arena::{GameJob, GameReport, PlayedMove, ThreadPool};
use tokio::runtime::Handle;
use tokio::sync::watch;

use super::TournamentFailure;
use super::boards::{LiveBoards, ObservedPool};
use crate::App;
use crate::engines::MAX_MOVE_TIME;
use crate::store::{Change, JobDone, Lease, StoreError, TournamentRow, fenced};
use crate::wire::TournamentStatus;

/// How often the watchdog checks the searches.
const CHECK_EVERY: Duration = Duration::from_secs(1);
const STACK: usize = 16 << 20;

/// A tournament that is being played.
pub(crate) struct TournamentRun {
    row: TournamentRow,
    /// The right to write to it, where several servers share the database.
    lease: Option<Lease>,
    /// The games so far, those of earlier runs among them.
    games: Mutex<Vec<Arc<JobDone>>>,
    pub(crate) boards: LiveBoards,
    /// How many games were known when this run began.
    known: usize,
    started_at: Instant,
    stop: Arc<AtomicBool>,
    ending: Mutex<Option<Ending>>,
    over: watch::Sender<bool>,
}

/// Why a run ends before its last game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Its owner has stopped it.
    Stopped,
    /// The server closes: the tournament continues when it starts again.
    Closing,
    /// Something is wrong.
    Failed(TournamentFailure),
}

impl TournamentRun {
    pub(super) fn new(row: TournamentRow, games: Vec<JobDone>, lease: Option<Lease>) -> Arc<Self> {
        Arc::new(Self {
            row,
            lease,
            known: games.len(),
            games: Mutex::new(games.into_iter().map(Arc::new).collect()),
            boards: LiveBoards::default(),
            started_at: Instant::now(),
            stop: Arc::default(),
            ending: Mutex::default(),
            over: watch::channel(false).0,
        })
    }

    pub(crate) fn row(&self) -> &TournamentRow {
        &self.row
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<JobDone>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games so far.
    pub(crate) fn games(&self) -> Vec<Arc<JobDone>> {
        self.lock().clone()
    }

    /// How many games have been played.
    pub(crate) fn played(&self) -> usize {
        self.lock().len()
    }

    /// The time left, at the speed since the run began.
    pub(crate) fn time_left(&self, planned: u64) -> Option<Duration> {
        let played = self.played();
        let now = played.checked_sub(self.known).filter(|now| *now > 0)?;
        let left = planned.saturating_sub(played as u64);
        Some(self.started_at.elapsed().mul_f64(left as f64 / now as f64))
    }

    /// Stops it; the first reason counts.
    pub(super) fn end(&self, ending: Ending) {
        self.ending.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(ending);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until the run is over and its end is stored.
    pub(super) async fn is_over(&self) {
        let _ = self.over.subscribe().wait_for(|over| *over).await;
    }

    /// Starts the thread and the watchdog.
    pub(super) fn start(self: Arc<Self>, app: Arc<App>, threads: usize) -> std::io::Result<()> {
        let (runtime, watched) = (Handle::current(), Arc::clone(&self));
        let name = format!("tournament {}", self.row.id);
        thread::Builder::new().name(name).stack_size(STACK).spawn(move || self.run(&app, threads, &runtime))?;
        tokio::spawn(watched.watchdog());
        Ok(())
    }

    /// Plays, and stores how it ended.
    fn run(&self, app: &App, threads: usize, runtime: &Handle) {
        let played = catch_unwind(AssertUnwindSafe(|| self.play(app, threads, runtime)));
        let ending = self.ending.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (status, failure) = match (played, ending) {
            (Ok(Ok(true)), _) => (TournamentStatus::Finished, None),
            (_, Some(Ending::Closing)) => (TournamentStatus::Running, None),
            (_, Some(Ending::Stopped)) => (TournamentStatus::Stopped, None),
            (_, Some(Ending::Failed(failure))) | (Ok(Err(failure)), None) => (TournamentStatus::Failed, Some(failure)),
            (Ok(Ok(false)) | Err(_), None) => (TournamentStatus::Failed, Some(TournamentFailure::PlayerFailed)),
        };
        let change = Change::Tournament(self.row.id.clone(), status, failure);
        let goes_on = status == TournamentStatus::Running;
        runtime.block_on(async {
            if let Err(error) = self.write(app, change).await {
                tracing::error!(tournament = self.row.id, %error, "its end is not stored");
            } else if let (Some(cluster), Some(lease), false) = (&app.cluster, &self.lease, goes_on) {
                cluster.release(lease).await;
            }
        });
        app.tournaments.remove(&self.row.id);
        self.over.send_replace(true);
    }

    async fn write(&self, app: &App, change: Change) -> Result<(), StoreError> {
        app.store.write(fenced(self.lease.as_ref(), [change])).await
    }

    /// Plays the games that are missing; whether all have been played.
    fn play(&self, app: &App, threads: usize, runtime: &Handle) -> Result<bool, TournamentFailure> {
        if !is_harmless(&self.row.plan) {
            return Err(TournamentFailure::CommandLine);
        }
        let tournament = Tournament::prepare(&app.catalog, self.row.plan.clone(), Path::new(""));
        let tournament = tournament.map_err(|error| self.fail(&error))?;
        let known = self.games().iter().map(|done| done.1.clone()).collect();
        let on_move = |job: &GameJob, mv: &PlayedMove| self.boards.moved(job, mv);
        let threads =
            ThreadPool { catalog: app.catalog.clone(), threads, stop: Arc::clone(&self.stop), on_move: Some(&on_move) };
        let pool = ObservedPool { threads, boards: &self.boards };
        let on_game = |job: &GameJob, report: &GameReport, _: &Tally<'_>| self.store(app, runtime, job, report);
        let tally = tournament.run(&pool, known, on_game).map_err(|error| self.fail(&error))?;
        Ok(tally.count() == tournament.games())
    }

    /// Logs why the tournament cannot continue.
    fn fail(&self, error: &dyn std::error::Error) -> TournamentFailure {
        tracing::error!(tournament = self.row.id, %error, "the database failed");
        TournamentFailure::Internal
    }

    /// Stores a game, and shows it then.
    fn store(&self, app: &App, runtime: &Handle, job: &GameJob, report: &GameReport) -> ControlFlow<()> {
        let done = (job.clone(), report.clone());
        let change = Change::TournamentGame(self.row.id.clone(), Box::new(done.clone()));
        if let Err(error) = runtime.block_on(self.write(app, change)) {
            self.end(Ending::Failed(self.fail(&error)));
            return ControlFlow::Break(());
        }
        app.uncounted.notify_one();
        self.lock().push(Arc::new(done));
        ControlFlow::Continue(())
    }

    /// Fails the tournament if a search does not end: it would hold its thread for ever.
    async fn watchdog(self: Arc<Self>) {
        let clock = self.row.plan.clock.map(|clock| clock.base + clock.increment).unwrap_or_default();
        let max = clock.max(2 * MAX_MOVE_TIME);
        while !*self.over.borrow() {
            if self.boards.longest_search() > max {
                let seconds = max.as_secs();
                self.end(Ending::Failed(TournamentFailure::MoveTooLong { seconds }));
            }
            tokio::time::sleep(CHECK_EVERY).await;
        }
    }
}

/// Whether a server may play it: it starts no external program and reads no file.
fn is_harmless(plan: &Plan) -> bool {
    let closed = !matches!(plan.openings, OpeningSource::File(_));
    closed && plan.players.iter().all(|player| !player.spec.is_external() && player.spec.files().is_empty())
}
