//! The moves of finished games, counted by position.

use quevedo_api::answers::played::PlayedRow;
use quevedo_core::Side;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::{Store, StoreError};

/// A finished game whose moves are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CountedGame {
    /// A game of `games`.
    Game(String),
    /// A game of a tournament, by its number from 0.
    TournamentGame(String, i64),
}

/// What a game adds to the counts.
#[derive(Clone, Debug)]
pub(crate) struct PlayedGame {
    /// The game it is of.
    pub(crate) game: String,
    pub(crate) winner: Option<Side>,
    /// The keys of each position and of the one that followed, each pair once.
    pub(crate) steps: Vec<(u64, u64)>,
}

fn read_played(row: &AnyRow) -> Result<PlayedRow, StoreError> {
    Ok(PlayedRow {
        next: row.try_get::<i64, _>("next")?.cast_unsigned(),
        first_wins: row.try_get("first_wins")?,
        draws: row.try_get("draws")?,
        second_wins: row.try_get("second_wins")?,
    })
}

/// Keys are stored as the signed numbers of the same bits.
fn stored_key(key: u64) -> i64 {
    key.cast_signed()
}

impl Store {
    /// How the games of this server went on from a position.
    pub(crate) async fn played_moves(&self, game: &str, position: u64) -> Result<Vec<PlayedRow>, StoreError> {
        let query = sqlx::query(
            "SELECT next, first_wins, draws, second_wins FROM played_moves WHERE game = $1 AND position = $2",
        );
        let rows: Vec<AnyRow> = query.bind(game.to_owned()).bind(stored_key(position)).fetch_all(&self.pool).await?;
        rows.iter().map(read_played).collect()
    }

    /// Some finished games that are not counted yet.
    pub(crate) async fn uncounted(&self, limit: i64) -> Result<Vec<CountedGame>, StoreError> {
        let games = sqlx::query_scalar("SELECT id FROM games WHERE counted = 0 AND status = 'finished' LIMIT $1");
        let games: Vec<String> = games.bind(limit).fetch_all(&self.pool).await?;
        let others = sqlx::query_as("SELECT tournament, number FROM tournament_games WHERE counted = 0 LIMIT $1");
        let others: Vec<(String, i64)> = others.bind(limit).fetch_all(&self.pool).await?;
        let others = others.into_iter().map(|(tournament, number)| CountedGame::TournamentGame(tournament, number));
        Ok(games.into_iter().map(CountedGame::Game).chain(others).collect())
    }
}

/// Counts a game, once however often it is asked for; one that adds nothing is marked as counted.
pub(super) async fn count(
    source: &CountedGame,
    played: Option<&PlayedGame>,
    connection: &mut AnyConnection,
) -> Result<(), StoreError> {
    let marked = match source {
        CountedGame::Game(id) => {
            let query = sqlx::query("UPDATE games SET counted = 1 WHERE id = $1 AND counted = 0").bind(id.clone());
            query.execute(&mut *connection).await?
        }
        CountedGame::TournamentGame(id, number) => {
            let query = sqlx::query(
                "UPDATE tournament_games SET counted = 1 WHERE tournament = $1 AND number = $2 AND counted = 0",
            );
            query.bind(id.clone()).bind(*number).execute(&mut *connection).await?
        }
    };
    let Some(played) = played.filter(|_| marked.rows_affected() > 0) else { return Ok(()) };
    let result = [played.winner == Some(Side::First), played.winner.is_none(), played.winner == Some(Side::Second)];
    for (position, next) in &played.steps {
        let query = sqlx::query(
            "INSERT INTO played_moves (game, position, next, first_wins, draws, second_wins) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (game, position, next) DO UPDATE SET \
             first_wins = played_moves.first_wins + excluded.first_wins, \
             draws = played_moves.draws + excluded.draws, \
             second_wins = played_moves.second_wins + excluded.second_wins",
        );
        let query = query.bind(played.game.clone()).bind(stored_key(*position)).bind(stored_key(*next));
        let query = result.iter().fold(query, |query, won| query.bind(i64::from(*won)));
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Forgets all counts: the keys of positions have changed.
pub(super) async fn forget(connection: &mut AnyConnection) -> Result<(), StoreError> {
    let all = ["DELETE FROM played_moves", "UPDATE games SET counted = 0", "UPDATE tournament_games SET counted = 0"];
    for statement in all {
        sqlx::query(statement).execute(&mut *connection).await?;
    }
    Ok(())
}
