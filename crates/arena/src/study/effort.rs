//! Tables of time and nodes: what a move costs. Measured on one thread, a position at a time.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quevedo_catalog::{Ask, GameEntry, Session};
use quevedo_core::Rng;

use super::claim::{Order, Verdict};
use super::figures::{Mean, short};
use super::plan::{EffortClaim, EffortPlan, EffortRow};
use super::run::{Bench, Experiment};
use super::subject::{Outline, Scale, Subject, code};
use crate::report::{Line, Lines, Report, Table};
use crate::{MatchError, OpeningError, check_player};

/// How often a random position is drawn anew where the game is over.
const ATTEMPTS: usize = 200;

/// The measurements of a table.
pub(super) struct Efforts {
    plan: EffortPlan,
    rows: Vec<Effort>,
}

/// The measurements of a row.
struct Effort {
    game: &'static GameEntry,
    row: EffortRow,
    plies: u32,
    /// All rows look at the same positions.
    rng: Rng,
    target: u64,
    nodes: Mean,
    seconds: Mean,
}

impl Efforts {
    pub(super) fn new(plan: &EffortPlan, scale: &Scale) -> Result<Self, MatchError> {
        let row = |row: &EffortRow| {
            check_player(plan.game, &row.player)?;
            let plies = row.plies.unwrap_or(plan.plies);
            // From the start there is one position only.
            let target = if plies == 0 { 1 } else { scale.games(plan.positions) };
            let rng = Rng::with_seed(scale.seed(plan.game.id));
            let (nodes, seconds) = (Mean::default(), Mean::default());
            Ok(Effort { game: plan.game, row: row.clone(), plies, rng, target, nodes, seconds })
        };
        Ok(Self { plan: plan.clone(), rows: plan.rows.iter().map(row).collect::<Result<_, MatchError>>()? })
    }

    fn verdict(&self, index: usize, claim: EffortClaim) -> Option<Verdict> {
        let row = &self.rows[index];
        let above = index.checked_sub(1).and_then(|above| self.rows.get(above));
        match claim {
            EffortClaim::MoreNodes => Order::Greater.judge_means(&row.nodes, &above?.nodes),
            EffortClaim::MoreTime => Order::Greater.judge_means(&row.seconds, &above?.seconds),
            EffortClaim::FewerNodes => Order::Less.judge_means(&row.nodes, &self.rows.get(index + 1)?.nodes),
            EffortClaim::Faster => {
                let spared = row.row.seconds? - row.seconds.value()?;
                Some(Verdict::of_positive(spared - row.seconds.error(), spared + row.seconds.error()))
            }
        }
    }

    /// Nodes or seconds over the numbers of the rows, ours beside what was published.
    fn lines(
        &self,
        axis: &str,
        what: &str,
        ours: fn(&Effort) -> &Mean,
        published: fn(&EffortRow) -> Option<f64>,
    ) -> Lines {
        let measured = self.rows.iter().filter_map(|row| Some([row.row.at?, ours(row).value()?, 0.0]));
        let printed = self.rows.iter().filter_map(|row| Some([row.row.at?, published(&row.row)?, 0.0]));
        let lines = [("ours", measured.collect::<Vec<_>>()), ("published", printed.collect())];
        let line = |(name, points): (&str, Vec<[f64; 3]>)| Line { name: name.into(), points };
        Lines {
            title: format!("{what} by {axis}"),
            axes: [axis.into(), what.into()],
            powers: [false, true],
            lines: lines.into_iter().filter(|(_, points)| !points.is_empty()).map(line).collect(),
        }
    }

    fn table(&self, outline: &Outline<'_>) -> Table {
        let head = [
            "",
            "player",
            "positions",
            "published nodes",
            "our nodes",
            "published s",
            "our s",
            "our nodes a second",
            "verdicts",
        ];
        let mut table = Table::new(&outline.plan.title, &head);
        for (index, row) in self.rows.iter().enumerate() {
            let verdicts = row.row.claims.iter().map(|claim| match self.verdict(index, *claim) {
                Some(verdict) => format!("{}: {}", claim.text(), verdict.text()),
                None => String::new(),
            });
            let speed = row.nodes.value().zip(row.seconds.value()).map(|(nodes, seconds)| nodes / seconds.max(1e-9));
            table.push([
                row.name(),
                code(&row.row.player),
                row.nodes.count().to_string(),
                row.row.nodes.map_or_else(String::new, |nodes| nodes.to_string()),
                row.nodes.show(1.0),
                row.row.seconds.map_or_else(String::new, |seconds| seconds.to_string()),
                show_seconds(&row.seconds),
                speed.map_or_else(String::new, short),
                verdicts.collect::<Vec<_>>().join("; "),
            ]);
        }
        table
    }
}

/// Seconds are often thousandths.
fn show_seconds(seconds: &Mean) -> String {
    seconds.value().map_or_else(|| "–".into(), |value| format!("{value:.5}"))
}

impl EffortClaim {
    fn text(self) -> &'static str {
        match self {
            Self::MoreNodes => "more nodes than above",
            Self::MoreTime => "more time than above",
            Self::FewerNodes => "fewer nodes than below",
            Self::Faster => "no slower than published",
        }
    }
}

impl Effort {
    fn name(&self) -> String {
        self.row.name.clone().unwrap_or_default()
    }

    fn position(&mut self) -> Result<Box<dyn Session>, MatchError> {
        for _ in 0..ATTEMPTS {
            let bad = |problem: String| MatchError::BadOpening { problem };
            let mut session = self.game.session(None).map_err(|error| bad(error.to_string()))?;
            for _ in 0..self.plies {
                session.play_random(&mut self.rng);
            }
            if session.outcome().is_none() {
                return Ok(session);
            }
        }
        Err(OpeningError::TooLong { plies: self.plies }.into())
    }

    /// One move, by a player that remembers nothing.
    fn measure(&mut self, stop: &AtomicBool) -> Result<(), MatchError> {
        let session = self.position()?;
        let mut player = self.game.player(&self.row.player)?.ok_or(MatchError::Human)?;
        let begin = Instant::now();
        let thought = player.think(&*session, &mut Ask { clock: None, stop, report: &mut |_| {} });
        let seconds = begin.elapsed().as_secs_f64();
        let thought = thought.ok_or_else(|| MatchError::NoMove { position: session.position() })?;
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(MatchError::Stopped);
        }
        self.nodes.add(thought.nodes as f64);
        self.seconds.add(seconds);
        Ok(())
    }
}

impl Experiment for Effort {
    fn is_done(&self) -> bool {
        self.nodes.count() >= self.target
    }

    fn advance(&mut self, bench: &Bench<'_>) -> Result<(), MatchError> {
        while !self.is_done() && (self.nodes.count() == 0 || !bench.is_over()) {
            self.measure(bench.stop)?;
        }
        Ok(())
    }
}

impl Subject for Efforts {
    fn experiments(&mut self) -> Vec<&mut dyn Experiment> {
        self.rows.iter_mut().map(|row| row as &mut dyn Experiment).collect()
    }

    fn write(&self, outline: &mut Outline<'_>, report: &mut Report) {
        report.table(self.table(outline).trimmed());
        for (index, row) in self.rows.iter().enumerate() {
            for claim in &row.row.claims {
                let what = format!("{} {}: {}", row.name(), code(&row.row.player), claim.text());
                outline.judge(report, what.trim(), self.verdict(index, *claim), row.row.because.as_deref());
            }
        }
        if let Some(axis) = &self.plan.axis {
            report.line_plot(self.lines(axis, "nodes", |row| &row.nodes, |row| row.nodes.map(|nodes| nodes as f64)));
            report.line_plot(self.lines(axis, "seconds", |row| &row.seconds, |row| row.seconds));
        }
    }
}
