//! What all parts of the server share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::FromRef;
use axum_extra::extract::cookie::Key;
use quevedo_catalog::{Catalog, GameEntry, PlayerSpec};
use tokio::sync::watch;

use crate::limits::{Limits, Quotas};
use crate::live::Hub;
use crate::store::{Change, Store, StoreError};
use crate::think::{Ledger, Machine, Pool};
use crate::tournaments::Tournaments;
use crate::wire;

/// Where the key of the cookies is kept.
const KEY_SETTING: &str = "cookie_key";

/// What all parts of the server share.
pub(crate) struct App {
    pub(crate) catalog: Catalog,
    /// The catalog and the networks as JSON. They do not change while the program runs.
    pub(crate) catalog_json: String,
    pub(crate) networks_json: String,
    /// The factor on the effort of levels whose spec leaves it open.
    effort: Option<f64>,
    pub(crate) store: Store,
    pub(crate) hub: Hub,
    pub(crate) tournaments: Tournaments,
    pub(crate) pool: Pool,
    pub(crate) limits: Arc<Limits>,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) key: Key,
    /// The analysis, hint and graph of each visitor: at most one each.
    studies: Mutex<HashMap<String, Arc<AtomicBool>>>,
    closing: watch::Sender<bool>,
}

impl App {
    pub(crate) async fn new(
        catalog: Catalog,
        effort: Option<f64>,
        store: Store,
        quotas: Quotas,
    ) -> Result<Self, StoreError> {
        let limits = Arc::new(Limits::new(quotas));
        let plain = "plain data";
        Ok(Self {
            catalog_json: serde_json::to_string(&wire::Catalog::new(&catalog)).expect(plain),
            networks_json: serde_json::to_string(&wire::NetworkList::new(&catalog)).expect(plain),
            catalog,
            effort,
            key: cookie_key(&store).await?,
            hub: Hub::default(),
            tournaments: Tournaments::default(),
            pool: Pool::start(Arc::clone(&limits)),
            ledger: Ledger::new(quotas.machine_memory_mib),
            studies: Mutex::default(),
            closing: watch::channel(false).0,
            limits,
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

    /// The engine of a spec.
    pub(crate) fn machine(&self, entry: &GameEntry, spec: PlayerSpec) -> Machine {
        Machine::new(entry, self.with_effort(spec), &self.ledger)
    }

    /// Begins a study and ends the one before of the same visitor and kind. The flag stops it.
    pub(crate) fn begin_study(&self, who: &str) -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut studies = self.studies.lock().unwrap_or_else(PoisonError::into_inner);
        studies.retain(|_, other| !other.load(Ordering::Relaxed) && Arc::strong_count(other) > 1);
        if let Some(earlier) = studies.insert(who.to_owned(), Arc::clone(&stop)) {
            earlier.store(true, Ordering::Relaxed);
        }
        stop
    }

    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Tells when the server goes down.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Everything comes to its end: connections, thinking, rooms, the store.
    pub(crate) async fn close(&self) {
        tokio::join!(self.hub.close(), self.tournaments.close());
        self.pool.close();
        self.store.close().await;
    }

    /// From now on nothing new is begun, and connections close.
    pub(crate) fn begin_closing(&self) {
        self.closing.send_replace(true);
    }
}

/// The key that signs the cookies, made when the server starts for the first time.
async fn cookie_key(store: &Store) -> Result<Key, StoreError> {
    let known = store.setting(KEY_SETTING).await?.and_then(|text| hex::decode(text).ok());
    if let Some(bytes) = known.filter(|bytes| bytes.len() >= 64) {
        return Ok(Key::from(&bytes));
    }
    let key = Key::generate();
    store.write(vec![Change::Setting(KEY_SETTING.into(), hex::encode(key.master()))]).await?;
    Ok(key)
}

/// The state of the routes, by which the cookie jar finds its key.
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
