//! The reviews of finished games.

use sqlx::AnyConnection;

use super::{Store, StoreError, now_ms};

impl Store {
    /// The review of a game as JSON, if it was reviewed.
    pub(crate) async fn review(&self, game: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT review FROM reviews WHERE game_id = $1").bind(game.to_owned());
        Ok(query.fetch_optional(&self.pool).await?)
    }
}

/// Stores a review in place of an earlier one.
pub(super) async fn put(game: &str, review: &str, connection: &mut AnyConnection) -> Result<(), StoreError> {
    let query = sqlx::query(
        "INSERT INTO reviews (game_id, review, created_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (game_id) DO UPDATE SET review = excluded.review, created_ms = excluded.created_ms",
    );
    query.bind(game.to_owned()).bind(review.to_owned()).bind(now_ms()).execute(connection).await?;
    Ok(())
}
