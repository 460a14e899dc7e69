//! The two clocks of a game. No clock runs before the first move.

use quevedo_core::platform::Instant;
use std::time::Duration;

use quevedo_core::Side;

/// Two clocks, of which one may be running.
#[derive(Clone, Debug)]
pub struct Clock {
    /// What both have at the start.
    pub base: Duration,
    /// What a move adds.
    pub increment: Duration,
    left: [Duration; 2],
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// Clocks that stand.
    pub fn new(base: Duration, increment: Duration, left: [Duration; 2]) -> Self {
        Self { base, increment, left, running: None }
    }

    /// Whose clock is running.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// What both players have left.
    pub fn left(&self, now: Instant) -> [Duration; 2] {
        let mut left = self.left;
        if let Some((side, since)) = self.running {
            let own = &mut left[side.index()];
            *own = own.saturating_sub(now.saturating_duration_since(since));
        }
        left
    }

    /// When the flag falls if nothing happens.
    pub fn deadline(&self) -> Option<Instant> {
        self.running.map(|(side, since)| since + self.left[side.index()])
    }

    /// Whose flag has fallen.
    pub fn fallen(&self, now: Instant) -> Option<Side> {
        let (side, _) = self.running?;
        self.left(now)[side.index()].is_zero().then_some(side)
    }

    /// Stops the clocks.
    pub fn stop(&mut self, now: Instant) {
        self.left = self.left(now);
        self.running = None;
    }

    /// Lets the clock of `side` run, and no other.
    pub fn start(&mut self, side: Side, now: Instant) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// `side` has moved.
    pub fn add_increment(&mut self, side: Side) {
        self.left[side.index()] += self.increment;
    }

    /// Sets both clocks, stopped.
    pub fn set(&mut self, left: [Duration; 2]) {
        self.left = left;
        self.running = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_clock_runs_at_a_time() {
        let (second, now) = (Duration::from_secs(1), Instant::now());
        let mut clock = Clock::new(10 * second, second, [10 * second; 2]);
        assert_eq!(clock.deadline(), None);
        clock.start(Side::First, now);
        assert_eq!(clock.left(now + 3 * second), [7 * second, 10 * second]);
        clock.start(Side::Second, now + 3 * second);
        clock.add_increment(Side::First);
        assert_eq!(clock.left(now + 5 * second), [8 * second, 8 * second]);
        assert_eq!(clock.deadline(), Some(now + 13 * second));
        assert_eq!(clock.fallen(now + 12 * second), None);
        assert_eq!(clock.fallen(now + 13 * second), Some(Side::Second));
        clock.stop(now + 4 * second);
        assert_eq!(clock.left(now + 99 * second), [8 * second, 9 * second]);
    }
}
