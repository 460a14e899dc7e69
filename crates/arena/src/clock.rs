//! Time control and game clocks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use quevedo_catalog::{read_time, show_time};
use quevedo_core::{Clock, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The time of each player for a game, and the increment after every move. As text `1s+10ms`, or `1s` without
/// increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// The time at the start.
    pub base: Duration,
    /// The increment after every move.
    pub increment: Duration,
}

/// The text is not a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("write the time for a game and the increment, as in `1s+10ms` or `500ms`")]
pub struct BadTimeControl;

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<Self, BadTimeControl> {
        let (base, increment) = text.split_once('+').unwrap_or((text, ""));
        let base = read_time(base).ok_or(BadTimeControl)?;
        let increment = if increment.is_empty() { Some(Duration::ZERO) } else { read_time(increment) };
        Ok(Self { base, increment: increment.ok_or(BadTimeControl)? })
    }
}

impl TryFrom<String> for TimeControl {
    type Error = BadTimeControl;

    fn try_from(text: String) -> Result<Self, BadTimeControl> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&show_time(self.base))?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", show_time(self.increment)) }
    }
}

impl TimeControl {
    /// As PGN writes it, in seconds: `60+0.5`.
    pub(crate) fn pgn(self) -> String {
        format!("{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// The two clocks of a game, one a side.
pub(crate) struct Clocks {
    left: [Duration; 2],
    increment: Duration,
}

impl Clocks {
    pub(crate) fn new(control: TimeControl) -> Self {
        Self { left: [control.base; 2], increment: control.increment }
    }

    /// The clocks, by side.
    pub(crate) fn by_side(&self) -> [Clock; 2] {
        self.left.map(|left| Clock { left, increment: self.increment, moves_to_go: None })
    }

    /// Subtracts the time of a move from a clock; `false` if the flag has fallen.
    pub(crate) fn spend(&mut self, side: Side, time: Duration) -> bool {
        let left = &mut self.left[side.index()];
        let Some(rest) = left.checked_sub(time) else { return false };
        *left = rest + self.increment;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_down_until_its_flag_falls() {
        let (second, tenth) = (Duration::from_secs(1), Duration::from_millis(100));
        let mut clocks = Clocks::new(TimeControl { base: second, increment: tenth });
        assert!(clocks.spend(Side::First, second / 2));
        assert_eq!(clocks.by_side()[0].left, second / 2 + tenth);
        assert_eq!(clocks.by_side()[1].left, second);
        assert!(!clocks.spend(Side::First, second));
    }
}
