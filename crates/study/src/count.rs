//! Tables of perft counts, to the depth that the time permits.

use std::time::Instant;

use quevedo_catalog::GameEntry;

use crate::claim::{self, Verdict};
use crate::figures::short;
use crate::plan::CountPlan;
use crate::run::{Experiment, TimeSlice};
use crate::table::{RunContext, StudyTable, TableContext};
use quevedo_arena::MatchError;
use quevedo_arena::report::{Report, Table};

/// Depths with no more published sequences are counted whatever the time.
const MAX_UNTIMED: u64 = 10_000_000;

/// The counts so far, from depth 1.
pub(crate) struct Counts {
    game: GameEntry,
    published: Vec<u64>,
    found: Vec<(u64, f64)>,
}

impl Counts {
    pub(crate) fn new(plan: &CountPlan, run: &RunContext) -> Result<Self, MatchError> {
        Ok(Self { game: run.game(&plan.game)?, published: plan.published.clone(), found: Vec::new() })
    }

    /// The expected seconds of the next depth, at the speed of the last.
    fn forecast(&self) -> f64 {
        let next = self.published[self.found.len()] as f64;
        self.found.last().map_or(0.0, |(nodes, seconds)| next / *nodes as f64 * seconds)
    }
}

impl Experiment for Counts {
    fn is_done(&self) -> bool {
        self.found.len() >= self.published.len()
    }

    fn advance(&mut self, slice: &TimeSlice<'_>) -> Result<(), MatchError> {
        while !self.is_done() {
            let left = slice.deadline.saturating_duration_since(Instant::now()).as_secs_f64();
            let is_small = self.published[self.found.len()] <= MAX_UNTIMED;
            if !is_small && (self.forecast() > left || slice.is_over()) {
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

impl StudyTable for Counts {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        vec![self]
    }

    fn write(&self, context: &mut TableContext<'_>, report: &mut Report) {
        let head = ["depth", "published", "ours", "our s", "our nodes a second", "verdict"];
        let mut table = Table::new(&context.plan.title, &head);
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
            context.add_verdict(
                report,
                &format!("{} move sequences of {} plies", self.game.id(), index + 1),
                verdict(index),
                None,
            );
        }
    }
}
