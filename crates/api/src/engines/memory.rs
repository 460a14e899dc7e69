//! The memory of engines that wait for their turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Memory for all engines together, in MiB.
pub struct MemoryBudget {
    used: AtomicU64,
    max: u64,
}

impl MemoryBudget {
    /// A budget of so many MiB.
    pub fn new(max_mib: u64) -> Arc<Self> {
        Arc::new(Self { used: AtomicU64::new(0), max: max_mib })
    }

    /// What is reserved now, in MiB.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// What engines may keep between their moves, in MiB.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// Reserves memory for as long as an engine searches. It may be beyond what is allowed: as many engines search as there are
    /// threads.
    pub(super) fn reserve_to_search(self: &Arc<Self>, mib: u64) -> MemoryReservation {
        self.used.fetch_add(mib, Ordering::Relaxed);
        MemoryReservation { budget: Arc::clone(self), mib }
    }

    /// Reserves memory until the reservation is dropped; `None` if there is not enough left.
    pub(super) fn reserve(self: &Arc<Self>, mib: u64) -> Option<MemoryReservation> {
        let add = |used: u64| (used + mib <= self.max).then_some(used + mib);
        self.used.try_update(Ordering::Relaxed, Ordering::Relaxed, add).ok()?;
        Some(MemoryReservation { budget: Arc::clone(self), mib })
    }
}

/// Reserved memory.
pub(super) struct MemoryReservation {
    budget: Arc<MemoryBudget>,
    mib: u64,
}

impl Drop for MemoryReservation {
    fn drop(&mut self) {
        self.budget.used.fetch_sub(self.mib, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_memory_is_released() {
        let budget = MemoryBudget::new(10);
        let reservation = budget.reserve(8);
        assert!(reservation.is_some() && budget.reserve(3).is_none() && budget.reserve(2).is_some());
        drop(reservation);
        assert!(budget.reserve(10).is_some());
        let beyond = budget.reserve_to_search(12);
        assert!(budget.used() == 12 && budget.reserve(1).is_none());
        drop(beyond);
        assert_eq!((budget.used(), budget.max()), (0, 10));
    }
}
