//! The state that all parts of the server share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::FromRef;
use axum_extra::extract::cookie::Key;
use quevedo_catalog::{Book, Catalog, GameEntry, PlayerSpec};
use tokio::sync::{Notify, watch};

use crate::addresses::Addresses;
use crate::clients::Network;
use crate::cluster::Cluster;
use crate::engines::{Engine, MemoryBudget, SearchPool, Workers};
use crate::limits::{FULL, Limits};
use crate::live::Hub;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::reviews::Reviews;
use crate::serve::Config;
use crate::store::{Change, Store, StoreError};
use crate::tournaments::Tournaments;
use crate::wire;

/// The setting that holds the key of the cookies.
const KEY_SETTING: &str = "cookie_key";
/// Moves that workers may owe before no new game with a machine begins.
const MAX_WAITING_MOVES: usize = 1_000;

/// The state that all parts of the server share.
pub(crate) struct App {
    pub(crate) catalog: Catalog,
    /// The catalog and the networks as JSON. They do not change while the program runs.
    pub(crate) catalog_json: String,
    pub(crate) networks_json: String,
    /// The factor on the effort of levels whose spec leaves it open.
    effort: Option<f64>,
    /// Where others find the server.
    pub(crate) addresses: Addresses,
    pub(crate) store: Store,
    /// The other servers, where several share the database.
    pub(crate) cluster: Option<Cluster>,
    pub(crate) hub: Hub,
    pub(crate) tournaments: Tournaments,
    pub(crate) reviews: Reviews,
    /// The opening books by game, where the owner of the server gave one.
    books: HashMap<String, Arc<Book>>,
    /// Told whenever a finished game was stored.
    pub(crate) uncounted: Notify,
    pub(crate) search_pool: SearchPool,
    /// The workers that search moves, where the search pool does not.
    pub(crate) workers: Option<Workers>,
    pub(crate) limits: Arc<Limits>,
    /// Whose word is taken for where a request comes from.
    pub(crate) trusted_proxies: Vec<Network>,
    /// Who may read the metrics beside this machine.
    pub(crate) metrics_networks: Vec<Network>,
    pub(crate) metrics: Metrics,
    memory: Arc<MemoryBudget>,
    pub(crate) key: Key,
    /// The stop flags of the analysis, the hint, the graph and the review of each visitor: at most one each.
    analyses: Mutex<HashMap<String, Arc<AtomicBool>>>,
    closing: watch::Sender<bool>,
}

impl App {
    pub(crate) async fn new(
        config: &Config,
        books: HashMap<String, Arc<Book>>,
        addresses: Addresses,
        store: Store,
        cluster: Option<Cluster>,
        workers: Option<Workers>,
    ) -> Result<Self, StoreError> {
        let (catalog, quotas) = (config.catalog.clone(), config.quotas);
        let limits = Arc::new(Limits::new(quotas));
        let search_pool = SearchPool::start(Arc::clone(&limits));
        let mut metrics = Metrics::default();
        search_pool.register(&mut metrics);
        store.register(&mut metrics);
        if let Some(cluster) = &cluster {
            cluster.register(&mut metrics);
        }
        let plain = "plain data";
        Ok(Self {
            catalog_json: serde_json::to_string(&wire::Catalog::new(&catalog)).expect(plain),
            networks_json: serde_json::to_string(&wire::NetworkList::new(&catalog)).expect(plain),
            catalog,
            effort: config.effort,
            addresses,
            key: cookie_key(&store).await?,
            cluster,
            hub: Hub::default(),
            tournaments: Tournaments::default(),
            reviews: Reviews::default(),
            books,
            uncounted: Notify::new(),
            search_pool,
            workers,
            memory: MemoryBudget::new(quotas.engine_memory_mib),
            analyses: Mutex::default(),
            closing: watch::channel(false).0,
            limits,
            trusted_proxies: config.trusted_proxies.clone(),
            metrics_networks: config.metrics_networks.clone(),
            metrics,
            store,
        })
    }

    /// A player with the effort of this server, where it is a level that leaves it open.
    pub(crate) fn with_effort(&self, spec: PlayerSpec) -> PlayerSpec {
        match self.effort {
            Some(factor) => spec.with_default_effort(factor),
            None => spec,
        }
    }

    /// The opening book of a game: the one that the owner of the server gave, or the one that is shipped.
    pub(crate) fn book(&self, entry: &GameEntry) -> Option<Arc<Book>> {
        self.books.get(entry.id()).cloned().or_else(|| entry.shipped_book())
    }

    /// The engine of a spec.
    pub(crate) fn engine(&self, entry: &GameEntry, spec: PlayerSpec) -> Engine {
        Engine::new(entry, self.with_effort(spec), &self.memory)
    }

    /// Refuses a new game with a machine while too many moves are waited for.
    pub(crate) fn check_moves(&self) -> Result<(), Problem> {
        match &self.workers {
            Some(workers) if workers.waiting() >= MAX_WAITING_MOVES => Err(Problem::busy(FULL)),
            Some(_) => Ok(()),
            None => self.search_pool.check_moves(),
        }
    }

    /// The memory of the engines.
    pub(crate) fn memory(&self) -> &MemoryBudget {
        &self.memory
    }

    /// Starts an analysis and stops the one before with the same key. The flag stops it.
    pub(crate) fn start_analysis(&self, key: &str) -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut analyses = self.analyses.lock().unwrap_or_else(PoisonError::into_inner);
        analyses.retain(|_, other| !other.load(Ordering::Relaxed) && Arc::strong_count(other) > 1);
        if let Some(earlier) = analyses.insert(key.to_owned(), Arc::clone(&stop)) {
            earlier.store(true, Ordering::Relaxed);
        }
        stop
    }

    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Becomes true when the server closes.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Closes everything: rooms, tournaments, searches, the store.
    pub(crate) async fn close(&self) {
        tokio::join!(self.hub.close(), self.tournaments.close());
        self.search_pool.close();
        if let Some(cluster) = &self.cluster {
            cluster.leave().await;
        }
        self.store.close().await;
    }

    /// From now on nothing new starts, and connections close.
    pub(crate) fn begin_closing(&self) {
        self.closing.send_replace(true);
    }
}

/// The key that signs the cookies, made when the server starts for the first time. Two servers that do so at once take the
/// same one.
async fn cookie_key(store: &Store) -> Result<Key, StoreError> {
    let read = |text: Option<String>| {
        let bytes = text.and_then(|text| hex::decode(text).ok()).filter(|bytes| bytes.len() >= 64);
        bytes.map(|bytes| Key::from(&bytes))
    };
    let known = store.setting(KEY_SETTING).await?;
    if let Some(key) = read(known.clone()) {
        return Ok(key);
    }
    let key = Key::generate();
    let text = hex::encode(key.master());
    if known.is_some() {
        // What is there is no key.
        store.write(vec![Change::Setting(KEY_SETTING.into(), text)]).await?;
        return Ok(key);
    }
    Ok(read(Some(store.first_setting(KEY_SETTING, text).await?)).unwrap_or(key))
}

/// The state of the routes, in which the cookie jar finds its key.
#[derive(Clone)]
pub(crate) struct Shared(pub(crate) Arc<App>);

impl FromRef<Shared> for Key {
    fn from_ref(shared: &Shared) -> Self {
        shared.0.key.clone()
    }
}

impl FromRef<Shared> for Arc<App> {
    fn from_ref(shared: &Shared) -> Self {
        Arc::clone(&shared.0)
    }
}
