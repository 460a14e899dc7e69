//! Chess clocks, for any game.

use std::time::Duration;

use quevedo_core::Clock;

/// The time each player has for a game, and what is added after every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// At the start.
    pub base: Duration,
    /// After every move.
    pub increment: Duration,
}

/// The two clocks of a game, one a seat.
pub(crate) struct Clocks {
    left: [Duration; 2],
    increment: Duration,
}

impl Clocks {
    pub(crate) fn new(control: TimeControl) -> Self {
        Self { left: [control.base; 2], increment: control.increment }
    }

    /// What a player sees on the own clock.
    pub(crate) fn see(&self, seat: usize) -> Clock {
        Clock { left: self.left[seat], increment: self.increment, moves_to_go: None }
    }

    /// Takes the time of a move off a clock; `false` if the flag has fallen.
    pub(crate) fn spend(&mut self, seat: usize, time: Duration) -> bool {
        let Some(left) = self.left[seat].checked_sub(time) else { return false };
        self.left[seat] = left + self.increment;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_down_and_falls() {
        let (second, tenth) = (Duration::from_secs(1), Duration::from_millis(100));
        let mut clocks = Clocks::new(TimeControl { base: second, increment: tenth });
        assert!(clocks.spend(0, second / 2));
        assert_eq!(clocks.see(0).left, second / 2 + tenth);
        assert_eq!(clocks.see(1).left, second);
        assert!(!clocks.spend(0, second));
    }
}
