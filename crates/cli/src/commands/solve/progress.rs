//! How far a solver has come: on the bar, or as lines of JSON.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::ProgressBar;
use quevedo_catalog::{MarginBounds, SolveProgress};
use serde::Serialize;

use crate::output::{short_number, write_json};

/// The time between two lines of JSON.
const PERIOD: Duration = Duration::from_secs(1);

/// Shows the progress of one solver.
pub(super) struct ProgressReport<'a> {
    bar: &'a ProgressBar,
    /// Where lines of JSON go, if they are wanted.
    lines: Option<&'a mut dyn Write>,
    begin: Instant,
    last_line: Instant,
    written: Result<()>,
}

#[derive(Serialize)]
struct ProgressLine {
    time_ms: u64,
    nodes: u64,
    depth: Option<u32>,
    low: Option<i32>,
    high: Option<i32>,
    percent: Option<u32>,
}

impl<'a> ProgressReport<'a> {
    pub(super) fn new(bar: &'a ProgressBar, lines: Option<&'a mut dyn Write>) -> Self {
        let begin = Instant::now();
        Self { bar, lines, begin, last_line: begin, written: Ok(()) }
    }

    pub(super) fn bar(&self) -> &ProgressBar {
        self.bar
    }

    pub(super) fn show(&mut self, so_far: &SolveProgress) {
        if !self.bar.is_hidden() {
            self.bar.set_message(summary(so_far));
        }
        let Some(lines) = &mut self.lines else { return };
        if self.last_line.elapsed() < PERIOD || self.written.is_err() {
            return;
        }
        self.last_line = Instant::now();
        let line = ProgressLine::new(so_far, self.begin.elapsed());
        self.written = write_json(&mut **lines, &line).and_then(|()| Ok(lines.flush()?));
    }

    /// The error of the first line that could not be written.
    pub(super) fn finish(self) -> Result<()> {
        self.written
    }
}

impl ProgressLine {
    fn new(so_far: &SolveProgress, time: Duration) -> Self {
        let SolveProgress { nodes, depth, bounds } = *so_far;
        Self {
            time_ms: time.as_millis() as u64,
            nodes,
            depth,
            low: bounds.map(|bounds| bounds.low),
            high: bounds.map(|bounds| bounds.high),
            percent: bounds.map(|bounds| bounds.percent),
        }
    }
}

/// `depth 12, 3.4 M nodes`, `score from -3 to +5 (73 % sure), 120 M nodes`.
fn summary(so_far: &SolveProgress) -> String {
    let mut parts = Vec::new();
    if let Some(depth) = so_far.depth {
        parts.push(format!("depth {depth}"));
    }
    if let Some(bounds) = so_far.bounds {
        let MarginBounds { low, high, percent } = bounds;
        let sure = if bounds.is_proved() { String::new() } else { format!(" ({percent} % sure)") };
        parts.push(if low == high {
            format!("score {low:+}{sure}")
        } else {
            format!("score from {low:+} to {high:+}{sure}")
        });
    }
    parts.push(format!("{} nodes", short_number(so_far.nodes as f64)));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_says_what_is_known() {
        let nodes = SolveProgress { nodes: 1200, ..SolveProgress::default() };
        assert_eq!(
            summary(&SolveProgress { depth: Some(12), ..nodes }),
            format!("depth 12, {} nodes", short_number(1200.0))
        );
        let bounds = |low, high, percent| SolveProgress { bounds: Some(MarginBounds { low, high, percent }), ..nodes };
        assert!(summary(&bounds(-3, 5, 73)).starts_with("score from -3 to +5 (73 % sure), "));
        assert!(summary(&bounds(4, 4, 100)).starts_with("score +4, "));
    }
}
