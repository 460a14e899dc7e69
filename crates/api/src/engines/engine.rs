//! The engine of a seat, an analysis or a graph.

use std::sync::Arc;

use quevedo_catalog::{GameEntry, Player, PlayerSpec, Session};
use quevedo_core::{SearchRequest, SearchResult};

use super::memory::{MemoryBudget, MemoryReservation};
use super::spec_limits::{bounded, memory_mib};

/// An engine. Its player is made for the first search. It is kept for the next one, with its tables, if the memory budget
/// allows it.
pub struct Engine {
    entry: GameEntry,
    spec: PlayerSpec,
    budget: Arc<MemoryBudget>,
    player: Option<(Box<dyn Player>, Option<MemoryReservation>)>,
}

impl Engine {
    /// The engine of a spec, with bounded tables.
    pub fn new(entry: &GameEntry, spec: PlayerSpec, budget: &Arc<MemoryBudget>) -> Self {
        Self { entry: entry.clone(), spec: bounded(spec), budget: Arc::clone(budget), player: None }
    }

    /// Searches, on the thread of the caller.
    pub fn search(
        &mut self,
        session: &dyn Session,
        request: &mut SearchRequest<'_, String>,
    ) -> Option<SearchResult<String>> {
        if self.player.is_none() {
            let player = self.entry.player(&self.spec).ok()?;
            self.player = Some((player, self.budget.reserve(memory_mib(&self.spec))));
        }
        let (player, reservation) = self.player.as_mut()?;
        if reservation.is_some() {
            return player.search(session, request);
        }
        let for_now = self.budget.reserve_to_search(memory_mib(&self.spec));
        let result = player.search(session, request);
        self.player = None;
        drop(for_now);
        result
    }
}
