//! Machine players between their moves. What they remember makes them stronger; the memory for it is bounded.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quevedo_catalog::{GameEntry, Player, PlayerSpec, Session};
use quevedo_core::{SearchRequest, SearchResult};

use super::caps::{bounded, memory_mib};

/// Memory for machine players that wait for their turn, in MiB.
pub(crate) struct Ledger {
    used: AtomicU64,
    most: u64,
}

impl Ledger {
    pub(crate) fn new(most_mib: u64) -> Arc<Self> {
        Arc::new(Self { used: AtomicU64::new(0), most: most_mib })
    }

    fn reserve(self: &Arc<Self>, mib: u64) -> Option<Lease> {
        let add = |used: u64| (used + mib <= self.most).then_some(used + mib);
        self.used.try_update(Ordering::Relaxed, Ordering::Relaxed, add).ok()?;
        Some(Lease { ledger: Arc::clone(self), mib })
    }
}

/// Memory that somebody holds.
struct Lease {
    ledger: Arc<Ledger>,
    mib: u64,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.ledger.used.fetch_sub(self.mib, Ordering::Relaxed);
    }
}

/// A machine player in a seat. Its search is made when it first thinks, and forgotten between moves where the memory
/// for all of them is spent.
pub(crate) struct Machine {
    entry: GameEntry,
    spec: PlayerSpec,
    ledger: Arc<Ledger>,
    player: Option<(Box<dyn Player>, Option<Lease>)>,
}

impl Machine {
    pub(crate) fn new(entry: &GameEntry, spec: PlayerSpec, ledger: &Arc<Ledger>) -> Self {
        Self { entry: entry.clone(), spec: bounded(spec), ledger: Arc::clone(ledger), player: None }
    }

    /// Searches, on the thread of the caller.
    pub(crate) fn search(
        &mut self,
        session: &dyn Session,
        request: &mut SearchRequest<'_, String>,
    ) -> Option<SearchResult<String>> {
        if self.player.is_none() {
            let player = self.entry.player(&self.spec).ok()?;
            self.player = Some((player, self.ledger.reserve(memory_mib(&self.spec))));
        }
        let (player, lease) = self.player.as_mut()?;
        let result = player.search(session, request);
        if lease.is_none() {
            self.player = None;
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_lent_and_comes_back() {
        let ledger = Ledger::new(10);
        let lease = ledger.reserve(8);
        assert!(lease.is_some() && ledger.reserve(3).is_none() && ledger.reserve(2).is_some());
        drop(lease);
        assert!(ledger.reserve(10).is_some());
    }
}
