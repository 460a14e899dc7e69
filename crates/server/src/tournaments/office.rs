//! Where tournaments are begun, stopped and found.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use quevedo_arena::tournament::Plan;

use super::run::{Ending, Run};
use super::{Book, View};
use crate::App;
use crate::live::new_id;
use crate::messages;
use crate::problem::Problem;
use crate::store::{Change, JobDone, TournamentRow, now_ms};
use crate::wire::{TournamentSource, TournamentStatus};

/// Tournaments that are played at once, for all visitors together and for one.
const MOST_RUNNING: usize = 3;
const MOST_RUNNING_OF_ONE: usize = 1;
/// Tournaments that a visitor may keep.
const MOST_KEPT: i64 = 50;
/// Tables that are remembered.
const MOST_VIEWS: usize = 16;
/// How long games have to break off when the server goes down.
const CLOSING: Duration = Duration::from_secs(3);

/// The tournaments that are being played, and the tables that were asked for lately.
#[derive(Default)]
pub(crate) struct Tournaments {
    running: Mutex<HashMap<String, Arc<Run>>>,
    /// A table with the number of games in it: it stays right until there are more.
    views: Mutex<HashMap<String, (usize, Arc<View>)>>,
    /// Held while one is begun, so that no two take the last place.
    beginning: tokio::sync::Mutex<()>,
}

impl Tournaments {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Run>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A tournament that is being played here.
    pub(crate) fn running(&self, id: &str) -> Option<Arc<Run>> {
        self.lock().get(id).cloned()
    }

    pub(super) fn leave(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Begins a new tournament of a visitor; its id.
    pub(crate) async fn create(&self, app: &Arc<App>, plan: Plan, visitor: &str) -> Result<String, Problem> {
        let _alone = self.beginning.lock().await;
        self.check_place(visitor)?;
        if app.store.tournaments_of(visitor).await? >= MOST_KEPT {
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

    /// Lets a tournament that was stopped go on.
    pub(crate) async fn resume(&self, app: &Arc<App>, row: TournamentRow) -> Result<(), Problem> {
        let _alone = self.beginning.lock().await;
        if self.running(&row.id).is_some() {
            return Ok(());
        }
        self.check_place(&row.owner)?;
        let change = Change::Tournament(row.id.clone(), TournamentStatus::Running, None);
        app.store.write(vec![change]).await?;
        self.start(app, TournamentRow { status: TournamentStatus::Running, ..row }).await
    }

    /// Refuses one tournament too many.
    fn check_place(&self, visitor: &str) -> Result<(), Problem> {
        let running = self.lock();
        let own = running.values().filter(|run| run.row().owner == visitor).count();
        if own >= MOST_RUNNING_OF_ONE {
            return Err(Problem::conflict(messages::tournament_running()));
        }
        if running.len() >= MOST_RUNNING {
            return Err(Problem::conflict(messages::too_many_tournaments()));
        }
        Ok(())
    }

    async fn start(&self, app: &Arc<App>, row: TournamentRow) -> Result<(), Problem> {
        let games = app.store.tournament_games(&row.id).await?;
        let run = Run::new(row, games);
        let id = run.row().id.clone();
        let threads = threads(self.lock().len());
        self.lock().insert(id.clone(), Arc::clone(&run));
        run.start(Arc::clone(app), threads).map_err(|error| {
            eprintln!("error: tournament {id}: {error}");
            self.leave(&id);
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

    /// Lets all tournaments go on that were being played when the server stopped.
    pub(crate) async fn resume_all(&self, app: &Arc<App>) -> Result<usize, Problem> {
        let rows = app.store.unfinished_tournaments().await?;
        let count = rows.len();
        for row in rows {
            let id = row.id.clone();
            if let Err(problem) = self.start(app, row).await {
                eprintln!("error: tournament {id} is left out: {}", problem.message());
            }
        }
        Ok(count)
    }

    /// The server goes down: games break off, and are played again when it comes back.
    pub(crate) async fn close(&self) {
        let runs: Vec<_> = self.lock().values().cloned().collect();
        for run in &runs {
            run.end(Ending::Closing);
        }
        let over = futures_util::future::join_all(runs.iter().map(|run| run.is_over()));
        let _ = tokio::time::timeout(CLOSING, over).await;
    }

    /// Everything that was played in a tournament.
    pub(crate) async fn book(&self, app: &App, row: &TournamentRow) -> Result<Book, Problem> {
        let games = match self.running(&row.id) {
            Some(run) => run.games(),
            None => shared(app.store.tournament_games(&row.id).await?),
        };
        Ok(Book { catalog: app.catalog.clone(), plan: row.plan.clone(), games })
    }

    /// The table of a tournament.
    pub(crate) async fn view(&self, app: &App, row: &TournamentRow) -> Result<Arc<View>, Problem> {
        let count = match self.running(&row.id) {
            Some(run) => run.played(),
            None => app.store.count_tournament_games(&row.id).await? as usize,
        };
        let known = self.views().get(&row.id).filter(|(games, _)| *games == count).map(|(_, view)| Arc::clone(view));
        if let Some(view) = known {
            return Ok(view);
        }
        let book = self.book(app, row).await?;
        let count = book.games.len();
        let view = tokio::task::spawn_blocking(move || book.view()).await.map_err(|_| Problem::internal())?;
        let view = Arc::new(view.map_err(|problem| unreadable(&row.id, &problem))?);
        let mut views = self.views();
        if views.len() >= MOST_VIEWS {
            views.clear();
        }
        views.insert(row.id.clone(), (count, Arc::clone(&view)));
        Ok(view)
    }

    fn views(&self) -> MutexGuard<'_, HashMap<String, (usize, Arc<View>)>> {
        self.views.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A tournament that no version of this program has stored.
pub(super) fn unreadable(id: &str, problem: &str) -> Problem {
    eprintln!("error: tournament {id}: {problem}");
    Problem::internal()
}

fn shared(games: Vec<JobDone>) -> Vec<Arc<JobDone>> {
    games.into_iter().map(Arc::new).collect()
}

/// Half of the cores for the first tournament, less for the next: people's games have the others.
fn threads(running: usize) -> usize {
    let cores = thread::available_parallelism().map_or(2, usize::from);
    (cores / 2 / (running + 1)).max(1)
}
