//! A task that was begun, and what is said of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quevedo_catalog::Session;
use quevedo_core::SearchResult;

use super::go::Go;
use super::info::{InfoWriter, show_end};
use crate::TaskResult;

/// A task that was begun.
pub(super) struct Search {
    pub(super) purpose: Purpose,
    pub(super) on_done: OnDone,
    /// The game as it was then.
    pub(super) session: Box<dyn Session>,
    pub(super) writer: InfoWriter,
    pub(super) stop: Arc<AtomicBool>,
    /// What was reported last.
    pub(super) last: Option<SearchResult<String>>,
    /// The result that is held back.
    pub(super) found: Option<TaskResult>,
}

/// What a task is for.
pub(super) enum Purpose {
    /// To find a move.
    Go(Box<Go>),
    /// To count move sequences.
    Perft,
    /// To measure the search.
    Bench(BenchRun),
}

/// A run of `bench`: what was searched, and what is left to be searched.
#[derive(Default)]
pub(super) struct BenchRun {
    /// The last one is the next.
    pub(super) left: Vec<Box<dyn Session>>,
    depth: u32,
    nodes: u64,
    time: Duration,
}

impl BenchRun {
    pub(super) fn new(left: Vec<Box<dyn Session>>) -> Self {
        Self { left, ..Self::default() }
    }

    /// Adds a result; whether the run goes on.
    pub(super) fn add(&mut self, result: &TaskResult, stop: &AtomicBool) -> bool {
        let TaskResult::Move(Some(found)) = result else { return false };
        self.depth = self.depth.max(found.depth);
        self.nodes += found.nodes;
        self.time += found.time;
        !stop.load(Ordering::Relaxed)
    }

    /// The nodes are a signature of the search.
    pub(super) fn lines(&self) -> Vec<String> {
        let speed = self.nodes as f64 / self.time.as_secs_f64().max(1e-6);
        vec![
            format!("Depth searched  : {}", self.depth),
            format!("Total time (ms) : {}", self.time.as_millis()),
            format!("Nodes searched  : {}", self.nodes),
            format!("Nodes/second    : {speed:.0}"),
        ]
    }
}

/// What follows the end of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnDone {
    /// The result is written.
    Answer,
    /// It is held back until `stop` or `ponderhit`.
    Wait,
    /// The same search once more, by the clock: the opponent has made the expected move.
    Again,
}

impl Search {
    /// Asks the task to come to its end.
    pub(super) fn request_stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes in a report; the `info` lines for it.
    pub(super) fn progress(&mut self, found: SearchResult<String>) -> Vec<String> {
        let Purpose::Go(go) = &self.purpose else {
            self.last = Some(found);
            return Vec::new();
        };
        let most_plies = go.mate.map(|moves| 2 * moves as usize);
        let wins = found.score.is_some_and(|score| score > 0);
        if wins && found.plies_to_end().zip(most_plies).is_some_and(|(plies, most)| plies <= most) {
            self.request_stop();
        }
        // After `ponderhit` the search that follows writes the lines.
        let writes = self.on_done != OnDone::Again;
        let lines = if writes { self.writer.info(&*self.session, &found) } else { Vec::new() };
        self.last = Some(found);
        lines
    }

    /// The lines of the result.
    pub(super) fn result_lines(&self, result: &TaskResult) -> Vec<String> {
        match (&self.purpose, result) {
            (_, TaskResult::Counts(counts)) => self.perft_lines(counts),
            (Purpose::Bench(_), TaskResult::Move(_)) => vec!["info string bench: stopped".into()],
            (_, TaskResult::Move(found)) => self.move_lines(found.as_ref()),
            (_, TaskResult::Failed) => {
                let sorry = "info string the search broke down, which is a bug: please report it".into();
                vec![sorry, self.writer.bestmove(&*self.session, self.last.as_ref())]
            }
        }
    }

    /// The answer, and ahead of it what was found since the last report.
    fn move_lines(&self, found: Option<&SearchResult<String>>) -> Vec<String> {
        let was_reported = |found: &SearchResult<String>| {
            self.last.as_ref().is_some_and(|last| (last.depth, last.nodes) == (found.depth, found.nodes))
        };
        let unreported = found.filter(|found| !was_reported(found));
        let mut lines = unreported.map_or_else(Vec::new, |found| self.writer.info(&*self.session, found));
        if found.is_none() {
            lines.extend(show_end(&*self.session));
        }
        lines.push(self.writer.bestmove(&*self.session, found));
        lines
    }

    fn perft_lines(&self, counts: &[(String, Option<u64>)]) -> Vec<String> {
        let shown = |text: &str| self.session.uci_move(text, self.writer.style).unwrap_or_else(|_| text.to_owned());
        let line = |(text, count): &(String, Option<u64>)| count.map(|count| format!("{}: {count}", shown(text)));
        let mut lines: Vec<String> = counts.iter().filter_map(line).collect();
        if counts.iter().any(|(_, count)| count.is_none()) {
            lines.push("info string perft: stopped before all moves were counted".into());
        }
        let sum: u64 = counts.iter().filter_map(|(_, count)| *count).sum();
        lines.extend([String::new(), format!("Nodes searched: {sum}"), String::new()]);
        lines
    }
}
