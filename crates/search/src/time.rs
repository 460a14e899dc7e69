//! When to stop: limits of depth, nodes and time, and the share of a clock that one move may take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quevedo_core::Clock;
pub use quevedo_core::Limits;

/// Kept back from every clock: for the way of the move to the board, and for a machine that is busy elsewhere.
const OVERHEAD: Duration = Duration::from_millis(40);
/// Moves a game is expected to last when the clock does not tell.
const MOVES_EXPECTED: u32 = 36;

/// The deadline of one move.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    start: Instant,
    /// Of a clock: no new iteration is begun after half of this, so that time is saved for harder moves. A time for one
    /// move cannot be saved, and is used to the end.
    soft: Option<Duration>,
    /// The search breaks off here.
    hard: Option<Duration>,
}

impl Timer {
    /// Starts now. A time limit and a clock both count; the shorter one wins.
    pub fn start(time: Option<Duration>, clock: Option<Clock>) -> Self {
        let shares = clock.map(share);
        let hard = shares.map(|(_, hard)| hard).into_iter().chain(time).min();
        Self { start: Instant::now(), soft: shares.map(|(soft, _)| soft), hard }
    }

    /// The time never to exceed, if there is one.
    pub fn limit(&self) -> Option<Duration> {
        self.hard
    }

    /// Since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must break off.
    pub fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration, likely to take longer than all before, is still worth beginning.
    pub fn allows_another(&self) -> bool {
        self.soft.is_none_or(|soft| self.elapsed() * 2 < soft)
    }
}

/// What a clock grants one move: the time after which no iteration is begun, and the time never to exceed.
fn share(clock: Clock) -> (Duration, Duration) {
    let (aim, most) = aim_and_most(clock);
    ((aim * 2).min(most), (aim * 4).min(most))
}

/// The time to spend on a move, for a search that can stop at any moment.
pub(crate) fn aim(clock: Clock) -> Duration {
    let (aim, most) = aim_and_most(clock);
    aim.min(most)
}

fn aim_and_most(clock: Clock) -> (Duration, Duration) {
    let left = clock.left.saturating_sub(OVERHEAD);
    let moves = clock.moves_to_go.unwrap_or(MOVES_EXPECTED).clamp(1, MOVES_EXPECTED);
    let aim = left / moves + clock.increment * 3 / 4;
    // A single move never takes more than a part of what is left, so that the clock cannot run out on it.
    (aim, if moves == 1 { left } else { left * 3 / 10 })
}

/// Stops several threads at once: by anybody's wish, by the timer, or by the number of nodes.
pub(crate) struct Brake<'a> {
    pub(crate) timer: Timer,
    pub(crate) wish: &'a AtomicBool,
    pub(crate) stopped: AtomicBool,
}

impl<'a> Brake<'a> {
    pub(crate) fn new(timer: Timer, wish: &'a AtomicBool) -> Self {
        Self { timer, wish, stopped: AtomicBool::new(false) }
    }

    /// Whether somebody has pulled it.
    #[inline]
    pub(crate) fn is_pulled(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Pulls it.
    pub(crate) fn pull(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Looks at the clock and the asker's wish, and pulls the brake if it is time.
    pub(crate) fn look(&self) {
        if self.wish.load(Ordering::Relaxed) || self.timer.is_over() {
            self.pull();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_spent_on_one_move() {
        for left_ms in [20, 50, 100, 1_000, 60_000] {
            for increment_ms in [0, 10, 2_000] {
                let left = Duration::from_millis(left_ms);
                let clock = Clock { left, increment: Duration::from_millis(increment_ms), moves_to_go: None };
                let (soft, hard) = share(clock);
                assert!(soft <= hard && hard < left / 2, "{clock:?}: {soft:?}, {hard:?}");
                assert!(aim(clock) <= soft, "{clock:?}");
            }
        }
    }

    #[test]
    fn the_shorter_limit_wins() {
        let clock = Clock { left: Duration::from_mins(1), increment: Duration::ZERO, moves_to_go: None };
        let short = Timer::start(Some(Duration::from_millis(1)), Some(clock));
        assert_eq!(short.hard, Some(Duration::from_millis(1)));
        assert_eq!(Timer::start(Some(Duration::from_secs(1)), None).soft, None);
        let long = Timer::start(Some(Duration::from_mins(10)), Some(clock));
        assert!(long.hard.unwrap() < Duration::from_secs(30));
        assert!(!Timer::start(None, None).is_over());
    }
}
