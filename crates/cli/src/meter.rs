//! How far a long run has come, on standard error.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use crate::output::terminal_bar;

/// The progress bar of a [`Meter`].
pub(crate) const METER_BAR: &str = "{wide_bar} {pos}/{len} {msg}, {eta} left";
/// Without a terminal, a line is written at least this often.
const MAX_SILENCE: Duration = Duration::from_mins(1);

/// A bar on a terminal; else a line from time to time, for a log file.
pub(crate) struct Meter {
    bar: ProgressBar,
    /// What is counted.
    what: String,
    length: u64,
    pace: Pace,
}

impl Meter {
    /// Counts something to a length, `games` to 1000.
    pub(crate) fn new(what: &str, length: u64, template: &str) -> Self {
        let bar = terminal_bar(ProgressBar::new(length), template);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Self { bar, what: what.into(), length, pace: Pace::new() }
    }

    /// Starts a new count; no effect if `what` has not changed.
    #[cfg(feature = "train")]
    pub(crate) fn restart(&mut self, what: String, length: u64) {
        if self.what != what {
            self.bar.set_length(length);
            self.bar.reset();
            (self.what, self.length, self.pace) = (what, length, Pace::new());
        }
    }

    /// Shows that `done` are done. `more` is added to the message.
    pub(crate) fn show(&mut self, done: u64, more: &str) {
        let message = if more.is_empty() { self.what.clone() } else { format!("{}, {more}", self.what) };
        let is_first = self.pace.tenths.is_none();
        if self.pace.is_due(done, self.length, Instant::now()) && self.bar.is_hidden() {
            self.print_line(&format!("{done}/{} {message}", self.length));
        }
        self.bar.set_position(done);
        self.bar.set_message(message);
        // Work of earlier runs says nothing about how long the rest takes.
        if is_first {
            self.bar.reset_eta();
        }
    }

    /// Shows a step that is not counted.
    #[cfg(feature = "train")]
    pub(crate) fn announce(&mut self, what: String) {
        if self.what != what && self.bar.is_hidden() {
            self.print_line(&what);
        }
        self.restart(what, 1);
        self.bar.set_message(self.what.clone());
    }

    /// Prints a line above the bar.
    pub(crate) fn print_line(&self, text: &str) {
        self.bar.suspend(|| print_line(text));
    }

    /// The bar; hidden without a terminal.
    pub(crate) fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Prints a line on standard error; a closed standard error is no failure.
pub(crate) fn print_line(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// When a line is due: after every tenth of the whole, and after [`MAX_SILENCE`].
struct Pace {
    /// Tenths that were done the last time; `None` before the first.
    tenths: Option<u64>,
    last_line: Instant,
}

impl Pace {
    fn new() -> Self {
        Self { tenths: None, last_line: Instant::now() }
    }

    fn is_due(&mut self, done: u64, length: u64, now: Instant) -> bool {
        let tenths = done.saturating_mul(10) / length.max(1);
        let is_due = tenths > self.tenths.unwrap_or(0) || now.duration_since(self.last_line) >= MAX_SILENCE;
        if is_due {
            self.last_line = now;
        }
        self.tenths = Some(tenths);
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_at_every_tenth_and_after_a_silence() {
        let begin = Instant::now();
        let mut pace = Pace { tenths: None, last_line: begin };
        let due: Vec<u64> = (0..=1000).filter(|done| pace.is_due(*done, 1000, begin)).collect();
        assert_eq!(due, (1..=10).map(|tenth| 100 * tenth).collect::<Vec<_>>());
        let mut pace = Pace { tenths: None, last_line: begin };
        let due: Vec<u64> = (0..150).filter(|s| pace.is_due(1, 1000, begin + Duration::from_secs(*s))).collect();
        assert_eq!(due, [60, 120]);
        // A resumed run prints a line at once.
        assert!(Pace::new().is_due(500, 1000, begin));
        assert!(!Pace::new().is_due(0, 0, begin));
    }
}
