//! Tables of move sequences, counted to the depth that the time permits.

use std::time::Instant;

use quevedo_catalog::GameEntry;

use super::claim::{self, Verdict};
use super::figures::short;
use super::plan::CountPlan;
use super::run::{Bench, Experiment};
use super::subject::{Outline, Subject};
use crate::MatchError;
use crate::report::{Report, Table};

/// Depths with no more published sequences are counted whatever the time.
const FEW: u64 = 10_000_000;

/// The counts so far, from depth 1.
pub(super) struct Counts {
    game: &'static GameEntry,
    published: Vec<u64>,
    found: Vec<(u64, f64)>,
}

impl Counts {
    pub(super) fn new(plan: &CountPlan) -> Self {
        Self { game: plan.game, published: plan.published.clone(), found: Vec::new() }
    }

    /// The seconds that the next depth will take, supposing that the speed stays.
    fn forecast(&self) -> f64 {
        let next = self.published[self.found.len()] as f64;
        self.found.last().map_or(0.0, |(nodes, seconds)| next / *nodes as f64 * seconds)
    }
}

impl Experiment for Counts {
    fn is_done(&self) -> bool {
        self.found.len() >= self.published.len()
    }

    fn advance(&mut self, bench: &Bench<'_>) -> Result<(), MatchError> {
        while !self.is_done() {
            let left = bench.deadline.saturating_duration_since(Instant::now()).as_secs_f64();
            let is_small = self.published[self.found.len()] <= FEW;
            if !is_small && (self.forecast() > left || bench.is_over()) {
                return Ok(());
            }
            let begin = Instant::now();
            let bad = |problem: String| MatchError::BadOpening { problem };
            let nodes = self.game.perft(None, self.found.len() as u32 + 1).map_err(|error| bad(error.to_string()))?;
            self.found.push((nodes, begin.elapsed().as_secs_f64().max(1e-9)));
        }
        Ok(())
    }
}

impl Subject for Counts {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        vec![self]
    }

    fn write(&self, outline: &mut Outline<'_>, report: &mut Report) {
        let head = ["depth", "published", "ours", "our s", "our nodes a second", "verdict"];
        let mut table = Table::new(&outline.plan.title, &head);
        let verdict = |index: usize| {
            let (nodes, _) = self.found.get(index)?;
            Some(if *nodes == self.published[index] { Verdict::Confirmed } else { Verdict::Contradicted })
        };
        for (index, published) in self.published.iter().enumerate() {
            let found = self.found.get(index);
            table.push([
                (index + 1).to_string(),
                published.to_string(),
                found.map_or_else(|| "– (no time)".into(), |(nodes, _)| nodes.to_string()),
                found.map_or_else(String::new, |(_, seconds)| format!("{seconds:.4}")),
                found.map_or_else(String::new, |(nodes, seconds)| short(*nodes as f64 / seconds)),
                claim::show(verdict(index)),
            ]);
        }
        report.table(table.trimmed());
        for index in 0..self.published.len() {
            outline.judge(
                report,
                &format!("{} move sequences of {} plies", self.game.id, index + 1),
                verdict(index),
                None,
            );
        }
    }
}
