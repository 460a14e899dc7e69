//! The tournaments that are being played: started, stopped, found.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use quevedo_arena::tournament::Plan;

use super::run::{Ending, TournamentRun};
use super::{PlayedTournament, TournamentTables};
use crate::App;
use crate::ids::new_id;
use crate::messages;
use crate::problem::Problem;
use crate::store::{Change, JobDone, Resource, TournamentRow, now_ms};
use crate::wire::{TournamentSource, TournamentStatus};

/// Tournaments that are played at once, for all visitors together and for one.
const MAX_RUNNING: usize = 3;
const MAX_RUNNING_OF_VISITOR: usize = 1;
/// Tournaments that a visitor may have.
const MAX_STORED: i64 = 50;
/// Tables in the cache.
const MAX_CACHED_TABLES: usize = 16;
/// The time for games to stop when the server closes.
const CLOSING: Duration = Duration::from_secs(3);

/// The tournaments that are being played, and a cache of tables.
#[derive(Default)]
pub(crate) struct Tournaments {
    running: Mutex<HashMap<String, Arc<TournamentRun>>>,
    /// Tables by tournament, with the number of games in them: they are valid until there are more.
    tables: Mutex<HashMap<String, (usize, Arc<TournamentTables>)>>,
    /// Held while one is started, so that two do not take the last place.
    starting: tokio::sync::Mutex<()>,
}

impl Tournaments {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<TournamentRun>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A tournament that is being played here.
    pub(crate) fn running(&self, id: &str) -> Option<Arc<TournamentRun>> {
        self.lock().get(id).cloned()
    }

    pub(super) fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Starts a new tournament of a visitor and returns its id.
    pub(crate) async fn create(&self, app: &Arc<App>, plan: Plan, visitor: &str) -> Result<String, Problem> {
        let _alone = self.starting.lock().await;
        self.check_place(app, visitor)?;
        if app.store.tournaments_of(visitor).await? >= MAX_STORED {
            return Err(Problem::conflict(messages::too_many_own_tournaments()));
        }
        let row = TournamentRow {
            id: new_id(),
            plan,
            status: TournamentStatus::Running,
            failure: None,
            owner: visitor.into(),
            source: TournamentSource::Page,
            created_ms: now_ms(),
        };
        let id = row.id.clone();
        app.store.write(vec![Change::NewTournament(Box::new(row.clone()))]).await?;
        self.start(app, row).await?;
        Ok(id)
    }

    /// Resumes a tournament that was stopped.
    pub(crate) async fn resume(&self, app: &Arc<App>, row: TournamentRow) -> Result<(), Problem> {
        let _alone = self.starting.lock().await;
        if self.running(&row.id).is_some() {
            return Ok(());
        }
        self.check_place(app, &row.owner)?;
        let change = Change::Tournament(row.id.clone(), TournamentStatus::Running, None);
        app.store.write(vec![change]).await?;
        self.start(app, TournamentRow { status: TournamentStatus::Running, ..row }).await
    }

    /// Refuses one tournament too many. All visitors of an address count as one.
    fn check_place(&self, app: &App, visitor: &str) -> Result<(), Problem> {
        let running = self.lock();
        let own = running.values().filter(|run| app.limits.is_same_client(&run.row().owner, visitor)).count();
        if own >= MAX_RUNNING_OF_VISITOR {
            return Err(Problem::conflict(messages::tournament_running()));
        }
        if running.len() >= MAX_RUNNING {
            return Err(Problem::conflict(messages::too_many_tournaments()));
        }
        Ok(())
    }

    async fn start(&self, app: &Arc<App>, row: TournamentRow) -> Result<(), Problem> {
        let lease = match &app.cluster {
            Some(cluster) => Some(cluster.acquire(&Resource::Tournament(row.id.clone())).await?),
            None => None,
        };
        let games = app.store.tournament_games(&row.id).await?;
        let run = TournamentRun::new(row, games, lease);
        let id = run.row().id.clone();
        let threads = threads(self.lock().len());
        self.lock().insert(id.clone(), Arc::clone(&run));
        run.start(Arc::clone(app), threads).map_err(|error| {
            tracing::error!(tournament = id, %error, "cannot start");
            self.remove(&id);
            Problem::internal()
        })
    }

    /// Stops a tournament, if it is being played, and waits until it has.
    pub(crate) async fn stop(&self, id: &str) {
        if let Some(run) = self.running(id) {
            run.end(Ending::Stopped);
            run.is_over().await;
        }
    }

    /// Resumes all tournaments that were running when the server stopped.
    pub(crate) async fn resume_all(&self, app: &Arc<App>) -> Result<usize, Problem> {
        let rows = app.store.unfinished_tournaments().await?;
        let count = rows.len();
        for row in rows {
            let id = row.id.clone();
            if let Err(problem) = self.start(app, row).await
                && !problem.is_for_another_server()
            {
                tracing::error!(tournament = id, problem = %problem.message(), "skipped");
            }
        }
        Ok(count)
    }

    /// Goes on with a tournament whose server is gone, if it was being played.
    pub(crate) async fn adopt(&self, app: &Arc<App>, id: &str) -> Result<(), Problem> {
        let _alone = self.starting.lock().await;
        let stored = app.store.tournament(id).await?;
        let Some(row) = stored.filter(|row| row.status == TournamentStatus::Running) else {
            return forget(app, &Resource::Tournament(id.into())).await;
        };
        if self.running(id).is_some() { Ok(()) } else { self.start(app, row).await }
    }

    /// Stops all games; they are played again when the server starts again.
    pub(crate) async fn close(&self) {
        let runs: Vec<_> = self.lock().values().cloned().collect();
        for run in &runs {
            run.end(Ending::Closing);
        }
        let over = futures_util::future::join_all(runs.iter().map(|run| run.is_over()));
        let _ = tokio::time::timeout(CLOSING, over).await;
    }

    /// The games of a tournament.
    pub(crate) async fn played(&self, app: &App, row: &TournamentRow) -> Result<PlayedTournament, Problem> {
        let games = match self.running(&row.id) {
            Some(run) => run.games(),
            None => shared(app.store.tournament_games(&row.id).await?),
        };
        Ok(PlayedTournament { catalog: app.catalog.clone(), plan: row.plan.clone(), games })
    }

    /// The tables of a tournament.
    pub(crate) async fn tables(&self, app: &App, row: &TournamentRow) -> Result<Arc<TournamentTables>, Problem> {
        let count = match self.running(&row.id) {
            Some(run) => run.played(),
            None => app.store.count_tournament_games(&row.id).await? as usize,
        };
        let cached =
            self.cache().get(&row.id).filter(|(games, _)| *games == count).map(|(_, tables)| Arc::clone(tables));
        if let Some(tables) = cached {
            return Ok(tables);
        }
        let played = self.played(app, row).await?;
        let count = played.games.len();
        let tables = tokio::task::spawn_blocking(move || played.tables()).await.map_err(|_| Problem::internal())?;
        let tables = Arc::new(tables.map_err(|problem| unreadable(&row.id, &problem))?);
        let mut cache = self.cache();
        if cache.len() >= MAX_CACHED_TABLES {
            cache.clear();
        }
        cache.insert(row.id.clone(), (count, Arc::clone(&tables)));
        Ok(tables)
    }

    fn cache(&self) -> MutexGuard<'_, HashMap<String, (usize, Arc<TournamentTables>)>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Gives up the lease that a server has left behind of something that needs none any more.
async fn forget(app: &App, resource: &Resource) -> Result<(), Problem> {
    if let Some(cluster) = &app.cluster {
        cluster.release(&cluster.acquire(resource).await?).await;
    }
    Ok(())
}

/// Logs what is wrong with a stored tournament.
fn unreadable(id: &str, problem: &str) -> Problem {
    tracing::error!(tournament = id, %problem, "cannot be read");
    Problem::internal()
}

fn shared(games: Vec<JobDone>) -> Vec<Arc<JobDone>> {
    games.into_iter().map(Arc::new).collect()
}

/// Half of the cores for the first tournament, fewer for the next. The games of people have the others.
fn threads(running: usize) -> usize {
    let cores = thread::available_parallelism().map_or(2, usize::from);
    (cores / 2 / (running + 1)).max(1)
}
