//! Several servers on one database: which of them has which game, and what happens to the games of one that is gone.
//!
//! ```text
//!              ┌──────────┐  a game of B   ┌──────────┐
//!  visitor ───▶│ server A ├───────────────▶│ server B │
//!              └────┬─────┘    forward     └────┬─────┘
//!                   │  leases, renewed each second  │
//!                   └──────▶ PostgreSQL ◀───────────┘
//! ```
//!
//! * `store::leases` has the leases, by the clock of the database, and the fence before everything that is written.
//! * [`forward`] passes requests and live connections on to the server that has the game.
//! * [`keep`] renews the leases of this server; [`adopt`] takes over the games of servers that are gone.
//!
//! A server that runs alone has none of this.

mod forward;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use prometheus_client::metrics::counter::Counter;

use crate::App;
use crate::ids::new_id;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::store::{LEASE_LASTS, Lease, Resource, Store, StoreError};

pub(crate) use forward::pass_on;

/// How often the leases are renewed.
const RENEW_EVERY: Duration = Duration::from_secs(1);
/// How often it is looked for games whose server is gone.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Games that are taken over at once.
const AT_ONCE: usize = 4;
/// How long to wait after a fault of the database.
const AGAIN: Duration = Duration::from_secs(1);
/// The setting that holds what the servers know each other by.
const SECRET_SETTING: &str = "cluster_secret";

/// This server among others.
pub(crate) struct Cluster {
    store: Store,
    /// Where the others reach this server.
    address: String,
    /// Who knows it is one of us.
    secret: String,
    entry: Mutex<Entry>,
    forwarded: Counter,
}

/// How this server is signed in.
struct Entry {
    id: String,
    renewed_at: Instant,
    /// Whether it has signed out.
    left: bool,
}

impl Entry {
    fn new() -> Self {
        Self { id: new_id() + &new_id(), renewed_at: Instant::now(), left: false }
    }
}

impl Cluster {
    /// Signs this server in, which others reach at an address.
    pub(crate) async fn join(store: &Store, address: String) -> Result<Self, StoreError> {
        let secret = store.first_setting(SECRET_SETTING, new_id() + &new_id() + &new_id()).await?;
        let entry = Entry::new();
        store.sign_in(&entry.id, &address).await?;
        let (store, entry) = (store.clone(), Mutex::new(entry));
        Ok(Self { store, address, secret, entry, forwarded: Counter::default() })
    }

    /// Shows what is counted.
    pub(crate) fn register(&self, metrics: &mut Metrics) {
        metrics.register("forwarded", "Requests passed on to other servers", self.forwarded.clone());
    }

    fn entry(&self) -> MutexGuard<'_, Entry> {
        self.entry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn id(&self) -> String {
        self.entry().id.clone()
    }

    /// The lease of a resource, unless another server has it.
    pub(crate) async fn acquire(&self, resource: &Resource) -> Result<Lease, Problem> {
        self.store.acquire(resource, &self.id()).await?.ok_or_else(Problem::elsewhere)
    }

    /// Gives a lease back. Where that fails, it ends with the entry of this server.
    pub(crate) async fn release(&self, lease: &Lease) {
        if let Ok(Err(error)) = tokio::time::timeout(LEASE_LASTS, self.store.release(lease)).await {
            tracing::warn!(%error, "a lease is not given back");
        }
    }

    /// Where another server is that has a resource.
    async fn other_owner(&self, resource: &Resource) -> Result<Option<String>, StoreError> {
        let owner = self.store.owner(resource).await?;
        Ok(owner.filter(|(server, _)| *server != self.id()).map(|(_, address)| address))
    }

    /// Signs this server out: the others take over what it has.
    pub(crate) async fn leave(&self) {
        self.entry().left = true;
        if let Err(error) = self.store.sign_out(&self.id()).await {
            tracing::warn!(%error, "not signed out: the other servers will notice in some seconds");
        }
    }

    /// Renews the entry; `false` where the leases must be taken for lost.
    async fn renew(&self) -> bool {
        let (id, begin) = (self.id(), Instant::now());
        let renewed = tokio::time::timeout(LEASE_LASTS, self.store.renew(&id)).await;
        let mut entry = self.entry();
        match renewed {
            Ok(Ok(false)) => return false,
            Ok(Ok(true)) if entry.renewed_at.elapsed() < LEASE_LASTS => entry.renewed_at = begin,
            Ok(Ok(true)) | Err(_) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the leases are not renewed"),
        }
        entry.renewed_at.elapsed() < LEASE_LASTS
    }

    /// Signs in once more, with a new id: what was written under the old one is over.
    async fn sign_in_again(&self) {
        let entry = Entry::new();
        while let Err(error) = self.store.sign_in(&entry.id, &self.address).await {
            tracing::warn!(%error, "not signed in");
            tokio::time::sleep(AGAIN).await;
        }
        *self.entry() = Entry { renewed_at: Instant::now(), ..entry };
    }
}

/// Renews the leases of this server. Where they are lost, its rooms close, and it signs in anew.
pub(crate) async fn keep(app: Arc<App>) {
    let Some(cluster) = &app.cluster else { return };
    let mut tick = tokio::time::interval(RENEW_EVERY);
    loop {
        tick.tick().await;
        let is_kept = cluster.renew().await;
        if cluster.entry().left {
            return;
        }
        if !is_kept {
            tracing::warn!("the leases of this server are lost; its games go on elsewhere, or here in a moment");
            app.hub.close().await;
            cluster.sign_in_again().await;
        }
    }
}

/// Takes over what servers had that are gone.
pub(crate) async fn adopt(app: Arc<App>) {
    let mut tick = tokio::time::interval(LOOK_EVERY);
    while !app.is_closing() {
        tick.tick().await;
        match app.store.orphans().await {
            Ok(mut orphans) => {
                // Each of several servers begins somewhere else.
                fastrand::shuffle(&mut orphans);
                stream::iter(orphans).for_each_concurrent(AT_ONCE, |orphan| take_over(&app, orphan)).await;
            }
            Err(error) => {
                tracing::warn!(%error, "cannot look for games of servers that are gone");
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}

/// Goes on with something, unless another server is quicker.
async fn take_over(app: &Arc<App>, resource: Resource) {
    let done = match &resource {
        Resource::Game(id) => app.hub.adopt(app, id).await,
        Resource::Tournament(id) => app.tournaments.adopt(app, id).await,
        // Whoever counts next takes it.
        Resource::Counting => Ok(()),
    };
    match done {
        Ok(()) => tracing::info!(?resource, "taken over"),
        Err(problem) if problem.is_for_another_server() => {}
        Err(problem) => tracing::error!(?resource, problem = %problem.message(), "cannot be taken over"),
    }
}
