//! The database: `SQLite` by default, `PostgreSQL` by URL, one SQL text for both.
//!
//! One task writes everything. It commits together all requests that have arrived since the last commit, so many games
//! share the cost of a commit. A write returns when it is on the disk.

mod check;
mod games;
mod leases;
mod played;
mod reviews;
mod rows;
mod tournaments;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use quevedo_api::live::DamagedGame;
use quevedo_api::{Problem, messages};
use quevedo_arena::LockedFile;
pub(crate) use quevedo_core::platform::now_ms;
use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Any, AnyPool, SqlStr, Transaction};
use thiserror::Error;

use crate::metrics::Metrics;

pub(crate) use check::{FILE, Inspection};
pub(crate) use games::{Filter, Rivalry};
pub(crate) use leases::{LEASE_LASTS, Lease, Resource};
pub(crate) use played::{CountedGame, PlayedGame};
pub(crate) use quevedo_api::live::{GameChange, GameRow, MoveRow, SeatRow, StoredGame};
pub(crate) use tournaments::{JobDone, TournamentRow};
use writer::Writer;
pub(crate) use writer::{Change, fenced, game_changes};

/// Connections that read.
const CONNECTIONS: u32 = 8;

/// The changes of the tables, the oldest first. `sqlx::migrate!` would compile every database driver a second time, for its macro.
fn migrations() -> Migrator {
    let migration = |version, description: &'static str, sql| {
        Migration::new(version, description.into(), MigrationType::Simple, SqlStr::from_static(sql), false)
    };
    Migrator::with_migrations(vec![
        migration(1, "games", include_str!("../../migrations/0001_games.sql")),
        migration(2, "tournaments", include_str!("../../migrations/0002_tournaments.sql")),
        migration(3, "offers", include_str!("../../migrations/0003_offers.sql")),
        migration(4, "reviews", include_str!("../../migrations/0004_reviews.sql")),
        migration(5, "played moves", include_str!("../../migrations/0005_played_moves.sql")),
        migration(6, "leases", include_str!("../../migrations/0006_leases.sql")),
    ])
}

/// The database does not answer, or holds what cannot be read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// Its tables cannot be brought up to date.
    #[error("database: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A row that no version of this program has written.
    #[error("{id} cannot be read: {problem}")]
    Damaged {
        /// The game or tournament.
        id: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The folder of the database.
    #[error("cannot make the folder {folder}: {error}")]
    Folder {
        /// The folder.
        folder: String,
        /// What is wrong with it.
        error: std::io::Error,
    },
    /// Another server uses the same file.
    #[error("another server uses {folder}: stop it, or choose another folder by --data")]
    InUse {
        /// The folder.
        folder: String,
    },
    /// Servers share the database, and this one does not say that it is one of them.
    #[error("other servers share this database: give this one an address for them by --cluster-address, or stop them")]
    Shared,
    /// Another server has taken over what was to be written to.
    #[error("another server has taken {resource} over")]
    LeaseLost {
        /// What.
        resource: String,
    },
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        if let StoreError::LeaseLost { resource } = &error {
            tracing::warn!(resource, "another server has taken it over");
            return Self::elsewhere();
        }
        tracing::error!(%error, "the database failed");
        Self::storage(match error.fault() {
            StoreFault::Full => messages::storage_full(),
            StoreFault::ReadOnly => messages::storage_read_only(),
            StoreFault::Damaged => messages::storage_damaged(),
            StoreFault::Other => messages::storage(),
        })
    }
}

impl From<DamagedGame> for StoreError {
    fn from(DamagedGame { id, problem }: DamagedGame) -> Self {
        Self::Damaged { id, problem }
    }
}

/// What is wrong with a database, as far as the owner of the server can mend it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreFault {
    /// There is no room on the disk.
    Full,
    /// It may not be written to.
    ReadOnly,
    /// The file or a row is damaged.
    Damaged,
    /// Anything else.
    Other,
}

impl StoreError {
    /// What is wrong, by the codes of `SQLite` and `PostgreSQL`.
    pub(crate) fn fault(&self) -> StoreFault {
        let Self::Database(sqlx::Error::Database(error)) = self else {
            return if matches!(self, Self::Damaged { .. }) { StoreFault::Damaged } else { StoreFault::Other };
        };
        match error.code().as_deref() {
            Some("53100") => StoreFault::Full,
            Some("25006") => StoreFault::ReadOnly,
            Some("XX001" | "XX002") => StoreFault::Damaged,
            Some(code) => code.parse().map_or(StoreFault::Other, sqlite_fault),
            None => StoreFault::Other,
        }
    }
}

/// The last eight bits of a code are its kind. A write that fails is a limit on files, or a disk at its end.
fn sqlite_fault(code: u32) -> StoreFault {
    const WRITE_FAILED: u32 = 778;
    match code & 0xff {
        13 => StoreFault::Full,
        _ if code == WRITE_FAILED => StoreFault::Full,
        8 => StoreFault::ReadOnly,
        11 | 26 => StoreFault::Damaged,
        _ => StoreFault::Other,
    }
}

/// The games, the visitors and what the server itself must remember.
#[derive(Clone)]
pub(crate) struct Store {
    pool: AnyPool,
    writer: Writer,
    /// What the database calls its clock.
    clock: &'static str,
    /// Held as long as the store is open. Two servers would play the same games.
    _lock: Option<Arc<LockedFile>>,
}

impl Store {
    /// Opens the database at a URL, or the file in the data folder, which no other server may use then.
    pub(crate) async fn open(url: Option<&str>, data: &Path) -> Result<Self, StoreError> {
        match url {
            Some(url) => Self::connect(url, None).await,
            None => Self::connect(&sqlite_url(data), Some(Arc::new(lock(data)?))).await,
        }
    }

    /// Opens the database of a URL or a data folder, which a server may be using.
    pub(crate) async fn open_shared(place: &str) -> Result<Self, StoreError> {
        if place.contains("://") {
            return Self::connect(place, None).await;
        }
        let cannot = |error| StoreError::Folder { folder: place.into(), error };
        std::fs::create_dir_all(place).map_err(cannot)?;
        Self::connect(&sqlite_url(Path::new(place)), None).await
    }

    async fn connect(url: &str, lock: Option<Arc<LockedFile>>) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let is_sqlite = url.starts_with("sqlite:");
        let options = AnyPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(Duration::from_secs(10));
        let options = options.after_connect(move |connection, _| {
            Box::pin(async move {
                if is_sqlite {
                    sqlx::raw_sql(SQLITE_SETTINGS).execute(connection).await?;
                }
                Ok(())
            })
        });
        let pool = options.connect(url).await?;
        migrations().run(&pool).await?;
        let clock = if is_sqlite { leases::SQLITE_CLOCK } else { leases::POSTGRES_CLOCK };
        Ok(Self { writer: Writer::spawn(pool.clone()), pool, clock, _lock: lock })
    }

    /// Stores changes, all of them or none. Once this returns they survive whatever happens to the program.
    pub(crate) async fn write(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        self.writer.write(changes).await
    }

    /// Writes beside the task that writes; for a database that nothing else is using.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        Ok(self.pool.begin().await?)
    }

    /// Shows what the store counts.
    pub(crate) fn register(&self, metrics: &mut Metrics) {
        self.writer.register(metrics);
    }

    /// Waits for what is being written, and closes.
    pub(crate) async fn close(&self) {
        self.writer.close().await;
        self.pool.close().await;
    }

    /// Asks the database for nothing.
    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Whether the last write failed.
    pub(crate) fn is_failing(&self) -> bool {
        self.writer.is_failing()
    }

    /// A setting of the server.
    pub(crate) async fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1").bind(name.to_owned());
        Ok(query.fetch_optional(&self.pool).await?)
    }

    /// A setting that all servers share: the value of the first one that asks.
    pub(crate) async fn first_setting(&self, name: &str, value: String) -> Result<String, StoreError> {
        self.write(vec![Change::FirstSetting(name.into(), value.clone())]).await?;
        Ok(self.setting(name).await?.unwrap_or(value))
    }

    /// What a visitor wants to be called.
    pub(crate) async fn visitor_name(&self, id: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT name FROM visitors WHERE id = $1").bind(id.to_owned());
        Ok(query.fetch_optional(&self.pool).await?)
    }
}

/// A move that was acknowledged must survive a loss of power: a commit waits for the disk.
const SQLITE_SETTINGS: &str =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON;";

fn sqlite_url(data: &Path) -> String {
    format!("sqlite://{}?mode=rwc", data.join(FILE).display())
}

/// Makes the folder and keeps other servers out of it.
fn lock(data: &Path) -> Result<LockedFile, StoreError> {
    let folder = data.display().to_string();
    let cannot = |error| StoreError::Folder { folder: folder.clone(), error };
    std::fs::create_dir_all(data).map_err(cannot)?;
    let file = File::create(data.join("quevedo.lock")).map_err(cannot)?;
    LockedFile::try_lock(file).ok_or(StoreError::InUse { folder })
}
