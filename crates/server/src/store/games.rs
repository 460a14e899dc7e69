//! Reading games.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::rows::{HELP_OPEN, read_game, read_move};
use super::{GameRow, Store, StoreError, StoredGame};

/// Which games to list. An empty text allows any.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    pub(crate) game: String,
    /// `running` (anything that is not over) or `finished`.
    pub(crate) status: String,
    /// The visitor who plays in them or made them.
    pub(crate) visitor: String,
    /// How the spec of a machine in them begins.
    pub(crate) machine: String,
    /// Part of a name, a game or an id.
    pub(crate) text: String,
}

/// The condition of [`Filter`], in the order of its fields.
macro_rules! filtered {
    ($head:literal, $tail:literal) => {
        concat!(
            $head,
            " WHERE ($1 = '' OR game = $1 OR game LIKE $1 || ':%')
            AND ($2 = '' OR (CASE WHEN status = 'finished' THEN 'finished' ELSE 'running' END) = $2)
            AND ($3 = '' OR owner = $3 OR visitor_1 = $3 OR visitor_2 = $3)
            AND ($4 = '' OR spec_1 LIKE $4 ESCAPE '!' OR spec_2 LIKE $4 ESCAPE '!')
            AND ($5 = '' OR lower(id || ' ' || game || ' ' || name_1 || ' ' || name_2 || ' ' || spec_1 || ' ' || spec_2)
                LIKE $5 ESCAPE '!') ",
            $tail
        )
    };
}

const COUNT: &str = filtered!("SELECT count(*) FROM games", "");
const LIST: &str = filtered!("SELECT * FROM games", "ORDER BY updated_ms DESC, id LIMIT $6 OFFSET $7");

/// A game that two persons are playing, without an agreement on help.
pub(crate) struct Rivalry {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) plies: i64,
    pub(crate) visitors: [String; 2],
}

/// The query of rivalries, with a condition.
macro_rules! rivalries {
    ($condition:literal) => {
        concat!(
            "SELECT game, position, plies, visitor_1, visitor_2 FROM games WHERE status = 'running' AND help <> $1
            AND kind_1 = 'human' AND kind_2 = 'human' AND visitor_1 <> visitor_2 ",
            $condition
        )
    };
}

impl Rivalry {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            game: row.try_get("game")?,
            position: row.try_get("position")?,
            plies: row.try_get("plies")?,
            visitors: [row.try_get("visitor_1")?, row.try_get("visitor_2")?],
        })
    }
}

impl Filter {
    fn values(&self) -> [String; 5] {
        let like = |text: &str, before: &str| match text {
            "" => String::new(),
            text => format!("{before}{}%", escape(&text.to_lowercase())),
        };
        let (game, status, visitor) = (self.game.clone(), self.status.clone(), self.visitor.clone());
        [game, status, visitor, like(&self.machine, ""), like(&self.text, "%")]
    }
}

/// Takes the meaning from the letters that LIKE treats as patterns.
fn escape(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}

impl Store {
    /// A page of games, the latest first, and how many there are in all.
    pub(crate) async fn list(
        &self,
        filter: &Filter,
        limit: i64,
        offset: i64,
    ) -> Result<(Vec<GameRow>, i64), StoreError> {
        let values = filter.values();
        let count = values.iter().fold(sqlx::query_scalar(COUNT), |query, value| query.bind(value.clone()));
        let total: i64 = count.fetch_one(&self.pool).await?;
        let list = values.into_iter().fold(sqlx::query(LIST), sqlx::query::Query::bind);
        let rows: Vec<AnyRow> = list.bind(limit).bind(offset).fetch_all(&self.pool).await?;
        let games = rows.iter().map(read_game).collect::<Result<_, _>>()?;
        Ok((games, total))
    }

    /// Whether a game is stored as one that was played here.
    pub(crate) async fn is_live_game(&self, id: &str) -> Result<bool, StoreError> {
        let query = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM games WHERE id = $1").bind(id.to_owned());
        Ok(query.fetch_one(&self.pool).await? > 0)
    }

    /// A game with its moves.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let found = sqlx::query("SELECT * FROM games WHERE id = $1").bind(id.to_owned());
        let Some(row) = found.fetch_optional(&self.pool).await? else { return Ok(None) };
        let moves =
            sqlx::query("SELECT text, ms, left_1_ms, left_2_ms, thought FROM moves WHERE game_id = $1 ORDER BY ply");
        let moves: Vec<AnyRow> = moves.bind(id.to_owned()).fetch_all(&self.pool).await?;
        let moves = moves.iter().map(read_move).collect::<Result<_, _>>();
        Ok(Some(StoredGame { row: read_game(&row)?, moves: moves? }))
    }

    /// The games that a visitor is playing against other persons, without an agreement on help.
    pub(crate) async fn rivalries_of(&self, visitor: &str) -> Result<Vec<Rivalry>, StoreError> {
        let query = sqlx::query(rivalries!("AND (visitor_1 = $2 OR visitor_2 = $2)"));
        let rows = query.bind(HELP_OPEN).bind(visitor.to_owned()).fetch_all(&self.pool).await?;
        rows.iter().map(Rivalry::read).collect()
    }

    /// The games that any two persons are playing, without an agreement on help.
    pub(crate) async fn rivalries(&self) -> Result<Vec<Rivalry>, StoreError> {
        let rows = sqlx::query(rivalries!("")).bind(HELP_OPEN).fetch_all(&self.pool).await?;
        rows.iter().map(Rivalry::read).collect()
    }

    /// The games that were being played when the server stopped.
    pub(crate) async fn running(&self) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT id FROM games WHERE status = 'running' ORDER BY updated_ms");
        Ok(query.fetch_all(&self.pool).await?)
    }

    /// How many games of a visitor are not over.
    pub(crate) async fn unfinished(&self, visitor: &str) -> Result<i64, StoreError> {
        let query = sqlx::query_scalar("SELECT count(*) FROM games WHERE owner = $1 AND status <> 'finished'");
        Ok(query.bind(visitor.to_owned()).fetch_one(&self.pool).await?)
    }
}
