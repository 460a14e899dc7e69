//! When to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quevedo_core::{Clock, Limits};

use super::settings::{DEFAULT_SIMS, Settings};
use crate::time;

/// The clock is looked at after at most this many simulations, and more often where they take long.
const MOST_SIMS: u64 = 32;
/// How long the simulations between two looks should take together, at most.
const LOOK_EVERY: Duration = Duration::from_micros(500);
/// Progress is told this often.
const REPORT_EVERY: Duration = Duration::from_millis(100);
/// What all threads of one search may use up together.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    sims: u64,
    start: Instant,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    /// Set by a thread that has nothing left to find out. Heeded only where time decides anyway: a number of
    /// simulations gives the same result again.
    done: &'a AtomicBool,
}

impl<'a> Budget<'a> {
    pub(super) fn new(
        settings: &Settings,
        limits: Limits,
        clock: Option<Clock>,
        (stop, done): (&'a AtomicBool, &'a AtomicBool),
    ) -> Self {
        let start = Instant::now();
        let own = Limits { depth: None, nodes: settings.sims, time: settings.time };
        let Limits { nodes: sims, time, .. } = own.intersect(limits);
        let time = time.into_iter().chain(clock.map(time::aim)).min();
        let unlimited = if time.is_some() { u64::MAX } else { DEFAULT_SIMS };
        // A time too long to be added is no limit.
        let deadline = time.and_then(|time| start.checked_add(time));
        Self { sims: sims.unwrap_or(unlimited), start, deadline, stop, done }
    }

    /// The part of one thread among many.
    pub(super) fn part(self, thread: usize, threads: usize) -> Self {
        let (thread, threads) = (thread as u64, threads as u64);
        let sims = self.sims / threads + u64::from(thread < self.sims % threads);
        Self { sims, ..self }
    }

    pub(super) fn tell_done(&self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

/// What a search is to do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Simulate,
    Report,
    Stop,
}

/// Watches over a budget without looking at the clock all the time.
pub(super) struct Watch<'a> {
    budget: Budget<'a>,
    sims: u64,
    /// Simulations until the next look, and between the last two looks.
    until_look: u64,
    between_looks: u64,
    last_look: Instant,
    last_report: Instant,
}

impl<'a> Watch<'a> {
    pub(super) fn new(budget: Budget<'a>) -> Self {
        let start = budget.start;
        Self { budget, sims: 0, until_look: 1, between_looks: 1, last_look: start, last_report: start }
    }

    /// Simulations so far.
    pub(super) fn sims(&self) -> u64 {
        self.sims
    }

    /// Counts the next simulation, if there is to be one. The first one always is: there must be a move.
    #[inline]
    pub(super) fn next(&mut self) -> Next {
        if self.sims > 0 && (self.sims >= self.budget.sims || self.budget.stop.load(Ordering::Relaxed)) {
            return Next::Stop;
        }
        if self.until_look == 0 {
            let next = self.look();
            if next != Next::Simulate {
                return next;
            }
        }
        self.until_look -= 1;
        self.sims += 1;
        Next::Simulate
    }

    #[cold]
    fn look(&mut self) -> Next {
        let now = Instant::now();
        let quick = now.duration_since(self.last_look) < LOOK_EVERY;
        self.between_looks = if quick { (2 * self.between_looks).min(MOST_SIMS) } else { 1 };
        (self.until_look, self.last_look) = (self.between_looks, now);
        let others_done = self.budget.deadline.is_some() && self.budget.done.load(Ordering::Relaxed);
        if others_done || self.budget.deadline.is_some_and(|deadline| now >= deadline) {
            return Next::Stop;
        }
        if now.duration_since(self.last_report) >= REPORT_EVERY {
            self.last_report = now;
            return Next::Report;
        }
        Next::Simulate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_the_simulations() {
        let never = AtomicBool::new(false);
        let settings = Settings { sims: Some(10), ..Settings::default() };
        let budget = Budget::new(&settings, Limits::default(), None, (&never, &never));
        let parts: Vec<u64> = (0..4).map(|thread| budget.part(thread, 4).sims).collect();
        assert_eq!(parts, [3, 3, 2, 2]);
    }
}
