//! A task that was begun, and what is said of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_catalog::{Session, Thought};

use super::go::Go;
use super::info::{Pen, show_end};
use crate::Finding;

/// A task that was begun.
pub(super) struct Search {
    pub(super) purpose: Purpose,
    pub(super) then: Then,
    /// The game as it was then.
    pub(super) session: Box<dyn Session>,
    pub(super) pen: Pen,
    pub(super) stop: Arc<AtomicBool>,
    /// What was reported last.
    pub(super) last: Option<Thought>,
    /// The finding that is held back.
    pub(super) found: Option<Finding>,
}

/// What a task is for.
pub(super) enum Purpose {
    /// To find a move.
    Go(Box<Go>),
    /// To count move sequences.
    Perft,
    /// To measure the search.
    Bench,
}

/// What follows the end of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// It is told.
    Answer,
    /// It is held back until `stop` or `ponderhit`.
    Wait,
    /// The same search once more, by the clock: the opponent has made the expected move.
    Again,
}

impl Search {
    /// Asks the task to come to its end.
    pub(super) fn brake(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes in a report; the lines that tell of it.
    pub(super) fn progress(&mut self, thought: Thought) -> Vec<String> {
        let Purpose::Go(go) = &self.purpose else {
            self.last = Some(thought);
            return Vec::new();
        };
        let most_plies = go.mate.map(|moves| 2 * moves as usize);
        let wins = thought.score.is_some_and(|score| score > 0);
        if wins && thought.plies_to_end.zip(most_plies).is_some_and(|(plies, most)| plies <= most) {
            self.brake();
        }
        // What comes after `ponderhit` is told by the search that follows.
        let told = self.then != Then::Again;
        let lines = if told { self.pen.info(&*self.session, &thought) } else { Vec::new() };
        self.last = Some(thought);
        lines
    }

    /// The lines that tell what was found.
    pub(super) fn tell(&self, finding: &Finding) -> Vec<String> {
        match (&self.purpose, finding) {
            (_, Finding::Counts(counts)) => self.tell_counts(counts),
            (Purpose::Bench, Finding::Move(thought)) => self.tell_bench(thought.as_ref()),
            (_, Finding::Move(thought)) => self.tell_move(thought.as_ref()),
            (_, Finding::Failed) => {
                let sorry = "info string the search broke down, which is a bug: please report it".into();
                vec![sorry, self.pen.bestmove(&*self.session, self.last.as_ref())]
            }
        }
    }

    /// The answer, and ahead of it what was found since the last report.
    fn tell_move(&self, thought: Option<&Thought>) -> Vec<String> {
        let told = |thought: &Thought| {
            self.last.as_ref().is_some_and(|last| (last.depth, last.nodes) == (thought.depth, thought.nodes))
        };
        let news = thought.filter(|thought| !told(thought));
        let mut lines = news.map_or_else(Vec::new, |thought| self.pen.info(&*self.session, thought));
        if thought.is_none() {
            lines.extend(show_end(&*self.session));
        }
        lines.push(self.pen.bestmove(&*self.session, thought));
        lines
    }

    fn tell_counts(&self, counts: &[(String, Option<u64>)]) -> Vec<String> {
        let shown = |text: &str| self.pen.dialect.show_move(&*self.session, text);
        let line = |(text, count): &(String, Option<u64>)| count.map(|count| format!("{}: {count}", shown(text)));
        let mut lines: Vec<String> = counts.iter().filter_map(line).collect();
        if counts.iter().any(|(_, count)| count.is_none()) {
            lines.push("info string perft: stopped before all moves were counted".into());
        }
        let sum: u64 = counts.iter().filter_map(|(_, count)| *count).sum();
        lines.extend([String::new(), format!("Nodes searched: {sum}"), String::new()]);
        lines
    }

    /// The nodes are those of the last depth that was searched in full: a signature of the search.
    fn tell_bench(&self, thought: Option<&Thought>) -> Vec<String> {
        let (Some(last), Some(thought)) = (&self.last, thought) else {
            return vec!["info string bench: stopped".into()];
        };
        vec![
            format!("Depth searched  : {}", last.depth),
            format!("Total time (ms) : {}", thought.time_ms),
            format!("Nodes searched  : {}", last.nodes),
            format!("Nodes/second    : {}", thought.nps),
        ]
    }
}
