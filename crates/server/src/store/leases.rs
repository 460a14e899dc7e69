//! Servers that share the database, and their leases: a game lives on one server at a time.
//!
//! A server signs in with an id of its own and renews its entry every second. Its leases last as long as the entry does; the
//! clock is that of the database alone. The id is the fencing token: whatever is written under a lease is written in one
//! transaction with [`fence`], so a server that has lost a lease without noticing can write nothing.

use std::time::Duration;

use sqlx::{AnyConnection, AssertSqlSafe};

use super::{Store, StoreError};

/// How long a server counts as alive after it was last heard of.
pub(crate) const LEASE_LASTS: Duration = Duration::from_secs(4);
/// How much longer its leases are left alone, so that it gives up first.
const MARGIN: Duration = Duration::from_secs(1);
/// Entries of servers that have not been heard of for this long are removed.
const FORGOTTEN: Duration = Duration::from_hours(1);
/// Resources without an owner that are listed at once.
const MAX_ORPHANS: i64 = 500;

/// Milliseconds since 1970.
pub(super) const SQLITE_CLOCK: &str = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
pub(super) const POSTGRES_CLOCK: &str = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";

/// What only one server at a time may write to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resource {
    /// A live game.
    Game(String),
    /// A tournament that is being played.
    Tournament(String),
    /// The counts of moves of finished games.
    Counting,
}

impl Resource {
    fn key(&self) -> String {
        match self {
            Self::Game(id) => format!("game/{id}"),
            Self::Tournament(id) => format!("tournament/{id}"),
            Self::Counting => "counting".into(),
        }
    }

    fn read(key: &str) -> Option<Self> {
        match key.split_once('/') {
            Some(("game", id)) => Some(Self::Game(id.into())),
            Some(("tournament", id)) => Some(Self::Tournament(id.into())),
            _ => (key == "counting").then_some(Self::Counting),
        }
    }
}

/// The right of a server to write to a resource, until somebody else has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lease {
    key: String,
    server: String,
}

fn millis(time: Duration) -> i64 {
    time.as_millis() as i64
}

impl Store {
    /// A statement with the clock of the database in the place of `{now}`.
    fn timed(&self, statement: &'static str) -> AssertSqlSafe<String> {
        AssertSqlSafe(statement.replace("{now}", self.clock))
    }

    /// Signs a server in.
    pub(crate) async fn sign_in(&self, server: &str, address: &str) -> Result<(), StoreError> {
        let insert = self.timed("INSERT INTO servers (id, address, expires_ms) VALUES ($1, $2, {now} + $3)");
        let query = sqlx::query(insert).bind(server.to_owned()).bind(address.to_owned());
        query.bind(millis(LEASE_LASTS)).execute(&self.pool).await?;
        let forget = self.timed("DELETE FROM servers WHERE expires_ms < {now} - $1");
        sqlx::query(forget).bind(millis(FORGOTTEN)).execute(&self.pool).await?;
        Ok(())
    }

    /// Whether any server is signed in.
    pub(crate) async fn is_shared(&self) -> Result<bool, StoreError> {
        let count = self.timed("SELECT count(*) FROM servers WHERE expires_ms > {now}");
        Ok(sqlx::query_scalar::<_, i64>(count).fetch_one(&self.pool).await? > 0)
    }

    /// Renews the entry of a server; `false` where it is too late, and its leases may be gone.
    pub(crate) async fn renew(&self, server: &str) -> Result<bool, StoreError> {
        let renew = self.timed("UPDATE servers SET expires_ms = {now} + $2 WHERE id = $1 AND expires_ms > {now}");
        let query = sqlx::query(renew).bind(server.to_owned()).bind(millis(LEASE_LASTS));
        Ok(query.execute(&self.pool).await?.rows_affected() > 0)
    }

    /// Signs a server out: its leases are free at once.
    pub(crate) async fn sign_out(&self, server: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM servers WHERE id = $1").bind(server.to_owned()).execute(&self.pool).await?;
        Ok(())
    }

    /// Gives a server the lease of a resource; `None` while another server has it and lives.
    pub(crate) async fn acquire(&self, resource: &Resource, server: &str) -> Result<Option<Lease>, StoreError> {
        let acquire = self.timed(
            "INSERT INTO leases (resource, server) VALUES ($1, $2)
            ON CONFLICT (resource) DO UPDATE SET server = excluded.server WHERE leases.server = excluded.server
            OR NOT EXISTS (SELECT 1 FROM servers WHERE id = leases.server AND expires_ms > {now} - $3)",
        );
        let lease = Lease { key: resource.key(), server: server.into() };
        let query = sqlx::query(acquire).bind(lease.key.clone()).bind(lease.server.clone()).bind(millis(MARGIN));
        let done = query.execute(&self.pool).await?;
        Ok((done.rows_affected() > 0).then_some(lease))
    }

    /// Gives a lease back.
    pub(crate) async fn release(&self, lease: &Lease) -> Result<(), StoreError> {
        let release = sqlx::query("DELETE FROM leases WHERE resource = $1 AND server = $2");
        release.bind(lease.key.clone()).bind(lease.server.clone()).execute(&self.pool).await?;
        Ok(())
    }

    /// The server that has a resource, and where it is.
    pub(crate) async fn owner(&self, resource: &Resource) -> Result<Option<(String, String)>, StoreError> {
        let owner = self.timed(
            "SELECT servers.id, servers.address FROM leases JOIN servers ON servers.id = leases.server
            WHERE leases.resource = $1 AND servers.expires_ms > {now} - $2",
        );
        let query = sqlx::query_as(owner).bind(resource.key()).bind(millis(MARGIN));
        Ok(query.fetch_optional(&self.pool).await?)
    }

    /// Resources whose servers are gone.
    pub(crate) async fn orphans(&self) -> Result<Vec<Resource>, StoreError> {
        let orphans = self.timed(
            "SELECT resource FROM leases
            WHERE server NOT IN (SELECT id FROM servers WHERE expires_ms > {now} - $1) LIMIT $2",
        );
        let query = sqlx::query_scalar(orphans).bind(millis(MARGIN)).bind(MAX_ORPHANS);
        let keys: Vec<String> = query.fetch_all(&self.pool).await?;
        Ok(keys.iter().filter_map(|key| Resource::read(key)).collect())
    }

    /// The games that are being played and that no living server has.
    pub(crate) async fn running_without_owner(&self) -> Result<Vec<String>, StoreError> {
        let running = self.timed(
            "SELECT id FROM games WHERE status = 'running' AND NOT EXISTS (
                SELECT 1 FROM leases JOIN servers ON servers.id = leases.server
                WHERE leases.resource = 'game/' || games.id AND servers.expires_ms > {now} - $1
            ) ORDER BY updated_ms",
        );
        Ok(sqlx::query_scalar(running).bind(millis(MARGIN)).fetch_all(&self.pool).await?)
    }
}

/// Fails where the lease is lost. The row stays locked until the transaction ends, so nobody takes the lease before what
/// follows here is written.
pub(super) async fn fence(lease: &Lease, connection: &mut AnyConnection) -> Result<(), StoreError> {
    let fence = sqlx::query("UPDATE leases SET server = server WHERE resource = $1 AND server = $2");
    let query = fence.bind(lease.key.clone()).bind(lease.server.clone());
    match query.execute(connection).await?.rows_affected() {
        0 => Err(StoreError::LeaseLost { resource: lease.key.clone() }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Change;

    async fn store() -> (Store, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        (Store::open(None, folder.path()).await.unwrap(), folder)
    }

    /// As if a server had not been heard of for so long.
    async fn silence(store: &Store, server: &str, time: Duration) {
        let query = sqlx::query("UPDATE servers SET expires_ms = expires_ms - $1 WHERE id = $2");
        query.bind(millis(time)).bind(server.to_owned()).execute(&store.pool).await.unwrap();
    }

    fn named(name: &str) -> Change {
        Change::Visitor("ada".into(), name.into())
    }

    #[tokio::test]
    async fn a_game_lives_on_one_server() {
        let (store, _folder) = store().await;
        let game = Resource::Game("g".into());
        for server in ["one", "two"] {
            store.sign_in(server, &format!("{server}:1")).await.unwrap();
        }
        let lease = store.acquire(&game, "one").await.unwrap().expect("it is free");
        assert_eq!(store.acquire(&game, "one").await.unwrap().as_ref(), Some(&lease), "it has it already");
        assert_eq!(store.acquire(&game, "two").await.unwrap(), None);
        assert_eq!(store.owner(&game).await.unwrap(), Some(("one".into(), "one:1".into())));
        assert_eq!(store.orphans().await.unwrap(), []);
        store.release(&lease).await.unwrap();
        assert_eq!(store.owner(&game).await.unwrap(), None);
        assert!(store.acquire(&game, "two").await.unwrap().is_some());
        store.release(&lease).await.unwrap();
        assert!(store.owner(&game).await.unwrap().is_some(), "nobody gives back what is another's");
        store.close().await;
    }

    #[tokio::test]
    async fn the_leases_of_a_silent_server_are_taken_after_a_margin() {
        let (store, _folder) = store().await;
        let (game, cup) = (Resource::Game("g".into()), Resource::Tournament("t".into()));
        store.sign_in("one", "one:1").await.unwrap();
        store.sign_in("two", "two:1").await.unwrap();
        store.acquire(&game, "one").await.unwrap().unwrap();
        store.acquire(&cup, "one").await.unwrap().unwrap();
        silence(&store, "one", LEASE_LASTS).await;
        assert!(!store.renew("one").await.unwrap(), "it must not come back under the same id");
        assert_eq!(store.acquire(&game, "two").await.unwrap(), None, "it has had no time to give up yet");
        silence(&store, "one", MARGIN).await;
        assert_eq!(store.owner(&game).await.unwrap(), None);
        let orphans = store.orphans().await.unwrap();
        assert!(orphans.len() == 2 && orphans.contains(&game) && orphans.contains(&cup), "{orphans:?}");
        assert!(store.acquire(&game, "two").await.unwrap().is_some());
        assert!(store.renew("two").await.unwrap());
        store.sign_out("two").await.unwrap();
        assert_eq!(store.orphans().await.unwrap().len(), 2, "who signs out leaves everything at once");
        store.close().await;
    }

    #[tokio::test]
    async fn who_has_lost_a_lease_writes_nothing() {
        let (store, _folder) = store().await;
        store.sign_in("one", "one:1").await.unwrap();
        store.sign_in("two", "two:1").await.unwrap();
        let game = Resource::Game("g".into());
        let lost = store.acquire(&game, "one").await.unwrap().unwrap();
        store.write(vec![Change::Fence(lost.clone()), named("Ada")]).await.unwrap();
        silence(&store, "one", LEASE_LASTS + MARGIN).await;
        let held = store.acquire(&game, "two").await.unwrap().unwrap();
        let refused = store.write(vec![Change::Fence(lost), named("Eve")]);
        let other = store.write(vec![Change::Fence(held), Change::Visitor("bob".into(), "Bob".into())]);
        let (refused, other) = tokio::join!(refused, other);
        assert!(matches!(refused, Err(StoreError::LeaseLost { .. })), "{refused:?}");
        other.unwrap();
        assert_eq!(store.visitor_name("ada").await.unwrap().as_deref(), Some("Ada"));
        assert_eq!(store.visitor_name("bob").await.unwrap().as_deref(), Some("Bob"), "it harms no other write");
        assert!(!store.is_failing(), "the database is in order");
        store.close().await;
    }

    #[test]
    fn resources_are_read_as_they_are_written() {
        for resource in [Resource::Game("a-1".into()), Resource::Tournament("b".into()), Resource::Counting] {
            assert_eq!(Resource::read(&resource.key()), Some(resource));
        }
        assert_eq!(Resource::read("else/x"), None);
    }
}
