//! Time management: the part of a clock that one move may use, and the stop signal of a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quevedo_core::Clock;
pub use quevedo_core::Limits;
use quevedo_core::platform::Instant;

/// Move overhead: time kept back on every clock for communication and a busy machine.
const OVERHEAD: Duration = Duration::from_millis(40);
/// Moves that the clock must last for when it does not say.
const EXPECTED_MOVES: u32 = 36;

/// A search may use at least and at most these parts of its target before the last iteration, ...
const MIN_FACTOR: f64 = 0.4;
const MAX_FACTOR: f64 = 2.5;
/// ... and stops at this multiple of it.
const HARD_FACTOR: u32 = 4;

/// The deadline of one move.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    start: Instant,
    /// The target: no iteration begins after it. Only a clock has one: time per move that is not used is lost.
    target: Option<Duration>,
    /// The hard limit: the search stops here.
    hard: Option<Duration>,
}

impl Timer {
    /// Starts now. Both a time per move and a clock count; the shorter limit wins.
    pub fn start(time: Option<Duration>, clock: Option<Clock>) -> Self {
        let limits = clock.map(target_and_hard_limit);
        let hard = limits.map(|(_, hard)| hard).into_iter().chain(time).min();
        Self { start: Instant::now(), target: limits.map(|(target, _)| target), hard }
    }

    /// The time to use, if there is a limit: the target of a clock, or all of the time per move.
    pub fn target(&self) -> Option<Duration> {
        self.target.into_iter().chain(self.hard).min()
    }

    /// The hard limit, if there is one.
    pub fn limit(&self) -> Option<Duration> {
        self.hard
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the hard limit has passed.
    pub fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration may begin, when the search wants to use `factor` times the target.
    pub fn allows_another_iteration(&self, factor: f64) -> bool {
        self.target.is_none_or(|target| self.elapsed() < target.mul_f64(factor.clamp(MIN_FACTOR, MAX_FACTOR)))
    }
}

/// The target and the hard limit for one move on this clock.
fn target_and_hard_limit(clock: Clock) -> (Duration, Duration) {
    let (target, max) = target_and_max(clock);
    (target.min(max), (target * HARD_FACTOR).min(max))
}

/// The time to use for one move, for a search that can stop at any time.
pub(crate) fn target_time(clock: Clock) -> Duration {
    let (target, max) = target_and_max(clock);
    target.min(max)
}

fn target_and_max(clock: Clock) -> (Duration, Duration) {
    let left = clock.left.saturating_sub(OVERHEAD);
    let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
    let target = left / moves + clock.increment * 3 / 4;
    // One move uses only a part of the time left, so that the clock cannot run out on it.
    (target, if moves == 1 { left } else { left * 3 / 10 })
}

/// Stops all threads of a search: at the caller's request, at the hard time limit, or at the node limit.
pub(crate) struct StopSignal<'a> {
    pub(crate) timer: Timer,
    /// Set by the caller of the search.
    requested: &'a AtomicBool,
    stopped: AtomicBool,
}

impl<'a> StopSignal<'a> {
    pub(crate) fn new(timer: Timer, requested: &'a AtomicBool) -> Self {
        Self { timer, requested, stopped: AtomicBool::new(false) }
    }

    /// Whether the threads must stop.
    #[inline]
    pub(crate) fn is_set(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Stops all threads.
    pub(crate) fn set(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Sets the signal if the caller requests it or the time is over.
    pub(crate) fn poll(&self) {
        if self.requested.load(Ordering::Relaxed) || self.timer.is_over() {
            self.set();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_never_uses_up_a_clock() {
        for left_ms in [20, 50, 100, 1_000, 60_000] {
            for increment_ms in [0, 10, 2_000] {
                let left = Duration::from_millis(left_ms);
                let clock = Clock { left, increment: Duration::from_millis(increment_ms), moves_to_go: None };
                let (target, hard) = target_and_hard_limit(clock);
                assert!(target <= hard && hard < left / 2, "{clock:?}: {target:?}, {hard:?}");
                assert!(target_time(clock) <= target, "{clock:?}");
            }
        }
    }

    #[test]
    fn the_shorter_limit_wins() {
        let clock = Clock { left: Duration::from_mins(1), increment: Duration::ZERO, moves_to_go: None };
        let short = Timer::start(Some(Duration::from_millis(1)), Some(clock));
        assert_eq!(short.hard, Some(Duration::from_millis(1)));
        assert_eq!(Timer::start(Some(Duration::from_secs(1)), None).target, None);
        let long = Timer::start(Some(Duration::from_mins(10)), Some(clock));
        assert!(long.hard.unwrap() < Duration::from_secs(30));
        assert!(!Timer::start(None, None).is_over());
    }
}
