//! Tournaments in the store.

use quevedo_arena::tournament::Plan;
use quevedo_arena::{GameJob, GameReport};
use serde::de::DeserializeOwned;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::rows::{read_word, word};
use super::{Store, StoreError};
use crate::tournaments::TournamentFailure;
use crate::wire::{TournamentSource, TournamentStatus};

/// A tournament without its games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TournamentRow {
    pub(crate) id: String,
    pub(crate) plan: Plan,
    pub(crate) status: TournamentStatus,
    /// Why it failed.
    pub(crate) failure: Option<TournamentFailure>,
    /// The visitor who made it; empty where a command did.
    pub(crate) owner: String,
    pub(crate) source: TournamentSource,
    pub(crate) created_ms: i64,
}

/// A game that was played, and the job it was.
pub(crate) type JobDone = (GameJob, GameReport);

fn damaged(id: &str, problem: &impl ToString) -> StoreError {
    StoreError::Damaged { id: id.into(), problem: problem.to_string() }
}

fn read_json<T: DeserializeOwned>(id: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| damaged(id, &error))
}

fn write_json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data")
}

impl TournamentRow {
    pub(super) fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let id: String = row.try_get("id")?;
        let text = |name: &str| -> Result<String, StoreError> { Ok(row.try_get(name)?) };
        let unknown = |name: &str| damaged(&id, &format!("`{name}` is unknown"));
        Ok(Self {
            plan: read_json(&id, &text("plan")?)?,
            status: read_word(&text("state")?).ok_or_else(|| unknown("state"))?,
            failure: TournamentFailure::read(&text("problem")?),
            owner: text("owner")?,
            source: read_word(&text("source")?).ok_or_else(|| unknown("source"))?,
            created_ms: row.try_get("created_ms")?,
            id,
        })
    }
}

pub(super) fn read_game(id: &str, row: &AnyRow) -> Result<JobDone, StoreError> {
    let (job, report): (String, String) = (row.try_get("job")?, row.try_get("report")?);
    Ok((read_json(id, &job)?, read_json(id, &report)?))
}

impl Store {
    /// A tournament.
    pub(crate) async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>, StoreError> {
        let query = sqlx::query("SELECT * FROM tournaments WHERE id = $1").bind(id.to_owned());
        query.fetch_optional(&self.pool).await?.as_ref().map(TournamentRow::read).transpose()
    }

    /// A page of tournaments with how many games each has, the newest first; and how many tournaments there are.
    pub(crate) async fn tournaments(
        &self,
        limit: i64,
        offset: i64,
    ) -> Result<(Vec<(TournamentRow, i64)>, i64), StoreError> {
        let total = sqlx::query_scalar("SELECT count(*) FROM tournaments").fetch_one(&self.pool).await?;
        let query = sqlx::query(
            "SELECT tournaments.*, (SELECT count(*) FROM tournament_games WHERE tournament = id) AS played \
             FROM tournaments ORDER BY created_ms DESC, id LIMIT $1 OFFSET $2",
        );
        let rows = query.bind(limit).bind(offset).fetch_all(&self.pool).await?;
        // A damaged one must not hide the others.
        let read = |row: &AnyRow| Some((TournamentRow::read(row).ok()?, row.try_get("played").ok()?));
        Ok((rows.iter().filter_map(read).collect(), total))
    }

    /// The tournaments that this server was playing when it stopped.
    pub(crate) async fn unfinished_tournaments(&self) -> Result<Vec<TournamentRow>, StoreError> {
        let query = sqlx::query(
            "SELECT * FROM tournaments WHERE state = 'running' AND source = 'page' ORDER BY created_ms, id",
        );
        let rows = query.fetch_all(&self.pool).await?;
        Ok(rows.iter().filter_map(|row| TournamentRow::read(row).ok()).collect())
    }

    /// How many tournaments a visitor has made.
    pub(crate) async fn tournaments_of(&self, visitor: &str) -> Result<i64, StoreError> {
        let query = sqlx::query_scalar("SELECT count(*) FROM tournaments WHERE owner = $1").bind(visitor.to_owned());
        Ok(query.fetch_one(&self.pool).await?)
    }

    /// How many games of a tournament have been played.
    pub(crate) async fn count_tournament_games(&self, id: &str) -> Result<i64, StoreError> {
        let query = sqlx::query_scalar("SELECT count(*) FROM tournament_games WHERE tournament = $1");
        Ok(query.bind(id.to_owned()).fetch_one(&self.pool).await?)
    }

    /// The games of a tournament, by number.
    pub(crate) async fn tournament_games(&self, id: &str) -> Result<Vec<JobDone>, StoreError> {
        let query = sqlx::query("SELECT job, report FROM tournament_games WHERE tournament = $1 ORDER BY number");
        let rows = query.bind(id.to_owned()).fetch_all(&self.pool).await?;
        rows.iter().map(|row| read_game(id, row)).collect()
    }

    /// One game of a tournament, by its number from 0.
    pub(crate) async fn tournament_game(&self, id: &str, number: i64) -> Result<Option<JobDone>, StoreError> {
        let query = sqlx::query("SELECT job, report FROM tournament_games WHERE tournament = $1 AND number = $2");
        let row = query.bind(id.to_owned()).bind(number).fetch_optional(&self.pool).await?;
        row.as_ref().map(|row| read_game(id, row)).transpose()
    }
}

/// A new tournament; one that is known stays as it is.
pub(super) async fn insert(row: &TournamentRow, connection: &mut AnyConnection) -> Result<(), StoreError> {
    let query = sqlx::query(
        "INSERT INTO tournaments (id, name, game, plan, state, problem, owner, source, created_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING",
    );
    let query = query.bind(row.id.clone()).bind(row.plan.name.clone()).bind(row.plan.game.clone());
    let query =
        query.bind(write_json(&row.plan)).bind(word(Some(row.status))).bind(TournamentFailure::write(row.failure));
    query.bind(row.owner.clone()).bind(word(Some(row.source))).bind(row.created_ms).execute(connection).await?;
    Ok(())
}

pub(super) async fn set_status(
    id: &str,
    status: TournamentStatus,
    failure: Option<TournamentFailure>,
    connection: &mut AnyConnection,
) -> Result<(), StoreError> {
    let query = sqlx::query("UPDATE tournaments SET state = $1, problem = $2 WHERE id = $3");
    query
        .bind(word(Some(status)))
        .bind(TournamentFailure::write(failure))
        .bind(id.to_owned())
        .execute(connection)
        .await?;
    Ok(())
}

/// A game is stored once, however often it is inserted.
pub(super) async fn insert_game(
    id: &str,
    (job, report): &JobDone,
    connection: &mut AnyConnection,
) -> Result<(), StoreError> {
    let query = sqlx::query(
        "INSERT INTO tournament_games (tournament, number, job, report) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (tournament, number) DO NOTHING",
    );
    let query = query.bind(id.to_owned()).bind(report.number as i64).bind(write_json(job)).bind(write_json(report));
    query.execute(connection).await?;
    Ok(())
}

pub(super) async fn delete(id: &str, connection: &mut AnyConnection) -> Result<(), StoreError> {
    for table in ["DELETE FROM tournament_games WHERE tournament = $1", "DELETE FROM tournaments WHERE id = $1"] {
        sqlx::query(table).bind(id.to_owned()).execute(&mut *connection).await?;
    }
    Ok(())
}
