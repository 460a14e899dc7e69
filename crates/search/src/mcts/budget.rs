//! The budget of a search: simulations, time, and the flags that stop it.

use quevedo_core::platform::Instant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quevedo_core::{Clock, Limits};

use super::settings::{DEFAULT_SIMS, Settings};
use crate::time;

/// Maximum simulations between two polls of the clock.
const MAX_POLL_SIMS: u64 = 32;
/// The simulations between two polls should take no longer than this.
const POLL_INTERVAL: Duration = Duration::from_micros(500);
/// The time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// The flags that stop a search early.
#[derive(Clone, Copy)]
pub(super) struct StopFlags<'a> {
    /// Set by the caller of the search.
    pub(super) requested: &'a AtomicBool,
    /// Set by a thread whose root is proved. Only a search with a time limit obeys it: a fixed number of simulations
    /// gives the same result every time.
    pub(super) proved: &'a AtomicBool,
}

/// The limits of one search, for all threads together or for one of them.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    sims: u64,
    start: Instant,
    deadline: Option<Instant>,
    flags: StopFlags<'a>,
}

impl<'a> Budget<'a> {
    pub(super) fn new(settings: &Settings, limits: Limits, clock: Option<Clock>, flags: StopFlags<'a>) -> Self {
        let start = Instant::now();
        let own = Limits { depth: None, nodes: settings.sims, time: settings.time };
        let Limits { nodes: sims, time, .. } = own.intersect(limits);
        let time = time.into_iter().chain(clock.map(time::target_time)).min();
        let unlimited = if time.is_some() { u64::MAX } else { DEFAULT_SIMS };
        // A time too long to add to the clock is no limit.
        let deadline = time.and_then(|time| start.checked_add(time));
        Self { sims: sims.unwrap_or(unlimited), start, deadline, flags }
    }

    /// The part of one thread.
    pub(super) fn part(self, thread: usize, threads: usize) -> Self {
        let (thread, threads) = (thread as u64, threads as u64);
        let sims = self.sims / threads + u64::from(thread < self.sims % threads);
        Self { sims, ..self }
    }

    /// Signals that the root of a thread is proved.
    pub(super) fn signal_proved(&self) {
        self.flags.proved.store(true, Ordering::Relaxed);
    }
}

/// What a search does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextAction {
    Simulate,
    Report,
    Stop,
}

/// Counts simulations against a budget, and polls the clock only now and then.
pub(super) struct BudgetTracker<'a> {
    budget: Budget<'a>,
    sims: u64,
    /// Simulations until the next poll of the clock, and between the last two polls.
    until_poll: u64,
    between_polls: u64,
    last_poll: Instant,
    last_report: Instant,
}

impl<'a> BudgetTracker<'a> {
    pub(super) fn new(budget: Budget<'a>) -> Self {
        let start = budget.start;
        Self { budget, sims: 0, until_poll: 1, between_polls: 1, last_poll: start, last_report: start }
    }

    /// Simulations so far.
    pub(super) fn sims(&self) -> u64 {
        self.sims
    }

    /// Counts the next simulation, if there is one. There is always a first one: the search must return a move.
    #[inline]
    pub(super) fn next(&mut self) -> NextAction {
        if self.sims > 0 && (self.sims >= self.budget.sims || self.budget.flags.requested.load(Ordering::Relaxed)) {
            return NextAction::Stop;
        }
        if self.until_poll == 0 {
            let next = self.poll_clock();
            if next != NextAction::Simulate {
                return next;
            }
        }
        self.until_poll -= 1;
        self.sims += 1;
        NextAction::Simulate
    }

    #[cold]
    fn poll_clock(&mut self) -> NextAction {
        let now = Instant::now();
        let is_fast = now.duration_since(self.last_poll) < POLL_INTERVAL;
        self.between_polls = if is_fast { (2 * self.between_polls).min(MAX_POLL_SIMS) } else { 1 };
        (self.until_poll, self.last_poll) = (self.between_polls, now);
        let is_proved = self.budget.deadline.is_some() && self.budget.flags.proved.load(Ordering::Relaxed);
        if is_proved || self.budget.deadline.is_some_and(|deadline| now >= deadline) {
            return NextAction::Stop;
        }
        if now.duration_since(self.last_report) >= REPORT_INTERVAL {
            self.last_report = now;
            return NextAction::Report;
        }
        NextAction::Simulate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_the_simulations() {
        let never = AtomicBool::new(false);
        let settings = Settings { sims: Some(10), ..Settings::default() };
        let budget = Budget::new(&settings, Limits::default(), None, StopFlags { requested: &never, proved: &never });
        let parts: Vec<u64> = (0..4).map(|thread| budget.part(thread, 4).sims).collect();
        assert_eq!(parts, [3, 3, 2, 2]);
    }
}
