//! A look at a database without changing it, and a copy of it.

use std::path::Path;

use sqlx::any::{AnyPoolOptions, AnyRow};
use sqlx::{Any, AnyPool, Row, Transaction};

use super::rows::{read_game, read_move};
use super::{JobDone, MoveRow, StoreError, StoredGame, TournamentRow, migrations, tournaments};

/// A database that is only read. A server may be using it.
pub(crate) struct Inspection {
    pool: AnyPool,
    is_sqlite: bool,
}

/// The file of the games in a data folder.
pub(crate) const FILE: &str = "quevedo.sqlite";

impl Inspection {
    /// Opens the database of a URL or a data folder; no tables are made or changed.
    pub(crate) async fn open(place: &str) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let url = if place.contains("://") {
            place.to_owned()
        } else {
            format!("sqlite://{}?mode=ro", Path::new(place).join(FILE).display())
        };
        let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await?;
        Ok(Self { pool, is_sqlite: url.starts_with("sqlite:") })
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    /// Reads everything as it is at this moment.
    pub(crate) async fn snapshot(&self) -> Result<Transaction<'static, Any>, StoreError> {
        let mut transaction = self.pool.begin().await?;
        if !self.is_sqlite {
            sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").execute(&mut *transaction).await?;
        }
        Ok(transaction)
    }

    /// What `SQLite` finds wrong with its file.
    pub(crate) async fn file_problems(&self) -> Result<Vec<String>, StoreError> {
        if !self.is_sqlite {
            return Ok(Vec::new());
        }
        let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(10)").fetch_all(&self.pool).await?;
        Ok(found.into_iter().filter(|line| line != "ok").collect())
    }

    /// What is wrong with the tables, or how many steps they are behind this program: a server brings them up to date.
    pub(crate) async fn table_problems(&self) -> Result<(Vec<String>, usize), StoreError> {
        let rows = sqlx::query("SELECT version, checksum FROM _sqlx_migrations ORDER BY version");
        let applied: Vec<(i64, Vec<u8>)> = rows
            .fetch_all(&self.pool)
            .await?
            .iter()
            .map(|row| Ok((row.try_get("version")?, row.try_get("checksum")?)))
            .collect::<Result<_, sqlx::Error>>()?;
        let known = migrations();
        let behind = known.iter().filter(|step| applied.iter().all(|(version, _)| *version != step.version)).count();
        let problem = |(version, checksum): &(i64, Vec<u8>)| {
            let known = known.iter().find(|migration| migration.version == *version);
            match known {
                None => Some(format!("version {version} is of a newer program: update this one")),
                Some(migration) if *migration.checksum != **checksum => {
                    Some(format!("version {version} is not that of this program"))
                }
                Some(_) => None,
            }
        };
        Ok((applied.iter().filter_map(problem).collect(), behind))
    }

    /// The ids of all games.
    pub(crate) async fn games(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar("SELECT id FROM games ORDER BY id").fetch_all(&self.pool).await?)
    }

    /// A game with its moves; an error where a row cannot be read or a move is missing.
    pub(crate) async fn game(&self, id: &str) -> Result<StoredGame, StoreError> {
        let row = sqlx::query("SELECT * FROM games WHERE id = $1").bind(id.to_owned()).fetch_one(&self.pool).await?;
        let row = read_game(&row)?;
        let plies: Vec<i64> = sqlx::query_scalar("SELECT ply FROM moves WHERE game_id = $1 ORDER BY ply")
            .bind(id.to_owned())
            .fetch_all(&self.pool)
            .await?;
        if let Some(missing) = (0..row.plies).find(|ply| plies.get(*ply as usize) != Some(ply)) {
            let problem = format!("its move {} is missing", missing + 1);
            return Err(StoreError::Damaged { id: id.into(), problem });
        }
        if plies.len() as i64 > row.plies {
            let problem = format!("{} moves are stored, not {}", plies.len(), row.plies);
            return Err(StoreError::Damaged { id: id.into(), problem });
        }
        let moves =
            sqlx::query("SELECT text, ms, left_1_ms, left_2_ms, thought FROM moves WHERE game_id = $1 ORDER BY ply");
        let moves: Vec<AnyRow> = moves.bind(id.to_owned()).fetch_all(&self.pool).await?;
        let moves: Vec<MoveRow> = moves.iter().map(read_move).collect::<Result<_, _>>()?;
        Ok(StoredGame { row, moves })
    }

    /// Moves and games of tournaments that belong to nothing.
    pub(crate) async fn orphans(&self) -> Result<i64, StoreError> {
        let queries = [
            "SELECT count(*) FROM moves WHERE game_id NOT IN (SELECT id FROM games)",
            "SELECT count(*) FROM tournament_games WHERE tournament NOT IN (SELECT id FROM tournaments)",
        ];
        let mut count = 0;
        for query in queries {
            let found: i64 = sqlx::query_scalar(query).fetch_one(&self.pool).await?;
            count += found;
        }
        Ok(count)
    }

    /// The ids of all tournaments.
    pub(crate) async fn tournaments(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar("SELECT id FROM tournaments ORDER BY id").fetch_all(&self.pool).await?)
    }

    /// A tournament with its games.
    pub(crate) async fn tournament(&self, id: &str) -> Result<(TournamentRow, Vec<JobDone>), StoreError> {
        let row = sqlx::query("SELECT * FROM tournaments WHERE id = $1").bind(id.to_owned());
        let row = TournamentRow::read(&row.fetch_one(&self.pool).await?)?;
        let games = sqlx::query("SELECT job, report FROM tournament_games WHERE tournament = $1 ORDER BY number");
        let games = games.bind(id.to_owned()).fetch_all(&self.pool).await?;
        let games = games.iter().map(|row| tournaments::read_game(id, row)).collect::<Result<_, _>>()?;
        Ok((row, games))
    }

    /// The reviews, by game.
    pub(crate) async fn reviews(&self) -> Result<Vec<(String, String)>, StoreError> {
        Ok(sqlx::query_as("SELECT game_id, review FROM reviews ORDER BY game_id").fetch_all(&self.pool).await?)
    }

    /// Copies the database into a new file, as it is at one moment.
    pub(crate) async fn copy_to(&self, file: &Path) -> Result<(), StoreError> {
        let name = file.display().to_string();
        sqlx::query("VACUUM INTO $1").bind(name).execute(&self.pool).await?;
        Ok(())
    }
}
