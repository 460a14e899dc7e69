//! The task that writes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;
use sqlx::{AnyConnection, AnyPool, Connection};
use tokio::sync::{mpsc, oneshot};

use super::rows::{HELP_OPEN, word};
use super::tournaments::{self, JobDone, TournamentRow};
use super::{
    CountedGame, GameChange, GameRow, Lease, MoveRow, PlayedGame, StoreError, leases, now_ms, played, reviews,
};
use crate::metrics::{self, Metrics};
use crate::tournaments::TournamentFailure;
use crate::wire::{Status, TournamentStatus};

/// How many requests one commit carries at most.
const BATCH: usize = 256;

/// Something to be written.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// What follows is written only if this lease is still held.
    Fence(Lease),
    /// A change of a live game.
    Game(GameChange),
    /// The name of a visitor.
    Visitor(String, String),
    /// A setting of the server.
    Setting(String, String),
    /// A setting that stays as it is where there is one.
    FirstSetting(String, String),
    /// The review of a game, as JSON.
    Review(String, String),
    /// A finished game is counted, with its moves where they count.
    Played(CountedGame, Option<Box<PlayedGame>>),
    /// All counts of moves are forgotten.
    ForgetPlayed,
    /// A new tournament; one that is known stays as it is.
    NewTournament(Box<TournamentRow>),
    /// The status of a tournament, and why it failed.
    Tournament(String, TournamentStatus, Option<TournamentFailure>),
    /// A game of a tournament was played.
    TournamentGame(String, Box<JobDone>),
    /// A tournament is deleted with its games.
    DeleteTournament(String),
}

/// The changes of a live game, under the lease of its room where several servers share the database.
pub(crate) fn game_changes(lease: Option<&Lease>, changes: Vec<GameChange>) -> Vec<Change> {
    fenced(lease, changes.into_iter().map(Change::Game))
}

/// Changes that are written only while a lease is held, if there is one.
pub(crate) fn fenced(lease: Option<&Lease>, changes: impl IntoIterator<Item = Change>) -> Vec<Change> {
    lease.cloned().map(Change::Fence).into_iter().chain(changes).collect()
}

type Answer = oneshot::Sender<Result<(), StoreError>>;

enum Order {
    Write(Vec<Change>, Answer),
    Close(oneshot::Sender<()>),
}

/// The way to the task that writes.
#[derive(Clone)]
pub(super) struct Writer {
    orders: mpsc::Sender<Order>,
    figures: Figures,
}

/// What the writer counts.
#[derive(Clone)]
struct Figures {
    commits: Histogram,
    failures: Counter,
    /// Whether nothing of the last batch could be written.
    failing: Arc<AtomicBool>,
}

impl Writer {
    pub(super) fn spawn(pool: AnyPool) -> Self {
        let (orders, receiver) = mpsc::channel(4 * BATCH);
        let figures = Figures { commits: metrics::seconds(), failures: Counter::default(), failing: Arc::default() };
        tokio::spawn(run(pool, receiver, figures.clone()));
        Self { orders, figures }
    }

    /// Whether the last write failed.
    pub(super) fn is_failing(&self) -> bool {
        self.figures.failing.load(Ordering::Relaxed)
    }

    pub(super) fn register(&self, metrics: &mut Metrics) {
        let Figures { commits, failures, .. } = self.figures.clone();
        metrics.register("commit_seconds", "Time of commits to the database", commits);
        metrics.register("commit_failures", "Commits that failed", failures);
    }

    pub(super) async fn write(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        let (answer, done) = oneshot::channel();
        self.orders.send(Order::Write(changes, answer)).await.map_err(|_| StoreError::Closed)?;
        done.await.map_err(|_| StoreError::Closed)?
    }

    pub(super) async fn close(&self) {
        let (answer, done) = oneshot::channel();
        if self.orders.send(Order::Close(answer)).await.is_ok() {
            let _ = done.await;
        }
    }
}

async fn run(pool: AnyPool, mut orders: mpsc::Receiver<Order>, figures: Figures) {
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        if orders.recv_many(&mut batch, BATCH).await == 0 {
            return;
        }
        let mut writes = Vec::with_capacity(batch.len());
        let mut closing = None;
        for order in batch.drain(..) {
            match order {
                Order::Write(changes, answer) => writes.push((changes, answer)),
                Order::Close(answer) => closing = Some(answer),
            }
        }
        // In a task of its own: if it panics, those who wait are told, and the next batch is written.
        let _ = tokio::spawn(write_batch(pool.clone(), writes, figures.clone())).await;
        if let Some(answer) = closing {
            let _ = answer.send(());
            return;
        }
    }
}

/// Writes everything in one transaction; if that fails, each request in its own, so that a bad one harms no other.
async fn write_batch(pool: AnyPool, writes: Vec<(Vec<Change>, Answer)>, figures: Figures) {
    if writes.is_empty() {
        return;
    }
    let all = writes.iter().flat_map(|(changes, _)| changes);
    let begin = Instant::now();
    let done = transact(&pool, all).await;
    figures.commits.observe(begin.elapsed().as_secs_f64());
    figures.failing.store(done.is_err(), Ordering::Relaxed);
    if done.is_ok() {
        for (_, answer) in writes {
            let _ = answer.send(Ok(()));
        }
        return;
    }
    figures.failures.inc();
    for (changes, answer) in writes {
        let done = transact(&pool, changes.iter()).await;
        figures.failing.fetch_and(is_fault(&done), Ordering::Relaxed);
        let _ = answer.send(done);
    }
}

/// Whether the database is to blame.
fn is_fault(done: &Result<(), StoreError>) -> bool {
    done.as_ref().is_err_and(|error| !matches!(error, StoreError::LeaseLost { .. }))
}

async fn transact(pool: &AnyPool, changes: impl Iterator<Item = &Change>) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    for change in changes {
        apply(change, &mut transaction).await?;
    }
    Ok(transaction.commit().await?)
}

async fn apply(change: &Change, connection: &mut AnyConnection) -> Result<(), StoreError> {
    match change {
        Change::Fence(lease) => leases::fence(lease, connection).await,
        Change::Game(change) => apply_to_game(change, connection).await,
        Change::Visitor(id, name) => {
            let query = sqlx::query(
                "INSERT INTO visitors (id, name, created_ms) VALUES ($1, $2, $3) \
                 ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            );
            let query = query.bind(id.clone()).bind(name.clone()).bind(now_ms());
            query.execute(connection).await.map(drop).map_err(StoreError::from)
        }
        Change::Setting(name, value) => {
            let query = sqlx::query(
                "INSERT INTO settings (name, value) VALUES ($1, $2) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            );
            query.bind(name.clone()).bind(value.clone()).execute(connection).await.map(drop).map_err(StoreError::from)
        }
        Change::FirstSetting(name, value) => {
            let query = sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING");
            query.bind(name.clone()).bind(value.clone()).execute(connection).await.map(drop).map_err(StoreError::from)
        }
        Change::Review(game, review) => reviews::put(game, review, connection).await,
        Change::Played(source, game) => played::count(source, game.as_deref(), connection).await,
        Change::ForgetPlayed => played::forget(connection).await,
        Change::NewTournament(row) => tournaments::insert(row, connection).await,
        Change::Tournament(id, status, failure) => tournaments::set_status(id, *status, *failure, connection).await,
        Change::TournamentGame(id, done) => tournaments::insert_game(id, done, connection).await,
        Change::DeleteTournament(id) => tournaments::delete(id, connection).await,
    }
}

async fn apply_to_game(change: &GameChange, connection: &mut AnyConnection) -> Result<(), StoreError> {
    match change {
        GameChange::New(row) => insert_game(row, connection).await,
        GameChange::Row(row) => update_game(row, connection).await,
        GameChange::Move(id, ply, mv) => insert_move(id, *ply, mv, connection).await,
        GameChange::Truncate(id, ply) => {
            let query = sqlx::query("DELETE FROM moves WHERE game_id = $1 AND ply >= $2").bind(id.clone()).bind(*ply);
            query.execute(connection).await.map(drop).map_err(StoreError::from)
        }
        GameChange::Clocks(id, [first, second]) => {
            let query = sqlx::query("UPDATE games SET left_1_ms = $1, left_2_ms = $2 WHERE id = $3");
            let query = query.bind(*first).bind(*second).bind(id.clone());
            query.execute(connection).await.map(drop).map_err(StoreError::from)
        }
    }
}

const INSERT_GAME: &str = "\
    INSERT INTO games (status, version, position, turn, plies, kind_1, name_1, spec_1, visitor_1, kind_2, name_2, \
    spec_2, visitor_2, left_1_ms, left_2_ms, delay_ms, draw_offer, undo_offer, help_offer, help, winner, reason, rematch, updated_ms, id, \
    game, owner, start, base_ms, increment_ms, created_ms) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, \
    $23, $24, $25, $26, $27, $28, $29, $30, $31)";

const UPDATE_GAME: &str = "\
    UPDATE games SET status = $1, version = $2, position = $3, turn = $4, plies = $5, kind_1 = $6, name_1 = $7, \
    spec_1 = $8, visitor_1 = $9, kind_2 = $10, name_2 = $11, spec_2 = $12, visitor_2 = $13, left_1_ms = $14, \
    left_2_ms = $15, delay_ms = $16, draw_offer = $17, undo_offer = $18, help_offer = $19, help = $20, winner = $21, \
    reason = $22, rematch = $23, updated_ms = $24 WHERE id = $25";

type Query = sqlx::query::Query<'static, sqlx::Any, sqlx::any::AnyArguments>;

/// Binds what changes in the life of a game, and its id.
fn bind_game(query: Query, row: &GameRow) -> Query {
    let query = query.bind(word(Some::<Status>(row.status))).bind(row.version).bind(row.position.clone());
    let mut query = query.bind(word(Some(row.turn))).bind(row.plies);
    for seat in &row.seats {
        query = query.bind(word(Some(seat.kind))).bind(seat.name.clone());
        query = query.bind(seat.spec.clone().unwrap_or_default()).bind(seat.visitor.clone().unwrap_or_default());
    }
    let query = query.bind(row.left_ms[0]).bind(row.left_ms[1]).bind(row.delay_ms).bind(word(row.draw_offer));
    let help = if row.help_open { HELP_OPEN } else { "" };
    let query = query.bind(word(row.undo_offer)).bind(word(row.help_offer)).bind(help);
    let query = query.bind(word(row.outcome.as_ref().and_then(|outcome| outcome.winner)));
    let query = query.bind(row.outcome.as_ref().map(|outcome| outcome.reason.clone()).unwrap_or_default());
    query.bind(row.rematch.clone().unwrap_or_default()).bind(row.updated_ms).bind(row.id.clone())
}

async fn update_game(row: &GameRow, connection: &mut AnyConnection) -> Result<(), StoreError> {
    bind_game(sqlx::query(UPDATE_GAME), row).execute(connection).await?;
    Ok(())
}

async fn insert_game(row: &GameRow, connection: &mut AnyConnection) -> Result<(), StoreError> {
    let (base_ms, increment_ms) = row.clock.unwrap_or((-1, 0));
    let query = bind_game(sqlx::query(INSERT_GAME), row);
    let query = query.bind(row.game.clone()).bind(row.owner.clone()).bind(row.start.clone());
    query.bind(base_ms).bind(increment_ms).bind(row.created_ms).execute(connection).await?;
    Ok(())
}

async fn insert_move(id: &str, ply: i64, mv: &MoveRow, connection: &mut AnyConnection) -> Result<(), StoreError> {
    let query = sqlx::query(
        "INSERT INTO moves (game_id, ply, text, ms, left_1_ms, left_2_ms, thought) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    let thought = mv.thought.as_ref().and_then(|thought| serde_json::to_string(thought).ok()).unwrap_or_default();
    let query = query.bind(id.to_owned()).bind(ply).bind(mv.text.clone());
    query.bind(mv.ms).bind(mv.left_1_ms).bind(mv.left_2_ms).bind(thought).execute(connection).await?;
    Ok(())
}
